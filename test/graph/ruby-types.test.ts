/** What types that Ruby says in comments and signatures lead to: a row each. */
import { test } from "@jest/globals";
import { check } from "./fixture.ts";

const classes = `//- m.rb
module M
  class Foo
    # @return [Bar]
    attr_reader :bar
    def go; end
  end
  class Heir < Foo
    def go; end
  end
  class Bar
    def run; end
    # @return [Array<Foo>]
    private def foos; @a; end
    # @return [Hash{Symbol => Foo}]
    def named; @b; end
    # Makes one.
    # @return [Foo]
    def made; Heir.new; end
    # @return [Foo]
    def unknown; library.foo; end
  end
end
//- a.rb
`;

const always = ["m.rb#M.Bar.made call m.rb#M.Heir", "m.rb#M.Heir inherit m.rb#M.Foo"];

test.each<[name: string, comment: string, body: string, called: readonly string[]]>([
  ["a parameter", "@param x [M::Foo, nil] what it is", "x.go", ["Foo.go"]],
  ["the other way around", "@param [M::Foo] x", "x.go", ["Foo.go"]],
  ["elements", "@param x [Array<M::Foo>]", "x.each { |one| one.go }", ["Foo.go"]],
  ["a class", "@param x [Class<M::Foo>]", "x.new.go", ["Foo", "Foo.go"]],
  ["an attribute", "@param x [M::Foo]", "x.bar.run", ["Foo.bar", "Bar.run"]],
  ["what a method gives", "@param x [M::Bar]", "x.unknown.go", ["Bar.unknown", "Foo.go"]],
  ["values of a map", "@param x [M::Bar]", "x.named[:a].go", ["Bar.named", "Foo.go"]],
  ["a method behind a word", "@param x [M::Bar]", "x.foos.each(&:go)", ["Bar.foos", "Foo.go"]],
  ["values tell it better", "@param x [M::Bar]", "x.made.go", ["Bar.made", "Heir.go"]],
  ["a class that is no one's", "@param x [Other]", "x.go", []],
  ["another parameter", "@param y [M::Foo]", "x.go", []],
])("%s", (_, comment, body, called) =>
  check(
    `${classes}# Does it.\n#\n# ${comment}\ndef f(x)\n  ${body}\nend\n`,
    [...always, ...called.map((to) => `a.rb#f call m.rb#M.${to} inferred`)].sort(),
  ),
);

const signed = `//- a.rb
class Foo
  sig { params(other: Foo, all: T::Array[Foo], no: T.untyped).returns(T.nilable(Foo)) }
  def one(other, all, no)
    other.go
    all.each { |x| x.run }
    no.go
    library
  end
  # Does it.
  sig do
    params(x: T::Hash[Symbol, Foo], y: T.class_of(Foo)).void
  end
  private def two(x, y)
    x[:a].go
    y.new.run
  end
  sig { void }
  def go; one.run; end
  def run(x); x.go; end
end
`;

test("signatures of Sorbet", () =>
  check(signed, [
    "a.rb#Foo.go call a.rb#Foo.one",
    "a.rb#Foo.go call a.rb#Foo.run inferred",
    "a.rb#Foo.one call a.rb#Foo.go inferred",
    "a.rb#Foo.one call a.rb#Foo.run inferred",
    "a.rb#Foo.two call a.rb#Foo inferred",
    "a.rb#Foo.two call a.rb#Foo.go inferred",
    "a.rb#Foo.two call a.rb#Foo.run inferred",
  ]));
