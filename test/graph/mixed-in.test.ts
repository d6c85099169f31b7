/** What traits and mixins call on their object and have not themselves: the classes have it that they are mixed into. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const base = "class Base { function save() {} static function make() {} function boot() {} }";
const calls = "trait Saves { function run() { $this->save(); } }";

describe("PHP", () => {
  test.each<[name: string, code: string, rows: readonly string[]]>([
    [
      "a trait calls what the one class has that uses it, or its base, also on the class and as the parent's",
      `${base}
trait Saves { function run() { $this->save()->go(); static::make(); parent::boot(); } }
class User extends Base { use Saves; }`,
      [
        "Saves.run call a.php#Base.boot inferred",
        "Saves.run call a.php#Base.make inferred",
        "Saves.run call a.php#Base.save inferred",
        "User inherit a.php#Base",
        "User inherit a.php#Saves",
      ],
    ],
    [
      "of several classes any may be meant",
      `${calls}
class User { use Saves; function save() {} }
class Post { use Saves; function save() {} }`,
      [
        "Post inherit a.php#Saves",
        "Saves.run call a.php#Post.save ambiguous",
        "Saves.run call a.php#User.save ambiguous",
        "User inherit a.php#Saves",
      ],
    ],
    [
      "another trait of the class has it, and heirs of the class that uses it",
      `${calls}
trait Stores { function save() {} }
abstract class Base { use Saves; }
class User extends Base { use Stores; }`,
      [
        "Base inherit a.php#Saves",
        "Saves.run call a.php#Stores.save inferred",
        "User inherit a.php#Base",
        "User inherit a.php#Stores",
      ],
    ],
    [
      "where one class of two has it, it need not be the one that is called",
      `${calls}
class User { use Saves; function save() {} }
class Post extends \\Other\\Model { use Saves; }`,
      ["Post inherit a.php#Saves", "User inherit a.php#Saves"],
    ],
    [
      "what the trait itself has, or gives for any name, is its own",
      `trait Saves { function save() {} function run() { $this->save(); } }
trait Any { function __call($name, $all) {} function run() { $this->save(); } }
class User { use Saves; use Any; function save() {} }`,
      ["Saves.run call a.php#Saves.save", "User inherit a.php#Any", "User inherit a.php#Saves"],
    ],
  ])("%s", (_name, code, rows) =>
    check(
      `//- a.php\n<?php\nnamespace App;\n${code}\n`,
      rows.map((row) => `a.php#${row}`),
    ),
  );
});

describe("Python", () => {
  test.each<[name: string, code: string, rows: readonly string[]]>([
    [
      "a mixin calls what the class has from its other base, and what is behind it in the order of that",
      `class Query:
    def first(self): pass
class Mixin:
    def list(self):
        self.get_query().first()
        super().list()
class View:
    def get_query(self): return Query()
    def list(self): pass
class Users(Mixin, View): pass`,
      [
        "Mixin.list call a.py#Query.first inferred",
        "Mixin.list call a.py#View.get_query inferred",
        "Mixin.list call a.py#View.list inferred",
        "Users inherit a.py#Mixin",
        "Users inherit a.py#View",
        "View.get_query call a.py#Query",
      ],
    ],
    [
      "a base that leaves a method to its heirs, without saying so",
      `from abc import ABC
class Base(ABC):
    def run(self): self.step()
class One(Base):
    def step(self): pass
class Two(Base):
    def step(self): pass
class Three(Two):
    def step(self): pass`,
      [
        "Base.run call a.py#One.step ambiguous",
        "Base.run call a.py#Two.step ambiguous",
        "One inherit a.py#Base",
        "Three inherit a.py#Two",
        "Two inherit a.py#Base",
      ],
    ],
    [
      "a base from elsewhere, or what gives any name, may have it",
      `import other
class Far(other.Base):
    def run(self): self.step()
class Any:
    def __getattr__(self, name): pass
    def run(self): self.step()
class One(Far, Any):
    def step(self): pass`,
      ["One inherit a.py#Any", "One inherit a.py#Far"],
    ],
    [
      "what heirs hold goes with each of them",
      `class Kit:
    def go(self): pass
class Mixin:
    def run(self): self.kit.go()
class One(Mixin):
    def __init__(self): self.kit = Kit()`,
      ["One inherit a.py#Mixin", "One.__init__ call a.py#Kit"],
    ],
  ])("%s", (_name, code, rows) =>
    check(
      `//- a.py\n${code}\n`,
      rows.map((row) => `a.py#${row}`),
    ),
  );

  test("an heir in another file, under another name", () =>
    check(
      `//- a.py
class Mixin:
    def run(self): self.step()
//- b.py
from a import Mixin as Runs
class One(Runs):
    def step(self): pass
`,
      ["a.py#Mixin.run call b.py#One.step inferred", "b.py#One inherit a.py#Mixin"],
    ));

  test("a class with hundreds of heirs of its own", () => {
    const names = Array.from({ length: 300 }, (_, at) => `Heir${at}`);
    return check(
      `//- a.py
class Mixin:
    def run(self): self.step()
class Model(Mixin):
    def step(self): pass
${names.map((name) => `class ${name}(Model): pass`).join("\n")}
`,
      [
        "a.py#Mixin.run call a.py#Model.step inferred",
        "a.py#Model inherit a.py#Mixin",
        ...names.map((name) => `a.py#${name} inherit a.py#Model`),
      ],
    );
  });
});
