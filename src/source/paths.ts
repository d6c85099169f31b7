/** Paths of a repository: with `/`, relative to its top. */

/** The folder of a path, without a stroke behind it; empty for the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The folders around a path, outer ones first, without the top. */
export function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) parents.push(path.slice(0, at));
  return parents;
}

/** What stands behind the last stroke. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** What tells a file's kind: its name, and the folder's where only that says what it is (`requirements/dev.txt`). */
export const tellingName = (path: string): string =>
  /(?:^|\/)(requirements\/[^/]+\.(?:txt|in))$/i.exec(path)?.[1] ?? baseName(path);

/** Joins and takes out `.` and `..`; a path that leaves the repository keeps its `..` and so matches no file. */
export function joinPath(folder: string, path: string): string {
  const parts: string[] = path.startsWith("/") || folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}

/** A path, or an id with one, in a text of lines: it may hold any byte but NUL, and a line break in it begins no line. */
export function shownPath(path: string): string {
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(path) ? JSON.stringify(path) : path;
}
