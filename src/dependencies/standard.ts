import { isBuiltin } from "node:module";
import { standardModules } from "../languages/python/standard-modules.ts";

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** With names that folders of repositories have as well: who imports one of these needs no package. */
const python: ReadonlySet<string> = new Set([...standardModules, "formatter", "parser", "symbol", "test"]);

/** Libraries that come with Ruby or that every Ruby has as a default gem. */
const ruby = setOf(
  "English abbrev base64 benchmark bigdecimal bundler cgi coverage csv date delegate did_you_mean digest drb erb error_highlight " +
    "etc expect fcntl fiddle fileutils find forwardable getoptlong io ipaddr irb json logger matrix minitest monitor mutex_m net " +
    "nkf objspace observer open-uri open3 openssl optparse ostruct pathname pp prettyprint prime prism pstore psych pty racc rake " +
    "random rbconfig readline reline resolv rexml ripper rubygems securerandom set shellwords singleton socket stringio strscan " +
    "syntax_suggest syslog tempfile test thread time timeout tmpdir tsort un unicode_normalize uri weakref win32ole yaml zlib",
);

const rust = setOf("std core alloc proc_macro test crate self super");

/** True for a Node built-in, with or without `node:`. */
export const isNodeModule = (from: string): boolean => isBuiltin(from);
export const isPythonModule = (name: string): boolean => name.startsWith("_") || python.has(name);
export const isRubyLibrary = (name: string): boolean => ruby.has(name);
export const isRustCrate = (name: string): boolean => rust.has(name);
/** Go's own packages have no dot in their first part; all others begin with a host. */
export const isGoPackage = (from: string): boolean => !from.split("/", 1)[0]!.includes(".");
export const isJavaPackage = (from: string): boolean =>
  /^(?:java|javax|jdk|sun|com\.sun|org\.(?:w3c\.dom|xml\.sax|ietf\.jgss)|kotlin|scala|android)(?:\.|$)/.test(
    from,
  );
export const isDotnetNamespace = (from: string): boolean => /^(?:System|Microsoft)(?:\.|$)/.test(from);
