const fold = /<details><summary>([^<]*)<\/summary>[\s\S]*?<\/details>\n*/g;
/** As `fileLink` makes them; an address says nothing that the words do not, and no terminal line has room for it. */
const link = /\[([^[\]]+)\]\(https?:[^\s()]+\)/g;

/** What stands open in a pull request's body, its links as words, and the titles of what is folded there. */
export function openText(body: string): { readonly open: string; readonly folded: readonly string[] } {
  const folded = [...body.matchAll(fold)].map((match) => match[1]!);
  const open = body.replace(/<!--[\s\S]*?-->\n?/g, "").replace(fold, "");
  return { open: open.replace(link, "$1").trim(), folded };
}
