/** Types of libraries of Java as they are written in types: what their methods give, by what they are given. */

/** A repository of Spring Data, with the names of methods that give one, perhaps one, and many. */
const repository = (many: string, maybe = "Optional<$0>", one = "$0"): string =>
  `{ findById: () => ${maybe}; findOne: () => ${maybe}; findBy: () => ${many}; findAll: () => ${many}; ` +
  `findAllById: () => ${many}; save: () => ${one}; saveAll: () => ${many}; saveAndFlush: () => ${one}; ` +
  `saveAllAndFlush: () => ${many}; getById: () => ${one}; getReferenceById: () => ${one} }`;

const reactive = repository("Flux<$0>", "Mono<$0>", "Mono<$0>");

export const libraryTypes: ReadonlyMap<string, string> = new Map([
  ...(
    "Repository CrudRepository ListCrudRepository PagingAndSortingRepository ListPagingAndSortingRepository " +
    "JpaRepository MongoRepository ElasticsearchRepository"
  )
    .split(" ")
    .map((name) => [name, repository("List<$0>")] as const),
  ...[
    "ReactiveCrudRepository",
    "ReactiveSortingRepository",
    "R2dbcRepository",
    "ReactiveMongoRepository",
  ].map((name) => [name, reactive] as const),
  // Spring.
  ["ResponseEntity", "{ getBody: () => $0 }"],
  [
    "ObjectProvider",
    "{ getObject: () => $0; getIfAvailable: () => $0; getIfUnique: () => $0; stream: () => Stream<$0> }",
  ],
  // Mockito.
  ["ArgumentCaptor", "{ getValue: () => $0; capture: () => $0; getAllValues: () => List<$0> }"],
]);
