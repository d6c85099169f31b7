import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import {
  probeSandbox,
  runSandboxed,
  type SandboxFile,
  type SandboxOptions,
  type SandboxResult,
} from "../../src/sandbox/bubblewrap.ts";
import { inOwnProcess } from "../helpers/own-process.ts";
import { eventually } from "../helpers/runs.ts";

const probe = await probeSandbox();

const files = new Map<string, SandboxFile>([
  ["src/a.txt", "hello\n"],
  ["run.sh", { mode: "100755", content: "#!/bin/sh\necho ran\n" }],
  ["link", { mode: "120000", content: "src/a.txt" }],
]);

const defaults: Omit<SandboxOptions, "argv"> = {
  source: { files },
  timeoutMilliseconds: 240_000,
  memoryBytes: 2 ** 28,
  diskBytes: 2 ** 24,
  outputBytes: 20_000,
};

const run = (script: string, more: Partial<SandboxOptions> = {}): Promise<SandboxResult> =>
  runSandboxed({ ...defaults, argv: ["sh", "-c", script], ...more });

/** By a word that no port and no process number has in it: other tests' databases show theirs. */
async function processesNamed(word: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "args"]);
  return stdout.split("\n").filter((line) => line.includes(word));
}

describe("what a sandbox is asked for", () => {
  test("is available where bubblewrap works, or else there is a reason and a cure", async () => {
    const walls = ["--unshare-all", "--unshare-user", "--disable-userns", "--ro-bind", "/", "/"];
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const works = await promisify(execFile)("/usr/bin/bwrap", [...walls, "true"], user).catch(
      () => undefined,
    );
    if (works) expect(probe).toEqual({ available: true });
    else expect(probe).toEqual({ available: false, reason: expect.any(String), cure: expect.any(String) });
  });

  test.each(["../x", "src/../../../etc/x", "a/../../x"])("is not to write %s", async (path) => {
    await expect(run("true", { source: { files: new Map([[path, ""]]) } })).rejects.toThrow(
      /inside of the sandbox/,
    );
  });
});

if (!probe.available)
  describe("in the sandbox", () => {
    test(`nothing can be tried on this machine: ${probe.reason}`, () => expect(probe.cure).toBeDefined());
  });
