import { type CheckReport, checkChanges } from "../../checks/gate.ts";
import { standingIn } from "../../checks/standing.ts";
import { counted } from "../../source/counted.ts";
import { jsonText, printOut } from "../print.ts";
import { type AnswerOptions, withAnswer } from "./open-answer.ts";
import { complaintText, findingText } from "./text.ts";

/** Says what the gate says of the change that an answer makes. Writes nothing. */
export async function runCheck(
  path: string,
  options: AnswerOptions & { readonly allowManifests?: boolean },
): Promise<number> {
  return withAnswer(path, options, async ({ opened, changes, complaints: ofEdits }) => {
    const report: CheckReport =
      ofEdits.length > 0
        ? { complaints: ofEdits, findings: [] }
        : await checkChanges(changes, {
            ...(await standingIn(opened.workspace, changes)),
            allowManifests: options.allowManifests ?? false,
          });
    const { complaints, findings } = report;
    const passed = complaints.length === 0;
    await printOut([
      options.json
        ? `${jsonText({ passed, files: changes.map((change) => change.path), complaints, findings })}\n`
        : passed
          ? `Nothing speaks against it (${counted(changes.length, "file")}).\n${findings.map(findingText).join("")}`
          : complaintText(complaints, "Refused.") + findings.map(findingText).join(""),
    ]);
    return passed ? 0 : 1;
  });
}
