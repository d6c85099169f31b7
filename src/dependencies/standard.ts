import { isBuiltin } from "node:module";

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Modules that come with Python, up to 3.14, those that newer versions dropped included. */
const python = setOf(
  "abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect " +
    "builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall compression " +
    "concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal " +
    "difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter " +
    "fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http " +
    "idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma " +
    "mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath " +
    "nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform " +
    "plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri " +
    "random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd " +
    "smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep " +
    "struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap this " +
    "threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing " +
    "unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp " +
    "zipfile zipimport zlib zoneinfo",
);

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
