/**
 * What packages of Maven and Gradle are called. Hardly a project of theirs has a lock file, so that only one exact
 * version is what somebody looked up: no range (`[1,)`, `1.+`), no `LATEST`, no snapshot, which its author can replace.
 */
const part = "[A-Za-z0-9_](?:[.-]?[A-Za-z0-9_]){0,80}";
const exact = "v?\\d(?:[.-]?\\w){0,60}(?<!-SNAPSHOT)";

/** Sources of patterns: `group`, `artifact` and `version` of an entry, none of which a build would fill in. */
export const mavenParts = { group: part, artifact: part, version: exact };

const whole = (pattern: string): RegExp => new RegExp(`^${pattern}$`);
const patterns = { name: whole(part), module: whole(`${part}:${part}`), version: whole(exact) };

const isText = (value: unknown, pattern: RegExp): boolean => typeof value === "string" && pattern.test(value);
/** A group's name or an artifact's. */
export const isMavenName = (value: unknown): boolean => isText(value, patterns.name);
/** `group:artifact`. */
export const isMavenModule = (value: unknown): boolean => isText(value, patterns.module);
export const isMavenVersion = (value: unknown): boolean => isText(value, patterns.version);
