/** What everyday code in Ruby leads to beyond methods of a class: a row each. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const inRuby = (code: string, rows: readonly string[]): Promise<void> =>
  check(
    `//- a.rb\n${code}\n`,
    rows.map((row) => `a.rb#${row}`),
  );

const foo = "class Foo\n  def go; end\nend\nclass Bar\n  def run; end\nend\n";

test("mails and jobs run a method of an object that the class makes", () =>
  inRuby(
    `class ApplicationMailer < ActionMailer::Base
end
class ReplyMailer < ApplicationMailer
  def reply(user); end
end
class SyncJob < ApplicationJob
  def perform(id); end
  def other; end
end
class Plain
  def reply; end
  def perform; end
end
def f
  ReplyMailer.reply(1).deliver_later
  SyncJob.perform_later(1)
  SyncJob.other
  Plain.reply
  Plain.perform_later
end`,
    [
      "ReplyMailer inherit a.rb#ApplicationMailer",
      "f call a.rb#ReplyMailer.reply inferred",
      "f call a.rb#SyncJob.perform inferred",
    ],
  ));

describe("what a mixin gives the class that takes it in", () => {
  test.each<[name: string, code: string, rows: readonly string[]]>([
    [
      "class_methods and ClassMethods of a concern, also of one that a concern takes in",
      `module Builds
  extend ActiveSupport::Concern
  class_methods do
    def build; rest; end
  end
  module ClassMethods
    def rest; end
  end
end
module More
  extend ActiveSupport::Concern
  include Builds
end
class A
  include More
  def self.x; build; end
end
def go; A.rest; A.new.build; end`,
      [
        "A inherit a.rb#More",
        "A.x call a.rb#Builds.ClassMethods.build",
        "Builds.ClassMethods.build call a.rb#Builds.ClassMethods.rest",
        "More inherit a.rb#Builds",
        "go call a.rb#A",
        "go call a.rb#Builds.ClassMethods.rest",
      ],
    ],
    [
      "when it is taken in, and not without that",
      `module One
  def self.included(base); base.extend(ClassMethods); end
  module ClassMethods
    def one; end
  end
end
module Two
  module ClassMethods
    def two; end
  end
end
class A
  include One
  include Two
end
def go; A.one; A.two; end`,
      ["A inherit a.rb#One", "A inherit a.rb#Two", "go call a.rb#One.ClassMethods.one"],
    ],
  ])("%s", (_, code, rows) => inRuby(code, rows));
});

describe("values", () => {
  test.each<[name: string, code: string, rows: readonly string[]]>([
    [
      "finders of ActiveRecord, where the class builds on that",
      `class ApplicationRecord < ActiveRecord::Base
end
class User < ApplicationRecord
  def label; end
  def self.admins; where(admin: true); end
  def self.last; 1; end
end
class Plain
  def label; end
end
def f
  User.find(1).label
  Plain.find(1).label
end
def g(id)
  u = User.find_by!(id: id) || User.create!(id: id)
  u.label
end
def h; User.where(a: 1).order(:b).first&.label; end
def i; User.admins.each { |u| u.label }; end
def j; User.last.label; end`,
      [
        "User inherit a.rb#ApplicationRecord",
        "f call a.rb#User.label inferred",
        "g call a.rb#User.label inferred",
        "h call a.rb#User.label inferred",
        "i call a.rb#User.admins",
        "i call a.rb#User.label inferred",
        "j call a.rb#User.last",
      ],
    ],
    [
      "a class that is raised is made",
      `class Boom < StandardError
  def initialize(a); end
end
module In
  class Other < StandardError; end
end
def f
  raise Boom, "x" if a?
  raise In::Other
  raise unknown
end`,
      ["f call a.rb#Boom.initialize", "f call a.rb#In.Other"],
    ],
    [
      "several names get several values, place by place",
      `${foo}def f
  x, @y = Foo.new, Bar.new
  x.go
  x.run
end`,
      ["f call a.rb#Bar", "f call a.rb#Foo", "f call a.rb#Foo.go inferred"],
    ],
    [
      "what case gives, branch by branch",
      `${foo}def f(n)
  x = case n
      when Bar
      when 1 then Foo.new
      else nil
      end
  x.go
  x.run
  y = case n
      in Bar then Foo.new
      end
  y.go
end`,
      ["f call a.rb#Foo", "f call a.rb#Foo.go inferred"],
    ],
    [
      "tap and then hand on what they are called on",
      `${foo}def f
  Foo.new.tap { |x| x.go }
  Bar.new.then { |x, y| y.run }
  Bar.new.tap { |x| x.run }
end`,
      ["f call a.rb#Bar", "f call a.rb#Bar.run inferred", "f call a.rb#Foo", "f call a.rb#Foo.go inferred"],
    ],
  ])("%s", (_, code, rows) => inRuby(code, rows));
});

test("methods in the branches of one condition may all be meant, else the last of a name", () =>
  inRuby(
    `class Foo
  if RUBY_VERSION > "3"
    def go; end
  elsif OLD
    def go; end
  else
    def go; end
    def self.make; end
  end
  def run; end
  def run; end
  def f; go; run; Foo.make; end
end`,
    [
      "Foo.f call a.rb#Foo.go ambiguous",
      "Foo.f call a.rb#Foo.go~2 ambiguous",
      "Foo.f call a.rb#Foo.go~3 ambiguous",
      "Foo.f call a.rb#Foo.make",
      "Foo.f call a.rb#Foo.run~2",
    ],
  ));
