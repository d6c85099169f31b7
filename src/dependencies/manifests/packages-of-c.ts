import type { Declaration } from "../dependency.ts";

/** What a build says of a package, before it is known what it is for. */
export type BareDeclaration = Omit<Declaration, "development">;

/** What builds find on the machine by themselves: languages, tools, parts of the system and of desktops. */
const noPackage =
  /^(?:threads|openmp|openacc|mpi|python\d?(?:interp|libs)?|git|subversion|hg|doxygen|pkgconfig|perl(?:libs)?|java|jni|ruby|swig|bison|flex|cuda(?:toolkit)?|opengl|opengles\d?|gles\d?|egl|x11|xcb|wayland\w*|vulkan|latex|backtrace|iconv|intl|gettext|bash|unixcommands|cygwin|msys|wget|gnuplot|sphinx|ecm|phpize|tcl\w*|llvm|clang|blas|lapack|alsa|directx\d*|catkin|ament_\w+|roscpp|rclcpp|ccache|filesystem|sanitizers|coverage|clangtools|vcpkg|cpm|clangtidy|cppcheck|packagehandlestandardargs|hip|rocm|dl|rt|m|gl|appleframeworks|blocks|gcov|wayland-\w+|xcb-\w+|x(?:ext|i|fixes|randr|render|cursor|inerama|damage|composite|shmfence))$/i;
const forTests =
  /^(?:gtest|gmock|googletest|google-?test|catch2?|doctest|benchmark|googlebenchmark|celero|approvaltests(?:\.cpp)?|cmocka|cpputest|unity)$/i;
const testFolder = /(?:^|\/)(?:tests?|unit-?tests?|bench(?:marks?)?|docs?)\//i;

/** One package of a build, or none: parts of the machine and what code has to make up are no packages. */
export function packageOfC(one: BareDeclaration, path: string): readonly Declaration[] {
  if (!/^[A-Za-z\d][\w.+-]{0,100}$/.test(one.name) || noPackage.test(one.name)) return [];
  return [{ ...one, development: testFolder.test(path) || forTests.test(one.name) }];
}

/** A repository that everybody can reach; any other place is the project's own business. */
export const homeOf = (address: string): string | undefined =>
  /^https?:\/\/(?:[\w.-]+@)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/[\w.-]+\/[\w.-]+/
    .exec(address)?.[0]
    .replace(/\.git$/, "");

/** Of a tag or of an archive's address: `v1.2.3`, `release-1.2`, `curl-8_5_0`; a commit and a branch say none. */
export function versionOf(text: string): string | undefined {
  if (/^[\da-f]{7,40}$/.test(text)) return undefined;
  return /(?<![\da-z])v?(\d+(?:[._]\d+)+(?:-(?:rc|beta|alpha)[.\d]*)?)/i
    .exec(text)?.[1]
    ?.replaceAll("_", ".");
}

/** What an INI file says of a key, without a quote around it: `url = "https://..."`. */
export const valueIn =
  (text: string) =>
  (key: string): string | undefined =>
    new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*"?([^"\\s]+)`, "m").exec(text)?.[1];
