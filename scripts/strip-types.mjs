// The jest transform: the same type stripping that `node file.ts` does, so tests run what users run.
import { stripTypeScriptTypes } from "node:module";

export default { process: (source) => ({ code: stripTypeScriptTypes(source, { mode: "strip" }) }) };