else
  describe("in the sandbox", () => {
    test.each<[string, string, number, string]>([
      [
        "core files, open files, locked memory, processor time and sizes of files have limits (X04)",
        "for limit in c n l t f; do ulimit -$limit; done; hostname",
        0,
        "0\n1024\n0\n241\n32768\nsandbox\n",
      ],
      [
        "many files together find no more room than one (X04)",
        "for at in /copy /tmp /dev/shm; do for file in a b; do head -c 12000000 /dev/zero >$at/$file; done && echo $at; done 2>/dev/null; echo end",
        0,
        "end\n",
      ],
      ["files, modes and links are there", "cat link; ./run.sh; pwd", 0, "hello\nran\n/copy\n"],
      [
        "the exit code decides, not the text (X05)",
        "echo 'All tests passed'; exit 3",
        3,
        "All tests passed\n",
      ],
      ["a program that is not there is a failure", "exec nonexistent", 127, ""],
      ["the environment is ours (X02)", "env | grep -vE '^(PATH|HOME|LANG|CI|PWD|OLDPWD|_|SHLVL)='", 1, ""],
      [
        "no foreign environment is to be read (X02)",
        "cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep -c JEST",
        1,
        "0\n",
      ],
      [
        "no home, no secrets (X02)",
        "ls /root /home /etc/shadow ~/.ssh /var/run/docker.sock 2>/dev/null",
        2,
        "",
      ],
      [
        "no word on the exit code but the right one",
        "echo '{ \"exit-code\": 0 }' 2>/dev/null >&3; exit 5",
        5,
        "",
      ],
      ["no network beyond itself (X03)", "cat /proc/net/dev | grep -c :", 0, "1\n"],
      [
        "no hypervisor, no key ring that others share, no ring of calls that no filter sees (X02, X03)",
        `python3 -c '
import ctypes, errno, platform, socket
for family in (socket.AF_UNIX, socket.AF_INET6, 40):
    try: socket.socket(family, socket.SOCK_STREAM).close()
    except OSError as error: print(family, errno.errorcode[error.errno])
keyctl = 250 if platform.machine() == "x86_64" else 219
calls = ctypes.CDLL(None, use_errno=True)
for call in (keyctl, 425): print(calls.syscall(call, 0, -3, 0), errno.errorcode[ctypes.get_errno()])'`,
        0,
        "40 EAFNOSUPPORT\n-1 ENOSYS\n-1 ENOSYS\n",
      ],
      [
        "no memory that no process shows (X04)",
        `python3 -c '
import ctypes, errno
calls = ctypes.CDLL(None, use_errno=True)
print(calls.memfd_create(b"x", 0), errno.errorcode[ctypes.get_errno()])
for size in (2**16, 2**16 + 1, 2**32 + 1): print(calls.shmget(0, ctypes.c_size_t(size), 0o1600) >= 0)'`,
        0,
        "-1 ENOSYS\nTrue\nFalse\nFalse\n",
      ],
      ["it is what the kernel ends first", "cat /proc/self/oom_score_adj", 0, "1000\n"],
      ["no names (X03)", "getent hosts example.com", 2, ""],
      ["it is nobody, and stays it", "id -u; unshare --user true 2>/dev/null || echo no", 0, "65534\nno\n"],
      [
        "nothing of the system is written (X06)",
        "touch /usr/x /etc/x /x /source/x /dev/x 2>/dev/null; ls /x",
        2,
        "",
      ],
      [
        "nothing of the machine could be written, whoever owned it (X06)",
        "awk '$4 !~ /^ro/ && $2 !~ \"^/dev/\" {print $2}' /proc/self/mounts | sort",
        0,
        "/copy\n/proc\n/tmp\n",
      ],
      ["it sees its own processes only", "test $(ls -d /proc/[0-9]* | wc -l) -lt 8", 0, ""],
      ["it cannot mount", "mount -t tmpfs x /tmp 2>/dev/null", 32, ""],
      ["the disk is small (X04)", "head -c 100M /dev/zero > big 2>/dev/null || echo full", 0, "full\n"],
      [
        "also the other places (X04)",
        "head -c 100M /dev/zero > /dev/shm/x 2>/dev/null || echo full",
        0,
        "full\n",
      ],
      ["processes are few (X04)", "for i in $(seq 400); do sleep 9 & done 2>/dev/null; echo all", 2, ""],
      [
        "arguments stay what they are (X08)",
        "printf '%s' '$(touch /tmp/x); `id`'",
        0,
        "$(touch /tmp/x); `id`",
      ],
    ])("%s", async (_name, script, exitCode, output) => {
      const result = await run(script);
      expect(result).toMatchObject({ kind: "finished", exitCode });
      if (exitCode !== 2 && exitCode !== 127 && exitCode !== 32) expect(result.output).toBe(output);
    });

    test("the machine's own services are out of reach (X03)", async () => {
      const server = createServer((_request, response) => response.end("reached")).listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const script = `import socket\nsocket.create_connection(("127.0.0.1", ${port}), 2)`;
      const result = await runSandboxed({ ...defaults, argv: ["python3", "-c", script] });
      server.close();
      expect(result).toMatchObject({ kind: "finished", exitCode: 1 });
      expect(result.output).toMatch(/refused|unreachable/i);
    });

    test("a file that was open in whoever started us is not open inside (X02)", async () => {
      const directory = await mkdtemp(join(tmpdir(), "coderag-empty-"));
      await chmod(directory, 0o755);
      const module = new URL("../../src/sandbox/bubblewrap.ts", import.meta.url).href;
      const options = {
        ...defaults,
        source: { directory },
        argv: ["readlink", "/proc/self/fd/30"],
      };
      const script = `import { runSandboxed } from ${JSON.stringify(module)};
        console.log(JSON.stringify(await runSandboxed(${JSON.stringify(options)})));`;
      const stdio = Array.from(
        { length: 31 },
        (_, number) => ([1, 30].includes(number) ? "pipe" : "ignore") as "pipe",
      );
      const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio });
      const [result] = await Promise.all([text(child.stdout!), once(child, "close")]);
      await rm(directory, { recursive: true });
      expect(JSON.parse(result)).toMatchObject({ kind: "finished", exitCode: 0, output: "/dev/null\n" });
    });

    test("memory ends where it should (X04)", async () => {
      const result = await runSandboxed({ ...defaults, argv: ["python3", "-c", "bytearray(2**30)"] });
      expect(result).toMatchObject({ kind: "finished", exitCode: 1 });
      expect(result.output).toContain("MemoryError");
    });

    test("many processes together end where one may end, and everything with them (X04)", async () => {
      const script = `
import os, time
for _ in range(20):
    if os.fork() == 0:
        held = b"x" * (30 * 2**20)
        time.sleep(47130815)
os.setsid()
time.sleep(47130815)`;
      const result = await runSandboxed({ ...defaults, argv: ["python3", "-c", script] });
      expect(result.kind).toBe("too-much-memory");
      expect(await processesNamed("47130815")).toEqual([]);
    });

    test.each([
      ["a loop", "while :; do :; done"],
      ["one that ignores signals", "trap '' TERM INT HUP; while :; do sleep 1; done"],
      ["a daemon in a session of its own", "setsid sh -c 'sleep 47110815' & sleep 47110815"],
      ["a fork bomb", "f() { f | f & }; f; sleep 47110815"],
    ])("%s is ended by the clock, with all its children (X04)", async (_name, script) => {
      const result = await run(script, { timeoutMilliseconds: 700 });
      expect(result.kind).toBe("timed-out");
      expect(await processesNamed("47110815")).toEqual([]);
    });

    test("what outlives the command ends with it", async () => {
      const result = await run(
        "setsid sh -c 'trap \"\" TERM HUP; sleep 47140815; sleep 47140815' & echo done",
      );
      expect(result).toMatchObject({ kind: "finished", exitCode: 0, output: "done\n" });
      expect(await processesNamed("47140815")).toEqual([]);
    });

    test.each([0, 1, 2, 4, 6, 8, 10, 13, 16, 20, 25])(
      "an abort ends it too, also %d ms after the start, when it is only being set up",
      async (milliseconds) => {
        const controller = new AbortController();
        const running = runSandboxed(
          { ...defaults, argv: ["sleep", "47120815"], timeoutMilliseconds: 2 ** 31 - 1 },
          controller.signal,
        );
        const ended = expect(running).rejects.toThrow("cancelled");
        await setTimeout(milliseconds);
        controller.abort(new Error("cancelled"));
        await ended;
        expect(await processesNamed("47120815")).toEqual([]);
      },
    );

    test("an abort ends a command that runs", async () => {
      const controller = new AbortController();
      const running = runSandboxed({ ...defaults, argv: ["sleep", "47150815"] }, controller.signal);
      const ended = expect(running).rejects.toThrow("cancelled");
      const runs = async () =>
        (await processesNamed("47150815")).some((line) => line.trim() === "sleep 47150815");
      await eventually("the command to run", runs);
      controller.abort(new Error("cancelled"));
      await ended;
      expect(await processesNamed("47150815")).toEqual([]);
    });

    test("a flood of output is cut and cleaned (X05)", async () => {
      const result = await run(
        "head -c 30M /dev/zero | tr '\\0' x; printf '\\n\\033[31m::set-env name=A::b'",
        {
          outputBytes: 1000,
        },
      );
      expect(result).toMatchObject({ kind: "finished", exitCode: 0, truncated: true });
      expect(result.output.length).toBeLessThan(1100);
      expect(result.output.endsWith("\n| ::set-env name=A::b")).toBe(true);
    });

    test("a folder is copied, not used (X06)", async () => {
      const directory = await mkdtemp(join(tmpdir(), "coderag-source-"));
      await chmod(directory, 0o755);
      await writeFile(join(directory, "a.txt"), "before");
      const result = await run(
        "echo after > a.txt; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit; cat a.txt",
        {
          source: { directory },
        },
      );
      expect(result).toMatchObject({ kind: "finished", exitCode: 0, output: "after\n" });
      expect(await readdir(directory)).toEqual(["a.txt"]);
      await rm(directory, { recursive: true });
    });

    test("a sandbox that cannot be set up is an error, never a failed test", async () => {
      await expect(run("true", { readable: ["/does/not/exist"] })).rejects.toThrow(
        /could not be set up.*does\/not\/exist/,
      );
    });

    test("an end is heard however late this process is", async () => {
      // From the start of bubblewrap on the only thread for files has something else to do, longer than bubblewrap takes.
      const program = `
        import { pbkdf2 } from "node:crypto";
        import { subscribe } from "node:diagnostics_channel";
        import { runSandboxed } from ${JSON.stringify(resolve("src/sandbox/bubblewrap.ts"))};
        subscribe("child_process", () => pbkdf2("a", "b", 1_000_000, 64, "sha512", () => undefined));
        const limits = { timeoutMilliseconds: 240_000, memoryBytes: 2 ** 28, diskBytes: 2 ** 24, outputBytes: 999 };
        const source = { directory: "/usr/share" };
        const end = await runSandboxed({ ...limits, source, argv: ["true"], readable: ["/does/not/exist"] }).catch(String);
        console.log(JSON.stringify(end));
      `;
      const end = await inOwnProcess(program, { env: { UV_THREADPOOL_SIZE: "1" } });
      expect(end).toMatch(/could not be set up: .*does\/not\/exist/);
    });

    test("nothing is left on the disk, however it ends", async () => {
      const temporary = await mkdtemp(join(tmpdir(), "coderag-sandboxes-"));
      await chmod(temporary, 0o755);
      const program = `
        import { readdirSync } from "node:fs";
        import { runSandboxed } from ${JSON.stringify(resolve("src/sandbox/bubblewrap.ts"))};
        const limits = { timeoutMilliseconds: 240_000, memoryBytes: 2 ** 28, diskBytes: 2 ** 24, outputBytes: 99 };
        const source = { files: new Map([["a", "a"]]) };
        const run = (more) => runSandboxed({ ...limits, source, ...more }).then((end) => end.kind, () => "failed");
        const ends = [await run({ argv: ["true"] }), await run({ argv: ["sleep", "900"], timeoutMilliseconds: 1000 })];
        ends.push(await run({ argv: ["true"], readable: ["/does/not/exist"] }));
        console.log(JSON.stringify({ ends, left: readdirSync(process.env.TMPDIR) }));
      `;
      expect(await inOwnProcess(program, { env: { TMPDIR: temporary } })).toEqual({
        ends: ["finished", "timed-out", "failed"],
        left: [],
      });
      await rm(temporary, { recursive: true });
    });
  });
