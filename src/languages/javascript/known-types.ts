/**
 * What types and functions of libraries are read as that are known by name, where the repository has nothing of that
 * name: a class of React has its properties from its base, which no repository has. `$0` is the first type that is
 * given; of a function that is given a function, behind `~`, what that gives.
 */
export const knownTypes: ReadonlyMap<string, string> = new Map([
  ...["Component", "PureComponent"].map((name) => [name, "{ props: $0; state: $1 }"] as const),
  ...["RefObject", "MutableRefObject", "createRef", "useRef"].map(
    (name) => [name, "{ current: $0 }"] as const,
  ),
  ...["FC", "FunctionComponent"].map((name) => [name, "{ (props: $0): void }"] as const),
  ...["PropsWithChildren", "Context", "createContext", "useContext", "useMemo", "useMemo~"].map(
    (name) => [name, "$0"] as const,
  ),
  ...["useState", "useState~"].map((name) => [name, "[$0, unknown]"] as const),
]);
