import { withoutHashComments } from "../comments.ts";
import type { Declaration } from "../dependency.ts";
import { homeOf, packageOfC, versionOf } from "./packages-of-c.ts";

const call =
  /\b(bazel_dep|\w*git_repository|http_archive|git_override|archive_override)[ \t]*\(([^()]{1,3000})\)/g;
/** With which Bazel itself builds. */
const isTool =
  /^(?:rules_.*|.*bazel.*|.*[_-]toolchains?|toolchains?_.*|platforms|apple_support|gazelle|stardoc|aspect_.*|buildifier.*|buildtools|hermetic.*|contrib_rules_.*|googleapis)$/;

/**
 * `MODULE.bazel` and `WORKSPACE`, read and never executed: modules of the registry, and what is fetched from a public
 * address, with the version that a tag or an archive's name says. What builds need is left out.
 */
export function readBazel(text: string, path: string): readonly Declaration[] {
  return [...withoutHashComments(text, '"').matchAll(call)].flatMap(([, what, args = ""]) => {
    const said = (key: string): string | undefined =>
      new RegExp(`\\b${key}[ \\t]*=[ \\t]*\\[?\\s*"([^"]+)"`).exec(args)?.[1];
    const address = said("remote") ?? said("urls?");
    const home = address === undefined ? undefined : homeOf(address);
    const name = said("module_name") ?? (what === "bazel_dep" ? said("name") : home?.split("/").at(-1));
    if (name === undefined || isTool.test(name)) return [];
    const version =
      said("version")?.replace(/\.bcr\.\d+$/, "") ??
      versionOf(said("tag") ?? address?.slice(home?.length) ?? "");
    const one = { name, range: version ?? "", ...(home !== undefined && { home }) };
    const isForTests = /\bdev_dependency[ \t]*=[ \t]*True\b/.test(args);
    return packageOfC(one, path).map((found) => (isForTests ? { ...found, development: true } : found));
  });
}

/** The artifacts of Maven that the same files take. */
export function readBazelMaven(text: string): readonly Declaration[] {
  const artifacts = withoutHashComments(text, '"').matchAll(/"([\w.-]+):([\w.-]+):(\d[\w.+-]*)"/g);
  return [...artifacts].map(([, group, artifact, range]) => ({
    ...{ name: `${group}:${artifact}`, range: range!, development: false },
  }));
}
