import { escapeHtml } from "../delivery/html.ts";

/** Markup of ours, with everything that came from elsewhere escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | undefined | false | readonly Value[];

/** A template in which every value is text, unless it is markup already; nothing stands for undefined and false. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(strings.map((string, at) => string + written(values[at])).join(""));

function written(value: Value): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(written).join("");
  return escapeHtml(visible(String(value)));
}

/** Without marks that change how a line reads and are not seen. */
const visible = (text: string): string =>
  text.replace(/[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "\ufffd");
