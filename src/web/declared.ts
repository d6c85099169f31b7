import { tellingName } from "../source/paths.ts";
import type { Ecosystem } from "./registries/registry.ts";

/** A kind of file that names what a project needs: whose packages, and how to find their names in it. */
interface Manifest {
  readonly file: RegExp;
  readonly ecosystem: Ecosystem;
  /** Its first group is a name, its second, where there is one, belongs behind a colon. Linear in the text. */
  readonly names: RegExp;
}

const manifests: readonly Manifest[] = [
  {
    file: /^package\.json$/,
    ecosystem: "npm",
    names: /"((?:@[\w.~-]{1,100}\/)?[\w.~-]{1,100})"\s{0,9}:\s{0,9}"/g,
  },
  {
    file: /^(?:pyproject\.toml|pipfile|setup\.(?:py|cfg))$/,
    ecosystem: "pypi",
    names: /(?:^|["'\s,[])([A-Za-z][\w.-]{0,100})(?=\s{0,9}(?:[=<>~!]|\[|["']))/gm,
  },
  {
    file: /requirements(?:[\w.-]*|\/[\w.-]+)\.(?:txt|in)$/,
    ecosystem: "pypi",
    names: /^[ \t]{0,9}([A-Za-z][\w.-]{0,100})/gm,
  },
  {
    file: /^cargo\.toml$/,
    ecosystem: "crates",
    names:
      /^[ \t]{0,9}([A-Za-z][\w-]{0,63})(?=[ \t]{0,9}[=.])|^\[[\w.-]{0,40}dependencies\.([\w-]{1,63})\]/gm,
  },
  {
    file: /^go\.mod$/,
    ecosystem: "go",
    names: /(?:^|\s)([\w.-]{1,60}\.[a-z]{2,20}\/[\w./~-]{1,200})[ \t]{1,9}v\d/gm,
  },
  {
    file: /^gemfile$|\.gemspec$/,
    ecosystem: "rubygems",
    names: /(?:gem|dependency)[ \t(]{1,9}["']([\w.-]{1,100})["']/g,
  },
  {
    file: /^composer\.json$/,
    ecosystem: "packagist",
    names: /"([a-z0-9][\w.-]{0,100}\/[\w.-]{1,100})"\s{0,9}:/gi,
  },
  {
    file: /^pom\.xml$/,
    ecosystem: "maven",
    names:
      /<groupId>\s{0,99}([\w.-]{1,100})\s{0,99}<\/groupId>\s{0,99}<artifactId>\s{0,99}([\w.-]{1,100})\s{0,99}</g,
  },
  {
    file: /\.gradle(?:\.kts)?$/,
    ecosystem: "maven",
    names: /["']([A-Za-z][\w.-]{0,100}):([\w.-]{1,100})(?=[:"'])/g,
  },
  {
    file: /\.(?:cs|fs|vb)proj$|^directory\.packages\.props$/,
    ecosystem: "nuget",
    names: /<Package(?:Reference|Version)\s{1,9}Include="([\w.-]{1,100})"/gi,
  },
];

/** Packages that a project declares, by ecosystem; names in lower case. An ecosystem without names is still one. */
export type Declared = ReadonlyMap<Ecosystem, ReadonlySet<string>>;

/** Whether a path is one of the files that `declaredPackages` reads. */
export function declaresPackages(path: string): boolean {
  return manifestOf(path) !== undefined;
}

/**
 * The names of packages in a project's manifests. A name too many costs nothing: it only counts where a query says the
 * same word.
 */
export function declaredPackages(files: Iterable<readonly [path: string, text: string]>): Declared {
  const declared = new Map<Ecosystem, Set<string>>();
  for (const [path, text] of files) {
    const manifest = manifestOf(path);
    if (manifest === undefined) continue;
    const names = declared.get(manifest.ecosystem) ?? new Set();
    declared.set(manifest.ecosystem, names);
    for (const [, first, second] of text.matchAll(manifest.names)) {
      const parts = [first, second].filter((part) => part !== undefined);
      names.add(parts.join(":").toLowerCase());
    }
  }
  return declared;
}

function manifestOf(path: string): Manifest | undefined {
  const name = tellingName(path).toLowerCase();
  return manifests.find(({ file }) => file.test(name));
}
