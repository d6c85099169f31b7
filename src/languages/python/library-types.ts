import type { LibraryClass } from "../../graph/library-rules.ts";

/** The methods of a set that give a smaller one, or the same in another way. */
const narrowing =
  "all filter exclude order_by select_related prefetch_related distinct annotate using only defer reverse none select_for_update union intersection difference";

/**
 * What types and functions of libraries are read as that are known by name, where the repository has nothing of that
 * name. `$0` is the first type that is given; of a function that is given a class, behind `&`, that class. Of a method
 * the name before it may be said too.
 */
export const libraryTypes: ReadonlyMap<string, string> = new Map([
  // SQLAlchemy: statements, what running one gives, and the older way.
  ["Mapped", "$0"],
  ["select&", "Select<$0>"],
  [
    "Select",
    record({
      "Select<$0>":
        "where filter filter_by join outerjoin join_from options order_by limit offset group_by having distinct with_for_update execution_options select_from",
      "CursorResult<$0>": "executed",
      "ScalarResult<$0>": "scalars",
      $0: "scalar",
    }),
  ],
  [
    "CursorResult",
    record({
      "CursorResult<$0>": "unique",
      "ScalarResult<$0>": "scalars",
      $0: "scalar scalar_one scalar_one_or_none",
      "tuple[$0, _]": "first one one_or_none fetchone",
      "list[tuple[$0, _]]": "all fetchall __iter__",
    }),
  ],
  [
    "ScalarResult",
    record({
      "ScalarResult<$0>": "unique",
      $0: "first one one_or_none",
      "list[$0]": "all fetchall __iter__",
    }),
  ],
  ["session.get&", "$0"],
  ["session.query&", "Query<$0>"],
  // Django: what a manager gives, and the set that the methods of one narrow.
  [
    "QuerySet",
    record({
      "QuerySet<$0>": narrowing,
      $0: "get first last latest earliest create aget afirst alast alatest aearliest acreate __getitem__",
      "tuple[$0, _]": "get_or_create update_or_create aget_or_create aupdate_or_create",
      "list[$0]": "bulk_create abulk_create iterator aiterator __iter__",
    }),
  ],
  ...["get_object_or_404&", "aget_object_or_404&"].map((name) => [name, "$0"] as const),
  ["get_list_or_404&", "list[$0]"],
  ["from_queryset&", "type[$0]"],
  [
    "Query",
    record({
      "Query<$0>":
        "filter filter_by join outerjoin options order_by group_by having limit offset distinct with_for_update select_from populate_existing",
      $0: "get first one one_or_none get_or_404 first_or_404 one_or_404 __getitem__",
      "list[$0]": "all __iter__",
    }),
  ],
]);

/** What classes and their objects have from bases that are known by name. */
export const knownBases: ReadonlyMap<string, LibraryClass> = new Map<string, LibraryClass>([
  [
    "Model",
    { onStatic: "{ query: Query<Self>; objects: QuerySet<Self>; _default_manager: QuerySet<Self> }" },
  ],
  ["Manager", { attribute: "QuerySet<Self>" }],
  [
    "QuerySet",
    {
      onStatic: "{ as_manager(): Self }",
      onInstance: record({ Self: narrowing }),
      attribute: "QuerySet<Self>",
    },
  ],
]);

/** The type of what has these methods, by what they give. */
function record(methods: Readonly<Record<string, string>>): string {
  const all = Object.entries(methods).flatMap(([type, names]) =>
    names.split(" ").map((name) => `${name}(): ${type}`),
  );
  return `{ ${all.join("; ")} }`;
}
