import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type CheckOptions, checkChanges } from "../../src/checks/gate.ts";
import { checkInvisible } from "../../src/checks/invisible.ts";
import type { FileChange } from "../../src/source/file.ts";
import type { TreeEntry } from "../../src/workspace/workspace.ts";
import { timeOf } from "../helpers/time-of.ts";

const tree = (...rows: readonly (readonly [path: string, mode?: string])[]): ReadonlyMap<string, TreeEntry> =>
  new Map(rows.map(([path, mode = "100644"]) => [path, { path, mode, hash: "0", size: 1 }]));

/** What the gate says, as `! kind path` and `- kind path:line`; nothing for a change that passes. */
async function verdict(
  changes: readonly FileChange[],
  options: Partial<CheckOptions> = {},
): Promise<string[]> {
  const standing = tree(
    ...changes.filter(({ before }) => before !== undefined).map(({ path }) => [path] as const),
  );
  const { complaints, findings } = await checkChanges(changes, { entries: standing, ...options });
  return [
    ...complaints.map(({ kind }) => `! ${kind}`),
    ...findings.map(({ kind, line }) => `- ${kind}${line === undefined ? "" : `:${line}`}`),
  ];
}

const made = (path: string, after = "x\n"): FileChange => ({ path, before: undefined, after });
const changed = (path: string, before: string, after: string): FileChange => ({ path, before, after });
const gone = (path: string, before = "x\n"): FileChange => ({ path, before, after: undefined });

const goFile = (from: string, line: string): string =>
  `package a\n\nimport "${from}"\n\nfunc f() {\n\t${line}\n}\n`;

test("an ordinary change passes", async () => {
  expect(
    await verdict([
      changed("src/a.ts", "let a = 1;\n", "let a = 2;\n"),
      made("docs/über uns.md"),
      made("app/(group)/[id]/page.tsx", "export {};\n"),
      gone("src/b.py"),
    ]),
  ).toEqual([]);
});

describe("E01 paths that lead out or deceive", () => {
  const paths = [
    "../../etc/passwd",
    "/abs",
    "a/../../b",
    "a/./b",
    "C:\\x",
    "C:x",
    "a\\b",
    "a\0b",
    "a\nb",
    "a\u0085b",
    "dir./x",
    "x.",
    "x ",
    " x",
    "a//b",
    "a/",
    "",
    ".git/config",
    ".GIT/hooks/x",
    "sub/.git/config",
    ".git",
    "git~1/x",
    "GIT~2",
    ".g\u200cit/x",
    ".git::$INDEX_ALLOCATION/x",
    "\uFF0Egit/config",
    "a/\u202Etxt.exe",
    "n".repeat(300),
    `${"d/".repeat(600)}f`,
    ...["con.txt", "a/NUL", "con .txt", "CONIN$", "COM\u00B9.log"],
    ...["GITATT~1", "GI7EBA~1", "a/PROGRA~1.exe/x", ".g\u0131t/config", "x/.G\u0130T/x", "x/.gi\u0301t"],
    ...["\uFF0E\uFF0E/x", "\u2024\u2024/x", "a\uFF0F..\uFF0Fb", "..\u2215x", "%2e%2e/x", "a%2Fb"],
    ...["-x", "a/--upload-pack=x", "\uD800"],
    ...["src/p\u0430yment.ts", "\u0430dmin/x.ts"],
    ...["a%5Cb", "a%00", "prn", "x/aux.h", "LPT1", "conout$", "clock$"],
  ];
  test.each(paths)("%j", async (path) => expect(await verdict([made(path)])).toContain("! path/refused"));

  const fine = [
    "a.git/x",
    ".gitignore",
    "git/x",
    "x.git",
    "git~x",
    "..a/b",
    "a..b",
    "...",
    "console.txt",
    "漢字/é.md",
    "папка/файл.md",
    "docs/IPадрес.md",
  ].filter((path) => path !== "...");
  test.each(fine)("%j is a name like others", async (path) => {
    expect(await verdict([made(path)])).not.toContain("! path/refused");
  });

  test("no path with a control character, `..` or `.git` in it ever passes", async () => {
    const piece = fc.constantFrom(
      "a",
      "/",
      "..",
      ".",
      ".git",
      ".GiT",
      "\0",
      "\n",
      "~1",
      "git",
      " ",
      "\u200d",
      "\\",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const path = pieces.join("");
        const bad =
          /[\0\n\\\u200d]/.test(path) ||
          path.split("/").some((part) => ["", ".", "..", ".git", "git~1"].includes(part.toLowerCase()));
        if (bad) expect(await verdict([made(path)])).toContain("! path/refused");
      }),
    );
  });
});

