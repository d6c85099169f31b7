/**
 * Which part of a repository a file of Java belongs to. Maven and Gradle have the sources of each module in a folder
 * `src`. What lies among the texts that tests read (`src/test/resources`, `src/test/code/old/com/...`) is no source of
 * the module: each such folder is one of its own, which nobody means from outside where a source has the name.
 */
import type { SourceModule } from "../../graph/project.ts";

/** A folder of sources in which tests find texts: `src/test/java` and `src/test` itself hold code. */
const texts =
  /(?:^|\/)src\/(?:[^/]+\/resources(?=\/|$)|[^/]*[tT]est[^/]*\/(?!(?:java|kotlin|groovy|scala)(?:\/|$))[^/]+\/.)/;

/** @param said The package's name, `com.example`. */
export function moduleOf(path: string, said = ""): SourceModule {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const within = `/${said.replaceAll(".", "/")}`;
  const root = `/${folder}`.endsWith(within) ? folder.slice(0, -within.length) : folder;
  if (texts.test(root)) return { name: root, isApart: true };
  return { name: path.slice(0, Math.max(0, path.lastIndexOf("/src/"))), isApart: false };
}
