/**
 * System calls that the other walls do not stop, as a program for seccomp (classic BPF): key rings, which all processes
 * of a session share; sockets to the machine's hypervisor, which belong to no network space; memory that no limit
 * holds and no process shows; and large parts of the kernel that no test needs. All others are allowed. Docker's own
 * profile denies most of it, too, but is mostly switched off where bubblewrap runs in a container.
 */

interface Machine {
  /** AUDIT_ARCH_* of linux/audit.h. */
  readonly arch: number;
  readonly socket: number;
  readonly shmget: number;
  readonly denied: readonly number[];
}

const sinceBothAreNumberedAlike = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  memfd_secret: 447,
};
const machines: Readonly<Record<string, Machine>> = {
  x64: {
    arch: 0xc000003e,
    socket: 41,
    shmget: 29,
    denied: Object.values({
      ...{ add_key: 248, request_key: 249, keyctl: 250, bpf: 321, perf_event_open: 298, userfaultfd: 323 },
      memfd_create: 319,
      ...sinceBothAreNumberedAlike,
    }),
  },
  arm64: {
    arch: 0xc00000b7,
    socket: 198,
    shmget: 194,
    denied: Object.values({
      ...{ add_key: 217, request_key: 218, keyctl: 219, bpf: 280, perf_event_open: 241, userfaultfd: 282 },
      memfd_create: 279,
      ...sinceBothAreNumberedAlike,
    }),
  },
};

/** Families of sockets that stay within the sandbox. Netlink tells programs of their own interfaces. */
const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 };
const noSuchCall = 38;
const noSuchFamily = 97;
/** Bytes of a segment that processes share: PostgreSQL wants a few. Its 4,096 segments are then at most 256 MB. */
const mostShared = 65_536;
const tooLong = 22;

/** Offsets in `struct seccomp_data`. */
const at = { call: 0, arch: 4, firstArgument: 16, secondArgument: 24 };

/** The program for this kind of machine; undefined for one whose numbers we do not know. */
export function systemCallFilter(): Buffer | undefined {
  const known = machines[process.arch];
  if (known === undefined) return undefined;
  const { arch, socket, shmget, denied } = known;
  const allowedFamilies = Object.values(families);
  return Buffer.concat([
    load(at.arch),
    skipIf("equal", arch),
    refuse(noSuchCall),
    load(at.call),
    // Calls of the x32 kind have numbers of their own.
    skipUnless("atLeast", 0x40000000),
    refuse(noSuchCall),
    ...denied.flatMap((call) => [skipUnless("equal", call), refuse(noSuchCall)]),
    instruction(jumps.equal, 0, 6, shmget),
    ...[load(at.secondArgument), instruction(jumps.atLeast, 3, 0, mostShared + 1)],
    ...[load(at.secondArgument + 4), instruction(jumps.equal, 0, 1, 0)],
    ...[allow, refuse(tooLong)],
    skipIf("equal", socket),
    allow,
    load(at.firstArgument),
    ...allowedFamilies.flatMap((family) => [skipUnless("equal", family), allow]),
    refuse(noSuchFamily),
  ]);
}

/** `struct sock_filter`; both kinds of machine are little-endian. */
function instruction(code: number, ifTrue: number, ifFalse: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}

const jumps = { equal: 0x15, atLeast: 0x35 };
const load = (offset: number): Buffer => instruction(0x20, 0, 0, offset);
/** Skips the next instruction. */
const skipIf = (kind: keyof typeof jumps, value: number): Buffer => instruction(jumps[kind], 1, 0, value);
const skipUnless = (kind: keyof typeof jumps, value: number): Buffer => instruction(jumps[kind], 0, 1, value);
const refuse = (error: number): Buffer => instruction(0x06, 0, 0, 0x00050000 | error);
const allow = instruction(0x06, 0, 0, 0x7fff0000);
