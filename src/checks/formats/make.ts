import { lineTexts } from "../../source/lines.ts";
import type { Pointed } from "../draw.ts";

/** What make reads with spaces before it, which are cut off here, also below a rule. */
const noRecipe =
  /^(?:#|(?:ifn?eq|ifn?def|else|endif|endef|define|include|sinclude|-include|export|unexport|override|private|vpath|load)\b|\$[({]|[^\s:=]+\s*(?::{0,3}|[?+!])=|[^=]*:)/;

/** Lines with spaces where make wants the tab of a recipe: "missing separator". */
export function makeFaults(text: string): readonly Pointed[] {
  if (/^[ \t]*\.RECIPEPREFIX\b/m.test(text)) return [];
  const faults: Pointed[] = [];
  let [isRecipe, goesOn, defines] = [false, false, 0];
  for (const [at, line] of lineTexts(text).entries()) {
    const continued = goesOn;
    goesOn = line.endsWith("\\");
    if (/^ *define\b/.test(line)) defines += 1;
    if (/^ *endef\b/.test(line)) defines -= 1;
    if (continued || defines > 0 || line.trim() === "") continue;
    if (isRecipe && /^ +\S/.test(line) && !noRecipe.test(line.trimStart()))
      faults.push({ line: at + 1, column: 1, message: "expected a tab before this recipe" });
    if (/^[^\s#]/.test(line)) isRecipe = /^[^=:]*:{1,2}(?![:=])/.test(line);
  }
  return faults;
}
