/** What the methods of lists, maps and tuples give, whatever language has them. */

import {
  callableOf,
  type Entity,
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

/** Whether going through it gives something else than an index of it. */
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
/** What Rust's iterators have. */
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
/** Of Rust: what is in it as before, keys too, in a thing of another type. */
const givesUnnamed = new Set(
  "by_ref chain copied cycle drain fuse peekable rev skip_while step_by take_while as_slice as_mut_slice into_boxed_slice iter into_iter iter_mut".split(
    " ",
  ),
);
/** Of these, what puts elements in other places than they had. */
const movesElements = new Set("concat filter reverse slice sort splice toReversed toSorted".split(" "));
/** Give what stands for the place of an element in C++, which is read like the element. */
const givesPlace = new Set(
  "begin end cbegin cend rbegin rend crbegin crend find lower_bound upper_bound erase".split(" "),
);
/** Such a place and whether it is new, of a map. */
const givesNewPlace = new Set("insert emplace try_emplace insert_or_assign".split(" "));
/** The same elements, in a thing of another type. */
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
/** Lists of some of the elements at a time. */
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
/** Take an element, or hand it out, in their first or second place, there behind its key. */
const handsOut: Readonly<Record<string, 0 | 1>> = {
  ...{ TryGetValue: 1, TryRemove: 1, Remove: 1, TryAdd: 1, Insert: 1 },
  ...{ TryDequeue: 0, TryPop: 0, TryPeek: 0, TryTake: 0, Enqueue: 0, Push: 0 },
};
const ofAll = /^(?!GetValueOrDefault)[A-Z]/;
/** Give keys, or numbers, each with what it leads to. */
const givesPairs = new Set(["entries", "items", "iteritems", "enumerate"]);
/** Places of a pair by names. */
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

/** Hand one element after the other to the function that they are given. */
const takesEach = new Set(
  (
    "forEach forEachOrdered ifPresent filter map flatMap anyMatch allMatch noneMatch removeIf peek takeWhile dropWhile " +
    "mapToInt mapToLong mapToDouble mapToObj thenAccept thenApply thenCompose concatMap doOnNext doOnSuccess flatMapMany subscribe"
  ).split(" "),
);

const unnamed = ({ name, ...entity }: Collection): Collection => entity;

/** Methods of lists and maps that give an element, or elements; every other leads out of the repository. */
export function collectionMember(entity: Collection, called: string): Found {
  const found = memberNamed(entity, called);
  if (!takesEach.has(uncalled(called)) || isMap(entity)) return found;
  const takes = [exactly({ kind: "callable", returns: external, parameters: [entity.elements] })];
  const gives = union(found.entities.map((one) => (one.kind === "callable" ? one.returns : external)));
  return inferred(exactly({ kind: "callable", returns: gives, parameters: takes }));
}

function memberNamed(entity: Collection, called: string): Found {
  const name = uncalled(called);
  // `pair.1`, a place by its number.
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
  // Who goes through a dictionary of C# has pairs, and so have the methods that everything has that can be gone through.
  const isOfPairs = isMapOfPairs(entity.name ?? "") && ofAll.test(name);
  if (givesOne.has(name)) return callableOf(isOfPairs ? entity.keys : entity.elements);
  if (givesMany.has(name))
    return callableOf(
      exactly(entity.tupleElements && movesElements.has(name) ? listOf(entity.elements) : entity),
    );
  if (givesUnnamed.has(name)) return callableOf(exactly(unnamed(entity)));
  if (givesParts.has(name)) return callableOf(exactly(listOf(exactly(listOf(entity.elements)))));
  if (name === "flatten" || name === "flat")
    return callableOf(
      exactly(
        listOf(
          union(
            entity.elements.entities.map((one) => (one.kind === "collection" ? one.elements : exactly(one))),
          ),
        ),
      ),
    );
  if (name === "Add") return handedOut(entity, isMap(entity) ? 1 : 0);
  if (Object.hasOwn(handsOut, name)) return handedOut(entity, handsOut[name]!);
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

/** What makes a list of C# says so, for a list has methods that nothing else has that can be gone through. */
const others = (elements: Found, method: string): Collection => ({
  ...listOf(elements),
  ...(/^(?:ToList(?:Async)?|FindAll|GetRange)$/.test(method) ? { name: "List" } : {}),
});

/** A method that a class has from the list or the map that it builds on. */
export function memberOfContents(
  linker: Linker,
  entity: Extract<Entity, { kind: "instance" }>,
  name: string,
): Found | undefined {
  const found = inheritedCollections(linker, entity).entities.flatMap((one) => {
    const said = linker.member(one, name);
    return said.entities.length > 0 ? [said] : [];
  });
  return found.length > 0 ? inferred(union(found)) : undefined;
}

/** What all that can be gone through has: of what an object's own method for that gives. */
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

/** A list, by what is in it. */
export const listOf = (elements: Found): Collection => ({ kind: "collection", elements, keys: elements });

const handedOut = ({ keys, elements }: Collection, place: 0 | 1): Found =>
  inferred(
    exactly({ kind: "callable", returns: external, parameters: place === 0 ? [elements] : [keys, elements] }),
  );

/** The map that a list of pairs makes. */
const mapOf = ({ keys }: Collection): Collection => {
  const halfOf = (place: number): Found =>
    union(
      keys.entities.map((pair) => (pair.kind === "collection" && pair.tupleElements?.[place]) || unresolved),
    );
  return { kind: "collection", keys: halfOf(0), elements: halfOf(1) };
};

/** A record whose members are not said one by one is a map: `{ [id: string]: Entry }`. */
export const asMap = (elements: Found): Collection => ({ kind: "collection", elements, keys: external });
