/** Interfaces of Go's standard library that others are often made of, and that types are often used as. */
import { methodType } from "./signatures.ts";

/** A line an interface: its methods, and interfaces whose methods it has. Types are named by their package's last name. */
const listing = `
error: Error() string
context.Context: Deadline() (time.Time, bool); Done() <-chan struct{}; Err() error; Value(any) any
database/sql.Result: LastInsertId() (int64, error); RowsAffected() (int64, error)
database/sql.Scanner: Scan(any) error
database/sql/driver.Valuer: Value() (driver.Value, error)
encoding.BinaryMarshaler: MarshalBinary() ([]byte, error)
encoding.BinaryUnmarshaler: UnmarshalBinary([]byte) error
encoding.TextMarshaler: MarshalText() ([]byte, error)
encoding.TextUnmarshaler: UnmarshalText([]byte) error
encoding/json.Marshaler: MarshalJSON() ([]byte, error)
encoding/json.Unmarshaler: UnmarshalJSON([]byte) error
flag.Value: Set(string) error; String() string
fmt.Formatter: Format(fmt.State, rune)
fmt.GoStringer: GoString() string
fmt.Stringer: String() string
hash.Hash: io.Writer; BlockSize() int; Reset(); Size() int; Sum([]byte) []byte
container/heap.Interface: sort.Interface; Pop() any; Push(any)
io.ByteReader: ReadByte() (byte, error)
io.ByteScanner: io.ByteReader; UnreadByte() error
io.ByteWriter: WriteByte(byte) error
io.Closer: Close() error
io.ReadCloser: io.Reader; io.Closer
io.ReadSeekCloser: io.ReadSeeker; io.Closer
io.ReadSeeker: io.Reader; io.Seeker
io.ReadWriteCloser: io.ReadWriter; io.Closer
io.ReadWriteSeeker: io.ReadWriter; io.Seeker
io.ReadWriter: io.Reader; io.Writer
io.Reader: Read([]byte) (int, error)
io.ReaderAt: ReadAt([]byte, int64) (int, error)
io.ReaderFrom: ReadFrom(io.Reader) (int64, error)
io.RuneReader: ReadRune() (rune, int, error)
io.Seeker: Seek(int64, int) (int64, error)
io.StringWriter: WriteString(string) (int, error)
io.WriteCloser: io.Writer; io.Closer
io.WriteSeeker: io.Writer; io.Seeker
io.Writer: Write([]byte) (int, error)
io.WriterAt: WriteAt([]byte, int64) (int, error)
io.WriterTo: WriteTo(io.Writer) (int64, error)
io/fs.DirEntry: Info() (fs.FileInfo, error); IsDir() bool; Name() string; Type() fs.FileMode
io/fs.FS: Open(string) (fs.File, error)
io/fs.File: io.ReadCloser; Stat() (fs.FileInfo, error)
io/fs.FileInfo: IsDir() bool; ModTime() time.Time; Mode() fs.FileMode; Name() string; Size() int64; Sys() any
log/slog.Handler: Enabled(context.Context, slog.Level) bool; Handle(context.Context, slog.Record) error; WithAttrs([]slog.Attr) slog.Handler; WithGroup(string) slog.Handler
net.Addr: Network() string; String() string
net.Conn: io.ReadWriteCloser; LocalAddr() net.Addr; RemoteAddr() net.Addr; SetDeadline(time.Time) error; SetReadDeadline(time.Time) error; SetWriteDeadline(time.Time) error
net.Error: error; Temporary() bool; Timeout() bool
net.Listener: io.Closer; Accept() (net.Conn, error); Addr() net.Addr
net.PacketConn: io.Closer; LocalAddr() net.Addr; ReadFrom([]byte) (int, net.Addr, error); SetDeadline(time.Time) error; SetReadDeadline(time.Time) error; SetWriteDeadline(time.Time) error; WriteTo([]byte, net.Addr) (int, error)
net/http.CloseNotifier: CloseNotify() <-chan bool
net/http.FileSystem: Open(string) (http.File, error)
net/http.Flusher: Flush()
net/http.Handler: ServeHTTP(http.ResponseWriter, *http.Request)
net/http.Hijacker: Hijack() (net.Conn, *bufio.ReadWriter, error)
net/http.Pusher: Push(string, *http.PushOptions) error
net/http.ResponseWriter: io.Writer; Header() http.Header; WriteHeader(int)
net/http.RoundTripper: RoundTrip(*http.Request) (*http.Response, error)
os.FileInfo: io/fs.FileInfo
sort.Interface: Len() int; Less(int, int) bool; Swap(int, int)
sync.Locker: Lock(); Unlock()`;

/** Packages whose import path has more than one part, by the last. */
const paths: Readonly<Record<string, string>> = {
  driver: "database/sql/driver",
  fs: "io/fs",
  http: "net/http",
  slog: "log/slog",
};

/** Types of `os` that are those of another package. */
const moved: Readonly<Record<string, string>> = {
  "os.DirEntry": "io/fs.DirEntry",
  "os.FileInfo": "io/fs.FileInfo",
  "os.FileMode": "io/fs.FileMode",
};

/** A type of elsewhere by its import path and its name, the one where it has two. */
export const movedType = (name: string): string => moved[name] ?? name;

function wholeName(name: string): string {
  const [first, member] = name.split(".");
  return member === undefined ? name : `${paths[first!] ?? first}.${member}`;
}

let read: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;

/**
 * What each method of such an interface takes and gives, by name, as methodType says it; undefined for another one.
 *
 * @param name Import path and name, `io.Reader`; `error`.
 */
export function standardInterface(name: string): ReadonlyMap<string, string> | undefined {
  read ??= readAll();
  return read.get(name);
}

/** The names, without their packages, of those whose methods are all among some. */
export function standardAmong(methods: { has(name: string): boolean }): readonly string[] {
  read ??= readAll();
  const found = new Set<string>();
  for (const [name, own] of read)
    if ([...own.keys()].every((method) => methods.has(method)))
      found.add(name.slice(name.lastIndexOf(".") + 1));
  return [...found];
}

function readAll(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const lines = new Map(
    listing
      .trim()
      .split("\n")
      .map((line) => line.split(": "))
      .map(([name, parts]) => [name!, parts!.split("; ")]),
  );
  const methodsOf = (name: string): readonly (readonly [string, string])[] =>
    lines.get(name)!.flatMap((part) => {
      if (!part.includes("(")) return methodsOf(part);
      return [[part.slice(0, part.indexOf("(")), methodType(part, wholeName)!]];
    });
  return new Map([...lines.keys()].map((name) => [name, new Map(methodsOf(name))]));
}
