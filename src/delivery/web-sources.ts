import { firstOf } from "../source/counted.ts";
import type { WebSource } from "../web/source.ts";
import { inlineCode } from "./code.ts";
import { safeLine } from "./markdown.ts";

const most = { sources: 40, title: 120, url: 300 };

/**
 * The pages that the run read on the web, as a list: title, address, day. An address is a link where our own rules
 * for links allow it, otherwise it is shown as code: nobody is notified because a run read his issue.
 */
export function webSourceList(sources: readonly WebSource[]): string {
  if (sources.length === 0) return "";
  const rows = sources.map(({ title, url, readAt }) => {
    const name = safeLine(title, most.title);
    return `- ${name === "" ? "" : `${name}: `}${address(url)}, read on ${readAt.slice(0, 10)}`;
  });
  return [
    "Read on the web and summarised by the model; not part of this repository, and not checked.",
    "",
    ...firstOf(rows, most.sources),
  ].join("\n");
}

function address(url: string): string {
  const asLink = safeLine(url, most.url, { links: new Set([url]) });
  return asLink === url ? `<${url}>` : inlineCode(url.slice(0, most.url));
}