describe("E02 links and things that are no plain text file", () => {
  const rows: [string, FileChange[], ReadonlyMap<string, TreeEntry>][] = [
    ["the file is a symlink", [changed("link", "x", "y")], tree(["link", "120000"])],
    ["a symlink is deleted", [gone("link")], tree(["link", "120000"])],
    ["a folder above is a symlink", [made("out/etc/passwd")], tree(["out", "120000"])],
    [
      "a folder above is a symlink that the change deletes",
      [gone("out"), made("out/x")],
      tree(["out", "120000"]),
    ],
    ["a folder above is a file", [made("a.txt/x")], tree(["a.txt"])],
    [
      "a folder above is a file that the change edits",
      [changed("a.txt", "x", "y"), made("a.txt/x")],
      tree(["a.txt"]),
    ],
    ["a folder above is a file that the change makes", [made("a"), made("a/b")], tree()],
    ["a folder above is like a symlink but for its case", [made("OUT/x")], tree(["out", "120000"])],
    ["a folder above is a submodule", [made("sub/x")], tree(["sub", "160000"])],
    ["the file is a submodule", [changed("sub", "x", "y")], tree(["sub", "160000"])],
    ["a folder stands there", [made("src")], tree(["src/a.ts"])],
    ["a binary file stands there", [made("logo.png")], tree(["logo.png"])],
    ["the file is not in the tree", [changed("a", "x", "y")], tree()],
    ["another file differs by case", [made("readme.md")], tree(["README.md"])],
    ["two new files differ by case", [made("a.md"), made("A.md")], tree()],
    ["two new files differ by normalisation", [made("\u00e9.md"), made("e\u0301.md")], tree()],
    ["one file twice", [changed("a", "x", "y"), changed("a", "x", "z")], tree(["a"])],
  ];
  test.each(rows)("%s", async (_, changes, entries) => {
    expect(await verdict(changes, { entries })).toContain("! path/refused");
  });

  test.each([
    ["sub", "is a submodule"],
    ["sub/x", "lies in the submodule `sub`"],
    ["SUB", "differs from `sub` by case or spelling only"],
  ])("%s, where `sub` is a submodule", async (path, reason) => {
    const { complaints } = await checkChanges([made(path)], {
      entries: tree(),
      submodules: new Set(["sub"]),
    });
    expect(complaints.map(({ message }) => message).join()).toContain(reason);
  });

  const reasons: [FileChange[], string][] = [
    [[changed("link", "x", "y")], "is a symbolic link"],
    [[made("out/x")], "lies behind the symbolic link `out`"],
    [[changed("a", "x", "y"), changed("a", "x", "z")], "is changed twice"],
    [[made("/abs")], "is an absolute path"],
    [[made("a/../../b")], "does not stay where it says"],
  ];
  test.each(reasons)("%j is told why", async (changes, reason) => {
    const entries = tree(["link", "120000"], ["out", "120000"], ["a"]);
    const { complaints } = await checkChanges(changes, { entries });
    expect(complaints.map(({ message }) => message).join()).toContain(reason);
  });

  test("a name with a look-alike that stands there stays", async () => {
    const entries = tree(["\u0430dmin/p\u0430y.ts"]);
    expect(await verdict([changed("\u0430dmin/p\u0430y.ts", "a;\n", "b;\n")], { entries })).toEqual([]);
    expect(await verdict([made("\u0430dmin/new.ts", "b;\n")], { entries })).toEqual([]);
  });

  test("a program that may be executed is a plain file", async () => {
    expect(await verdict([changed("run.py", "a\n", "b\n")], { entries: tree(["run.py", "100755"]) })).toEqual(
      [],
    );
  });

  test("a file may become a folder, and a name may change its case", async () => {
    expect(await verdict([gone("a"), made("a/b")])).toEqual([]);
    expect(await verdict([gone("Readme.md"), made("README.md")])).toEqual([]);
    expect(await verdict([gone("src/a"), made("src")])).toEqual([]);
  });
});

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Which of these, made below a folder, the gate does not speak of in this way: none, as long as each is on its list. */
async function passing(paths: readonly string[], verdictOf: string): Promise<readonly string[]> {
  const passed: string[] = [];
  for (const path of paths)
    if (!(await verdict([made(`web/${path}`, "a\n")])).includes(verdictOf)) passed.push(path);
  return passed;
}

