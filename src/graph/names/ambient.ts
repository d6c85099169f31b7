/** Modules that a file of the repository declares for the whole program: `declare module "x"` in TypeScript. */
import { type Found, together } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { ambientName, type ImportFact, program } from "../outline.ts";

/** What is imported from such a module; undefined where no file declares it. */
export function fromAmbient(
  { tables, name, exported }: Linker,
  { rules, outline }: FileTable,
  { kind, from, name: said }: ImportFact,
): Found | undefined {
  const key = rules?.genericFunctions ? rules.packageOf?.(outline.path, program) : undefined;
  if (key === undefined) return undefined;
  const declared = ambientName(from);
  const homes = tables.filesSaying(key, declared).filter((file) => file.said(declared, 0) !== undefined);
  const found = homes.flatMap((home) => {
    const target = { kind: "file", path: home.outline.path } as const;
    const one = kind === "name" ? name(home, 0, said!) : exported(target, outline.language, "=");
    return one ? [one] : [];
  });
  return found.length === 0 ? undefined : together(found);
}
