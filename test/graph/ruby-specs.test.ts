/** What tests in the manner of RSpec and Minitest say outside of classes: in blocks that are run for a group of tests. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const shop = `//- lib/shop.rb
class Shop
  def initialize; end
  def open; end
  def self.build; new; end
end
class Cart
  def add; end
end
module Signs
  def sign_in; end
  def both; end
end
module Others
  def both; end
  def only; end
end
`;

/** The edges of a spec beside that file. */
const inSpec = (code: string, rows: readonly string[]): Promise<void> =>
  check(`${shop}//- spec/shop_spec.rb\n${code}\n`, [
    "lib/shop.rb#Shop.build call lib/shop.rb#Shop.initialize",
    ...rows.map((row) => `spec/shop_spec.rb${row}`),
  ]);

describe("tests in blocks", () => {
  test.each<[name: string, code: string, rows: readonly string[]]>([
    [
      "let, let! and subject are methods of their group and of those inside",
      `describe "a" do
  let(:shop) { Shop.new }
  let!(:cart) do
    cart = Cart.new
    cart
  end
  subject(:own) { shop }
  def helper; cart.add; end
  it { shop.open }
  context "b" do
    let(:shop) { Cart.new }
    subject { Cart.new }
    it { shop.add; subject.add; own.add; helper }
  end
end`,
      [
        " call lib/shop.rb#Cart",
        " call lib/shop.rb#Cart.add inferred",
        " call lib/shop.rb#Shop.initialize",
        " call lib/shop.rb#Shop.open inferred",
        " call spec/shop_spec.rb#helper",
        "#helper call lib/shop.rb#Cart.add inferred",
      ],
    ],
    [
      "what another group says of them is not known",
      `describe("a") { let(:cart) { Cart } }\ndescribe("b") { cart.new.add }`,
      [],
    ],
    [
      "the class that they are about, and an object of it",
      `RSpec.describe Shop do
  def helper; described_class.build; end
  it { subject.open }
  describe(Cart) { it { described_class.new.add; subject.add } }
end`,
      [
        " call lib/shop.rb#Cart inferred",
        " call lib/shop.rb#Cart.add inferred",
        " call lib/shop.rb#Shop.open inferred",
        "#helper call lib/shop.rb#Shop.build inferred",
      ],
    ],
    [
      "a subject that is said comes before the class, also one with a name",
      `describe Shop do
  subject { Cart.new }
  it { subject.add }
end
describe Shop do
  subject(:cart) { Cart.new }
  it { subject.add; subject.open }
  def helper; subject.add; end
end`,
      [
        " call lib/shop.rb#Cart",
        " call lib/shop.rb#Cart.add inferred",
        "#helper call lib/shop.rb#Cart.add inferred",
      ],
    ],
    [
      "attributes that are set before each test, or in the same block",
      `describe "a" do
  before(:each) { @one = Shop.new }
  it { @one.open }
  it { @two = Cart.new; @two.add }
  it { @two.open }
  context "b" do
    before { @one = Cart.new }
    def helper; @one.add; end
  end
end`,
      [
        " call lib/shop.rb#Cart",
        " call lib/shop.rb#Cart.add inferred",
        " call lib/shop.rb#Shop.initialize",
        " call lib/shop.rb#Shop.open inferred",
        "#helper call lib/shop.rb#Cart.add inferred",
      ],
    ],
    [
      "modules that a group takes in",
      `describe("a") do
  include Signs
  it { sign_in }
end
describe("b") { sign_in }`,
      [" call lib/shop.rb#Signs.sign_in inferred"],
    ],
    [
      "modules that all groups take in, of several with one name each",
      `describe("a") { it { sign_in; both; only } }
//- spec/helper.rb
RSpec.configure do |config|
  config.include Signs, type: :feature
  config.include Others
end
//- lib/tool.rb
run { sign_in }`,
      [
        " call lib/shop.rb#Others.both ambiguous",
        " call lib/shop.rb#Others.only inferred",
        " call lib/shop.rb#Signs.both ambiguous",
        " call lib/shop.rb#Signs.sign_in inferred",
      ],
    ],
  ])("%s", (_, code, rows) => inSpec(code, rows));
});

describe("what tests have without asking for it", () => {
  const helper = `//- test/test_helper.rb
module Minitest
  class Test
    def fixture; end
  end
  module Assertions
    def assert_good; end
  end
end
class Minitest::Spec
  def body; end
end
def at_top; end
`;
  test.each<[name: string, code: string, rows: readonly string[]]>([
    [
      "what is written on classes of Minitest, and what their helper has at its top",
      `//- test/a_test.rb
class ATest < Minitest::Test
  def test_a; assert_good; fixture; body; at_top; end
end
class BTest < ActionDispatch::IntegrationTest
  def test_b; assert_good; end
end
class Other < Elsewhere::Test
  def test_c; assert_good; end
end`,
      [
        "a_test.rb#ATest inherit test/test_helper.rb#Minitest.Test",
        "a_test.rb#ATest.test_a call test/test_helper.rb#Minitest.Assertions.assert_good",
        "a_test.rb#ATest.test_a call test/test_helper.rb#Minitest.Test.fixture",
        "a_test.rb#ATest.test_a call test/test_helper.rb#at_top",
        "a_test.rb#BTest.test_b call test/test_helper.rb#Minitest.Assertions.assert_good",
      ],
    ],
    [
      "blocks of tests too",
      `//- test/b_test.rb
describe "b" do
  it("runs") { body; assert_good; fixture; at_top }
end
//- lib/b.rb
run { body; at_top }`,
      [
        "b_test.rb call test/test_helper.rb#Minitest.Assertions.assert_good inferred",
        "b_test.rb call test/test_helper.rb#Minitest.Spec.body inferred",
        "b_test.rb call test/test_helper.rb#Minitest.Test.fixture inferred",
        "b_test.rb call test/test_helper.rb#at_top",
      ],
    ],
  ])("%s", (_, code, rows) =>
    check(
      `${helper}${code}\n`,
      rows.map((row) => `test/${row}`),
    ),
  );
});

test("a module that is taken in outside of every class all files see", () =>
  check(
    `//- lib/m.rb
module M
  class Foo
    def self.make; end
  end
  def helper; end
end
//- spec/spec_helper.rb
include M
//- spec/foo_spec.rb
describe(Foo) { it { Foo.make; helper } }
//- lib/other.rb
class Other
  include N
  def a; helper; Foo.make; end
end
//- lib/n.rb
module N
  class Foo
    def self.make; end
  end
end
`,
    [
      "lib/other.rb#Other inherit lib/n.rb#N",
      "lib/other.rb#Other.a call lib/m.rb#M.helper inferred",
      "lib/other.rb#Other.a call lib/n.rb#N.Foo.make",
      "spec/foo_spec.rb call lib/m.rb#M.Foo.make inferred",
      "spec/foo_spec.rb call lib/m.rb#M.helper inferred",
    ],
  ));
