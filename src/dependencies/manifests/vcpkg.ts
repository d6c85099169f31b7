import { type Declaration, nameKey } from "../dependency.ts";
import { at, elementsOf, entriesOf, textOf } from "../entries.ts";

/**
 * `vcpkg.json`: dependencies with those of its features, and the versions that it overrides. All other versions stand in
 * the registry at the baseline, which is no file of the repository: they stay empty.
 */
export function readVcpkg(text: string): readonly Declaration[] {
  const manifest: unknown = JSON.parse(text);
  const features = at(manifest, "features");
  const parts = [manifest, ...entriesOf(features).map(([, one]) => one), ...elementsOf(features)];
  const needed = parts.flatMap((part) => elementsOf(at(part, "dependencies")));
  const baseline = textOf(at(manifest, "builtin-baseline"));
  const decidedBy = `the baseline ${baseline?.slice(0, 8) ?? ""} of vcpkg`.replace("  ", " ");
  return [
    ...needed.flatMap((one): readonly Declaration[] => {
      const name = textOf(one) ?? textOf(at(one, "name"));
      const least = textOf(at(one, "version>="));
      if (name === undefined || isTool(name)) return [];
      const listedAs = nameKey("cpp", name);
      const range = least === undefined ? "" : `>=${withoutPort(least)}`;
      return [{ name, range, development: at(one, "host") === true, listedAs, decidedBy }];
    }),
    ...elementsOf(at(manifest, "overrides")).flatMap((one) => {
      const name = textOf(at(one, "name"));
      const version = ["version", "version-semver", "version-date", "version-string"]
        .map((kind) => textOf(at(one, kind)))
        .find((said) => said !== undefined);
      if (name === undefined || version === undefined || isTool(name)) return [];
      return [{ name, range: withoutPort(version), development: false, entry: nameKey("cpp", name) }];
    }),
  ];
}

/** With which vcpkg itself builds. */
const isTool = (name: string): boolean => /^(?:vcpkg-.*|pkgconf)$/.test(name);

/** How often the port itself was changed stands behind it. */
const withoutPort = (version: string): string => version.replace(/#\d+$/, "");
