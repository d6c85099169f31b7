import { describe, expect, test } from "@jest/globals";
import { check, graphOf } from "./fixture.ts";

const rows = (table: readonly (readonly [string, string, readonly string[]])[]): void => {
  test.each(table)("%s", (_, source, expected) => check(source, expected));
};

describe("Ruby classes", () => {
  rows([
    [
      "calls on self, with and without parentheses, but not of variables",
      `//- a.rb
class A
  def one; two; end
  def two() three(1) end
  def three(x)
    two = 1
    two
    self.one
    x
    four unless two
  end
  def four
    [1].each { |one| one; two }
  end
end
`,
      [
        "a.rb#A.one call a.rb#A.two",
        "a.rb#A.two call a.rb#A.three",
        "a.rb#A.three call a.rb#A.one",
        "a.rb#A.three call a.rb#A.four",
        "a.rb#A.four call a.rb#A.two",
      ],
    ],
    [
      "new runs initialize, or reaches the class that has none; methods of the class and of its objects stay apart",
      `//- a.rb
class A
  def initialize(b) = @b = B.new
  def self.make = new(1)
  def self.go; make.go; end
  def go
    @b.run
    self.class.make
  end
end
class B
  class << self
    def run; end
  end
  def run
    B.run
  end
end
A.make.go
`,
      [
        "a.rb#A.initialize call a.rb#B",
        "a.rb#A.make call a.rb#A.initialize",
        "a.rb#A.go call a.rb#A.make",
        "a.rb#A.go call a.rb#A.go~2 inferred",
        "a.rb#A.go~2 call a.rb#B.run~2 inferred",
        "a.rb#A.go~2 call a.rb#A.make inferred",
        "a.rb#B.run~2 call a.rb#B.run",
        "a.rb call a.rb#A.make",
        "a.rb call a.rb#A.go~2 inferred",
      ],
    ],
    [
      "inheritance, super with and without parentheses, include, extend, prepend, extend self, module_function",
      `//- a.rb
module Loud
  def shout; whisper; end
  def whisper; end
end
module Makes
  def make; new; end
end
module First
  def name; super; end
end
class Base
  def initialize(a); end
  def name; end
  def self.of; end
end
class Child < Base
  include Loud
  extend Makes
  prepend First
  def initialize
    super(1)
    shout
    name
  end
  def whisper
    super
  end
  def self.of
    super
    make
  end
end
module Tools
  extend self
  def a; b; end
  def b; end
end
module More
  module_function
  def c; end
end
Tools.a
More.c
Child.make.whisper
`,
      [
        "a.rb#Child inherit a.rb#Base",
        "a.rb#Child inherit a.rb#First",
        "a.rb#Child inherit a.rb#Loud",
        "a.rb#Child inherit a.rb#Makes",
        "a.rb#Child.initialize call a.rb#Base.initialize",
        "a.rb#Child.initialize call a.rb#Loud.shout",
        "a.rb#Child.initialize call a.rb#First.name",
        "a.rb#Child.of call a.rb#Base.of",
        "a.rb#Child.of call a.rb#Makes.make",
        "a.rb#Child.whisper call a.rb#Loud.whisper",
        "a.rb#Loud.shout call a.rb#Loud.whisper",
        "a.rb#Makes.make call a.rb#Child.initialize inferred",
        "a.rb#Tools.a call a.rb#Tools.b",
        "a.rb call a.rb#Child.whisper inferred",
        "a.rb call a.rb#Makes.make",
        "a.rb call a.rb#More.c",
        "a.rb call a.rb#Tools.a",
      ],
    ],
    [
      "accessors, setters, aliases, define_method, memoized attributes, Struct and Class.new",
      `//- a.rb
class Box
  attr_reader :lid
  attr_accessor :size, :other
  alias open lift
  alias_method :raise_lid, :open
  def lid_of; @lid ||= Lid.new; end
  def lift; lid.turn; lid_of.turn; end
  define_method(:dyn) { lift }
  def go; open; raise_lid; self.size = 1; dyn; end
end
class Lid
  def turn; end
end
Point = Struct.new(:x) do
  def far; x; near; end
  def near; end
end
Odd = Class.new(Lid) do
  def go; turn; end
end
Point.new(1).far
`,
      [
        "a.rb#Box.dyn call a.rb#Box.lift",
        "a.rb#Box.go call a.rb#Box.dyn",
        "a.rb#Box.go call a.rb#Box.lift",
        "a.rb#Box.go call a.rb#Box.size",
        "a.rb#Box.lid_of call a.rb#Lid",
        "a.rb#Box.lift call a.rb#Box.lid",
        "a.rb#Box.lift call a.rb#Box.lid_of",
        "a.rb#Box.lift call a.rb#Lid.turn inferred",
        "a.rb#Odd inherit a.rb#Lid",
        "a.rb#Odd.go call a.rb#Lid.turn",
        "a.rb#Point.far call a.rb#Point.near",
        "a.rb call a.rb#Point",
        "a.rb call a.rb#Point.far",
      ],
    ],
    [
      "values: parameters, branches, rescue, case, is_a?",
      `//- a.rb
class A
  def go; end
end
class E < StandardError
  def why; end
end
def a(x = A.new) x.go end
def b(f) = (f ? A.new : nil).go
def c
  x = if f then A.new else nil end
  x.go
rescue E => e
  e.why
end
def d(x)
  case x
  when A then x.go
  end
end
def e(x) x.go if x.is_a?(A) end
def f
  make.tap { |it| it }.go
end
def make
  x = A.new
  return x if 1
  x
end
`,
      [
        "a.rb#a call a.rb#A",
        "a.rb#a call a.rb#A.go inferred",
        "a.rb#b call a.rb#A",
        "a.rb#b call a.rb#A.go inferred",
        "a.rb#c call a.rb#A",
        "a.rb#c call a.rb#A.go inferred",
        "a.rb#c call a.rb#E.why inferred",
        "a.rb#c call a.rb#f",
        "a.rb#d call a.rb#A.go inferred",
        "a.rb#e call a.rb#A.go inferred",
        "a.rb#f call a.rb#A.go inferred",
        "a.rb#f call a.rb#make",
        "a.rb#make call a.rb#A",
      ],
    ],
  ]);
});

