import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

const compilerOptions = {
  ...{ target: "es2022", lib: ["es2022", "dom"], module: "nodenext", moduleResolution: "nodenext" },
  ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true, types: [], rootDir: "src" },
};

/** Versions that semver.org calls valid, and some that it does not. */
const valid = ["0.0.4", "1.0.0", "1.4.0-beta.2+build.5", "1.0.0-alpha-a.b-c+001"];
const invalid = ["v1.0.0", "1.0", "01.0.0", "1.0.0-01", "1.2.3.4", "1.0.0+", ""];

interface Zod {
  readonly semver: () => { safeParse(value: string): { success: boolean } };
}

/** Clones the branch, compiles the whole project with `tsc`, and tries the new function. Throws where it fails. */
export async function checkDemo(gitUrl: string, branch: string, folder: string): Promise<readonly string[]> {
  await run("git", ["clone", "--quiet", "--depth", "1", "--branch", branch, gitUrl, folder]);
  const out = join(folder, "out");
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: { ...compilerOptions, outDir: out },
      include: ["src/**/*.ts"],
      exclude: ["**/tests/**", "**/benchmarks/**"],
    }),
  );
  const tsc = join(import.meta.dirname, "..", "node_modules", "typescript", "bin", "tsc");
  await run(process.execPath, [tsc, "-p", folder]);
  const lines = ["✓ tsc --strict: the whole project compiles with the change."];
  for (const [name, file] of [
    ["zod", "index.js"],
    ["zod/mini", "mini/index.js"],
  ] as const) {
    const { semver } = (await import(pathToFileURL(join(out, file)).href)) as Zod;
    const wrong = [
      ...valid.filter((version) => !semver().safeParse(version).success),
      ...invalid.filter((version) => semver().safeParse(version).success),
    ];
    if (wrong.length > 0) throw new Error(`${name}: z.semver() is wrong about ${wrong.join(", ")}`);
    lines.push(
      `✓ ${name}: z.semver() accepts ${valid.length} valid versions and refuses ${invalid.length} others.`,
    );
  }
  return lines;
}
