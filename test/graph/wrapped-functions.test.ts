/** Functions that a call is given of which a name gets the value: React's components and hooks, handlers of routes. */
import { describe, expect, test } from "@jest/globals";
import { edgesOf, graphOf } from "./fixture.ts";

const kit = `//- kit.ts
export function save() {}
export function pick() {}
export class Foo { go() {} }
export function withAuth(handler: (req: Request) => void) { return function inner(req: Request) { handler(req); }; }
export function makeRouter(of: (r: unknown) => void) { return new Router(); }
export class Router { push() {} }
//- heavy.tsx
export default function Heavy() { return null; }
export function Named() { return null; }
//- a.tsx
import { Foo, makeRouter, pick, save, withAuth } from "./kit";
`;

/** The calls of a file, without its name. */
async function callsOf(code: string): Promise<readonly string[]> {
  return edgesOf(await graphOf(`${kit}${code}\n`)).flatMap((edge) => {
    const [, from, to] = /^a\.tsx(?:#(\S+))? call \S+#(.+)$/.exec(edge) ?? [];
    return to === undefined ? [] : [`${from ?? ""} ${to}`];
  });
}

describe("a constant is the function that its call is given", () => {
  test.each<[string, readonly string[]]>([
    ["const Card = memo(() => { save(); });\nfunction f() { return <Card />; }", ["Card save", "f Card"]],
    ["const Card = React.forwardRef<A, B>((props, ref) => save());", ["Card save"]],
    ["export const Card = memo(forwardRef(function Inner() { save(); })) as typeof save;", ["Card save"]],
    [
      "export const load = cache(async () => new Foo());\nasync function f() { (await load()).go(); }",
      ["load Foo", "f Foo.go inferred", "f load"],
    ],
    ["const add = dual(2, (self, that) => { save(); });\nfunction f() { add(1, 2); }", ["add save", "f add"]],
    ["export const GET = handler({ auth: true })(async () => { save(); });", ["GET save"]],
    ['const run = Effect.fn("run")(function* () { save(); });', ["run save"]],
    ['const thunk = createThunk<A>("a", async () => { save(); }, { b: 1 });', ["thunk save"]],
    ["const all = createSelector((a) => pick(), (b) => save());", [" pick", "all save"]],
    [
      "function f() { const go = useCallback(() => { save(); }, [pick()]); go(); }",
      ["f f.go", "f pick", "f.go save"],
    ],
    [
      "function f() { const later = debounce(() => save(), 300); return { later }; }\nfunction g() { f().later(); }",
      ["f f.later", "f.later save", "g f", "g f.later inferred"],
    ],
  ])("%s", async (code, calls) => expect((await callsOf(code)).toSorted()).toEqual(calls.toSorted()));
});

describe("a constant that has another value is none", () => {
  test.each<[string, readonly string[]]>([
    ["const total = list.reduce((a, b) => pick(), 0);", [" pick"]],
    ["const all = list.map((one) => { save(); });", [" save"]],
    ["const timer = setTimeout(() => { save(); }, 1);", [" save"]],
    ["const one = await load(() => { save(); });", [" save"]],
    ["const one = fetchAll().then(() => save());", [" save"]],
    ["const all = Array.from(list, () => save());", [" save"]],
    ["const one = new Foo(() => save());", [" Foo", " save"]],
    ["function f() { const set = useStore((s) => save()); set(); }", ["f save"]],
    [
      "function f() { const one = retry(() => save()); const two = useMemo(() => pick(), []); }",
      ["f pick", "f save"],
    ],
    ["const stop = watch(() => save());\nfunction f() { stop(); }", [" save"]],
  ])("%s", async (code, calls) => expect((await callsOf(code)).toSorted()).toEqual(calls));
});

describe("what the call gives is followed from the constant", () => {
  test.each<[string, readonly string[]]>([
    [
      "const GET = withAuth(() => { save(); });\nfunction f() { GET(null!); }",
      [" withAuth", "GET save", "GET withAuth.inner inferred", "f GET inferred"],
    ],
    [
      "const router = makeRouter(() => { save(); });\nfunction f() { router.push(); }",
      [" makeRouter", "f Router.push inferred", "router save"],
    ],
    [
      "function Pure() { return null; }\nconst Card = memo(Pure);\nfunction f() { return <Card />; }",
      ["Card Pure", "f Card inferred"],
    ],
    [
      'const Lazy = lazy(() => import("./heavy"));\nfunction f() { return <Lazy />; }',
      ["Lazy Heavy", "f Lazy inferred"],
    ],
    [
      'const Lazy = React.lazy(() => import("./heavy").then((m) => ({ default: m.Named })));',
      ["Lazy Named inferred"],
    ],
    ['const Lazy = dynamic(() => import("./heavy"));', ["Lazy Heavy"]],
    ['const Lazy = dynamic(() => import("./heavy").then((m) => m.Named), { ssr: false });', ["Lazy Named"]],
  ])("%s", async (code, calls) => expect((await callsOf(code)).toSorted()).toEqual(calls));
});

test("it has the lines and the comment of the whole, and a name that others import", async () => {
  const graph = await graphOf(`//- a.tsx
/** A card. */
export const Card = memo(
  (props: Props) => <p />,
);
//- b.tsx
import { Card } from "./a";
export function Page() { return <Card />; }
`);
  const [card] = graph.nodes.filter(({ name }) => name === "Card");
  expect(card).toMatchObject({
    kind: "Function",
    startLine: 1,
    endLine: 4,
    doc: "A card.",
    visibility: "public",
  });
  expect(card!.signature).toBe("export const Card = memo( (props: Props)");
  expect(edgesOf(graph)).toContain("b.tsx#Page call a.tsx#Card");
});