describe("E03 protected paths", () => {
  const paths = [
    ".github/workflows/ci.yml",
    ".GitHub/Workflows/ci.yml",
    ".github/actions/x/run.sh",
    "action.yml",
    "tools/action.yaml",
    "CODEOWNERS",
    "docs/codeowners",
    ".github/dependabot.yml",
    "renovate.json",
    ".renovaterc.json5",
    ".husky/pre-commit",
    "web/.husky/pre-commit",
    ".githooks/x",
    ".pre-commit-config.yaml",
    "Dockerfile",
    "deploy/Dockerfile.prod",
    "api.dockerfile",
    "docker-compose.yml",
    "compose.override.yaml",
    ".devcontainer/devcontainer.json",
    ".devcontainer.json",
    ".vscode/settings.json",
    "web/.vscode/tasks.json",
    ".npmrc",
    "web/.npmrc",
    "AGENTS.md",
    "agents.md",
    "pkg/CLAUDE.md",
    "GEMINI.md",
    ".cursorrules",
    ".mcp.json",
    ".gitattributes",
    ".gitmodules",
    ".env",
    ".env.production",
    ".envrc",
    ".anything/file",
    ".circleci/config.yml",
    ".gitlab-ci.yml",
    "Jenkinsfile",
    "azure-pipelines.yml",
    "lefthook.yml",
    ...["web/.github/workflows/ci.yml", ".lefthook.toml", "lefthook-local.yml", ".lintstagedrc.json"],
    ...["docker-bake.hcl", "shop.code-workspace", "mcp.json", "conf/pip.conf", "QWEN.md", "web/.continue/x"],
    ...["web/.codex/config.toml", "web/.agents/skills/a/run.py", "web/.zed/tasks.json", "opencode.json"],
    ...["crates/a/.cargo/config.toml", "app/.mvn/extensions.xml", "web/.yarn/plugins/x.cjs", "a/binding.gyp"],
    ...[".appveyor.yml", ".cirrus.star", ".cirrus.yml", ".readthedocs.yaml", "bitrise.yml", ".buildkite.yml"],
    ...[
      "azure-pipelines-nightly.yml",
      "azure-pipelines/a.yml",
      "web/netlify.toml",
      "vercel.json",
      "Procfile",
    ],
    ...[
      "render.yaml",
      "fly.toml",
      "skaffold.yaml",
      ".huskyrc.json",
      ".simple-git-hooks.json",
      ".overcommit.yml",
    ],
    ..."OWNERS .mergify.yml .kodiak.toml bors.toml .prow.yaml .policy.yml .coderabbit.yaml .pr_agent.toml".split(
      " ",
    ),
    ..."wrangler.toml web/wrangler.jsonc appspec.yml .build.yml .ci.yaml codeship-steps.yml bamboo-specs/a.yml".split(
      " ",
    ),
    ..."ios/ci_scripts/ci_post_clone.sh prek.toml hk.pkl devfile.yaml .replit .pnp.cjs a/.bundle/config".split(
      " ",
    ),
    ..."web/.helix/languages.toml .lfsconfig .roomodes .roorules-code .augment-guidelines CRUSH.md".split(
      " ",
    ),
    ...["Procfile.dev", "web/.pnpmfile.mjs"],
    ..."hooks/pre-commit tools/git-hooks/post-checkout commit-msg .bazelversion atlantis.yaml .buildpacks".split(
      " ",
    ),
    ..."vercel.ts .platform.app.yaml .clinerules-code web/.kilocoderules codex.md .rvmrc".split(" "),
    ...[".changeset/config.json", ".changeset/README.md", ".changeset/a/b.md", ".changeset/agents.md"],
    ...["AGENTS.override.md", "web/.opencode/agent/a.md", "web/.clinerules/a.md", "web/.vs/launch.vs.json"],
  ];
  test.each(paths)("%s", async (path) => {
    expect(await verdict([made(path, "a: 1\n")])).toContain("! path/protected");
    expect(await verdict([gone(path)])).toContain("! path/protected");
    expect(await verdict([made(path, "{}\n")], { protectedPolicy: "request-review" })).toContain(
      "- path/protected",
    );
  });

  const folders = `
    .gitlab .idea .claude .cursor .windsurf .gemini .kiro .junie .roo .amazonq .augment .trae .qwen .goose .fleet .config
    .buildkite .semaphore .tekton .kilocode .openhands .factory .theia .nova`;
  const names = `
    .gitconfig .yarnrc .yarnrc.yml .netrc .pypirc .bazelrc .bazeliskrc .buckconfig .pnp.js .pnp.loader.mjs
    .pre-commit-hooks.yaml .travis.yml .drone.yml .woodpecker.yaml .gitpod.yml lefthook.json simple-git-hooks.js
    captainhook.json grumphp.yml grumphp.yml.dist lint-staged.config.mjs pip.ini pre-applypatch post-merge pre-merge-commit
    pre-rebase post-rewrite pre-push applypatch-msg prepare-commit-msg bitbucket-pipelines.yml cloudbuild.yaml buildspec.yml
    .zuul.yaml codemagic.yaml wercker.yml .vela.yml .semaphore.yml .scrutinizer.yml screwdriver.yaml shippable.yml
    owners_aliases .pullapprove.yml .bulldozer.yml .sourcery.yaml greptile.json ellipsis.yaml vercel.json railway.toml
    railway.json nixpacks.toml amplify.yml heroku.yml now.json apprunner.yaml okteto.yml containerfile a.containerfile
    docker-bake.json agent.md copilot-instructions.md skill.md warp.md replit.md conventions.md claude.local.md crush.json
    .aider.conf.yml .goosehints .kilocodemodes .openhands_instructions dockerfile-dev jenkinsfile-nightly
    docker-compose-dev.yml`;
  test("every other name on the list", async () => {
    const paths = [...wordsOf(folders).map((folder) => `${folder}/x`), ...wordsOf(names)];
    expect(await passing(paths, "! path/protected")).toEqual([]);
  });

  const fine = [
    ".gitignore",
    ".editorconfig",
    ".changeset/calm-titles-rise.md",
    "src/actions.ts",
    "src/workflows/ci.ts",
    "docs/agents/intro.md",
    "src/docker/file.ts",
    ...["src/owners.ts", "docs/policy.yml", "src/wrangler.ts", "src/ci_scripts.py", "docs/configure.md"],
    ...["src/dockerfile-parser.ts", "src/Jenkinsfile-lint.js"],
    ...["docs/dockerfile-notes/a.md", "src/compose.ts", "docs/system-requirements.yml"],
    ...["web/.node-version", "docs/.nojekyll", "public/.well-known/security.txt", "a/.prettierignore"],
    ...["a/.nvmrc", "a/.mailmap", "a/.gitkeep", "a/.keep", "a/.git-blame-ignore-revs"],
    ...["src/commit-msg.ts", "docs/pre-commit.md", "src/app.ts", "src/build-logic.ts"],
    "environment.ts",
  ];
  test.each(fine)("%s is not", async (path) => expect(await verdict([made(path, "\n")])).toEqual([]));

  test.each([
    "Makefile",
    "web/conftest.py",
    "build.rs",
    "gradlew",
    "eslint.config.mjs",
    ".prettierrc.json",
    "TOX.ini",
    ".mise.toml",
    "web/mise.local.toml",
    ...["CMakeLists.txt", "lib/BUILD.bazel", "WORKSPACE", "Gulpfile.js", "gruntfile.coffee.js", "Fastfile"],
    ..."configure Makefile.am lib/rules.mk cmake/Find.cmake a.gradle defs.bzl build.zig config.nims .ghci".split(
      " ",
    ),
    ..."karma.conf.js .dependency-cruiser.js .sequelizerc .pylintrc .pdbrc .rspec .Rprofile .luacheckrc".split(
      " ",
    ),
    ..."phpstan.neon .php-cs-fixer.dist.php .formatter.exs x.xcodeproj/project.pbxproj .htaccess nx.json".split(
      " ",
    ),
    ..."shell.nix devbox.json a.targets .golangci.yml".split(" "),
    ..."tox.toml hatch.toml Makefile.toml .justfile Taskfile.dist.yml web/project.json angular.json".split(
      " ",
    ),
    ...["phpunit.xml.dist", ".mocharc.cjs", ".releaserc", "usercustomize.py", ".gdbinit", ".exrc"],
    ...["web/.storybook.ts", "web/.storybook/main.ts", ".flake8", ".scalafix.conf", ".jvmopts", ".lando.yml"],
    ...["buildSrc/src/A.kt", "build-logic/a.kt", "hatch_build.py", "app.json", "tools/bazel", "a/Pluginfile"],
  ])("%s runs by itself, and the reviewer is told", async (path) =>
    expect(await verdict([made(path, "{}\n")])).toContain("- path/runs"),
  );

  const running = `
    meson.build sconstruct sconscript wscript module.bazel tiltfile earthfile guardfile brewfile appfile matchfile capfile
    thorfile berksfile puppetfile steepfile dangerfile dangerfile.ts directory.build.rsp msbuild.rsp init.gradle
    phpunit.xml rakefile noxfile.py sitecustomize.py mvnw mvnw.cmd gradlew.bat rust-toolchain rust-toolchain.toml vagrantfile
    makefile.in makefile.pl configure.ac configure.in build.pl build.cake buck jamroot jamfile premake5.lua xmake.lua setup.hs dune
    magefile.go nim.cfg deps/build.jl renv/activate.r snakefile fabfile.py turbo.json nodemon.json firebase.json rush.json
    dagger.json terragrunt.hcl moon.yml serverless.yml default.nix devenv.nix melos.yaml ansible.cfg docker-entrypoint.sh
    a.xcscheme a.sublime-project a.pth pylintrc pytest.ini mypy.ini rebar.config.script psalm.xml psalm.xml.dist rector.php
    buf.gen.yaml sqlc.yml analysis_options.yaml ipython_config.py jupyter_lab_config.py web.config justfile
    phpunit.dist.xml phpstan.dist.neon build.xml a.vcxproj lib/tasks/a.rake babel.config.json jest.config.json`;
  test("every other name of those that run by themselves", async () => {
    expect(await passing(wordsOf(running), "- path/runs")).toEqual([]);
  });

  test.each(["", "off", "none", "Request-Review", "request_review"])(
    "an unknown policy blocks: %j",
    async (protectedPolicy) => {
      expect(await verdict([made("AGENTS.md")], { protectedPolicy })).toEqual(["! path/protected"]);
    },
  );

  test("more paths by configuration, without case", async () => {
    const options = { protectedPaths: ["infra/**", "*.sql", "db/[mM]igrations", "keys"] };
    expect(await verdict([made("db/migrations/2026/a.py")], options)).toEqual(["! path/protected"]);
    expect(await verdict([made("app/keys/a.py")], options)).toEqual(["! path/protected"]);
    expect(await verdict([made("Infra/a/b.txt")], options)).toEqual(["! path/protected"]);
    expect(await verdict([made("db/x.SQL")], options)).toEqual(["! path/protected"]);
    expect(await verdict([made("src/infra.txt")], options)).toEqual([]);
  });
});

