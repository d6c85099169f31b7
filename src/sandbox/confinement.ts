import { existsSync, lstatSync, readlinkSync } from "node:fs";

export interface ConfinementOptions {
  readonly argv: readonly string[];
  /** Folder that is copied into the sandbox before the command starts. */
  readonly source: string;
  /** Folder with a `passwd` and a `group` file for the one user that exists inside. */
  readonly accounts: string;
  readonly timeoutMilliseconds: number;
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly readable?: readonly string[];
  /** Whether file 4 is a program that filters system calls. */
  readonly filtered: boolean;
}

/** How the command is started: as whom, and behind which walls. */
export interface Confinement {
  readonly program: string;
  readonly argv: readonly string[];
  /** Root gives itself up first: limits on processes do not hold for root. */
  readonly user: { readonly uid?: number; readonly gid?: number };
}

const nobody = 65_534;
const processesAtMost = 256;
const openFilesAtMost = 1_024;

/**
 * Copies the source into the memory disk and becomes the command; `"$@"` keeps every argument as it is. Where the
 * machine's memory ends, the kernel ends this first, and no server.
 */
const start =
  'echo 1000 2>/dev/null >/proc/self/oom_score_adj; cp -a /source/. /copy/ && cd /copy && exec "$@"';

/** The command line of bubblewrap for these options; pure but for a look at which system folders are links. */
export function confined(options: ConfinementOptions): Confinement {
  const walls = [
    ...[
      "--unshare-all",
      "--unshare-user",
      "--disable-userns",
      "--uid",
      String(nobody),
      "--gid",
      String(nobody),
    ],
    ...[
      "--hostname",
      "sandbox",
      "--die-with-parent",
      "--new-session",
      "--cap-drop",
      "ALL",
      "--json-status-fd",
      "3",
      ...(options.filtered ? ["--seccomp", "4"] : []),
    ],
    ...["--clearenv", "--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "HOME", "/tmp"],
    ...["--setenv", "LANG", "C.UTF-8", "--setenv", "CI", "true"],
    ...systemFolders(),
    ...(options.readable ?? []).flatMap((path) => ["--ro-bind", path, path]),
    ...["--ro-bind", `${options.accounts}/passwd`, "/etc/passwd"],
    ...["--ro-bind", `${options.accounts}/group`, "/etc/group"],
    ...["--proc", "/proc", "--dev", "/dev"],
    ...["--size", String(options.diskBytes), "--tmpfs", "/tmp"],
    ...["--size", String(options.diskBytes), "--tmpfs", "/copy"],
    ...["--ro-bind", options.source, "/source", "--chdir", "/"],
    // Else the folders above the mounts could be filled with half of the machine's memory.
    ...[
      "--size",
      String(options.diskBytes),
      "--tmpfs",
      "/dev/shm",
      "--remount-ro",
      "/dev",
      "--remount-ro",
      "/",
    ],
  ];
  const seconds = Math.ceil(options.timeoutMilliseconds / 1000);
  const limits = [
    // Whoever started this ends it in time, but may be killed before bubblewrap has seen to it that it dies with them.
    ...["/usr/bin/timeout", "--signal=KILL", String(seconds + 10)],
    ...["/usr/bin/prlimit", `--data=${options.memoryBytes}`, `--fsize=${options.diskBytes}`, "--core=0"],
    ...[`--nproc=${processesAtMost}`, `--nofile=${openFilesAtMost}`, "--memlock=0", "--msgqueue=0"],
    `--cpu=${seconds + 1}`,
  ];
  return {
    program: "/usr/bin/bwrap",
    argv: [...walls, "--", ...limits, "--", "/bin/sh", "-c", start, "sh", ...options.argv],
    user: process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {},
  };
}

/** Programs and libraries, read-only; of /etc only what the dynamic linker and Debian's alternatives need. */
function systemFolders(): readonly string[] {
  const links = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"].filter((path) => existsSync(path));
  return [
    ...["--ro-bind", "/usr", "/usr"],
    ...links.flatMap((path) =>
      lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path],
    ),
    ...["/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives"].flatMap((path) => [
      ...["--ro-bind-try", path, path],
    ]),
  ];
}
