/** What blocks of Ruby get from the method that they are given to, and what is in lists and maps: a row each. */
import { test } from "@jest/globals";
import { check } from "./fixture.ts";

const box = `//- b.rb
class Cmd
  def flag; end
end
class Box
  attr_reader :all, :named
  def initialize
    @all = []
    @named = {}
    @later ||= []
  end
  def add
    @all << Cmd.new
    @named[:a] = Cmd.new
    @later.push(Cmd.new)
  end
  def later; @later; end
  def gives
    cmd = Cmd.new
    yield cmd
  end
  def second; yield 1, Cmd.new; end
  def calls(&block); block.call(Cmd.new); end
  def short(&block) = block.(Cmd.new)
  def runs(&block); instance_exec(Cmd.new, &block); end
  def each(&block); @all.each(&block); end
  def over(&block) = each(&block)
  def other(&block); library.call(Cmd.new); end
  def self.open; yield(new); end
end
//- a.rb
`;

const inside = [
  "b.rb#Box.add call b.rb#Cmd",
  "b.rb#Box.calls call b.rb#Cmd",
  "b.rb#Box.gives call b.rb#Cmd",
  "b.rb#Box.open call b.rb#Box.initialize",
  "b.rb#Box.other call b.rb#Cmd",
  "b.rb#Box.over call b.rb#Box.each",
  "b.rb#Box.runs call b.rb#Cmd",
  "b.rb#Box.second call b.rb#Cmd",
  "b.rb#Box.short call b.rb#Cmd",
];

test.each<[code: string, called: readonly string[]]>([
  ["Box.new.gives { |x| x.flag }", ["Box.gives", "Cmd.flag inferred"]],
  ["Box.new.gives do |x| x.flag end", ["Box.gives", "Cmd.flag inferred"]],
  ["Box.new.second { |x, y| y.flag }", ["Box.second", "Cmd.flag inferred"]],
  ["Box.new.second { |x, y| x.flag }", ["Box.second"]],
  ["Box.new.calls { |x| x.flag }", ["Box.calls", "Cmd.flag inferred"]],
  ["Box.new.short { |x| x.flag }", ["Box.short", "Cmd.flag inferred"]],
  ["Box.new.runs { |x| x.flag }", ["Box.runs", "Cmd.flag inferred"]],
  ["Box.new.each { |x| x.flag }", ["Box.each", "Cmd.flag inferred"]],
  ["Box.new.over { |x| x.flag }", ["Box.over", "Cmd.flag inferred"]],
  ["Box.new.other { |x| x.flag }", ["Box.other"]],
  ["Box.open { |x| x.later }", ["Box.later inferred", "Box.open"]],
  ["Box.new.all.first.flag", ["Box.all", "Cmd.flag inferred"]],
  ["Box.new.later.each(&:flag)", ["Box.later", "Cmd.flag inferred"]],
  ["Box.new.named[:a].flag", ["Box.named", "Cmd.flag inferred"]],
  ["[Box.new, 1].each { |x| x.later }", ["Box.later inferred"]],
  ["all = []\n  all << Box.new\n  all.map { |x| x.later }", ["Box.later inferred"]],
  ["x = Box.new\n  x << 1\n  x.later", ["Box.later inferred"]],
])("%s", (code, called) =>
  check(
    `${box}def f\n  ${code}\nend\n`,
    [
      ...inside,
      ...(code.includes("Box.new") ? ["a.rb#f call b.rb#Box.initialize"] : []),
      ...called.map((to) => `a.rb#f call b.rb#${to}`),
    ].sort(),
  ),
);
