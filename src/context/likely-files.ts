import { saysGenerated } from "../checks/generated.ts";
import { isSource } from "../languages/source-files.ts";
import type { Anchor } from "../retrieval/anchors.ts";
import { prose } from "../retrieval/paragraphs.ts";
import { isGenerated, isLockFile } from "../source/generated-paths.ts";
import type { LineRange } from "../source/line-range.ts";
import { type Collector, type Reason, reasonOf } from "./collect.ts";
import { afterLicence } from "./head.ts";
import { around } from "./ranges.ts";
import type { Sheet } from "./sheet.ts";

/** Lines of a whole file, of one that the request names, of a file's head, and from one on that the request names; files that get room as likely to change, and anchors that tell which. */
const limits = { whole: 240, named: 400, head: 40, linked: 16, likely: 3, anchors: 16 };
/** Share of the budget that whole files leave for the rest. */
const kept = 0.5;

/**
 * Small files among the likeliest are shown whole: an edit often needs what stands next to the anchor. Of a large one
 * that the request names the head is, or the lines that it names, where no definition stands for them.
 */
export function takeLikelyFiles(
  anchors: readonly Anchor[],
  files: { readonly named: readonly string[]; readonly lines: ReadonlyMap<string, number | undefined> },
  sheets: ReadonlyMap<string, Sheet>,
  collector: Collector,
  budget: number,
): void {
  const { named, lines } = files;
  const likely = likelyFiles(anchors).map((anchor) => ({ path: anchor.node.path, reason: reasonOf(anchor) }));
  // Also what a pull request or a draft changes is among the named.
  const reasonOfNamed = (path: string): Reason => {
    const anchor = lines.has(path) ? undefined : anchors.find(({ node }) => node.path === path);
    return anchor ? reasonOf(anchor) : namedReason(path);
  };
  const wanted = [...named.map((path) => ({ path, reason: reasonOfNamed(path) })), ...likely];
  for (const { path, reason } of wanted) {
    const sheet = sheets.get(path);
    if (!sheet || isLockFile(path)) continue;
    if (!named.includes(path) && (isGenerated(path) || saysGenerated(sheet.lines))) continue;
    // The licence at its top says the same in every file.
    const whole: LineRange = { from: afterLicence(sheet.lines), to: sheet.lineCount };
    const fits = sheet.lineCount <= (named.includes(path) && isSource(path) ? limits.named : limits.whole);
    if (fits && collector.take(sheet, whole, "body", reason, budget * kept)) continue;
    if (!named.includes(path)) continue;
    // Of what a pull request or a draft changes the changed lines are shown.
    if (!lines.has(path) && anchors.some((one) => one.node.path === path && one.lines)) continue;
    const line = lines.get(path) ?? sheet.lineCount + 1;
    const isDefined = anchors.some(({ node }) => node.path === path && node.kind !== "Module");
    if (isDefined || line > sheet.lineCount)
      collector.take(sheet, { from: 1, to: Math.min(limits.head, sheet.lineCount) }, "file-head", reason, 0);
    else collector.take(sheet, around({ from: line, to: line + limits.linked }, sheet), "body", reason, 0);
  }
}

function namedReason(path: string): Reason {
  return {
    route: [
      { kind: "from", id: "request" },
      { kind: "mention", text: path },
    ],
    score: 1,
  };
}

/** The anchor that speaks best for each of the files with the highest sums of scores; tests are not likely to be first. */
function likelyFiles(anchors: readonly Anchor[]): readonly Anchor[] {
  const files = new Map<string, { best: Anchor; sum: number }>();
  for (const anchor of anchors.slice(0, limits.anchors)) {
    const file = files.get(anchor.node.path);
    if (file) file.sum += anchor.score;
    else files.set(anchor.node.path, { best: anchor, sum: anchor.score });
  }
  return (
    [...files.values()]
      // Of documentation that the request does not name a paragraph is enough.
      .filter(({ best }) => !best.node.test && !prose.test(best.node.path))
      .sort((a, b) => b.sum - a.sum)
      .slice(0, limits.likely)
      .map(({ best }) => best)
  );
}
