import type { Complaint } from "../errors.ts";

/** What the edit language says about an answer before any file is looked at. Each names the cure. */
export const emptyAnswer: Complaint = {
  kind: "edit/empty",
  message:
    "The answer holds no edit. Give the changed lines as `N: code` under a `=== path` header, in one fenced block.",
};

export type Stretch = readonly [first: number, last: number];

/** Runs of consecutive numbers, so that a page of prose is one complaint. */
export function stretches(numbers: readonly number[]): Stretch[] {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

function spoken([first, last]: Stretch): string {
  return first === last ? `Line ${first} of the answer is` : `Lines ${first} to ${last} of the answer are`;
}

export function notAnEdit(stretch: Stretch): Complaint {
  return {
    kind: "edit/not-an-edit",
    line: stretch[0],
    message: `${spoken(stretch)} neither an edit nor a header. Begin every code line with its address (\`12: \`, \`12+: \`, \`+: \`; in a new file \`+: \`), every file with \`=== path\`, and put explanations outside the fence.`,
  };
}

export function outsideFence(stretch: Stretch): Complaint {
  return {
    kind: "edit/outside-fence",
    line: stretch[0],
    message: `${spoken(stretch)} outside the fence but looks like an edit. Put all edits inside the fence, or reword the line if it is an explanation.`,
  };
}

export function cutOff(number: number): Complaint {
  return {
    kind: "edit/cut-off",
    line: number,
    message: `The fence opened on line ${number} of the answer is never closed, so the answer may be cut off. Give the whole answer again and close the fence; split it if it is too long.`,
  };
}

export function nothingToContinue(number: number): Complaint {
  return {
    kind: "edit/nothing-to-continue",
    line: number,
    message:
      "`|:` adds a line to the edit above it, and there is none. Begin with an address such as `12+: `.",
  };
}

export function insertAtRange(from: number, to: number, mark: string, number: number): Complaint {
  const at = mark === "+" ? to : from;
  return {
    kind: "edit/insert-at-range",
    line: number,
    message: `\`${from}-${to}${mark}:\` inserts at a range. Name one line: \`${at}${mark}: \`.`,
  };
}

export function twoTags(line: number, one: string, other: string, number: number): Complaint {
  return {
    kind: "edit/two-tags",
    line: number,
    message: `Line ${line} is named with the tags #${one} and #${other}. Copy the tag that the numbered view shows for it.`,
  };
}

export function tooManyFiles(count: number, most: number): Complaint {
  return {
    kind: "edit/too-many-files",
    message: `The answer has ${count} file headers; at most ${most} are read. Change fewer files.`,
  };
}

/** More complaints than this teach a model nothing new. */
export const mostComplaints = 20;

export function bounded(complaints: readonly Complaint[]): readonly Complaint[] {
  const rest = complaints.length - mostComplaints;
  if (rest <= 0) return complaints;
  const message = `${rest} further complaints are not listed. Write the whole answer again in the edit format.`;
  return [...complaints.slice(0, mostComplaints), { kind: "edit/more", message }];
}
