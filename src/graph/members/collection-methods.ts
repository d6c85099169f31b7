/** Results of the methods of lists, maps and tuples, by name, for all languages together. */

import {
  callableOf,
  type Entity,
  elementsOf,
  exactly,
  external,
  type Found,
  inferred,
  isResolved,
  union,
  unresolved,
} from "../entities.ts";
import type { Linker } from "../linker.ts";
import { uncalled } from "../notation/chain-steps.ts";
import { isMapOfPairs } from "../notation/type-names.ts";
import { inheritedCollections } from "../types/type-arguments.ts";

export type Collection = Extract<Entity, { kind: "collection" }>;

/** Whether iteration gives something else than indexing does. */
export const isMap = ({ elements, keys }: Collection): boolean => elements !== keys;

const givesOne = new Set(
  (
    "get get_mut pop pop_back pop_front popleft at shift first last find findLast setdefault next " +
    "getFirst getLast removeFirst removeLast peek peekFirst peekLast poll pollFirst pollLast remove put getOrDefault " +
    "computeIfAbsent putIfAbsent orElse orElseThrow orElseGet join getNow getAndSet block blockFirst blockLast blockOptional " +
    "First FirstOrDefault Last LastOrDefault Single SingleOrDefault ElementAt ElementAtOrDefault Find FindLast Peek Pop Dequeue " +
    "first_mut last_mut next_back nth min_by min_by_key max_by max_by_key get_unchecked get_unchecked_mut swap_remove or_insert or_insert_with or_default get_or_insert_with " +
    "MinBy MaxBy GetValueOrDefault FirstAsync FirstOrDefaultAsync SingleAsync SingleOrDefaultAsync LastAsync LastOrDefaultAsync FindAsync front back top emplace_back constFirst constLast takeFirst takeLast"
  ).split(" "),
);
/** Methods of Rust's iterators. */
const ofIterators = new Set(
  (
    "by_ref chain collect cycle enumerate filter find fuse into_iter last max_by max_by_key min_by min_by_key next next_back nth " +
    "peekable reduce rev skip skip_while step_by take take_while"
  ).split(" "),
);
const givesMany = new Set(
  "entry to_vec values_mut clone unwrap expect as_ref as_mut lock borrow filter slice sort reverse concat copy splice toSorted toReversed __add__ __mul__ __or__ __and__ __sub__".split(
    " ",
  ),
);
/** Rust: same elements and keys, in another type. */
const givesUnnamed = new Set(
  "by_ref chain copied cycle drain fuse peekable rev skip_while step_by take_while as_slice as_mut_slice into_boxed_slice iter into_iter iter_mut".split(
    " ",
  ),
);
/** Of `givesMany`, those after which a tuple's positions no longer hold. */
const movesElements = new Set("concat filter reverse slice sort splice toReversed toSorted".split(" "));
/** Return a C++ iterator, which is read like the element. */
const givesPlace = new Set(
  "begin end cbegin cend rbegin rend crbegin crend find lower_bound upper_bound erase".split(" "),
);
/** Return an iterator of a map, and whether the element is new. */
const givesNewPlace = new Set("insert emplace try_emplace insert_or_assign".split(" "));
/** Return the same elements in another type. */
const givesOther = new Set(
  (
    "stream parallelStream iterator listIterator sorted distinct limit skip takeWhile dropWhile toList collect subList " +
    "findFirst findAny max min reduce or toArray values getContent switchIfEmpty defaultIfEmpty doOnNext doOnSuccess doOnError onErrorResume " +
    "Where OrderBy OrderByDescending ThenBy ThenByDescending Take Skip TakeWhile SkipWhile Reverse Distinct DistinctBy Concat " +
    "Union Append Prepend ToList ToArray ToHashSet AsEnumerable AsReadOnly FindAll GetRange " +
    "Except ExceptBy Intersect IntersectBy UnionBy Order OrderDescending SkipLast TakeLast DefaultIfEmpty AsParallel AsQueryable AsNoTracking " +
    "ToImmutableArray ToImmutableList ToImmutableHashSet ToListAsync ToArrayAsync AsSpan AsTracking AsNoTrackingWithIdentityResolution " +
    "Include ThenInclude AsSplitQuery AsSingleQuery AsAsyncEnumerable FromSql FromSqlRaw FromSqlInterpolated TagWith IgnoreQueryFilters"
  ).split(" "),
);
/** Return lists of chunks. */
const givesParts = new Set([
  "Chunk",
  "GroupBy",
  "collectList",
  "chunks",
  "chunks_exact",
  "chunks_mut",
  "windows",
  "rchunks",
]);
/** Methods with a parameter, or `out` parameter, for an element: the first, or the second behind a key. */
const callbackParameters: Readonly<Record<string, 0 | 1>> = {
  ...{ TryGetValue: 1, TryRemove: 1, Remove: 1, TryAdd: 1, Insert: 1 },
  ...{ TryDequeue: 0, TryPop: 0, TryPeek: 0, TryTake: 0, Enqueue: 0, Push: 0 },
};
const ofAll = /^(?!GetValueOrDefault)[A-Z]/;
/** Return pairs of a key or an index, and an element. */
const givesPairs = new Set(["entries", "items", "iteritems", "enumerate"]);
/** Named components of a pair. */
const placesOfPairs: Readonly<Record<string, number>> = {
  getKey: 0,
  getValue: 1,
  Key: 0,
  Value: 1,
  Item1: 0,
  Item2: 1,
  Item3: 2,
  Item4: 3,
  first: 0,
  second: 1,
};

