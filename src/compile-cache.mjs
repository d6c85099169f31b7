/**
 * Node keeps on disk what it made of our modules: types stripped, code compiled. A program then starts in half the
 * time. This is plain JavaScript because Node's stripper of types takes 60 ms to get ready, which a start whose
 * modules are all kept does without.
 */
import { lstatSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import module from "node:module";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { parseEnv } from "node:util";

/**
 * What the place of our own folder depends on. `given` and `data` are `CODERAG_HOME` and `XDG_DATA_HOME`.
 * @typedef {{
 *   readonly given: string | undefined;
 *   readonly data: string | undefined;
 *   readonly root: boolean;
 *   readonly homeDirectory: string;
 * }} HomeFacts
 */

/**
 * Folder for the database of our own, clones and caches.
 * @param {HomeFacts} facts
 * @returns {string}
 */
export function homeFolder({ given, data, root, homeDirectory }) {
  if (given !== undefined) return given;
  if (root) return "/var/lib/coderag";
  return join(data && isAbsolute(data) ? data : join(homeDirectory, ".local", "share"), "coderag");
}

/**
 * Has Node keep what it compiles from now on, in this thread, below our own folder. Where `NODE_COMPILE_CACHE` names
 * another folder, or `NODE_DISABLE_COMPILE_CACHE` is set, that holds. Never a reason to fail.
 */
export function keepCompiled() {
  try {
    const folder = ownFolder(homeOfThisProcess());
    if (folder !== undefined) module.enableCompileCache(folder);
  } catch (error) {
    // A disk that is full or read-only, a folder that may not be entered: then every start compiles.
    if (!(error instanceof Error && "syscall" in error)) throw error;
  }
}

/** As config.ts will find it, which would be a hundred modules too late. */
function homeOfThisProcess() {
  const { CODERAG_HOME, XDG_DATA_HOME } = { ...fileOfTheFolder(), ...process.env };
  return homeFolder({
    given: CODERAG_HOME?.trim() || undefined,
    data: XDG_DATA_HOME,
    root: process.getuid?.() === 0,
    homeDirectory: homedir(),
  });
}

function fileOfTheFolder() {
  try {
    return parseEnv(readFileSync(".env", "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
}

/**
 * The folder `compiled` below `home`, made where it is missing; undefined where anybody but this user and root could
 * put a file there: what lies in it is run.
 * @param {string} home
 * @returns {string | undefined}
 */
export function ownFolder(home) {
  const user = process.geteuid?.();
  if (user === undefined || !isAbsolute(home)) return undefined;
  const given = join(home, "compiled");
  makeFolder(home);
  makeFolder(given, 0o700);
  const folder = realpathSync(given);
  const { uid, mode } = lstatSync(folder);
  const isOurs = uid === user && (mode & 0o077) === 0;
  return isOurs && aboveOf(folder).every((one) => onlyMovedBy(user, one)) ? folder : undefined;
}

/**
 * Makes a folder, with those above it, where it is missing. Node's own way (`recursive`) never ends where none can be made
 * although the one above is there: below /proc, or where homes are mounted when they are asked for.
 * @param {string} folder
 * @param {number} [mode]
 * @returns {void}
 * @throws As `mkdirSync` does.
 */
export function makeFolder(folder, mode) {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process made it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Every folder above this one.
 * @param {string} folder
 * @returns {string[]}
 */
function aboveOf(folder) {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...aboveOf(above)];
}

/** Whether nobody but root and this user can rename what this user has in a folder.
 * @param {number} user
 * @param {string} folder
 */
function onlyMovedBy(user, folder) {
  const { uid, mode } = lstatSync(folder);
  const isSticky = (mode & 0o1000) !== 0;
  return (uid === user || uid === 0) && ((mode & 0o022) === 0 || isSticky);
}
