/** What runs of Ruby programs came to and the graph had not: methods of those that build on a class, and writers. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const inRuby = (code: string, rows: readonly string[]): Promise<void> =>
  check(
    `//- a.rb\n${code}\n`,
    rows.map((row) => `a.rb#${row}`),
  );

describe("what a class calls on itself and lacks", () => {
  test.each<[name: string, code: string, rows: readonly string[]]>([
    [
      "one that builds on it has, or what that takes in",
      `module Walks
  def walk
    step
    rest
  end
end
module Rests
  def rest; end
end
class Dog
  include Walks
  include Rests
  def step; end
end`,
      [
        "Dog inherit a.rb#Rests",
        "Dog inherit a.rb#Walks",
        "Walks.walk call a.rb#Dog.step inferred",
        "Walks.walk call a.rb#Rests.rest inferred",
      ],
    ],
    [
      "several have: any of them may be meant",
      `class Base
  def run; self.work; end
end
class One < Base
  def work; end
end
class Two < Base
  def work; end
end`,
      [
        "Base.run call a.rb#One.work ambiguous",
        "Base.run call a.rb#Two.work ambiguous",
        "One inherit a.rb#Base",
        "Two inherit a.rb#Base",
      ],
    ],
    [
      "classes that a module is extended by have, and what these make",
      `module Makes
  def zero; new(0); unit; build; rest; end
end
class Money
  extend Makes
  def initialize(x); end
  def self.unit; end
  def rest; end
end
class Coin < Money
  def self.build; end
end`,
      [
        "Coin inherit a.rb#Money",
        "Makes.zero call a.rb#Coin.build inferred",
        "Makes.zero call a.rb#Money.initialize inferred",
        "Makes.zero call a.rb#Money.unit inferred",
        "Money inherit a.rb#Makes",
      ],
    ],
    [
      "classes that get what a module gives them, which its objects find by their class",
      `module Shops
  module ClassMethods
    def all; one; end
  end
  def self.included(base); base.extend(ClassMethods); end
  def go; self.class.all; end
end
class User
  include Shops
  def self.one; end
end`,
      [
        "Shops.ClassMethods.all call a.rb#User.one inferred",
        "Shops.go call a.rb#Shops.ClassMethods.all inferred",
        "User inherit a.rb#Shops",
      ],
    ],
    [
      "a class itself, what those have themselves that build on it",
      `class Base
  def self.run; work; rest; end
end
class One < Base
  def self.work; end
  def rest; end
end
class Lib < Elsewhere
  def self.run; work; end
end
class Two < Lib
  def self.work; end
end`,
      ["Base.run call a.rb#One.work inferred", "One inherit a.rb#Base", "Two inherit a.rb#Lib"],
    ],
    [
      "its own comes first, and a base from elsewhere may have what nobody here knows",
      `class Base
  def run; work; end
  def work; end
end
class One < Base
  def work; end
end
class Model < Other::Record
  def go; save; end
end
class User < Model
  def save; end
end`,
      ["Base.run call a.rb#Base.work", "One inherit a.rb#Base", "User inherit a.rb#Model"],
    ],
  ])("%s", (_name, code, rows) => inRuby(code, rows));
});

test("`a.b += 1` calls `b` and `b=`", () =>
  inRuby(
    `class Cursor
  def pos; @pos; end
  def pos=(to); @pos = to; end
  def move; self.pos += 1; end
  def start; self.pos = 0; end
end`,
    [
      "Cursor.move call a.rb#Cursor.pos",
      "Cursor.move call a.rb#Cursor.pos=",
      "Cursor.start call a.rb#Cursor.pos=",
    ],
  ));

test("what `class << self` includes the class has", () =>
  inRuby(
    `module Finds
  def find; end
end
class Store
  class << self
    include Finds
    def run; find; end
  end
end
def go; Store.find; end`,
    ["Store inherit a.rb#Finds", "Store.run call a.rb#Finds.find", "go call a.rb#Finds.find"],
  ));

test("what a module gives the classes that take it in", () =>
  inRuby(
    `module Logs
  def self.included(into)
    into.extend Logs
    into.extend Names
    into.send :include, Traits
  end
  def log; end
end
module Names
  def named; end
end
module Traits
  def trait; end
end
class Foo
  include Logs
  named
  def self.make; log; end
  def run; log; trait; end
end
class Heir < Foo
  named
end`,
    [
      "Foo call a.rb#Names.named",
      "Foo inherit a.rb#Logs",
      "Foo.make call a.rb#Logs.log",
      "Foo.run call a.rb#Logs.log",
      "Foo.run call a.rb#Traits.trait",
      "Heir call a.rb#Names.named",
      "Heir inherit a.rb#Foo",
      "Logs inherit a.rb#Traits",
    ],
  ));