describe("E04 manifests and lock files", () => {
  const paths = [
    "package.json",
    "web/package-lock.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "requirements.txt",
    "dev-requirements.in",
    "requirements-dev.txt",
    "pyproject.toml",
    "setup.py",
    "poetry.lock",
    "go.mod",
    "go.sum",
    "Cargo.toml",
    "Gemfile",
    "Gemfile.lock",
    "pom.xml",
    "build.gradle.kts",
    "composer.json",
    "App.csproj",
    "x.gemspec",
    ...[
      "requirements/base.txt",
      "gems.rb",
      "Directory.Build.props",
      "conanfile.py",
      "pylock.toml",
      "deps.edn",
    ],
    ..."uv.toml Project.toml build.zig.zon DESCRIPTION cpanfile a.nimble package.yaml build.mill".split(" "),
  ];
  test.each(paths)("%s", async (path) => {
    const change = changed(path, "{}\n", "{ }\n");
    expect(await verdict([change])).toContain("! manifest/changed");
    expect(await verdict([change], { allowManifests: true })).toContain("- manifest/changed");
  });
  const names = `
    npm-shrinkwrap.json composer.lock deno.jsonc jsr.json bower.json lerna.json vcpkg.json conanfile.json package.json5 bun.lock uv.lock
    pdm.lock cargo.lock mix.lock pubspec.lock podfile.lock deno.lock flake.lock pipfile.lock pnpm-workspace.yml pubspec.yaml
    environment.yml conda.yml bun.lockb bunfig.toml pipfile podfile mix.exs flake.nix constraints.txt go.work go.work.sum
    package.swift package.resolved ivy.xml build.sbt project.clj gradle.properties gradle-wrapper.properties gradle.lockfile
    verification-metadata.xml settings.gradle libs.versions.toml import_map.json importmap.json conda-lock.yml gems.locked
    plugins.sbt rebar.config rebar.lock cartfile cartfile.resolved paket.dependencies paket.lock paket.references global.json
    conanfile.txt stack.yaml stack.yaml.lock cabal.project cabal.project.local renv.lock elm.json shard.yml shard.lock mise.toml
    .tool-versions a.cabal a.opam a.nuspec poetry.toml pdm.toml pixi.toml manifest.toml juliamanifest.toml juliaproject.toml
    move.toml dub.json dub.sdl bb.edn shadow-cljs.edn profiles.clj build.sc mintfile packages.config packages.lock.json
    directory.packages.props directory.build.targets nuget.config a.fsproj a.vbproj a.podspec
    package@swift-6.0.swift vcpkg-configuration.json settings-gradle.lockfile gemfiles/rails_8.gemfile a.gemfile.lock
    a-1.rockspec subprojects/zlib.wrap requirements.yml`;
  test("every other name on the list", async () => {
    expect(await passing(wordsOf(names), "! manifest/changed")).toEqual([]);
  });
  test.each(["src/package.ts", "packages.md", "requirements.md", "src/setup.ts"])(
    "%s is not",
    async (path) => {
      expect(await verdict([made(path, "\n")])).toEqual([]);
    },
  );
});

describe("E05 size and kind", () => {
  const big = "x\n".repeat(524_289);
  const rows: [string, FileChange[], string][] = [
    ["a file above 1 MB", [made("a.txt", big)], "! limit/file"],
    ["a file grown above 1 MB", [changed("a.txt", "x\n", big)], "! limit/file"],
    ["bytes, not characters", [made("a.txt", "漢".repeat(400_000))], "! limit/file"],
    [
      "more than 4 MB in all",
      Array.from({ length: 5 }, (_, at) => made(`${at}.txt`, big.slice(0, 1_000_000))),
      "! limit/total",
    ],
    ["more than 100 files", Array.from({ length: 101 }, (_, at) => made(`${at}.txt`)), "! limit/files"],
    ["binary", [made("a.bin", "a\0b")], "! limit/binary"],
    ["half a character", [made("a.txt", "\uD83D")], "! limit/binary"],
  ];
  test.each(rows)("%s", async (_, changes, expected) => expect(await verdict(changes)).toEqual([expected]));
  test("100 files and a deleted giant pass", async () => {
    expect(
      await verdict([...Array.from({ length: 99 }, (_, at) => made(`${at}.txt`)), gone("a.txt", big + big)]),
    ).toEqual([]);
  });
});

