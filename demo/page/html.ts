import { escapeHtml } from "../../src/delivery/html.ts";

/** Like `escapeHtml`, but a character reference that the author wrote (`&lt;`) stays one, as Markdown has it. */
export function escapeProse(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\0", "\uFFFD")
    .replace(/&(?!(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]\w{1,31});)|[<>"']/g, (mark) => escapeHtml(mark));
}

/**
 * Code, with the characters that change how code reads but do not show (bidirectional controls, zero width, a
 * carriage return) drawn as their number: "Trojan Source", CVE-2021-42574.
 */
export function escapeCode(text: string): string {
  return escapeHtml(text).replace(
    /[\r\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g,
    (mark) => `<span class="unseen">${mark === "\r" ? "CR" : `U+${hex(mark)}`}</span>`,
  );
}

function hex(mark: string): string {
  return mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
}
