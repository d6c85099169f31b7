import { createHash } from "node:crypto";
import type { FileDiff } from "../../edits/file-diff.ts";
import { hunkHolding } from "../../edits/hunks.ts";
import type { Duplicate } from "../../retrieval/duplicates.ts";
import { type LineRange, linesOf } from "../../source/line-range.ts";
import { inlineCode } from "../code.ts";
import { fileLink, type Place } from "../permalink.ts";

/** A definition of the diff that the repository has already, as a comment. Survives JSON. */
export interface ToldDuplicate {
  readonly path: string;
  /** Where it is told: the first line of the added definition that the diff shows. */
  readonly lines: LineRange;
  readonly title: string;
  readonly body: string;
  readonly fingerprint: string;
}

/** Two of a kind say enough. */
const most = 2;

/** Says of added definitions where the repository has them, the most alike first; what was told before is left out. */
export function tellDuplicates(
  duplicates: readonly Duplicate[],
  files: ReadonlyMap<string, FileDiff>,
  told: ReadonlySet<string>,
  place: Place,
): readonly ToldDuplicate[] {
  return [...duplicates]
    .sort((a, b) => b.likeness - a.likeness)
    .flatMap((one): readonly ToldDuplicate[] => {
      const { node, existing, likeness } = one;
      const line = node.startLine;
      const held = hunkHolding(files.get(node.path)?.hunks ?? [], { from: line, to: line });
      const key = `${node.path}\nduplicate\n${node.qualifiedName}\n${existing.id}`;
      const fingerprint = createHash("sha256").update(key).digest("hex").slice(0, 16);
      if (!held || told.has(fingerprint)) return [];
      const there = fileLink(place, existing.path, linesOf(existing), existing.id);
      return [
        {
          ...{ path: node.path, lines: { from: line, to: line }, fingerprint },
          title: `${node.name} repeats ${existing.id}`,
          body: [
            `🟡 **${inlineCode(node.qualifiedName)} is there already**`,
            `${there} does the same: ${Math.round(likeness * 100)} % of their code is equal, variables aside. Call it, or extend it.`,
            `<sub>${inlineCode("duplicate")} · found in the code graph, without a model</sub>`,
          ].join("\n\n"),
        },
      ];
    })
    .slice(0, most);
}
