import { expect, test } from "@jest/globals";
import type { DocTypes } from "../../src/languages/comments/doc-types.ts";
import { yardTypesIn } from "../../src/languages/comments/yard-types.ts";

const none: DocTypes = { returns: undefined, value: undefined, variables: [], members: [] };
const foo = (type: string): Partial<DocTypes> => ({ variables: [["foo", type]] });

test.each<[comment: string, said: Partial<DocTypes>]>([
  ["@param foo [Foo] what it is", foo("Foo")],
  ["@param [Foo, nil] foo what it is", foo("Foo")],
  ["@param *foo [Foo]", foo("Foo")],
  ["@param [Foo] &foo", foo("Foo")],
  ["@param foo [A::B, ::C]", foo("A::B | ::C")],
  ["@param foo [Array<Foo>]", foo("(Foo)[]")],
  ["@param foo [Array<Foo, Bar>]", foo("(Foo | Bar)[]")],
  ["@param foo [Array<Array<Foo>>]", foo("((Foo)[])[]")],
  ["@param foo [<Foo>]", foo("(Foo)[]")],
  ["@param foo [Array(Foo, nil)]", foo("[Foo, unknown]")],
  ["@param foo [Hash{Symbol => Foo}]", foo("Map<Symbol, Foo>")],
  ["@param foo [Hash<Symbol, Array<Foo>>]", foo("Map<Symbol, (Foo)[]>")],
  ["@param foo [Class<Foo>]", foo("type[Foo]")],
  ["@return [Foo]", { returns: "Foo" }],
  ["Makes one.\n\n@return [Foo] when it is\n@return [Bar] when not", { returns: "Foo" }],
  ["@return [self]", {}],
  ["@return [Boolean, nil, :name, #read, true, Object]", {}],
  ["@return [Array(nil, true)]", {}],
  ["@return [Array]", { returns: "Array" }],
  ["@return Foo", {}],
  ["@return [Foo", {}],
  ["@param [Foo]", {}],
  ["says @return [Foo] in a row", {}],
  ["foo - The Foo that is asked", foo("Foo")],
  ["Asks one.\n\nfoo  - an optional other Foo, or nil (default: nil)", foo("Foo")],
  ["  foo - the parent {A::B}.", foo("A::B")],
  ["Returns the new Foo.", { returns: "Foo" }],
  ["Returns a Foo or nil", { returns: "Foo" }],
  ["foo - a Foo or Bar", {}],
  ["foo - a Foo, Bar or Hash", {}],
  ["foo - The Foo's name", {}],
  ["foo - The name of the Foo", {}],
  ["foo - The Foo List", {}],
  ["foo - A Boolean flag", {}],
  ["Returns the Foo::bar of it", {}],
  ["Returns nothing", {}],
  [`@return [${"Array<".repeat(4_000)}`, {}],
])("%s", (comment, said) => expect(yardTypesIn(comment)).toEqual({ ...none, ...said }));
