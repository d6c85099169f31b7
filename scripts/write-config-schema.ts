/** Writes the JSON schema of `.github/coderag.yml`; run it after a change of `src/repository-config/schema.ts`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryConfigJsonSchema, schemaFile } from "../src/repository-config/json-schema.ts";

writeFileSync(join(import.meta.dirname, "..", schemaFile), repositoryConfigJsonSchema());
