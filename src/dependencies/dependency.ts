import type { Ecosystem } from "../web/registries/registry.ts";

/** A package of a public registry that a repository says it needs. */
export interface Dependency {
  readonly ecosystem: Ecosystem;
  /** As the registry spells it: a Maven name is `group:artifact`, a Go name the module's path. */
  readonly name: string;
  /** The range as written; empty where any version will do. */
  readonly range: string;
  /** The version in use: from a lock file, or from a range that allows one version only. */
  readonly version: string | undefined;
  /** True where only tests and tools need it. */
  readonly development: boolean;
  /** Paths of the manifests that name it. */
  readonly manifests: readonly string[];
  /** Its range stands in a list that was not among the files that were read. */
  readonly unlisted?: true;
  /** The address of its repository, where a manifest says it. */
  readonly home?: string;
  /** What its imports begin with, where a lock file says it (Composer's). */
  readonly namespaces?: readonly string[];
  /** What decides its version, where that is no file of the repository: a list of Maven, a baseline. In words. */
  readonly decidedBy?: string;
}

/** What one manifest says, before lock files are asked. */
export interface Declaration {
  readonly name: string;
  readonly range: string;
  readonly development: boolean;
  /** Only dependencies need it; source may import it all the same. */
  readonly indirect?: true;
  /** It comes from another place than the public registry, and its name is the project's own business. */
  readonly elsewhere?: true;
  /** The address of its public repository. */
  readonly home?: string;
  /** What decides its version, where that is no file of the repository. In words. */
  readonly decidedBy?: string;
  /** Its name and range stand in a list of the whole workspace, under this word. */
  readonly listedAs?: string;
  /** It is such a list's entry, for all that say this word; not needed by itself where somebody does. */
  readonly entry?: string;
}

/** The versions that one lock file holds, by name in the spelling of `nameKey`; several of one name stay apart. */
export type Locked = ReadonlyMap<string, readonly string[]>;

/** A file that was not read, or not wholly; the end of a sentence that starts with the path. */
export interface DependencyNote {
  readonly path: string;
  readonly message: string;
}

/** One spelling for names that a registry takes for the same. */
export function nameKey(ecosystem: Ecosystem, name: string): string {
  if (ecosystem === "pypi") return name.toLowerCase().replace(/[-_.]+/g, "-");
  if (ecosystem === "crates") return name.toLowerCase().replaceAll("_", "-");
  // Conan, vcpkg and CMake write one name in several ways.
  if (ecosystem === "cpp") return name.toLowerCase().replace(/[-_.]/g, "");
  return ecosystem === "npm" || ecosystem === "go" || ecosystem === "maven" ? name : name.toLowerCase();
}

/** A Go module's name without its major version, which every new major changes: `github.com/x/y/v3`, `gopkg.in/y.v3`. */
export const withoutMajor = (name: string): string => name.replace(/\/v\d+$|\.v\d+$(?<=^gopkg\.in\/.*)/, "");

/** What people call a package: the last part of its name. */
export const shortName = (name: string): string => withoutMajor(name).split(/[/:]/).at(-1)!;

/** One key for what a registry takes for the same package. */
export const packageKey = ({ ecosystem, name }: Pick<Dependency, "ecosystem" | "name">): string =>
  `${ecosystem} ${nameKey(ecosystem, name)}`;
