/** Names for folders that other tools than TypeScript know: SvelteKit, Nuxt, Deno, Vite, Vue's and webpack. Their files are untrusted text, and only read. */

import { isObject } from "../../source/json-object.ts";
import { baseName } from "../../source/paths.ts";
import { type PathMap, parseObject } from "./manifests.ts";

type Paths = PathMap["paths"];

/** What a file says of names, by its own name; relative to its folder. */
export function readAliases(path: string, text: string): Paths {
  const name = baseName(path);
  if (name.startsWith("svelte.")) return [["$lib", ["src/lib"]], ...under("$lib/", "src/lib/")];
  // Sources stand in the folder itself or, in newer projects, in `app`.
  if (name.startsWith("nuxt."))
    return [
      ...["~~/", "@@/"].flatMap((prefix) => under(prefix, "")),
      ...["~/", "@/"].flatMap((prefix) => under(prefix, "app/", "")),
      ...under("#shared/", "shared/"),
    ];
  if (name.startsWith("deno.")) return ofDeno(text);
  const written = ofBundler(text);
  return name.startsWith("vue.") && !written.some(([name]) => name === "@")
    ? [...written, ...under("@/", "src/")]
    : written;
}

const under = (prefix: string, ...folders: readonly string[]): Paths => [
  [`${prefix}*`, folders.map((folder) => `${folder}*`)],
];

/** More names than this are not read. */
const maxAliases = 200;

function ofDeno(text: string): Paths {
  const imports = parseObject(text)?.["imports"];
  if (!isObject(imports)) return [];
  return Object.entries(imports)
    .slice(0, maxAliases)
    .flatMap(([name, target]): Paths => {
      if (typeof target !== "string" || !/^\.{1,2}\//.test(target)) return [];
      return name.endsWith("/") ? under(name, target) : [[name, [target]]];
    });
}

/** `"@": path.resolve(__dirname, "./src")` and the like, where the folder is written out. */
const alias =
  /(?:["']([\w@~$#./-]+)["']|(?<![\w$])([\w$]+))\s*:\s*(?:(?:path\.)?(?:resolve|join)\(\s*(?:(?:__dirname|import\.meta\.dirname|process\.cwd\(\))\s*,\s*)?|import\.meta\.dirname\s*\+\s*|fileURLToPath\(\s*new URL\(\s*)["'](\.{0,2}\/?[\w./-]*)["']/g;

function ofBundler(text: string): Paths {
  const [, entries] = /\balias\s*:\s*\{([^{}]*)\}/.exec(text) ?? [];
  return [...(entries ?? "").matchAll(alias)]
    .slice(0, maxAliases)
    .flatMap(([, quoted, bare, folder]): Paths => {
      const [name, target] = [(quoted ?? bare!).replace(/\/$/, ""), folder!.replace(/^\/|\/$/g, "")];
      return [[name, [target]], ...under(`${name}/`, `${target}/`)];
    });
}
