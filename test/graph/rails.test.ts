/** What models, controllers and factories of Rails lead to: a row each. */
import { describe, expect, test } from "@jest/globals";
import { check, edgesOf, graphOf } from "./fixture.ts";

const models = `//- m.rb
class ApplicationRecord < ActiveRecord::Base
end
class User < ApplicationRecord
  has_many :posts, dependent: :destroy
  has_many :categories, through: :posts
  has_many :people, through: :posts
  has_many :kids, class_name: "User"
  has_one :blog_profile, class_name: 'Blog::Profile'
  scope :active, -> { where(active: true) }
  def self.sorted; order(:a); end
  def hello; end
end
class Category < ApplicationRecord
  def hide; end
end
class Person < ApplicationRecord
  def wave; end
end
class Post < ApplicationRecord
  belongs_to :user
  def publish; end
end
module Blog
  class Profile < ApplicationRecord
    def show; end
  end
end
//- a.rb
`;

describe("what code does with models", () => {
  test.each<[code: string, called: readonly string[]]>([
    ["User.create!(name: 1).hello", ["User.hello"]],
    ["User.find_by!(name: 1).hello", ["User.hello"]],
    ["User.first.posts.create!(a: 1).publish", ["User.posts", "Post.publish"]],
    ["User.first.posts.each { |post| post.publish }", ["User.posts", "Post.publish"]],
    ["User.first.posts.each(&:publish)", ["User.posts", "Post.publish"]],
    ["User.first.posts.new.publish", ["User.posts", "Post", "Post.publish"]],
    ["User.first.categories.first.hide", ["User.categories", "Category.hide"]],
    ["User.first.people.first.wave", ["User.people", "Person.wave"]],
    ["User.first.kids.first.hello", ["User.kids", "User.hello"]],
    ["User.first.blog_profile.show", ["User.blog_profile", "Blog.Profile.show"]],
    ["User.active.first.hello", ["User.active", "User.hello"]],
    ["User.where(a: 1).active.sorted.last.hello", ["User.active", "User.sorted", "User.hello"]],
    ["User.all.find_each { |one| one.hello }", ["User.hello"]],
    ["User.all.each_with_index { |one, at| one.hello }", ["User.hello"]],
    ["Post.last.user.hello", ["Post.user", "User.hello"]],
    ["User.first.send(:hello)", ["User.hello"]],
    ["User.first.try(:hello)", ["User.hello"]],
    ["create(:user).hello", ["User.hello"]],
    ["build_list(:post, 3).first.publish", ["Post.publish"]],
    ["create(user).hello", []],
    ["User.first.unknown.hello", []],
    ["other.posts.each(&:publish)", []],
  ])("%s", async (code, called) => {
    const edges = edgesOf(await graphOf(`${models}def f\n  ${code}\nend\n`));
    const from = edges.filter((row) => row.startsWith("a.rb#f call "));
    expect(from.map((row) => row.split(" ")[2]!.slice("m.rb#".length)).sort()).toEqual([...called].sort());
  });
});

describe("methods that a symbol names", () => {
  test.each<[name: string, code: string, rows: readonly string[]]>([
    [
      "callbacks, with what they ask before",
      `class C
  before_action :load, only: :show
  prepend_before_action :log
  after_save :load, if: :ready?
  validate :fits
  rescue_from Oops, with: :failed
  shows :other
  def load; end
  def log; end
  def ready?; end
  def fits; end
  def failed; end
  def other; end
  def only; end
end`,
      ["load", "log", "ready?", "fits", "failed"].map((one) => `C call a.rb#C.${one}`),
    ],
    [
      "several conditions, callbacks by their event and of associations, the layout",
      `class C
  before_action :load, unless: [:ready?, :done?]
  skip_before_action :load, if: :fits?
  set_callback :save, :before, :log
  has_many :items, after_add: :count, dependent: :destroy
  attribute :mail, if: :own?
  layout :chosen
  def load; end
  def ready?; end
  def done?; end
  def fits?; end
  def save; end
  def before; end
  def log; end
  def count; end
  def destroy; end
  def mail; end
  def own?; end
  def chosen; end
end`,
      ["load", "ready?", "done?", "fits?", "log", "count", "own?", "chosen"].map(
        (one) => `C call a.rb#C.${one}`,
      ),
    ],
    [
      "what a concern says for those that take it in",
      `module Stamped
  extend ActiveSupport::Concern
  included do
    before_save :stamp
    belongs_to :team
  end
  def stamp; end
end
class ApplicationRecord < ActiveRecord::Base
end
class Team < ApplicationRecord
  def shout; end
end
class Post < ApplicationRecord
  include Stamped
end
def f; Post.first.team.shout; end`,
      [
        "Stamped call a.rb#Stamped.stamp",
        "Team inherit a.rb#ApplicationRecord",
        "Post inherit a.rb#ApplicationRecord",
        "Post inherit a.rb#Stamped",
        "f call a.rb#Stamped.team inferred",
        "f call a.rb#Team.shout inferred",
      ],
    ],
    [
      "methods that are left to something else",
      `class Team
  def shout; end
  def name; end
end
class User
  delegate :shout, to: :team
  delegate :name, to: :team, prefix: true
  def team; Team.new; end
end
def f; User.new.shout; end
def g; User.new.team_name; end`,
      [
        "User.shout call a.rb#Team.shout inferred",
        "User.team_name call a.rb#Team.name inferred",
        "User.team call a.rb#Team",
        "f call a.rb#User",
        "f call a.rb#User.shout",
        "g call a.rb#User",
        "g call a.rb#User.team_name",
      ],
    ],
    [
      "a method of the class itself",
      `class C
  def a; send(:b); method(:b); end
  def b; end
end`,
      ["C.a call a.rb#C.b"],
    ],
  ])("%s", (_, code, rows) =>
    check(
      `//- a.rb\n${code}\n`,
      rows.map((row) => `a.rb#${row}`),
    ),
  );
});
