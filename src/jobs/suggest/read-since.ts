import { checkArguments } from "../../agent/arguments.ts";
import type { LoopEvent } from "../../agent/loop.ts";
import { mostLines, type ReadFileInput, readFileInput } from "../../agent/tools/read-file.ts";
import type { LeftOut } from "../../delivery/review/left-out.ts";
import { joined } from "../../source/line-range.ts";
import { lineTexts } from "../../source/lines.ts";
import type { Workspace } from "../../workspace/workspace.ts";

/** What the model reads of files that the prompt does not show. */
export interface ReadSince {
  note(event: LoopEvent): void;
  /** Those that it has not read; of some it has read a part. */
  unread(unseen: readonly LeftOut[], workspace: Pick<Workspace, "read">): Promise<readonly LeftOut[]>;
}

export function createReadSince(): ReadSince {
  const calls: ReadFileInput[] = [];
  return {
    note(event) {
      if (event.kind !== "call" || event.tool !== "read-file" || event.fault) return;
      // As the call itself was read: numbers may be strings.
      const read = checkArguments(readFileInput, JSON.parse(event.arguments));
      if (read.kind === "value") calls.push(read.value);
    },
    async unread(unseen, workspace) {
      const left = unseen.map(async (one): Promise<readonly LeftOut[]> => {
        const own = calls.filter(({ path }) => path === one.what);
        if (own.length === 0) return [one];
        const lines = lineTexts((await workspace.read(one.what)) ?? "").length;
        const [first] = joined(
          own.map(({ from = 1, to = lines }) => ({ from, to: Math.min(to, from + mostLines - 1) })),
        );
        const isWhole = lines === 0 || (first !== undefined && first.from === 1 && first.to >= lines);
        return isWhole ? [] : [{ ...one, why: "read in part" }];
      });
      return (await Promise.all(left)).flat();
    },
  };
}
