/**
 * Breaks the marks by which chat formats separate turns (`<|im_start|>`, `[INST]`, `<<SYS>>`, a line that begins with
 * `Human:`), so that a local model server cannot read them as anything but text. A backslash is put in; people still
 * read the word. Applies in code, too. Idempotent, linear.
 */
export function escapeRoleTokens(text: string): string {
  return text
    .replace(/<([|｜])([^<>|｜\n]{1,60})([|｜])>/g, "<\\$1$2\\$3>")
    .replace(/<(\/?(?:start_of_turn|end_of_turn|start_header_id|end_header_id|eot_id|s)>)/gi, "<\\$1")
    .replace(/\[(\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS))\]/g, "[\\$1]")
    .replace(/<<(\/?SYS)>>/g, "<\\<$1>>")
    .replace(/^([ \t>*_#-]{0,20}(?:Human|Assistant|System|User|Developer)[ \t*_]{0,5})([:：])/gim, "$1\\$2");
}
