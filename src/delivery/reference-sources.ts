import type { ReferenceExcerpt } from "../references/excerpts.ts";
import { inlineCode } from "./code.ts";
import { outwardWeb } from "./outward.ts";
import { fileLink } from "./permalink.ts";

/** The public code that the model was shown, with licence and pinned source: a list. Empty where there was none. */
export function referenceSourceList(
  excerpts: readonly ReferenceExcerpt[],
  webUrl: string | undefined,
): string {
  if (excerpts.length === 0) return "";
  const web = outwardWeb(webUrl ?? "https://github.com");
  const rows = excerpts.map(({ fullName, commit, licence, path }) => {
    const [owner = "", name = ""] = fullName.split("/");
    const repository = `[${inlineCode(fullName)}](${web}/${fullName}/tree/${commit})`;
    const what =
      path === undefined
        ? "what its README says; its licence allows no more"
        : `parts of ${fileLink({ webUrl: web, owner, name, commit }, path)}`;
    return `- ${repository} (${inlineCode(licence)}): ${what}`;
  });
  return [
    "Public code that the model was shown before it wrote. Where lines were taken over, these licences ask for attribution.",
    "",
    ...rows,
  ].join("\n");
}
