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
`;

describe("what is meant by a name", () => {
  test.each([
    ["Other", ["other.cc#Other"]],
    ["db.Status", ["status.h#db.Status"]],
    ["Status", ["other.cc#Other.Status", "status.h#db.Status"]],
    ["Status.ok", ["status.h#db.Status.ok"]],
    ["Other.Status.Status", ["other.cc#Other.Status.Status"]],
  ])("%s", async (asked, expected) => {
    const found = findSymbol(await graphOf(source), asked);
    const nodes = found.kind === "one" ? [found.node] : found.nodes;
    expect(nodes.map(({ id }) => id).sort()).toEqual(expected);
  });
});
