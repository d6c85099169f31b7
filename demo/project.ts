import { cp, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const zod = join(import.meta.dirname, "..", "node_modules", "zod");

export interface Project {
  readonly folder: string;
  readonly version: string;
  readonly files: number;
  readonly lines: number;
}

/** The sources that zod ships in its package, as a repository's files: real public code of 88,000 lines. */
export async function copyZod(folder: string): Promise<Project> {
  await mkdir(folder, { recursive: true });
  for (const name of ["src", "LICENSE", "README.md", "package.json"])
    await cp(join(zod, name), join(folder, name), { recursive: true });
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
  const names = await readdir(join(folder, "src"), { recursive: true });
  const sources = names.filter((name) => name.endsWith(".ts"));
  let lines = 0;
  for (const name of sources)
    lines += (await readFile(join(folder, "src", name), "utf8")).split("\n").length - 1;
  return { folder, version: manifest.version, files: sources.length, lines };
}
