/** Names of types that are read by what they hold, take or give, and types that are read as others, in whatever language. */

/** Wrappers that stand for their first argument. */
export const transparent = new Set(
  (
    "Optional Promise PromiseLike Awaitable Awaited Readonly Partial Required NonNullable Final ClassVar Annotated " +
    "Pick Omit Extract Exclude NoInfer Required NotRequired ContextManager AsyncContextManager AbstractContextManager AbstractAsyncContextManager Task ValueTask Nullable Lazy Box Rc Arc Cell RefCell Mutex RwLock MutexGuard RwLockReadGuard RwLockWriteGuard RefMut OnceCell OnceLock LazyLock LazyCell ManuallyDrop NonNull Weak Pin Cow Option Result Ref Union Type_ InstanceType " +
    "shared_ptr unique_ptr weak_ptr auto_ptr scoped_ptr intrusive_ptr scoped_refptr optional expected StatusOr reference_wrapper not_null atomic future " +
    "RefPtr QPointer QSharedPointer QScopedPointer Expression Proxy"
  ).split(" "),
);
export const lists = new Set(
  (
    "list List Sequence MutableSequence Iterable Iterator Collection set Set frozenset FrozenSet AbstractSet tuple Tuple " +
    "deque Deque WeakSet Array ReadonlyArray ReadonlySet Generator AsyncGenerator AsyncIterable AsyncIterator IterableIterator Vec VecDeque HashSet BTreeSet vector Queue " +
    "IntoIterator DoubleEndedIterator ExactSizeIterator FusedIterator BinaryHeap IndexSet ArrayVec Peekable " +
    "Stack PriorityQueue BlockingQueue CopyOnWriteArrayList ConcurrentLinkedQueue ListIterator SortedSet NavigableSet EnumSet ImmutableList ImmutableSet " +
    "IEnumerable IList ICollection IReadOnlyList IReadOnlyCollection IEnumerator IAsyncEnumerable IAsyncEnumerator IQueryable IOrderedEnumerable IOrderedQueryable ISet IReadOnlySet " +
    "ReadOnlySpan ReadOnlyCollection ObservableCollection ConcurrentBag ConcurrentQueue ConcurrentStack BlockingCollection ImmutableArray ImmutableHashSet IImmutableList DbSet " +
    "ArrayList LinkedList HashSet LinkedHashSet TreeSet ArrayDeque Stream Flux Page Slice " +
    "array queue stack priority_queue forward_list multiset unordered_set flat_hash_set flat_set span Span initializer_list InlinedVector SmallVector QList QVector QSet"
  ).split(" "),
);
export const maps = new Set(
  "IDictionary Dictionary IReadOnlyDictionary dict Dict Mapping MutableMapping OrderedDict defaultdict DefaultDict ChainMap WeakValueDictionary Map ReadonlyMap WeakMap Record HashMap BTreeMap IndexMap LinkedHashMap TreeMap ConcurrentMap ConcurrentHashMap SortedMap NavigableMap EnumMap ImmutableMap ConcurrentDictionary SortedDictionary map multimap unordered_map unordered_multimap flat_hash_map node_hash_map btree_map flat_map".split(
    " ",
  ),
);
/** Going through one of these gives pairs: dictionaries of C#, maps of C++. */
export const isMapOfPairs = (name: string): boolean => /Dictionary$|(?:^|[._])(?:multi)?map$/.test(name);
/** Wrappers that what they hold is asked of, where they are given it in angle brackets: not `Optional[Foo]` of Python. */
export const boxes = new Set(
  "Optional CompletableFuture CompletionStage Future AtomicReference ThreadLocal WeakReference SoftReference Lazy Mono".split(
    " ",
  ),
);
/** Types of functions that are given what those take, and last what they give; a class makes what it is given. */
export const givingLast = new Set("Supplier Callable Function BiFunction Func Class".split(" "));
/** Types of functions that are given what those take. */
export const taking = new Set(
  (
    "Consumer BiConsumer Predicate BiPredicate Action ToIntFunction ToLongFunction ToDoubleFunction ToIntBiFunction " +
    "ToLongBiFunction ToDoubleBiFunction"
  ).split(" "),
);
/** Types of functions that take so many of what they are given, and whether they give it too. */
export const ofOneType: Readonly<Record<string, readonly [number, boolean]>> = {
  UnaryOperator: [1, true],
  BinaryOperator: [2, true],
  Comparator: [2, false],
  Comparison: [2, false],
};
export const pairs = new Set(["Entry", "KeyValuePair", "pair"]);
const empty = new Set([
  "None",
  "null",
  "undefined",
  "void",
  "Any",
  "any",
  "unknown",
  "never",
  "object",
  "nil",
  "var",
  "auto",
  "_",
]);

/** Python's words for that a name is given but one value, which alone say no type. */
const withoutType = /^(?:\w+\.)?(?:Final|ClassVar)$/;

export const saysNothing = (name: string): boolean => empty.has(name) || withoutType.test(name);

/** A type that says where to find one, `Foo["bar"]`, `ReturnType<typeof make>`, `InstanceType<typeof Foo>`, as a chain. What is in brackets has a small letter: `List["Foo"]` of Python is a list. */
export function memberType(type: string): string | undefined {
  const [, owner, members] =
    /^(this(?=\[)|[A-Z][\w$.]*(?=\[.[a-z]))((?:\[["'][A-Za-z][\w$]*["']\])+)$/.exec(type) ?? [];
  if (members !== undefined) return `<${owner}>${members.replace(/\[["']([\w$]+)["']\]/g, ".$1")}`;
  const [, made] = /^(?:ReturnType|InstanceType)<\s*typeof\s+([\w$.]+)\s*>$/.exec(type) ?? [];
  return made === undefined ? undefined : `${made}()`;
}

/** `struct { name string; a, b *Foo }` of Go in the way of TypeScript, `{ name: string; a: *Foo; b: *Foo }`; undefined for other types. */
export function structRecord(type: string): string | undefined {
  const body = /^\s*struct\s*\{([\s\S]*)\}\s*$/.exec(type)?.[1];
  if (body === undefined) return undefined;
  const fields = body.split(/[\n;]/).flatMap((line) => {
    const [, names, type] = /^\s*(\w+(?:\s*,\s*\w+)*)\s+([^\s,/`][^`]*?)\s*(?:\/\/.*|`.*)?$/.exec(line) ?? [];
    return names === undefined ? [] : names.split(",").map((name) => `${name.trim()}: ${type}`);
  });
  return `{ ${fields.join("; ")} }`;
}
