/**
 * Jest's environment for Node, which keeps what the engine compiles. Each test file loads its modules anew, and a
 * third of that is parsing. It is kept beside jest's transformed files, for all workers and later runs.
 *
 * The globals of a test are an ordinary object: through Jest's proxy each `Math` and `Map` in a loop costs fifty times
 * as much.
 */
import { hash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import vm from "node:vm";
import { TestEnvironment } from "jest-environment-node";

const { SourceTextModule, compileFunction, createContext } = vm;
let folder = "";

export default class extends TestEnvironment {
  constructor(config, context) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    super(config, context);
    vm.createContext = createContext;
    folder = join(config.projectConfig.cacheDirectory, `compiled-${cachedDataVersionTag()}`);
    mkdirSync(folder, { recursive: true });
    vm.SourceTextModule = KeptModule;
    vm.compileFunction = compileKept;
  }
}

/** Called with `new`, so that what it returns is the module. */
function KeptModule(code, options) {
  const { file, cachedData } = kept(code, "module");
  try {
    const module = new SourceTextModule(code, { ...options, cachedData });
    if (!cachedData) keep(file, module.createCachedData());
    return module;
  } catch (error) {
    // The flags of the engine are others for a moment (src/languages/parsing/quick-code.ts).
    if (error.code !== "ERR_VM_MODULE_CACHED_DATA_REJECTED") throw error;
    return new SourceTextModule(code, options);
  }
}
KeptModule.prototype = SourceTextModule.prototype;

function compileKept(code, parameters, options) {
  const { file, cachedData } = kept(code, "function");
  const compiled = compileFunction(code, parameters, {
    ...options,
    cachedData,
    produceCachedData: !cachedData,
  });
  if (compiled.cachedData) keep(file, compiled.cachedData);
  return compiled;
}

function kept(code, kind) {
  const file = join(folder, `${hash("sha1", code)}.${kind}`);
  try {
    return { file, cachedData: readFileSync(file) };
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return { file };
  }
}

/** Others read it meanwhile. */
function keep(file, data) {
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, data);
  renameSync(unfinished, file);
}
