import { z } from "zod";
import { repositoryConfigSchema } from "./schema.ts";

/** Where editors find the schema; the file in the repository is the same text. */
export const schemaFile = "schema/coderag.schema.json";

/** The schema as editors read it, for completion and for errors while one writes. */
export function repositoryConfigJsonSchema(): string {
  const schema = z.toJSONSchema(repositoryConfigSchema, { io: "input", unrepresentable: "any" });
  const about = { title: "CodeRAG", description: "Configuration of CodeRAG, .github/coderag.yml" };
  return `${JSON.stringify({ ...schema, ...about }, null, 2)}\n`;
}
