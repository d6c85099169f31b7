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
});
