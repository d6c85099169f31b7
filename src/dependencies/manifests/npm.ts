import type { Declaration } from "../dependency.ts";
import { at, entriesOf } from "../entries.ts";

const sections = [
  ["dependencies", false],
  ["optionalDependencies", false],
  ["peerDependencies", false],
  ["devDependencies", true],
] as const;

/**
 * Of another place than the registry: a folder, a workspace, a git repository, an archive. Neither ranges nor tags have
 * a slash or a colon, and what begins with a dot or is called like an archive is a file (npm-package-arg).
 */
const elsewhere = /[/\\:]|^\.|\.(?:tgz|tar|tar\.gz)$/i;

/** `package.json`. An alias (`npm:real@^1`) stands under its real name. */
export function readPackageJson(text: string): readonly Declaration[] {
  const manifest: unknown = JSON.parse(text);
  return sections.flatMap(([section, development]) =>
    entriesOf(at(manifest, section)).flatMap(([name, written]) => {
      if (typeof written !== "string") return [];
      const alias = /^npm:(@?[^@]+)(?:@(.*))?$/.exec(written);
      if (alias) return [{ name: alias[1]!, range: alias[2] ?? "", development }];
      if (elsewhere.test(written)) return [{ name, range: "", development, elsewhere: true }];
      return [{ name, range: written === "*" ? "" : written, development }];
    }),
  );
}
