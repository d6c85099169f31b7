/**
 * What types and functions of libraries are read as that are known by name, where the repository has nothing of that
 * name. `$0` is the first type that is given, of a function by those that its call writes.
 */
const held = (methods: string): string =>
  `{ ${methods
    .split(" ")
    .map((name) => `${name}: () => $0`)
    .join("; ")} }`;

export const libraryTypes: ReadonlyMap<string, string> = new Map([
  // sqlx: what a query gives that is made for a type of rows.
  ["query_as", "QueriedRows<$1>"],
  [
    "QueriedRows",
    `${held("fetch_one fetch_optional").slice(0, -2)}; fetch_all: () => Vec<$0>; bind: () => QueriedRows<$0> }`,
  ],
  // What a bound says that something can be made into.
  ["Into", held("into")],
  ["TryInto", held("try_into")],
  ["AsRef", held("as_ref")],
  ["AsMut", held("as_mut")],
  // Threads, tasks and channels, of the standard library, of tokio and of others.
  ["JoinHandle", held("join unwrap expect")],
  ...["Receiver", "UnboundedReceiver"].map(
    (name) => [name, held("recv try_recv blocking_recv recv_timeout unwrap expect")] as const,
  ),
  ...["channel", "unbounded_channel", "sync_channel"].map(
    (name) => [name, "(Sender<$0>, Receiver<$0>)"] as const,
  ),
  // Made of something else, for the type that the call writes: the standard library, serde.
  ...["collect", "parse", "downcast", "downcast_ref", "downcast_mut", "json", "sum", "product"].map(
    (name) => [name, "$0"] as const,
  ),
  ...["from_str", "from_slice", "from_value", "from_reader"].map((name) => [name, "$0"] as const),
]);
