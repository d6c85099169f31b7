import { type Command, InvalidArgumentError, Option } from "commander";
import type { AnswerOptions } from "./edit/open-answer.ts";
import type { RenderOptions } from "./edit/run-render.ts";
import { whole } from "./whole.ts";

/** Adds `coderag edit VERB`: the line-numbered edit language by hand and for other programs. No model is asked. */
export function editCommand(program: Command, exit: (code: number) => void): void {
  const edit = program
    .command("edit")
    .description("show files with line numbers to a model, and apply or check the edits it answers with")
    .addHelpText("after", help);
  edit
    .command("render <file>")
    .description("print a file as a model should see it: numbered, what does not matter folded")
    .option(
      "--around <place>",
      "LINE, FROM-TO or a symbol; may be given several times",
      (place: string, places: readonly string[] = []) => [...places, place],
    )
    .option("--outline <tokens>", "for the names of folded definitions", upTo, 1_200)
    .option("--whole", "fold nothing")
    .addOption(new Option("--json", "print windows and tokens, too, as JSON"))
    .action(async (file: string, options: RenderOptions) =>
      (await import("./edit/run-render.ts")).runRender(file, options),
    );
  const add = (verb: string, description: string): Command =>
    edit
      .command(`${verb} <answer>`)
      .description(description)
      .option("--repo <dir>", "a git repository, as its work tree stands, or any other folder", ".")
      .option("--file <path>", "the file that edits without a header are for")
      .option("--json", "print the result as JSON");
  add("apply", "apply an answer to local files: prints the diff, writes nothing unless told to")
    .option("--write", "change the files; all of them, or none where anything is refused")
    .action(async (answer: string, options: AnswerOptions & { readonly write?: boolean }) =>
      exit(await (await import("./edit/run-apply.ts")).runApply(answer, options)),
    );
  add(
    "check",
    "let the gate judge what an answer would change: syntax, limits, paths, secrets, weakened checks",
  )
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
    throw new InvalidArgumentError("A whole number from 0 up.");
  }
}

const help = `
The language is described in docs/edit-format.md. An answer is a file, or - for standard input; paths in it are those of
the repository. Exit codes: 0 applied or nothing against it, 1 refused, 2 wrong call.

Examples:
  coderag edit render src/cart.py --around Cart.total --around 120-140
  coderag edit apply answer.txt --repo ../shop            # the diff; complaints are drawn at their place
  coderag edit apply answer.txt --repo ../shop --write
  coderag edit check - --json < answer.txt`;
