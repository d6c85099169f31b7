import type { Declaration } from "../dependency.ts";
import { homeOf, packageOfC, valueIn } from "./packages-of-c.ts";

/**
 * `.gitmodules`: repositories that stand in folders of this one, as C and C++ have their libraries. Which state of them
 * is in use is a commit, and no file says its version. Those that not everybody can reach are the project's own business.
 */
export function readGitModules(text: string): readonly Declaration[] {
  return text.split(/^[ \t]*\[submodule\b/m).flatMap((part) => {
    const said = valueIn(part);
    const [path, url] = [said("path"), said("url")];
    if (path === undefined || url === undefined) return [];
    const home = homeOf(url);
    const name = url
      .replace(/\/+$/, "")
      .replace(/\.git$/, "")
      .split(/[/:]/)
      .at(-1)!;
    if (home === undefined) return packageOfC({ name, range: "", elsewhere: true }, path);
    return packageOfC(
      { name, home, range: "", decidedBy: `the commit of the submodule ${path}` },
      `${path}/`,
    );
  });
}