/** Call their argument with each element. */
const takesEach = new Set(
  (
    "forEach forEachOrdered ifPresent filter map flatMap anyMatch allMatch noneMatch removeIf peek takeWhile dropWhile " +
    "mapToInt mapToLong mapToDouble mapToObj thenAccept thenApply thenCompose concatMap doOnNext doOnSuccess flatMapMany subscribe"
  ).split(" "),
);

const unnamed = ({ name, ...entity }: Collection): Collection => entity;

/** A method of a list or a map that returns an element, or elements; any other is external. */
export function collectionMember(entity: Collection, called: string): Found {
  const found = memberNamed(entity, called);
  if (!takesEach.has(uncalled(called)) || isMap(entity)) return found;
  const takes = [exactly({ kind: "callable", returns: external, parameters: [entity.elements] })];
  const gives = union(found.entities.map((one) => (one.kind === "callable" ? one.returns : external)));
  return inferred(exactly({ kind: "callable", returns: gives, parameters: takes }));
}

function memberNamed(entity: Collection, called: string): Found {
  const name = uncalled(called);
  // `pair.1`, a component by number.
  const place = entity.tupleElements?.[Number(name)];
  if (place) return inferred(place);
  const labelled = entity.labels && entity.tupleElements?.[entity.labels.indexOf(name)];
  if (labelled) return inferred(labelled);
  if (entity.name === "Record" && called === name && name !== "values" && name !== "entries")
    return inferred(entity.elements);
  const half =
    entity.tupleElements && Object.hasOwn(placesOfPairs, name)
      ? entity.tupleElements[placesOfPairs[name]!]
      : undefined;
  if (half) return called === name ? inferred(half) : callableOf(half);
  if (name === "Values") return inferred(exactly(listOf(entity.elements)));
  if (name === "Value") return inferred(entity.elements);
  if (isMapOfPairs(entity.name ?? "")) {
    if (givesPlace.has(name)) return callableOf(entity.keys);
    if (givesNewPlace.has(name)) return callableOf(pairOf(entity, [entity.keys, unresolved]));
  } else if (givesPlace.has(name)) return callableOf(entity.elements);
  if (name === "fromEntries") return callableOf(exactly(isMap(entity) ? entity : mapOf(entity)));
  if (name === "keySet") return callableOf(exactly(listOf(entity.keys)));
  // Iterating a C# dictionary gives pairs, and so do the methods of every `IEnumerable`.
  const isOfPairs = isMapOfPairs(entity.name ?? "") && ofAll.test(name);
  if (givesOne.has(name)) return callableOf(isOfPairs ? entity.keys : entity.elements);
  if (givesMany.has(name))
    return callableOf(
      exactly(entity.tupleElements && movesElements.has(name) ? listOf(entity.elements) : entity),
    );
  if (givesUnnamed.has(name)) return callableOf(exactly(unnamed(entity)));
  if (givesParts.has(name)) return callableOf(exactly(listOf(exactly(listOf(entity.elements)))));
  if (name === "flatten" || name === "flat") return callableOf(exactly(listOf(elementsOf(entity.elements))));
  if (name === "Add") return callbackOf(entity, isMap(entity) ? 1 : 0);
  if (Object.hasOwn(callbackParameters, name)) return callbackOf(entity, callbackParameters[name]!);
  if (givesOther.has(name))
    return callableOf(exactly(others(isOfPairs ? entity.keys : entity.elements, name)));
  if (name === "entrySet") return callableOf(pairsOf(entity, [entity.keys, entity.elements]));
  if (!givesPairs.has(name)) return external;
  if (name === "items" || name === "iteritems")
    return callableOf(
      pairsOf(entity, isMap(entity) ? [entity.keys, entity.elements] : [unresolved, entity.keys]),
    );
  if (isMap(entity) && name !== "enumerate") return callableOf(exactly(entity));
  return callableOf(pairsOf(entity, [unresolved, entity.keys]));
}