describe("Ruby constants", () => {
  rows([
    [
      "classes written in several files, the innermost namespace first, autoloaded by name",
      `//- lib/shop.rb
require "shop/cart"
require_relative "shop/money"
module Shop
  autoload :Tax, "shop/tax"
  def self.open; Cart.new.add(Money::ZERO); end
end
//- lib/shop/cart.rb
module Shop
  class Cart
    def add(price); total; price.plus; ::Shop::Money.of; end
  end
end
//- lib/shop/cart_total.rb
class Shop::Cart
  def total; Tax.new; end
end
//- lib/shop/money.rb
module Shop
  class Money
    ZERO = Money.new
    def plus; end
    def self.of; end
  end
end
//- lib/shop/tax.rb
class Shop::Tax
  def initialize; end
end
class Tax; end
def Shop.late; open; end
`,
      [
        "lib/shop.rb import lib/shop/cart.rb",
        "lib/shop.rb import lib/shop/money.rb",
        "lib/shop.rb import lib/shop/tax.rb",
        "lib/shop.rb#Shop.open call lib/shop/cart.rb#Shop.Cart",
        "lib/shop.rb#Shop.open call lib/shop/cart.rb#Shop.Cart.add",
        "lib/shop/cart.rb#Shop.Cart.add call lib/shop/cart_total.rb#Shop.Cart.total",
        "lib/shop/cart.rb#Shop.Cart.add call lib/shop/money.rb#Shop.Money.of",
        "lib/shop/cart_total.rb#Shop.Cart.total call lib/shop/tax.rb#Tax",
        "lib/shop/money.rb#Shop.Money call lib/shop/money.rb#Shop.Money",
        "lib/shop/tax.rb#Shop.late call lib/shop.rb#Shop.open",
      ],
    ],
    [
      "a namespace that only a folder makes, and one from outside that something is written on",
      `//- app/components/DS/button.rb
class DS::Button < DS::Base
  def go; rest; end
end
//- app/components/DS/base.rb
class DS::Base
  def rest; end
end
//- app/components/DS/deep/knob.rb
class DS::Deep::Knob < DS::Base
end
//- app/shop.rb
class Shop
  def run; DS::Button.new.go; DS::Deep::Knob.new.rest; DS.setup; DS::Gone.new; end
end
class Other
  def run; DS::Button.new; end
end
class Other::DS::Nearer; end
`,
      [
        "app/components/DS/button.rb#DS.Button inherit app/components/DS/base.rb#DS.Base",
        "app/components/DS/button.rb#DS.Button.go call app/components/DS/base.rb#DS.Base.rest",
        "app/components/DS/deep/knob.rb#DS.Deep.Knob inherit app/components/DS/base.rb#DS.Base",
        "app/shop.rb#Shop.run call app/components/DS/base.rb#DS.Base.rest",
        "app/shop.rb#Shop.run call app/components/DS/button.rb#DS.Button",
        "app/shop.rb#Shop.run call app/components/DS/button.rb#DS.Button.go",
        "app/shop.rb#Shop.run call app/components/DS/deep/knob.rb#DS.Deep.Knob",
      ],
    ],
    [
      "methods outside of classes, in this file and in those that it requires; blocks keep self",
      `//- test/helper.rb
def helps; end
//- test/a_test.rb
require "helper"
class ATest < Minitest::Test
  setup { local }
  test("x") { helps; local; [1].each { local } }
  def local; end
end
def top; helps; end
top
//- script.rb
helps
def top; end
`,
      [
        "test/a_test.rb import test/helper.rb",
        "test/a_test.rb call test/a_test.rb#top",
        "test/a_test.rb#ATest call test/a_test.rb#ATest.local inferred",
        "test/a_test.rb#ATest call test/helper.rb#helps",
        "test/a_test.rb#top call test/helper.rb#helps",
      ],
    ],
  ]);
});

