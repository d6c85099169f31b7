/** Types of libraries of Java as they are written in types: what their methods give, by what they are given. */

export const knownTypes: ReadonlyMap<string, string> = new Map([
  // Mockito.
  ["ArgumentCaptor", "{ getValue: () => $0; capture: () => $0; getAllValues: () => List<$0> }"],
]);
