import { plainJson } from "../../source/json-with-comments.ts";
import type { Ecosystem } from "../../web/registries/registry.ts";
import type { Declaration } from "../dependency.ts";
import { at, entriesOf } from "../entries.ts";

/** `npm:preact@^10/hooks`, `jsr:/@std/path@1`: registry, name and range. */
const specifier = /^(npm|jsr):\/?((?:@[\w.-]+\/)?[\w.-]+)(?:@([^/]*))?/;

/** `deno.json` and import maps: what they have from one registry. Addresses and folders are of no registry. */
export const readDeno =
  (ecosystem: Ecosystem) =>
  (text: string): readonly Declaration[] => {
    const config: unknown = JSON.parse(plainJson(text));
    const scopes = entriesOf(at(config, "scopes")).flatMap(([, imports]) => entriesOf(imports));
    return [...entriesOf(at(config, "imports")), ...scopes].flatMap(([, written]) => {
      const [, of, name, range = ""] = (typeof written === "string" && specifier.exec(written)) || [];
      return of === ecosystem ? [{ name: name!, range: range === "*" ? "" : range, development: false }] : [];
    });
  };
