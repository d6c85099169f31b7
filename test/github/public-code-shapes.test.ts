import { expect, test } from "@jest/globals";
import { fileHits, oneRepository, repositoryHits } from "../../src/github/public-code/public-code-shapes.ts";

/** A repository as GitHub's answers have it, as far as it matters here. */
const raw = (more: object = {}) => ({
  ...{ full_name: "wind/kite", private: false, fork: false, stargazers_count: 1, default_branch: "main" },
  ...more,
});

test.each<[string, object, readonly boolean[]]>([
  ["a public repository", {}, [true, true, true]],
  ["a private one", { private: true }, [false, false, false]],
  ["a fork, which is no find, and is told of where it is asked for", { fork: true }, [false, true, false]],
  ["a name that leads elsewhere", { full_name: "../../x/y" }, [false, false, false]],
  ["a name that is more than one", { full_name: "wind/kite](https://evil.example)" }, [false, false, false]],
])("%s: found, asked for, its files", (_, more, seen) => {
  const repository = raw(more);
  const found = { total_count: 1, incomplete_results: false };
  const hits = repositoryHits({ ...found, items: [repository] });
  const files = fileHits({ ...found, items: [{ path: "a.py", sha: "c0ffee", repository }] });
  const one = oneRepository(repository);
  expect([hits.items.length > 0, one !== undefined, files.items.length > 0]).toEqual(seen);
});
