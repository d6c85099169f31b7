/** Functions that are handed on by their names are called by who hands them on. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const lib = `//- b.ts
export function save() {}
export class Panel { static open() {} }
export const size = 1;
`;

describe("in TypeScript and JSX", () => {
  test.each<[code: string, rows: readonly string[]]>([
    ["app.get('/', save);", ["a.tsx call b.ts#save"]],
    ["app.get('/', b.save);", ["a.tsx call b.ts#save"]],
    ["on('x', Panel.open);", ["a.tsx call b.ts#Panel.open"]],
    ["function own() {} on(1, own);", ["a.tsx call a.tsx#own"]],
    ["const A = () => <p onClick={save} n={size} m={Panel}/>;", ["a.tsx#A call b.ts#save"]],
    ["function f(save) { on(save); }", []],
    ["function f() { const save = 1; on(save, save.x); }", []],
    ["on(size, Panel, unknown, 'save', [size, Panel], { size, a: Panel });", []],
    ["class C { m() {} x = 1; n() { on(this.m); on(this.x); } }", ["a.tsx#C.n call a.tsx#C.m"]],
    ["util.inherits(save, Panel);", []],
    [
      "class C { constructor() { on(this.constructor); } get m() {} n() { on(this.m); } }",
      ["a.tsx#C.n call a.tsx#C.m"],
    ],
  ])("%s", (code, rows) =>
    check(
      `${lib}//- a.tsx\nimport { save, Panel, size } from "./b";\nimport * as b from "./b";\n${code}\n`,
      rows,
    ),
  );
});

describe("constants that stand for a function which a call is given", () => {
  const kit = `//- b.ts
export const all = createSelector((state) => state);
export const add = createAction("add", (id) => ({ id }));
`;
  test.each<[code: string, rows: readonly string[]]>([
    ["on(add, (state) => state);", ["a.tsx call b.ts#add"]],
    ["class C { all$ = this.store.select(all); }", ["a.tsx#C call b.ts#all"]],
    ["const some = createSelector(all, (all) => all.some);", ["a.tsx#some call b.ts#all"]],
    [
      "const some = createSelector(\n  all,\n  add,\n  (all) => 1,\n);",
      ["a.tsx#some call b.ts#add", "a.tsx#some call b.ts#all"],
    ],
    [
      "use(all);\nconst some = createSelector(all, (x) => x);",
      ["a.tsx call b.ts#all", "a.tsx#some call b.ts#all"],
    ],
    [
      "const A = () => {\n  const save = useCallback(() => {}, []);\n  return <p onClick={save}/>;\n};",
      ["a.tsx#A call a.tsx#A.save"],
    ],
    ["const A = () => {\n  const size = useMemo(() => 1, []);\n  return <p n={size}/>;\n};", []],
    ["const A = ({ all }) => <p n={all}/>;", []],
  ])("%s", (code, rows) => check(`${kit}//- a.tsx\nimport { all, add } from "./b";\n${code}\n`, rows));
});

describe("in Python", () => {
  test.each<[code: string, rows: readonly string[]]>([
    ["path('', views.index)", ["a.py call views.py#index"]],
    ["path('', view=index)", ["a.py call views.py#index"]],
    ["def f():\n    run(g)\ndef g(): pass", ["a.py#f call a.py#g"]],
    ["def f(index):\n    run(index, views)", []],
    ["isinstance(index, index)", []],
    ["run(View, size, unknown)", []],
    [
      "class C:\n    @property\n    def m(self): pass\n    def n(self):\n        run(self.m, C.m)",
      ["a.py#C.n call a.py#C.m"],
    ],
    [
      "class C:\n    def m(self): pass\n    def n(self):\n        run(self.m, self.x)",
      ["a.py#C.n call a.py#C.m"],
    ],
  ])("%s", (code, rows) =>
    check(
      `//- views.py\ndef index(request): pass\nclass View: pass\nsize = 1\n//- a.py\nimport views\nfrom views import index, View, size\n${code}\n`,
      rows,
    ),
  );
});
