import { z } from "zod";
import { repositoryConfigSchema } from "./schema.ts";

/** Where editors find the schema; the file in the repository is the same text. */
export const schemaFile = "schema/coderag.schema.json";

const jsonSchema = () => z.toJSONSchema(repositoryConfigSchema, { io: "input", unrepresentable: "any" });

/** Names of the settings in the group at `path`; none where there is no such group. */
export function settingsAt(path: readonly PropertyKey[]): readonly string[] {
  let group: unknown = jsonSchema();
  for (const key of path)
    group = (group as z.core.JSONSchema.JSONSchema | undefined)?.properties?.[String(key)];
  return Object.keys((group as z.core.JSONSchema.JSONSchema | undefined)?.properties ?? {});
}

/** The schema as editors read it, for completion and for errors while one writes. */
export function repositoryConfigJsonSchema(): string {
  const about = { title: "CodeRAG", description: "Configuration of CodeRAG, .github/coderag.yml" };
  return `${JSON.stringify({ ...jsonSchema(), ...about }, null, 2)}\n`;
}
