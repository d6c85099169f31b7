import type { Evidence } from "./evidence.ts";
import { lineage, members } from "./hierarchy.ts";
import type { Surroundings } from "./surroundings.ts";

/** What a member counts that the type only inherits. */
const inheritedShare = 0.6;

/** Types that the signature or the requirement names, their members, and types called like a parameter. */
export function typeSignals({ target, graph, owner }: Surroundings, evidence: Evidence): void {
  const written = identifiers(target.node.signature);
  for (const name of written.union(typesIn(target.requirement)))
    for (const type of graph.named(name)) {
      if (type.kind !== "Class") continue;
      evidence.say("typeNamed", type, 1);
      if (type.id === owner?.id) continue;
      for (const member of members(graph, type.id)) evidence.say("memberOfType", member, 1, type);
      for (const base of lineage(graph, type.id, "outgoing"))
        for (const member of members(graph, base.id))
          evidence.say("memberOfType", member, inheritedShare, type);
    }
  for (const name of written)
    for (const type of graph.named(typeLike(name)))
      if (type.kind === "Class" && type.name !== name) evidence.say("typeOfParameter", type, 1);
}

const identifiers = (text: string): ReadonlySet<string> => new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));

/** What prose may name as a type: of plain words (`value`, `format`) only those that are written as code. */
function typesIn(requirement: string): ReadonlySet<string> {
  const code = identifiers([...requirement.matchAll(/`([^`\n]*)`/g)].map(([, inner]) => inner).join(" "));
  const names = [...identifiers(requirement)].filter((name) => !/^\p{Ll}+$/u.test(name));
  return code.union(new Set(names));
}

/** `http_client` and `httpClient` as `HttpClient`. */
function typeLike(name: string): string {
  return name.replace(/(?:^|_+)(\p{L})/gu, (_, letter: string) => letter.toUpperCase());
}
