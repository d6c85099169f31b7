import { parse as parseToml } from "smol-toml";
import { isPublicSource } from "../../web/private-names.ts";
import type { Declaration } from "../dependency.ts";
import { at, elementsOf, entriesOf, saysAny, textOf } from "../entries.ts";
import { parseYaml } from "../yaml.ts";
import { requirements } from "./requirement.ts";

/** The language and what installs: no package that anybody calls. */
const isRuntime = (name: string): boolean => /^(?:python|pip|python_abi|conda|mamba)$/i.test(name);

/** `environment.yml` of conda, whose packages are mostly called as on PyPI, with those that pip installs. */
export function readCondaEnvironment(text: string): readonly Declaration[] {
  const listed = elementsOf(at(parseYaml(text, "file"), "dependencies"));
  return [
    ...listed.flatMap((one) => (typeof one === "string" ? condaSpec(one) : [])),
    ...listed.flatMap((one) => requirements(elementsOf(at(one, "pip")), false)),
  ];
}

/** `channel::name=1.2=build`, `name >=1,<2`, `name 1.2.*`: one `=` lets in what comes behind the numbers. */
function condaSpec(spec: string): readonly Declaration[] {
  const [, channel, said = "", rest = ""] = /^(?:(\S{1,300})::)?([\w.-]+)[ \t]*(.*)$/.exec(spec.trim()) ?? [];
  // A package without what few need of it.
  const name = said.replace(/^(matplotlib|seaborn)-base$/, "$1");
  if (name === "" || isRuntime(name)) return [];
  const bare = /^=?(?!=)(\d[^\s=,|<>*]*)(\.?\*)?(=\S+| \S+)?$/.exec(rest.replace(/^=[ \t]+/, "="));
  const isExact = bare?.[3] !== undefined;
  const range = bare
    ? `==${bare[1]}${isExact ? "" : ".*"}`
    : /^[<>=!~*]/.test(rest)
      ? rest.replace(/\s+/g, "")
      : "";
  const elsewhere = channel?.includes("://") === true && !isPublicSource(channel);
  return [{ name, range: range === "*" ? "" : range, development: false, ...(elsewhere && { elsewhere }) }];
}

const kinds = [
  ["dependencies", false],
  ["host-dependencies", false],
  ["pypi-dependencies", false],
  ["build-dependencies", true],
] as const;

/** `pixi.toml`. */
export const readPixi = (text: string): readonly Declaration[] => pixiTables(parseToml(text));

/** Its tables, those of features and of platforms; `pyproject.toml` has the same. */
export function pixiTables(manifest: unknown): readonly Declaration[] {
  const features = entriesOf(at(manifest, "feature")).map(([, feature]) => [feature, true] as const);
  const roots = [[manifest, false] as const, ...features];
  const parts = roots.flatMap(([root, isFeature]) => [
    [root, isFeature] as const,
    ...entriesOf(at(root, "target")).map(([, target]) => [target, isFeature] as const),
  ]);
  return parts.flatMap(([part, isFeature]) =>
    kinds.flatMap(([kind, isTool]) =>
      entriesOf(at(part, kind)).flatMap(([name, written]) => pixiPackage(name, written, isFeature || isTool)),
    ),
  );
}

function pixiPackage(name: string, written: unknown, development: boolean): readonly Declaration[] {
  if (isRuntime(name)) return [];
  if (saysAny(written, ["git", "path", "url"])) return [{ name, range: "", development, elsewhere: true }];
  const range = textOf(written) ?? textOf(at(written, "version")) ?? "";
  return [{ name, range: range === "*" ? "" : range.replace(/^(?=\d)/, "=="), development }];
}
