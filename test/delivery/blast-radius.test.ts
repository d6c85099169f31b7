import { expect, test } from "@jest/globals";
import { blastRadius } from "../../src/delivery/blast-radius.ts";
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
