import { expect, test } from "@jest/globals";
import { blastRadius, blastTable } from "../../src/delivery/blast-radius.ts";
import { graphOf } from "../graph/fixture.ts";

test("who calls an interface depends on the methods behind it, after those who call these themselves", async () => {
  const graph = await graphOf(`//- go.mod
module example.com/a
//- a.go
package a
type Store interface { Get(key string) int }
type Disk struct{}
func (d *Disk) Get(name string) int { return 1 }
func read(from Store) int { return from.Get("a") }
func first(disk *Disk) int { return disk.Get("b") }
`);
  const changed = [{ node: graph.node("a.go#Disk.Get")!, kind: "changed" as const }];
  const [blast] = blastRadius(changed, { before: graph, after: graph });
  expect(blast!.callers.map(({ id }) => id)).toEqual(["a.go#first", "a.go#read"]);
});

test.each([
  ["a.py#index", "– (perhaps through `app.route`)"],
  ["a.py#area", "–"],
  ["a.py#opened", "–"],
  ["a.py#called", "[`a.py#main`]"],
])("of %s, who uses it: %s", async (id, used) => {
  const graph = await graphOf(`//- a.py
@app.route("/")
def index():
    return 1

@functools.cache
@property
def area():
    return 2

@contextlib.contextmanager
def opened():
    yield 1

@app.task
def called():
    return 3

def main():
    called()
`);
  const graphs = { before: graph, after: graph };
  const changed = [{ node: graph.node(id)!, kind: "changed" as const }];
  const place = { webUrl: "https://github.com", owner: "o", name: "n", commit: "c" };
  const row = blastTable(blastRadius(changed, graphs), graphs, place).split("\n")[4]!;
  expect(row.split(" | ")[1]!.startsWith(used)).toBe(true);
  expect(row.includes("perhaps")).toBe(used.includes("perhaps"));
  expect(row).toContain("⚠️ none found");
});

test("the tests of a constructor, of what is called from afar and of what runs in place of a base's method", async () => {
  const graph = await graphOf(`//- schema.py
class Schema:
    def __init__(self):
        self._init()

    def _init(self):
        pass

    def load(self, data):
        return self._load(data)

    def _load(self, data):
        return self._read(data)

    def _read(self, data):
        return self._at_last(data)

    def _at_last(self, data):
        return data

class Own(Schema):
    def __init__(self):
        pass

class Field:
    def read(self, value):
        return self._read(value)

    def _read(self, value):
        return value

class Number(Field):
    def _read(self, value):
        return int(value)
//- site.py
from schema import Own, Schema

class Page(Schema):
    pass

def page():
    return Page()

def own():
    return Own()
//- test_schema.py
from schema import Field, Schema

def test_load():
    class A(Schema):
        pass
    assert A().load(1) == 1

def test_field():
    Field().read("1")
`);
  const graphs = { before: graph, after: graph };
  const radius = (id: string) => {
    const [blast] = blastRadius([{ node: graph.node(id)!, kind: "changed" }], graphs);
    return [blast!.callers, blast!.tests].map((nodes) => nodes.map(({ name }) => name));
  };
  expect(radius("schema.py#Schema.__init__")).toEqual([["page"], ["test_load"]]);
  expect(radius("schema.py#Own.__init__")).toEqual([["own"], []]);
  expect(radius("schema.py#Schema._at_last")).toEqual([["_read"], ["test_load"]]);
  expect(radius("schema.py#Number._read")).toEqual([["read"], ["test_field"]]);
});
