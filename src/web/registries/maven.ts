import { Parser } from "htmlparser2";
import type { Fetcher } from "../fetcher.ts";
import { known, noFacts, type Registry } from "./registry.ts";

const xmlTypes = ["text/xml", "application/xml"];

const name = /^[a-z0-9_](?:[.-]?[a-z0-9_]){0,80}:[a-z0-9_](?:[.-]?[a-z0-9_]){0,80}$/i;

/** `group:artifact`. The newest release's own project file says more than any search index, and is never behind. */
export const maven: Registry = {
  name,
  page: (name) => `https://central.sonatype.com/artifact/${name.replace(":", "/")}`,
  async find(module, fetcher, signal) {
    const [group = "", artifact = ""] = module.split(":");
    const place = `https://repo1.maven.org/maven2/${group.replaceAll(".", "/")}/${artifact}`;
    const metadata = await xml(`${place}/maven-metadata.xml`, fetcher, signal);
    const version = metadata?.("metadata/versioning/release") || metadata?.("metadata/versioning/latest");
    if (version === undefined || !/^[\w.+-]{1,80}$/.test(version)) return undefined;
    const project = await xml(`${place}/${version}/${artifact}-${version}.pom`, fetcher, signal);
    const moved = (
      [
        ["groupId", group],
        ["artifactId", artifact],
      ] as const
    )
      .map(([part, same]) => project?.(`project/distributionManagement/relocation/${part}`) || same)
      .join(":");
    return {
      ...{ ...noFacts, version },
      ...(moved !== `${group}:${artifact}` && name.test(moved) && { movedTo: moved }),
      description: project?.("project/description") ?? "",
      licence: project?.("project/licenses/license/name") ?? "",
      homepage: project?.("project/url") ?? "",
      repository: project?.("project/scm/url") ?? "",
    };
  },
};

type Reading = (path: string) => string;

/** A document's texts by the path of their elements, the first of each; undefined where there is no document. */
async function xml(url: string, fetcher: Fetcher, signal: AbortSignal): Promise<Reading | undefined> {
  const document = await known(fetcher.text(url, xmlTypes, signal));
  if (document === undefined) return undefined;
  const open: string[] = [];
  const found = new Map<string, string>();
  const finished = new Set<string>();
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (open.length < deepest) open.push(name);
        else parser.pause();
      },
      ontext: (text) => {
        const path = open.join("/");
        if (!finished.has(path)) found.set(path, (found.get(path) ?? "") + text);
      },
      onclosetag: () => {
        finished.add(open.join("/"));
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.write(document);
  return (path) => (found.get(path) ?? "").replace(/\s+/g, " ").trim();
}

const deepest = 12;
