/**
 * What types and functions of libraries are read as that are known by name, where the repository has nothing of that
 * name: a class of React has its properties from its base, which no repository has. `$0` is the first type that is
 * given; of a function that is given a function, behind `~`, what that gives; of one that is given a class, behind `&`,
 * an object of that.
 */
export const libraryTypes: ReadonlyMap<string, string> = new Map([
  ...["Component", "PureComponent"].map((name) => [name, "{ props: $0; state: $1 }"] as const),
  ...["RefObject", "MutableRefObject", "createRef", "useRef"].map(
    (name) => [name, "{ current: $0 }"] as const,
  ),
  ...["FC", "FunctionComponent"].map((name) => [name, "{ (props: $0): void }"] as const),
  ...["PropsWithChildren", "Context", "createContext", "useContext", "useMemo", "useMemo~"].map(
    (name) => [name, "$0"] as const,
  ),
  ...["useState", "useState~"].map((name) => [name, "[$0, unknown]"] as const),
  // What is made elsewhere and handed out, by its class or by what stands for that: Angular, NestJS, Inversify, Vue.
  ...["inject", "inject&", "get&", "resolve&", "InjectionToken", "InjectionKey"].map(
    (name) => [name, "$0"] as const,
  ),
  ...["ComponentFixture", "ComponentRef", "createComponent&"].map(
    (name) => [name, "{ componentInstance: $0; instance: $0 }"] as const,
  ),
  ["QueryList", "$0[]"],
  // Elements that are custom: what the page is asked for, what a test of Open Web Components makes.
  ...["querySelector", "closest", "fixture", "fixtureSync"].map((name) => [name, "$0"] as const),
  ["querySelectorAll", "$0[]"],
  ["reduce", "$0"],
  // What tests put in the place of an object: Jest, Vitest, Jasmine, Sinon.
  ..."Mocked MockedObject DeepMocked MockProxy DeepMockProxy SpyObj SinonStubbedInstance"
    .split(" ")
    .map((name) => [name, "$0"] as const),
  // What is asked for its latest value: RxJS.
  ["BehaviorSubject", "{ value: $0; getValue(): $0 }"],
  // Values that are asked by a call, or by a name: Angular, Solid, Vue.
  ...["signal", "input", "model", "Signal", "WritableSignal", "InputSignal", "ModelSignal"].map(
    (name) => [name, "() => $0"] as const,
  ),
  ...["viewChild", "viewChild&", "contentChild", "contentChild&", "required", "required&"].map(
    (name) => [name, "() => $0"] as const,
  ),
  ...["viewChildren", "viewChildren&", "contentChildren", "contentChildren&"].map(
    (name) => [name, "() => $0[]"] as const,
  ),
  ["createSignal", "[() => $0, unknown]"],
  ["computed~", "(() => $0) & { value: $0 }"],
  ...["ref", "shallowRef", "Ref", "ShallowRef", "ComputedRef"].map(
    (name) => [name, "{ value: $0 }"] as const,
  ),
]);
