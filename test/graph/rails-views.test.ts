/** Templates of Rails: what their Ruby leads to. */
import { describe, expect, test } from "@jest/globals";
import { erbCode } from "../../src/languages/outlines/erb-code.ts";
import { check, edgesOf, graphOf } from "./fixture.ts";

const app = `//- app/helpers/application_helper.rb
module ApplicationHelper
  def title(text); end
  def twice; end
end
//- app/helpers/admin/rows_helper.rb
module Admin::RowsHelper
  def row(one); end
  def twice; end
  class Hidden
    def inside; end
  end
end
//- lib/more.rb
module More
  def more; end
  def apart; end
end
module Apart
  def lonely; end
end
//- app/controllers/application_controller.rb
class ApplicationController < ActionController::Base
  helper_method :user, :gone
  helper More
  def user; end
  def hidden; end
end
//- app/controllers/shops_controller.rb
class ShopsController < ApplicationController
  helper_method :caption
  def show; @shop = Shop.find(1); end
  def caption; end
end
//- app/controllers/carts_controller.rb
class CartsController < ApplicationController
  helper_method :caption
  def caption; end
end
//- app/models/shop.rb
class Shop < ActiveRecord::Base
  def open; end
end
//- app/mailers/order_mailer.rb
class OrderMailer < ActionMailer::Base
  def paid; @shop = Shop.first; end
end
//- app/components/admin/row_component.rb
module Admin
  class RowComponent < ViewComponent::Base
    def initialize; @shop = Shop.new; end
    def label; end
  end
end
//- app/views/shops/_row.html.erb
<%= title "a" %>
`;

const called = async (path: string, text: string): Promise<readonly string[]> =>
  edgesOf(await graphOf(`${app}//- ${path}\n${text}\n`)).flatMap((row) =>
    row.startsWith(`${path} call `) ? [row.replace(/^.* call [^#]*#/, "")] : [],
  );

describe("what a view calls", () => {
  test.each<[text: string, called: readonly string[]]>([
    ["<%= title 'a' %>", ["ApplicationHelper.title inferred"]],
    ["<b a='<%= title(row(1)) -%>'>", ["ApplicationHelper.title inferred", "Admin.RowsHelper.row inferred"]],
    ["<% if user %><%= more %><% end %>", ["ApplicationController.user inferred", "More.more inferred"]],
    ["<%= twice %>", ["ApplicationHelper.twice ambiguous", "Admin.RowsHelper.twice ambiguous"]],
    ["<%= caption %>", ["ShopsController.caption inferred"]],
    ["<%= @shop.open %>", ["Shop.open inferred"]],
    ["<% [1].each do |title| %><%= title %><% end %>", []],
    ["<% title = 1 %><%= title %>", []],
    ["<%= hidden %><%= gone %><%= inside %><%= lonely %><%= @other.open %>", []],
    ["<%# title 'a' %><%% title 'a' %>title(1)", []],
    ["<% Shop.all.each do |shop| %>\n<%= shop.open %>\n<% end %>", ["Shop.open inferred"]],
  ])("%s", async (text, expected) =>
    expect([...(await called("app/views/shops/show.html.erb", text))].sort()).toEqual([...expected].sort()),
  );
  test.each<[path: string, text: string, called: readonly string[]]>([
    ["app/views/order_mailer/paid.text.erb", "<%= @shop.open %>", ["Shop.open inferred"]],
    [
      "app/views/layouts/a.html.erb",
      "<%= caption %>",
      ["CartsController.caption ambiguous", "ShopsController.caption ambiguous"],
    ],
    [
      "app/views/shops/show.json.jbuilder",
      "json.a title(@shop.open)",
      ["ApplicationHelper.title inferred", "Shop.open inferred"],
    ],
    [
      "app/components/admin/row_component.html.erb",
      "<%= label %><%= @shop.open %><%= row 1 %>",
      ["Admin.RowComponent.label inferred", "Shop.open inferred"],
    ],
    ["lib/templates/model.rb.erb", "<%= title 'a' %><%= @shop.open %>", []],
  ])("%s: %s", async (path, text, expected) =>
    expect([...(await called(path, text))].sort()).toEqual([...expected].sort()),
  );
});

test("a helper calls others, and what controllers show", () =>
  check(
    `//- app/helpers/a_helper.rb
module AHelper
  def a; b; user; end
end
//- app/helpers/b_helper.rb
module BHelper
  def b; end
end
//- app/controllers/c.rb
class C
  helper_method :user
  def user; end
end
`,
    [
      "app/helpers/a_helper.rb#AHelper.a call app/helpers/b_helper.rb#BHelper.b inferred",
      "app/helpers/a_helper.rb#AHelper.a call app/controllers/c.rb#C.user inferred",
    ],
  ));

test.each([
  ["a <%= b -%> c\n<% d %>", "      b ;\n   d ;"],
  ["<%% a %> <%# b %><%== c %>", "                      c ;"],
  ["<%=\na\n%>", "   \na\n;"],
  ["a <%", ""],
  ["<%%", "   "],
  ["%>", ""],
  ["<%-%>", "   ;"],
])("%j has the code %j, each character at its place", (text, code) => expect(erbCode(text)).toBe(code));

test.each(["<%", "<% a\n", "<%%", "%>", "<%# ", "<% a %>", "<%= b { %>"])(
  "%j, again and again, is read in time",
  (piece) => {
    const text = piece.repeat(100_000);
    expect(erbCode(text).split("\n").length).toBe(text.split("\n").length);
  },
);