describe("Ruby definitions", () => {
  test("have a comment of lines with #, a signature and who may use them", async () => {
    const graph = await graphOf(`//- a.rb
# frozen_string_literal: true

# What a customer
# wants.
# rubocop:disable Style/Documentation
class Cart < Base # :nodoc:
  attr_reader :items, :owner

  # Adds.
  def add(item, to: :end) # of the list
    items << item
  end

  def self.of(...) = new(...)

  private

  def empty; end
  def self.none; end
end
class Late
  def r; end
  private :r
  def self.s; end
  private_class_method :s
  def self.t; end
  def t; end
  class << self
    private :t
  end
  attr_reader :u
  def v; end
  def w; end
  private :u, :v
  protected :v
  helper :w
end
`);
    const said = graph
      .inFile("a.rb")
      .map(({ qualifiedName, startLine, signature, doc, visibility }) =>
        [qualifiedName, startLine, signature, doc, visibility].join(" | "),
      );
    expect(said.slice(1)).toEqual([
      "Cart | 3 | class Cart < Base | What a customer\nwants. | public",
      "Cart.items | 7 | attr_reader :items |  | public",
      "Cart.owner | 7 | attr_reader :owner |  | public",
      "Cart.add | 9 | def add(item, to: :end) | Adds. | public",
      "Cart.of | 14 | def self.of(...) |  | public",
      "Cart.empty | 18 | def empty |  | private",
      "Cart.none | 19 | def self.none |  | public",
      "Late | 21 | class Late |  | public",
      "Late.r | 22 | def r |  | private",
      "Late.s | 24 | def self.s |  | private",
      "Late.t | 26 | def self.t |  | private",
      "Late.t | 27 | def t |  | public",
      "Late.u | 31 | attr_reader :u |  | private",
      "Late.v | 32 | def v |  | protected",
      "Late.w | 33 | def w |  | public",
    ]);
  });
});
