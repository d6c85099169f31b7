/** What classes of tests build on in the libraries that run them, by whole names: repositories write on these. */
import { exampleGroup } from "../../graph/outline.ts";

const minitest = ["Minitest.Test", "Minitest.Assertions"];
const ofRails = ["ActiveSupport.TestCase", ...minitest];

export const libraryBases: ReadonlyMap<string, readonly string[]> = new Map([
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
export const loadedByTests = ["spec_helper", "rails_helper", "test_helper"];
