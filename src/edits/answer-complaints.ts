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
    message: `${spoken(stretch)} neither an edit nor a header. Put one line behind its address (\`12bk: \`), several between an address with \`<<\` and a line \`>>\`, \`=== path\` above each file, and explanations outside the fence.`,
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

export function unclosedBlock(opened: number, next: number | undefined): Complaint {
  const cause =
    next === undefined
      ? `The block opened on line ${opened} of the answer is never closed, so the answer may be cut off.`
      : `Line ${next} of the answer looks like the next edit or the end of the fence, but the block opened on line ${opened} is not closed yet.`;
  return {
    kind: "edit/unclosed-block",
    line: next ?? opened,
    message: `${cause} Close it with a line \`>>\`; where code has such lines itself, open with \`<<<\` and close with \`>>>\`.`,
  };
}

export function strayClose(number: number): Complaint {
  return {
    kind: "edit/stray-close",
    line: number,
    message: `Line ${number} of the answer closes a block, and none is open. Begin the block with an address and \`<<\`, such as \`12bk+ <<\`.`,
  };
}

export function blankBesideBlock(number: number): Complaint {
  return {
    kind: "edit/blank-beside-block",
    line: number,
    message: `Line ${number} of the answer is blank and stands beside a block. If it belongs to the code, put it inside the block, else leave it out.`,
  };
}

export function blockWithoutLine(number: number): Complaint {
  return {
    kind: "edit/block-without-line",
    line: number,
    message: `The header on line ${number} of the answer opens a block, but does not say \`(new)\`. Name the line that the block stands for below the header: \`12bk <<\`.`,
  };
}

export function emptyBlock(number: number): Complaint {
  return {
    kind: "edit/empty-block",
    line: number,
    message: `The block on line ${number} of the answer holds nothing. Give its lines, or delete with nothing after a colon: \`12bk-15dr:\`.`,
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
    message: `Line ${line} is named with the tags ${one} and ${other}. Copy the tag that the numbered view shows for it.`,
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