/** Methods that make a C# `List` say so, since a list has methods that other enumerables lack. */
const others = (elements: Found, method: string): Collection => ({
  ...listOf(elements),
  ...(/^(?:ToList(?:Async)?|FindAll|GetRange)$/.test(method) ? { name: "List" } : {}),
});

/** A method that a class inherits from a list or map. */
export function memberOfContents(
  linker: Linker,
  entity: Extract<Entity, { kind: "instance" }>,
  name: string,
): Found | undefined {
  const found = inheritedCollections(linker, entity).entities.flatMap((one) => {
    const member = linker.member(one, name);
    return member.entities.length > 0 ? [member] : [];
  });
  return found.length > 0 ? inferred(union(found)) : undefined;
}

/** A method of any iterator, on what the object's own iteration method returns. */
export function memberOfIterator(
  linker: Linker,
  entity: Extract<Entity, { kind: "instance" }>,
  name: string,
): Found | undefined {
  const { elementMethods, separateFieldNames } = linker.tables.fileOf(entity.id).rules ?? {};
  if (!elementMethods || !separateFieldNames || !ofIterators.has(name)) return undefined;
  if (!linker.declared(entity.id, uncalled(elementMethods.iterate))) return undefined;
  const method = linker.member(entity, elementMethods.iterate);
  const given = union(method.entities.map((one) => linker.call(one)));
  return isResolved(given) ? collectionMember(listOf(given), name) : undefined;
}

const pairOf = ({ keys }: Collection, places: readonly [Found, Found]): Found =>
  exactly({ ...listOf(keys), tupleElements: places });

const pairsOf = (entity: Collection, places: readonly [Found, Found]): Found =>
  exactly(listOf(pairOf(entity, places)));

/** A list of these elements. */
export const listOf = (elements: Found): Collection => ({ kind: "collection", elements, keys: elements });

const callbackOf = ({ keys, elements }: Collection, place: 0 | 1): Found =>
  inferred(
    exactly({ kind: "callable", returns: external, parameters: place === 0 ? [elements] : [keys, elements] }),
  );

/** The map made of a list of pairs: `Object.fromEntries`. */
const mapOf = ({ keys }: Collection): Collection => {
  const halfOf = (place: number): Found =>
    union(
      keys.entities.map((pair) => (pair.kind === "collection" && pair.tupleElements?.[place]) || unresolved),
    );
  return { kind: "collection", keys: halfOf(0), elements: halfOf(1) };
};

/** An object type with an index signature is a map: `{ [id: string]: Entry }`. */
export const asMap = (elements: Found): Collection => ({ kind: "collection", elements, keys: external });
