/**
 * How Ruby finds files: `require_relative` beside the file, `require` on the load path, which is the `lib` folder of
 * each gem and, for tests, their own folder. Constants are found by name alone, as an autoloader would.
 */

import type { ModelRules } from "../../graph/library-rules.ts";
import type { ViewRules } from "../../graph/open-classes/reopened-rules.ts";
import { exampleGroup } from "../../graph/outline.ts";
import type { FamilyRules, ModuleTarget } from "../../graph/project.ts";
import { baseName, folderOf, joinPath } from "../../source/paths.ts";
import { camelCase } from "../chains/class-words.ts";

/** Folders that stand on the load path while code of their gem runs. */
const loadFolders = ["lib", "test", "spec"];

export function createRules(paths: readonly string[]): FamilyRules {
  const files = new Set(paths.filter((path) => path.endsWith(".rb")));
  const libraries = librariesOf(files);
  const names = new Set([...files].map(nameOf));
  const at = (folder: string, name: string): ModuleTarget | undefined => {
    const path = folder === "" ? name : `${folder}/${name}`;
    const file = [`${path}.rb`, path].find((one) => files.has(one));
    return file === undefined ? undefined : { kind: "file", path: file };
  };
  /** By folder: the load folders of the gems that it is in, then those of all others. */
  const searched = new Map<string, readonly string[]>();
  const searchedFrom = (folder: string): readonly string[] => {
    const known = searched.get(folder) ?? [...new Set([...loadPath(folder), ...libraries])];
    searched.set(folder, known);
    return known;
  };
  return {
    resolve: (from, specifier) => {
      // Most of what is required is in no repository's folder, of which there may be hundreds.
      if (!names.has(nameOf(specifier))) return undefined;
      const folder = folderOf(from);
      const name = joinPath("", specifier);
      if (/^\.{1,2}\//.test(specifier)) return at("", joinPath(folder, specifier)) ?? at("", name);
      for (const one of searchedFrom(folder)) {
        const found = at(one, name);
        if (found) return found;
      }
      return undefined;
    },
    exportsEverything: true,
    classBodyIsScope: false,
    separateTypeNames: false,
    superMethod: undefined,
    callMethod: undefined,
    openTypes: true,
    valuesFirst: true,
    reopened: {
      ...{ maker: "new", initializer: "initialize", classOf: "class" },
      ...{ runsOnObjects, views, libraryBases, loadedByTests, isHome },
    },
    models,
    givesItself: new Set(["dup", "clone", "freeze", "itself", "tap"]),
  };
}

/** Mails and jobs of Rails: `OrderMailer.paid(order)`, `SyncJob.perform_later(id)`. */
const runsOnObjects = [
  { base: /^(?:::)?(?:ApplicationMailer|ActionMailer\.Base)$/, called: /^(?!new$|with$|deliver|default)/ },
  { base: /^(?:::)?(?:ApplicationJob|ActiveJob\.Base)$/, called: /^perform_(?:later|now)$/, runs: "perform" },
];

/**
 * Views of Rails: `app/views/admin/users/show.html.erb` is shown by Admin::UsersController, or by a mailer without that word;
 * `app/components/admin/row_component.html.erb` is a method of Admin::RowComponent (ViewComponent).
 */
const views: ViewRules = {
  isView: (path) => viewFolder.test(path) || component.test(path),
  isMethod: (path) => component.test(path),
  isHelper: (path) => /(?:^|\/)app\/helpers\/.+_helper\.rb$/.test(path),
  shownBy: (path) => {
    const [, folders = ""] = viewFolder.exec(path) ?? [];
    const [, name = folders] = component.exec(path) ?? [];
    const whole = name.split("/").map(camelCase).join(".");
    return whole === "" ? [] : [...(name === folders ? [`${whole}Controller`] : []), whole];
  },
};
const component = /(?:^|\/)app\/components\/(.+?)\.[^/]*erb$/;
const viewFolder = /(?:^|\/)app\/views\/(?:(.+)\/)?[^/]+$/;

/** Every `lib` folder, the shortest paths first: the repository's own gem before those inside of it. */
function librariesOf(files: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  for (const path of files) {
    const place = /^(?:.*\/)?lib(?=\/)/.exec(path)?.[0];
    if (place !== undefined) found.add(place);
  }
  return [...found].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

/** The load folders of the gems that a folder is in, the innermost first. */
function loadPath(start: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = start; ; folder = folderOf(folder)) {
    const inside = loadFolders.map((name) => joinPath(folder, name));
    if (loadFolders.includes(baseName(folder))) folders.push(folder);
    folders.push(...inside);
    if (folder === "") return folders;
  }
}

/** Zeitwerk's custom: `Foo::BarBaz` stands in `foo/bar_baz.rb`. */
function isHome(name: string, path: string): boolean {
  const bare = (text: string): string => text.replaceAll("_", "").toLowerCase();
  return `/${bare(path)}`.endsWith(`/${bare(name.replaceAll(".", "/"))}.rb`);
}

const nameOf = (path: string): string => baseName(path).replace(/\.rb$/, "");

/** Models of ActiveRecord. */
const models: ModelRules = {
  bases: /^(?:::)?(?:ApplicationRecord|ActiveRecord\.Base)$/,
  ofOne:
    /^(?:find(?:_by|_or_create_by|_or_initialize_by|_sole_by)?|first(?:_or_create|_or_initialize)?|second|third|last|take|sole|create(?:_or_find_by)?|build)!?$/,
  ofMany:
    /^(?:where|rewhere|with|order|in_order_of|reorder|limit|offset|distinct|group|having|all|extending|includes|preload|eager_load|joins|left_joins|left_outer_joins|references|and|or|not|none|merge|unscope|unscoped|readonly|lock|select|filter|reject|each|find_each|in_batches|to_a|load|shuffle|reverse|reverse_order|excluding|without|missing|associated)!?$/,
  ofItself: /^reload$/,
  areOfClass: true,
};

const minitest = ["Minitest.Test", "Minitest.Assertions"];
const ofRails = ["ActiveSupport.TestCase", ...minitest];

/** What classes of tests build on in the libraries that run them, by whole names: repositories write on these. */
const libraryBases: ReadonlyMap<string, readonly string[]> = new Map([
  // A block of `describe` is one or the other.
  [exampleGroup, ["Minitest.Spec", ...minitest]],
  ["Minitest.Spec", minitest],
  ["Minitest.Test", minitest.slice(1)],
  ["Test.Unit.TestCase", ["Test.Unit.Assertions"]],
  ["ActiveSupport.TestCase", minitest],
  ...[
    "ActionController",
    "ActionMailer",
    "ActionView",
    "ActiveJob",
    "ActionCable.Channel",
    "ActionCable.Connection",
  ].map((name) => [`${name}.TestCase`, ofRails] as const),
  ["ActionDispatch.IntegrationTest", ofRails],
  ["ActionDispatch.SystemTestCase", ["ActionDispatch.IntegrationTest", ...ofRails]],
]);

/** What `rspec --init` and the generators of Rails have every test load. */
const loadedByTests = ["spec_helper", "rails_helper", "test_helper"];
