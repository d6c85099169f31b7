import { describe, expect, test } from "@jest/globals";
import { findSymbol } from "../../src/cli/graph/find-symbol.ts";
import { graphOf } from "../graph/fixture.ts";

const source = `//- status.h
namespace db { class Status { public: Status(); explicit Status(int code); bool ok() { return true; } }; }
//- status.cc
#include "status.h"
namespace db { Status::Status() {} Status::Status(int code) {} }
//- other.cc
class Other { public: Other() {} class Status { public: Status() {} }; };
//- src/org/acme/Shop.java
package org.acme;
class Shop { void open() {} }
//- app/task.py
class Task:
    def run(self): pass
class Late(Task):
    def stop(self): pass
`;

describe("what is meant by a name", () => {
  test.each([
    ["Other", ["other.cc#Other"]],
    ["db.Status", ["status.h#db.Status"]],
    ["Status", ["other.cc#Other.Status", "status.h#db.Status"]],
    ["Status.ok", ["status.h#db.Status.ok"]],
    ["Other.Status.Status", ["other.cc#Other.Status.Status"]],
    ["db::Status::ok()", ["status.h#db.Status.ok"]],
    ["Shop#open", ["src/org/acme/Shop.java#Shop.open"]],
    ["Task<T>.run(int, String)", ["app/task.py#Task.run"]],
    ["org.acme.Shop", ["src/org/acme/Shop.java#Shop"]],
    ["org.acme.Shop.open", ["src/org/acme/Shop.java#Shop.open"]],
    ["app.task.Task", ["app/task.py#Task"]],
    ["Late.run", ["app/task.py#Task.run"]],
    ["task.py:2", ["app/task.py#Task.run"]],
    ["./app/task.py:3-4", ["app/task.py#Late"]],
    ["app/task.py:4:9", ["app/task.py#Late.stop"]],
    ["./app/task.py", ["app/task.py"]],
    ["task.py#Late.stop", ["app/task.py#Late.stop"]],
  ])("%s", async (asked, expected) => {
    const found = findSymbol(await graphOf(source), asked);
    const nodes = found.kind === "one" ? [found.node] : found.nodes;
    expect(nodes.map(({ id }) => id).sort()).toEqual(expected);
  });

  test("nothing is called nothing, and what is near is near to the last part", async () => {
    const graph = await graphOf(source);
    expect(() => findSymbol(graph, " () ")).toThrow("The name is empty.");
    const near = (asked: string) => () => findSymbol(graph, asked);
    const first = (name: string) =>
      expect.objectContaining({ cure: expect.stringMatching(`^Did you mean ${name}[,?]`) });
    expect(near("db::Statsu")).toThrow(first("Status"));
    expect(near("Late.rum")).toThrow(first("Late.run"));
    expect(near("app/tsk.py:1")).toThrow(first("task.py"));
    expect(near("task.py:99")).toThrow("app/task.py has 4 lines; there is no line 99.");
    expect(near("x".repeat(100_000))).toThrow(/^.{0,300}$/);
  });
});