describe("E07 syntax", () => {
  const rows: [string, FileChange, string[]][] = [
    [
      "parsed before, does not now",
      changed("a.ts", "function f() {\n  return 1;\n}\n", "function f() {\n  return 1;\n"),
      ["! syntax/new-fault"],
    ],
    ["a new file that does not parse", made("a.py", "def f(:\n  pass\n"), ["! syntax/new-fault"]],
    [
      "Python indentation",
      changed("a.py", "def f():\n    return 1\n", "def f():\nreturn 1\n"),
      ["! syntax/new-fault"],
    ],
    [
      "broken before, and no worse",
      changed("a.ts", "let a = ;\nlet b = 1;\n", "let a = ;\nlet b = 2;\n"),
      ["- syntax/broken-before:1"],
    ],
    ["broken before, and mended", changed("a.ts", "let a = ;\n", "let a = 1;\n"), []],
    [
      "broken before, and worse",
      changed("a.ts", "let a = ;\nlet b = 1;\n", "let a = ;\nlet b = ;\n"),
      ["! syntax/new-fault"],
    ],
    ["JSON", changed("a.json", '{ "a": 1 }\n', '{ "a": 1, }\n'), ["! syntax/new-fault"]],
    ["JSON with a byte order mark", changed("a.json", '\uFEFF{ "a": 1 }\n', '\uFEFF{ "a": 2 }\n'), []],
    ["JSON broken before", changed("a.json", "{ // c\n}\n", "{ // d\n}\n"), ["- syntax/broken-before:1"]],
    ["JSON where comments are usual", made("tsconfig.json", "{ // c\n}\n"), []],
    ["TOML", changed("a.toml", "a = 1\n", "a = \n"), ["! syntax/new-fault"]],
    ["front matter", changed("a.md", "---\na: b\n---\n", "---\na: [b\n---\n"), ["! syntax/new-fault"]],
    ["a template that becomes HTML", made("a.html", "{% if a %}<p>"), ["- syntax/unchecked"]],
    ["YAML", changed("a.yml", "a: 1\nb: 2\n", "a: 1\nb: [2\n"), ["! syntax/new-fault"]],
    ["YAML with several documents and tags", made("a.yaml", "a: !Ref b\n---\nc: &x 1\nd: *x\n"), []],
    [
      "a template that becomes YAML",
      made("chart/a.yaml", "{{ if .x }}\na: 1\n{{ end }}\n"),
      ["- syntax/unchecked"],
    ],
    ["a script that the grammar takes", made("a.sh", "run() { echo 1; }\nrun\n"), []],
    [
      "a script that the grammar does not know",
      made("a.sh", "for file do ls; done\n"),
      ["- syntax/unchecked"],
    ],
    ["deep YAML", made("a.yaml", "[".repeat(60_000)), ["- syntax/unchecked"]],
    [
      "Go: the last use of an import goes",
      changed("a.go", goFile("os", "os.Exit(1)"), goFile("os", "")),
      ["! syntax/unused-import"],
    ],
    ["Go: with its import", changed("a.go", goFile("os", "os.Exit(1)"), "package a\n\nfunc f() {}\n"), []],
    ["Go: used as a type alone", made("a.go", goFile("net/http", "var _ http.Request")), []],
    ["Go: a new import of the library", made("a.go", goFile("math/rand/v2", "")), ["! syntax/unused-import"]],
    [
      "Go: a new import whose package has perhaps another name",
      made("a.go", goFile("b.io/c/d", "e.F()")),
      [],
    ],
    ["Go: under another name", made("a.go", goFile("os", "sys.Exit(1)").replace('"os"', 'sys "os"')), []],
    ["Go: for its effects", made("a.go", goFile("embed", "").replace('"embed"', '_ "embed"')), []],
    ["Go: not used before", changed("a.go", goFile("b.io/c", "d.E()"), goFile("b.io/c", "d.F()")), []],
    ["Go: broken before", changed("a.go", goFile("os", "x := ="), goFile("os", "")), []],
    ["a language we do not know", made("a.cob", "IDENTIFICATION DIVISION\n"), []],
  ];
  test.each(rows)("%s", async (_, change, expected) => expect(await verdict([change])).toEqual(expected));

  test("the fault is drawn under its place", async () => {
    const { complaints } = await checkChanges([changed("a.json", "{}", '{\n\t"a" 1\n}\n')], {
      entries: tree(["a.json"]),
    });
    expect(complaints[0]).toMatchObject({ kind: "syntax/new-fault", path: "a.json", line: 2 });
    expect(complaints[0]!.excerpt).toMatch(/^1 \| \{\n2 \| \t"a" 1\n {2}\| \t {4}\^ .+\n3 \| \}$/);
  });
});

