const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text between tags or in a quoted attribute, every mark of HTML escaped. NUL and lone surrogates are replaced. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\0", "\uFFFD")
    .replace(/[&<>"']/g, (mark) => entities[mark]!);
}
