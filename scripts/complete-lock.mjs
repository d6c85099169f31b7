// Completes package-lock.json with packages for other platforms that a partial registry mirror does not hold: npm
// leaves them out of the lock silently, and `npm ci` then refuses the lock. Run it after changing dependencies there.
import { readFileSync, realpathSync, writeFileSync } from "node:fs";

const systems = /-(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-/;
const processors = /-(arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64)(?:-|$)/;

/**
 * The lock with an entry for each optional package that one of its packages names and it lacks, and their names.
 * @param {{ readonly packages: Readonly<Record<string, any>> }} lock
 */
export function completed(lock) {
  const packages = { ...lock.packages };
  const added = [];
  for (const parent of Object.values(lock.packages))
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const key = `node_modules/${name}`;
      if (packages[key]) continue;
      packages[key] = entryOf(name, version, parent.dev);
      added.push(name);
    }
  const sorted = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
  return { lock: { ...lock, packages: Object.fromEntries(sorted) }, added };
}

/**
 * @param {string} name
 * @param {string} version
 * @param {boolean | undefined} dev
 */
function entryOf(name, version, dev) {
  const os = systems.exec(name)?.[1];
  const cpu = processors.exec(name)?.[1];
  if (!os || !cpu || !/^\d/.test(version)) throw new Error(`${name}@${version}: for which platform is it?`);
  const libc = name.includes("musl") ? ["musl"] : name.includes("gnu") ? ["glibc"] : undefined;
  return { version, cpu: [cpu], ...(dev && { dev: true }), ...(libc && { libc }), optional: true, os: [os] };
}

function main() {
  const path = new URL("../package-lock.json", import.meta.url);
  const { lock, added } = completed(JSON.parse(readFileSync(path, "utf8")));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(added.length === 0 ? "The lock is complete." : `Added: ${added.join(", ")}`);
}

// As a program, also under a Node that does not know `import.meta.main`.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename) main();