describe("E09 generated, vendored and minified files", () => {
  const paths = [
    "node_modules/x/a.js",
    "vendor/a.go",
    "web/dist/a.js",
    "priv/static/assets/a.js",
    "a.min.js",
    "a.js.map",
    "src/__snapshots__/a.snap",
    "api.pb.go",
    "x_pb2.py",
  ];
  test.each(paths)("%s", async (path) => {
    const change = changed(path, "a\n", "a \n");
    expect(await verdict([change])).toContain("! path/generated");
    expect(await verdict([change], { request: `also \`${path}\`, please` })).not.toContain(
      "! path/generated",
    );
    expect(await verdict([change], { request: `x${path}` })).toContain("! path/generated");
  });
  const heads = [
    "// Code generated by protoc. DO NOT EDIT.\nx\n",
    "# @generated\nx\n",
    "/*\n * This file is auto-generated by x.\n */\n",
  ];
  test.each(heads)("%j", async (before) => {
    expect(await verdict([changed("a.txt", before, `${before}y\n`)])).toEqual(["! path/generated"]);
  });
  test("minified by its lines", async () => {
    expect(await verdict([changed("a.css", "a{}".repeat(2000), "a{}")])).toEqual(["! path/generated"]);
  });
  test(".gitattributes decides, the last line first, and that of an inner folder before that of an outer one", async () => {
    const gitAttributes = new Map([
      [
        ".gitattributes",
        "# made\n*.gen.txt linguist-generated\napi/** text linguist-generated=true\napi/own.txt -linguist-generated\nvendor/** linguist-vendored=false\n*.dat binary\nsrc/*.dat diff\nb.txt -diff\n",
      ],
      ["a/.gitattributes", "b.txt !diff\n/c.txt linguist-generated\n"],
    ]);
    const judged = (path: string, request = "") =>
      verdict([changed(path, "a\n", "b\n")], { gitAttributes, request });
    for (const path of ["a/b.gen.txt", "api/x/y.txt", "x.dat", "b.txt", "a/c.txt"])
      expect([path, await judged(path)]).toEqual([path, ["! path/generated"]]);
    for (const path of ["api/own.txt", "vendor/own.txt", "src/x.dat", "a/b.txt", "c.txt", "a/d/c.txt"])
      expect([path, await judged(path)]).toEqual([path, []]);
    expect(await judged("a/c.txt", "a/c.txt")).toEqual([]);
    expect(await judged("x.dat", "x.dat")).toEqual(["! path/generated"]);
  });
  test.each([
    ["a.go", `package a\n${"\n".repeat(30)}// Code generated by hand\n`],
    ["a.py", "# This file is generated from a.yml\nx = 1\n"],
    ["a.js", `x(${'"y", '.repeat(50)});\n`],
    ["a.css", "a {}\n/*# sourceMappingURL=a.css.map */\n"],
    ["a.dat", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n"],
  ])("%s that GitHub would fold in the diff is not made", async (path, after) => {
    const before = path === "a.go" ? "package a\n" : "";
    for (const change of [made(path, after), changed(path, before, after)])
      expect(await verdict([change], { request: path })).toContain("! path/generated");
    expect(await verdict([changed(path, after, `${after}\n`)], { request: path })).toEqual([]);
    expect(await verdict([gone(path, after)], { request: path })).toEqual([]);
  });
  test("a file that speaks of generated code is not generated", async () => {
    expect(await verdict([changed("a.txt", "x\nprint('do not edit')\n", "y\n")])).toEqual([]);
  });
});

describe("E10 weakened checks", () => {
  const source = "it('a', () => {\n  expect(1).toBe(1);\n});\nit('b', () => {\n  expect(2).toBe(2);\n});\n";
  const rows: [string, FileChange[], string[]][] = [
    ["a test file is deleted", [gone("test/a.test.ts", source)], ["- weakened/deleted-tests"]],
    [
      "a test is deleted",
      [changed("test/a.test.ts", source, source.slice(0, source.indexOf("it('b'")))],
      ["- weakened/deleted-tests"],
    ],
    [
      "an assertion is deleted",
      [changed("a.test.ts", source, source.replace("  expect(2).toBe(2);\n", ""))],
      ["- weakened/deleted-assertions"],
    ],
    [
      "a test is skipped",
      [changed("a.test.ts", source, source.replace("it('b'", "it.skip('b'"))],
      ["- weakened/skipped-test:4"],
    ],
    [
      "a test of Ruby is deleted",
      [
        changed(
          "test/a_test.rb",
          'test "a" do\n  assert x\nend\ntest "b" do\nend\n',
          'test "a" do\n  assert x\nend\n',
        ),
      ],
      ["- weakened/deleted-tests"],
    ],
    [
      "a C++ test is disabled",
      [
        changed(
          "a_test.cc",
          "TEST(A, B) { EXPECT_EQ(1, f()); }\n",
          "TEST(A, DISABLED_B) { EXPECT_EQ(1, f()); }\n",
        ),
      ],
      ["- weakened/skipped-test:1"],
    ],
    [
      "a claim of C# is deleted",
      [
        changed(
          "CartTests.cs",
          "class A { [Test] void B() { Assert.AreEqual(1, C()); } }\n",
          "class A { [Test] void B() { C(); } }\n",
        ),
      ],
      ["- weakened/deleted-assertions"],
    ],
    [
      "a rescue of nothing in Ruby",
      [changed("a.rb", "begin\n  b\nend\n", "begin\n  b\nrescue StandardError\nend\n")],
      ["- weakened/empty-catch"],
    ],
    [
      "one test alone",
      [changed("a.test.ts", source, source.replace("it('b'", "it.only('b'"))],
      ["- weakened/skipped-test:4"],
    ],
    [
      "a test is skipped in Python",
      [
        changed(
          "test_a.py",
          "def test_a():\n    assert x\n",
          "@pytest.mark.skip\ndef test_a():\n    assert x\n",
        ),
      ],
      ["- weakened/skipped-test:1"],
    ],
    [
      "in Go",
      [
        changed(
          "a_test.go",
          "func TestA(t *testing.T) {\n}\n",
          "func TestA(t *testing.T) {\n\tt.Skip()\n}\n",
        ),
      ],
      ["- weakened/skipped-test:2"],
    ],
    ["@ts-ignore", [changed("a.ts", "f();\n", "// @ts-ignore\nf();\n")], ["- weakened/silenced-check:1"]],
    [
      "eslint-disable",
      [changed("a.ts", "f();\n", "f(); // eslint-disable-line\n")],
      ["- weakened/silenced-check:1"],
    ],
    ["noqa", [changed("a.py", "f()\n", "f()  # noqa: E501\n")], ["- weakened/silenced-check:1"]],
    ["type: ignore", [changed("a.py", "f()\n", "f()  # type: ignore\n")], ["- weakened/silenced-check:1"]],
    ["xit", [changed("a.txt", "\n", "xit('b', () => {\n")], ["- weakened/skipped-test:1"]],
    ["pending", [changed("a_spec.rb", "x\n", 'x\npending "later"\n')], ["- weakened/skipped-test:2"]],
    ["skip: true", [changed("a.js", "f();\n", "test2({ skip: true });\n")], ["- weakened/skipped-test:1"]],
    ["nolint", [changed("a.go2", "f()\n", "f() //nolint\n")], ["- weakened/silenced-check:1"]],
    ["no cover", [changed("a.py", "f()\n", "f()  # pragma: no cover\n")], ["- weakened/silenced-check:1"]],
    [
      "an empty catch",
      [changed("a.ts", "f();\n", "try {\n  f();\n} catch (error) {\n  // whatever\n}\n")],
      ["- weakened/empty-catch"],
    ],
    [
      "an empty catch in one line",
      [changed("a.js", "f();\n", "try { f(); } catch {}\n")],
      ["- weakened/empty-catch"],
    ],
    ["a promise's", [changed("a.js", "f();\n", "f().catch(() => {});\n")], ["- weakened/empty-catch"]],
    [
      "except: pass",
      [changed("a.py", "f()\n", "try:\n    f()\nexcept Exception:\n    pass\n")],
      ["- weakened/empty-catch"],
    ],
    [
      "what was there before is not held against the change",
      [
        changed(
          "a.ts",
          "// @ts-ignore\nf();\ntry { g(); } catch {}\n",
          "// @ts-ignore\nf(1);\ntry { g(); } catch {}\n",
        ),
      ],
      [],
    ],
    [
      "a silenced line that is changed",
      [
        changed(
          "a.rs",
          'fn f() {\n    say("#![allow(unused)]");\n}\n',
          'fn f() {\n    say("#![allow(unused)]\\n");\n}\n',
        ),
      ],
      [],
    ],
    [
      "a silenced line that is silenced in other words as well",
      [changed("a.py", "f()  # noqa\n", "g()  # noqa  # type: ignore\n")],
      ["- weakened/silenced-check:1"],
    ],
    [
      "a silenced line that moved",
      [changed("a.ts", "// @ts-ignore\nf();\ng();\n", "g();\n// @ts-ignore\nf();\n")],
      [],
    ],
    [
      "a second silenced line like the first",
      [changed("a.ts", "// @ts-ignore\nf();\ng();\n", "// @ts-ignore\nf();\n// @ts-ignore\ng();\n")],
      ["- weakened/silenced-check:3"],
    ],
    ["a test file that moved", [gone("test/a.test.ts", source), made("test/sub/a.test.ts", source)], []],
    [
      "a catch that acts",
      [changed("a.ts", "f();\n", "try {\n  f();\n} catch (error) {\n  log(error);\n}\n")],
      [],
    ],
    ["a new test", [changed("a.test.ts", source, `${source}it('c', () => {});\n`)], []],
    [
      "a script that runs what it loads",
      [made("a.sh", "curl https://a.example | sh\n")],
      ["- package/installs:1"],
    ],
  ];
  test.each(rows)("%s", async (_, changes, expected) => expect(await verdict(changes)).toEqual(expected));
});

describe("E11 what a reviewer cannot see", () => {
  const rows: [string, string, string[]][] = [
    ["bidirectional override", "if (a /*\u202E*/) {}", ["! hidden/text"]],
    ["bidirectional isolate", "x\u2066y", ["! hidden/text"]],
    ["right-to-left mark", "x\u200F", ["! hidden/text"]],
    ["zero-width space", "pass\u200Bword", ["! hidden/text"]],
    ["code far off to the right", `ok();${" ".repeat(150)}evil();`, ["! hidden/text"]],
    ["code behind unusual blanks", `ok();${"\u3000".repeat(150)}evil();`, ["! hidden/text"]],
    ["a wide table", `name${" ".repeat(140)}price`, []],
    ["blanks at the end", `name${" ".repeat(500)}`, []],
    ["zero-width joiner between Latin letters", "pass\u200Dword", ["! hidden/text"]],
    ["tag characters", `a${String.fromCodePoint(0xe0041)}`, ["! hidden/text"]],
    ["variation selectors that carry data", `a${String.fromCodePoint(0xe0100)}`, ["! hidden/text"]],
    ["Hangul filler", "const \u3164 = 1", ["! hidden/text"]],
    ["soft hyphen", "a\u00ADb", ["! hidden/text"]],
    ["a zero-width space behind a pictograph", "👍\u200B", ["! hidden/text"]],
    ["a tag behind a digit", `1${String.fromCodePoint(0xe0041)}`, ["! hidden/text"]],
    ["a byte order mark in the middle", "a\uFEFFb", ["! hidden/text"]],
    ["an escape sequence", "\u001B[2K", ["! hidden/text"]],
    ["a carriage return that overwrites", "evil()\rgood()", ["! hidden/text"]],
    ["Cyrillic in a Latin word", "p\u0430ssword", ["! hidden/text"]],
    ["Greek omicron in a Latin word", "f\u03BFo", ["! hidden/text"]],
    ["full-width letters in a word", "ev\uFF41l", ["! hidden/text"]],
    ["a long blob that is run", `eval(atob("${"QUJD".repeat(80)}"))`, ["! hidden/text"]],
    ["a picture", `x = "data:image/png;base64,${"QUJD".repeat(80)}"; eval(y)`, ["- hidden/odd:2"]],
    [
      "a blob that is run beside a picture",
      `eval(atob("${"QUJD".repeat(80)}")) // data:image/png;base64,`,
      ["! hidden/text"],
    ],
    ["code in an address", `import("data:text/javascript;base64,${"QUJD".repeat(80)}")`, ["! hidden/text"]],
    ["a click that looks like a mark", "if (production\u01C3 = 1) {", ["! hidden/text"]],
    ["a Cherokee letter in a Latin word", "\u13AApi", ["! hidden/text"]],
    ["a blank of Braille", "a\u2800b", ["- hidden/odd:2"]],
    ["a long blob", `"${"QUJD".repeat(80)}"`, ["- hidden/odd:2"]],
    ["eval", "eval(x)", ["- hidden/odd:2"]],
    ["a no-break space", "a\u00A0b", ["- hidden/odd:2"]],
    ["private use", "a\uE000", ["- hidden/odd:2"]],
    ["a Latin-looking word all in Cyrillic", "\u0440\u0430\u0443", ["- hidden/odd:2"]],
    ["a phonetic letter in a name", "is_user\u0261roup()", ["- hidden/odd:2"]],
    ["a phonetic transcription", "language: /\u02C8l\u00E6\u014B\u0261w\u026Ad\u0292/", []],
    ["emoji with joiners and selectors", "👩‍👩‍👧 ❤️ 👍🏽 ✔️ 1️⃣ 🏳️‍🌈", []],
    ["Russian", "Скажи, а сор из избы?", []],
    ["Persian with a non-joiner", "می‌خواهم", []],
    ["Hindi with a joiner", "क्‍ष", []],
    ["Arabic", "مرحبا بالعالم", []],
    ["Japanese", "日本語　です", []],
    ["accents and Greek in formulas", "naïve Δt = 3 μs, λ = 2, café", []],
    ["a hash", `"sha512-${"QUJD".repeat(22)}=="`, []],
    ["an escape before a Russian word", 'print("\\nОшибка, \\u0041Сумма")', []],
    ["a placeholder before a Russian letter", '"%dс, %-5.2fм" % x', []],
    ["a class of Latin and Russian letters", "/[a-zа-яёA-ZА-Я]+/", []],
    ["a Russian word that begins in Latin", "IPадрес", []],
    ["a look-alike behind an escape, too", '"\\np\u0430ssword"', ["! hidden/text"]],
    ["a name with one part of look-alikes", "is_\u0430_user", ["! hidden/text"]],
  ];
  test.each(rows)("%s", async (_, text, expected) => {
    expect(await verdict([changed("a.txt", "first\n", `first\n${text}\n`)])).toEqual(expected);
  });
  test("a text-direction character is named for what it does", async () => {
    const { complaints } = await checkChanges([made("a.txt", "x\u202Ey\n")], { entries: tree() });
    expect(complaints[0]!.message).toContain("another order than it runs");
  });
  test("what was there before is not held against the change", async () => {
    expect(await verdict([changed("a.txt", "x\u200By\n", "x\u200By\nmore\n")])).toEqual([]);
    expect(await verdict([changed("a.py", "ν_max = 3\n", "ν_max = 3\nx = ν_max\n")])).toEqual([]);
  });
});

describe("a renamed file is judged by what it was", () => {
  const renamed = (before: string, after: string, path = "new.py"): FileChange[] => [
    gone("old.py", before),
    { path, before: undefined, after, movedFrom: "old.py" },
  ];
  const rows: [string, FileChange[], string[]][] = [
    ["a fault that it had", renamed("def f(:\n", "def f(:\n"), ["- syntax/broken-before:1"]],
    ["a new fault", renamed("x = 1\n", "def f(:\n"), ["! syntax/new-fault"]],
    ["an invisible character that it had", renamed("# x\u200By\n", "# x\u200By\n"), []],
    ["a skipped test that it had", renamed("@skip\ndef test_a(): pass\n", "@skip\ndef test_a(): pass\n"), []],
    [
      "a path that is not deleted says nothing",
      [{ path: "new.py", before: undefined, after: "def f(:\n", movedFrom: "old.py" }],
      ["! syntax/new-fault"],
    ],
  ];
  test.each(rows)("%s", async (_, changes, expected) => {
    expect(await verdict(changes)).toEqual(expected);
  });
});

describe("secrets in the change", () => {
  const token = `ghp_${"AbC3dEfGh1JkLmN0pQrStUvWxYz245768901"}`;
  test("are complained about without being repeated", async () => {
    const { complaints } = await checkChanges([made("a.txt", `one\nkey: ${token}\n`)], { entries: tree() });
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toMatchObject({ kind: "secret/in-change", path: "a.txt", line: 2 });
    expect(JSON.stringify(complaints)).not.toContain(token.slice(4));
  });
  test("that stood there before are not", async () => {
    expect(await verdict([changed("a.txt", `${token}\n`, `a\n${token}\n`)])).toEqual([]);
  });
  test("an address with a made-up password passes", async () => {
    expect(await verdict([made("a.txt", "postgres://user:password@localhost/x\n")])).toEqual([]);
    expect(await verdict([made("a.test.ts", 'parseURL("https://john:doe@a.com:1080/x")\n')])).toEqual([]);
    expect(await verdict([made("a.txt", "postgres://app:k3Jx8Qm2@db.corp.internal/x\n")])).toEqual([
      "! secret/in-change",
    ]);
  });
});

test("a change that may not be written is not parsed", async () => {
  expect(await verdict([made("/a.json", "{")])).toEqual(["! path/refused"]);
});

test("D03 hostile YAML is read to the end", async () => {
  for (const piece of ["a:\n\t- ", "&a ", "{a: 1},", "? ", "- ", "k: 1\n"]) {
    const { complaints } = await checkChanges([made("a.yml", piece.repeat(5_000))], { entries: tree() });
    expect(complaints.length).toBeLessThan(5);
  }
});

test("D04 many lines that are complained about are told in time", async () => {
  const lines = Array.from({ length: 150_000 }, (_, at) => ({ line: at + 1, text: "x\u200B", replaced: [] }));
  const milliseconds = await timeOf(() => expect(checkInvisible("a.txt", lines).complaints).toHaveLength(10));
  expect(milliseconds).toBeLessThan(1000);
});

test("D04 long hostile lines are read to the end", async () => {
  const pieces = [
    "catch",
    "catch (",
    "except ",
    "it(",
    "/*",
    "{ ",
    "\u0430a",
    "eval",
    "expect",
    ".catch(",
    "A",
    "pending ",
    "# type: ",
    "do not edit ",
  ];
  for (const piece of pieces) {
    const text = `${piece.repeat(30_000 / piece.length)}\n`;
    expect(Array.isArray(await verdict([changed("test/a.txt", "x\n", text)]))).toBe(true);
  }
});
