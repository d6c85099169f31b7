import { countTokens } from "../llm/tokens.ts";
import { type RouteHop, routeText } from "../retrieval/route.ts";
import { shownPath } from "../source/paths.ts";
import type { Sheet } from "./sheet.ts";

/** Routes told for one file. */
export const routesTold = 3;
/** Tokens of a line that says how much is not shown. */
const gapTokens = 9;

/** What is written above and between passages, and is paid for before they are taken. */
export interface Heading {
  readonly tokens: number;
  /** Called when the passage is taken: what stands there already costs nothing more. */
  write(): void;
}

export interface Headings {
  /** The path of the file, its routes as far as they are told, and the gaps around so many parts. */
  ofPassage(sheet: Sheet, route: readonly RouteHop[], parts: number): Heading;
  /** The path above the first row of a file, and the heading above the first row of all. */
  ofRow(path: string): Heading;
}

export function createHeadings(): Headings {
  const routes = new Map<string, Set<string>>();
  const rows = new Set<string>();
  const counted = new Map<string, number>();
  // A row that does not fit is asked for with its heading as often as one that does.
  const tokensOf = (text: string): number => {
    const known = counted.get(text) ?? countTokens(text);
    counted.set(text, known);
    return known;
  };
  return {
    ofPassage: (sheet, route, parts) => {
      const { path } = sheet;
      const told = routes.get(path) ?? new Set<string>();
      const text = routeText(route);
      const isNew = text !== "" && told.size < routesTold && !told.has(text);
      const lines = [
        ...(routes.has(path) ? [] : [`\n\n${fileHeading(sheet)}`]),
        ...(isNew ? [foundBy(text)] : []),
      ];
      // One gap below each part, and one above the first.
      const gaps = parts + (routes.has(path) ? 0 : 1);
      return {
        tokens: gaps * gapTokens + (lines.length === 0 ? 0 : tokensOf(`${lines.join("\n")}\n`)),
        write: () => {
          routes.set(path, told);
          if (isNew) told.add(text);
        },
      };
    },
    ofRow: (path) => {
      const lines = [
        ...(rows.size === 0 ? [`\n\n${rowsHeading}`] : []),
        ...(rows.has(path) ? [] : [shownPath(path)]),
      ];
      return {
        tokens: lines.length === 0 ? 0 : tokensOf(`${lines.join("\n")}\n`),
        write: () => void rows.add(path),
      };
    },
  };
}

export const rowsHeading =
  "=== Also there, by signature alone (an id is path#name); read it before you change it";

export const ranHeading =
  "=== What ran in the recorded run: each function below its caller, in the order of first calls (name path:line)";

/** The stamp after the path is what an answer has to repeat, see the edit language. */
export const fileHeading = ({
  path,
  stamp,
  lineCount,
}: Pick<Sheet, "path" | "stamp" | "lineCount">): string =>
  `=== ${shownPath(path)}${stamp === undefined ? "" : `#${stamp}`} (${lineCount} lines)`;

export const foundBy = (route: string): string => `found by: ${route}`;
