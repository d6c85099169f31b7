import { type Command, InvalidArgumentError, Option } from "commander";
import type { AnswerOptions } from "./edit/open-answer.ts";
import type { RenderOptions } from "./edit/run-render.ts";
import { whole } from "./whole.ts";

/** Adds `coderag edit VERB`: the line-numbered edit language by hand and for other programs. No model is asked. */
export function editCommand(program: Command, exit: (code: number) => void): void {
  const edit = program
    .command("edit")
    .description(
      "line-numbered edits by hand: show a file to a model, apply or check the edits it answers with",
    )
    .addHelpText("after", help);
  edit
    .command("render <file>")
    .description("print a file as a model sees it: with line numbers, the irrelevant parts folded")
    .option("--repo <dir>", "the folder that FILE is in", ".")
    .option(
      "--around <place>",
      "what to show unfolded: LINE, FROM-TO or a symbol; repeatable",
      (place: string, places: readonly string[] = []) => [...places, place],
    )
    .option("--outline <tokens>", "token budget for the names of folded definitions", upTo, 1_200)
    .option("--whole", "fold nothing")
    .addOption(new Option("--json", "print JSON, with the windows and token counts"))
    .action(async (file: string, options: RenderOptions) =>
      (await import("./edit/run-render.ts")).runRender(file, options),
    );
  const add = (verb: string, description: string): Command =>
    edit
      .command(`${verb} <answer>`)
      .description(description)
      .option("--repo <dir>", "a git repository (its work tree) or any other folder", ".")
      .option("--file <path>", "the file that edits without a `=== path` header belong to")
      .option("--json", "print the result as JSON");
  add("apply", "apply an answer to local files: prints the diff, writes only with --write")
    .option("--write", "change the files: all of them, or none if anything is refused")
    .action(async (answer: string, options: AnswerOptions & { readonly write?: boolean }) =>
      exit(await (await import("./edit/run-apply.ts")).runApply(answer, options)),
    );
  add("check", "run the checks of the gate on an answer: syntax, limits, paths, secrets, weakened tests")
    .option("--allow-manifests", "allow changes of package manifests and lock files")
    .action(async (answer: string, options: AnswerOptions & { readonly allowManifests?: boolean }) =>
      exit(await (await import("./edit/run-check.ts")).runCheck(answer, options)),
    );
}

/** As `whole`, and nothing at all. */
function upTo(text: string): number {
  if (text === "0") return 0;
  try {
    return whole(text);
  } catch {
    throw new InvalidArgumentError("Give a whole number, 0 or more.");
  }
}

const help = `
The edit language: docs/edit-format.md. An answer is a file, or - for standard input; its paths start at the top of the
repository. Exit codes: 0 applied or accepted, 1 refused, 2 wrong call.

Examples:
  coderag edit render src/cart.py --around Cart.total --around 120-140
  coderag edit apply answer.txt --repo ../shop            # the diff; complaints are shown at their lines
  coderag edit apply answer.txt --repo ../shop --write
  coderag edit check - --json < answer.txt`;
