// Completes package-lock.json with packages for other platforms that a partial registry mirror does not hold: npm
// leaves them out of the lock silently, and `npm ci` then refuses the lock. Run it after changing dependencies there.
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
const systems = /-(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-/;
const processors = /-(arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64)(?:-|$)/;
const added = [];

for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (lock.packages[key]) continue;
    const os = systems.exec(name)?.[1];
    const cpu = processors.exec(name)?.[1];
    if (!os || !cpu || !/^\d/.test(version)) throw new Error(`${name}@${version}: for which platform is it?`);
    const libc = name.includes("musl") ? ["musl"] : name.includes("gnu") ? ["glibc"] : undefined;
    lock.packages[key] = {
      version,
      cpu: [cpu],
      ...(parent.dev && { dev: true }),
      ...(libc && { libc }),
      optional: true,
      os: [os],
    };
    added.push(name);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? "The lock is complete." : `Added: ${added.join(", ")}`);
