import { describe, expect, test } from "@jest/globals";
import { type ImportedAs, leadsTo } from "../../src/dependencies/modules.ts";
import { usesOf } from "../../src/dependencies/uses.ts";
import type { Outline } from "../../src/graph/outline.ts";
import { outlineOne } from "../../src/languages/outlines/outline-one.ts";
import type { Ecosystem } from "../../src/web/registries/registry.ts";

type Files = Readonly<Record<string, string>>;

async function outlines(language: string, files: Files): Promise<readonly Outline[]> {
  return Promise.all(
    Object.entries(files).map(async ([path, text]) => {
      const result = await outlineOne({ language, text });
      if ("skipped" in result) throw new Error(result.skipped);
      return { path, ...(JSON.parse(result.json) as Omit<Outline, "path">) };
    }),
  );
}

/** `api path:line,line`, in the answer's order. */
async function check(
  [ecosystem, name]: readonly [Ecosystem, string],
  language: string,
  files: Files,
  expected: readonly string[],
  others: readonly Omit<ImportedAs, "ecosystem">[] = [],
): Promise<void> {
  const declared = others.map((one) => ({ ...one, ecosystem }));
  const asked = declared.find((one) => one.name === name) ?? { ecosystem, name };
  const { apis } = usesOf(asked, await outlines(language, files), declared);
  expect(
    apis.map(({ api, places }) => `${api} ${places.map(({ path, line }) => `${path}:${line}`).join(",")}`),
  ).toEqual(expected);
}

describe("Python", () => {
  test("modules, names, aliases, and what was made of them; tests come last", () =>
    check(
      ["pypi", "requests"],
      "python",
      {
        "tests/test_a.py": "import requests\nrequests.get('x')\n",
        "a.py":
          "import requests as rq\nfrom requests.auth import HTTPBasicAuth\nsession = rq.Session()\nsession.get('y')\nget('z')\n",
        "b.py": "from .requests import get\nget('own')\n",
      },
      [
        "HTTPBasicAuth a.py:2",
        "requests.get tests/test_a.py:2",
        "rq.Session a.py:3",
        "rq.Session.get a.py:4",
      ],
    ));
  test("of a long name the modules are left out, and what a result holds is not its maker", () =>
    check(
      ["pypi", "click"],
      "python",
      {
        "a.py":
          "import click\nrunner = click.testing.CliRunner()\nresult = runner.invoke(cli)\nresult.output.startswith('a')\n",
      },
      ["CliRunner.invoke a.py:3", "CliRunner.invoke.output a.py:4", "click.testing.CliRunner a.py:2"],
    ));
  test("an operator is no name that anybody looks for", () =>
    check(
      ["pypi", "numpy"],
      "python",
      { "a.py": "import numpy as np\nb = np.arange(3) + 1\nnp.arange(2) * b\n" },
      ["np.arange a.py:2,a.py:3"],
    ));
  test.each([
    ["PyYAML", "import yaml\nyaml.limit = 1\nyaml.safe_load('')\n", "yaml.safe_load a.py:3"],
    ["python-dateutil", "from dateutil import parser\nparser.parse('')\n", "parser.parse a.py:2"],
    ["beautifulsoup4", "from bs4 import BeautifulSoup as Soup\nSoup('')\n", "BeautifulSoup a.py:2"],
    ["ruamel.yaml", "from ruamel.yaml import YAML\nYAML()\n", "YAML a.py:2"],
    ["RestrictedPython", "from RestrictedPython import safe_builtins\n", "safe_builtins a.py:1"],
    ["restrictedpython", "import RestrictedPython.Guards as guards\nguards.safe()\n", "guards.safe a.py:2"],
    ["pymongo", "from bson import ObjectId\n", "ObjectId a.py:1"],
    ["typing_extensions", "from typing_extensions import Self\n", "Self a.py:1"],
  ])("%s is imported under another name", (name, text, expected) =>
    check(["pypi", name], "python", { "a.py": text }, [expected]),
  );
});

describe("JavaScript and TypeScript", () => {
  test("default, namespace and named imports, subpaths, CommonJS", () =>
    check(
      ["npm", "express"],
      "javascript",
      { "a.js": 'const express = require("express");\nconst app = express();\napp.get("/", () => 1);\n' },
      ["express a.js:2", "express.get a.js:3"],
    ));
  test("a long chain of calls is one place of each of its first ones", () =>
    check(
      ["npm", "zod"],
      "typescript",
      { "a.ts": 'import { z } from "zod";\nz.string()\n  .min(1)\n  .max(5)\n  .email();\n' },
      ["z.string a.ts:2", "z.string.min a.ts:3"],
    ));
  test("what a long chain sets up is of its class, and what it hands on is nobody's", () =>
    check(
      ["npm", "commander"],
      "typescript",
      {
        "a.ts":
          'import { Command } from "commander";\nconst program = new Command().name("a").version("1").description("b");\nprogram.option("-x");\nprogram.name("a").usage("b").hook((option) => option.flags.trim());\n',
      },
      [
        "Command.name a.ts:2,a.ts:4",
        "Command a.ts:2",
        "Command.name.usage a.ts:4",
        "Command.name.version a.ts:2",
        "Command.option a.ts:3",
      ],
    ));
  test("what a callback is given goes by its own name", () =>
    check(
      ["npm", "express"],
      "typescript",
      {
        "a.ts":
          'import express from "express";\nconst app = express();\napp.get("/", (_req, res) => {\n  res.status(200).send("ok");\n});\n',
      },
      ["express a.ts:2", "express.get a.ts:3", "res.status a.ts:4", "res.status.send a.ts:4"],
    ));
  test("a package is not its neighbour of a longer name", () =>
    check(
      ["npm", "pino"],
      "typescript",
      {
        "a.ts":
          'import http from "pino-http";\nimport { pino, type Logger } from "pino";\nhttp();\nconst log: Logger = pino();\nlog.info("x");\n',
      },
      ["Logger a.ts:2", "pino a.ts:4", "pino.info a.ts:5"],
    ));
  test("a scoped package by a subpath", () =>
    check(
      ["npm", "@octokit/core"],
      "typescript",
      { "a.ts": 'import * as core from "@octokit/core/types";\ncore.make().run().now().later();\n' },
      ["core.make a.ts:2", "core.make.run a.ts:2"],
    ));
});

describe("others", () => {
  test("Go: the package's name is not always the last folder", () =>
    check(
      ["go", "github.com/golang-jwt/jwt/v5"],
      "go",
      {
        "a.go":
          'package main\nimport (\n\t"github.com/golang-jwt/jwt/v5"\n\tother "github.com/golang-jwt/jwtx"\n)\nfunc main() {\n\tt := jwt.New(nil)\n\tt.Sign()\n\tother.X()\n}\n',
      },
      ["jwt.New a.go:7", "jwt.New.Sign a.go:8"],
    ));
  test("Rust: with and without `use`", () =>
    check(
      ["crates", "serde-json"],
      "rust",
      {
        "a.rs": 'use serde_json::Value;\nfn f() { let v: Value = serde_json::from_str("1"); }\n',
        "b.rs": "fn g() { serde_json::json(); }\n",
      },
      ["Value a.rs:1", "serde_json.from_str a.rs:2", "serde_json.json b.rs:1"],
    ));
  test("Java: not the repository's own package below the same group", () =>
    check(
      ["maven", "org.apache.commons:commons-lang3"],
      "java",
      {
        "A.java":
          "package org.apache.commons.csv;\nimport org.apache.commons.lang3.StringUtils;\nimport org.apache.commons.csv.B;\nclass A { void f() { StringUtils.join(1); B.b(); } }\n",
        "B.java": "package org.apache.commons.csv;\nclass B { static void b() {} }\n",
      },
      ["StringUtils.join A.java:4"],
    ));
  test("Ruby: constants say whose they are, required or not", async () => {
    const files = { "a.rb": "Rack::Protection.new(1)\nRack::Request.new(2)\nRackup.run\n" };
    await check(["rubygems", "rack-protection"], "ruby", files, ["Rack.Protection.new a.rb:1"]);
    await check(["rubygems", "rackup"], "ruby", files, ["Rackup.run a.rb:3"]);
  });
  test("what others wrote, or a program, uses nothing, and makes no package the project's own", async () => {
    const go = 'package a\nimport "github.com/acme/rocket"\nfunc f() { rocket.Fly() }\n';
    const paths = ["vendor/github.com/acme/rocket/pad.go", "api/a.pb.go", "a.go"];
    await check(["go", "github.com/acme/rocket"], "go", Object.fromEntries(paths.map((path) => [path, go])), [
      "rocket.Fly a.go:3",
    ]);
    const php = {
      "vendor/guzzle/Request.php": "<?php\nnamespace GuzzleHttp\\Psr7;\nclass A {}\n",
      "a.php": "<?php\nuse GuzzleHttp\\Psr7\\Request;\nnew Request('GET');\n",
    };
    await check(["packagist", "guzzlehttp/psr7"], "php", php, ["Request a.php:3"]);
  });
  test("PHP: by namespace, a vendor's packages apart", async () => {
    const files = {
      "a.php": "<?php\nuse GuzzleHttp\\Psr7\\Request;\nuse Psr\\Log\\LoggerInterface;\nnew Request('GET');\n",
    };
    await check(["packagist", "guzzlehttp/psr7"], "php", files, ["Request a.php:4"]);
    await check(["packagist", "guzzlehttp/promises"], "php", files, []);
    await check(["packagist", "psr/log"], "php", files, ["LoggerInterface a.php:3"]);
    await check(["packagist", "psr/http-client"], "php", files, []);
  });
  test.each([
    ["laravel/framework", "Illuminate\\Support\\Str"],
    ["aws/aws-sdk-php", "Aws\\S3\\S3Client"],
    ["twilio/sdk", "Twilio\\Rest\\Client"],
    ["pusher/pusher-php-server", "Pusher\\Pusher"],
    ["firebase/php-jwt", "Firebase\\JWT\\JWT"],
    ["vlucas/phpdotenv", "Dotenv\\Dotenv"],
    ["phpunit/phpunit", "PHPUnit\\Framework\\TestCase"],
    ["phpseclib/phpseclib", "phpseclib3\\Net\\SFTP"],
    ["inertiajs/inertia-laravel", "Inertia\\Inertia"],
    ["spatie/laravel-permission", "Spatie\\Permission\\Models\\Role"],
    ["symfony/service-contracts", "Symfony\\Contracts\\Service\\ResetInterface"],
    ["league/oauth2-client", "League\\OAuth2\\Client\\Token\\AccessToken"],
    ["http-interop/http-factory-guzzle", "Http\\Factory\\Guzzle\\UriFactory"],
  ])("PHP: %s brings %s", (name, from) => {
    expect(leadsTo({ ecosystem: "packagist", name }, from)).toBe(true);
  });
  test.each([
    ["symfony/string", "Symfony\\Polyfill\\Mbstring\\Mbstring"],
    ["spatie/ray", "Spatie\\ArrayToXml\\ArrayToXml"],
    ["php-standard-library/php-standard-library", "PHPStan\\Type\\Type"],
    ["firebase/php-jwt", "Firebase\\Auth\\Token"],
  ])("PHP: %s does not bring %s", (name, from) => {
    expect(leadsTo({ ecosystem: "packagist", name }, from)).toBe(false);
  });
  test("PHP: of packages to which a namespace leads, the one that says most of it", async () => {
    const files = { "a.php": "<?php\nuse Symfony\\Contracts\\EventDispatcher\\Event;\nnew Event();\n" };
    const of = ["packagist", "symfony/event-dispatcher"] as const;
    await check(of, "php", files, [], [{ name: "symfony/event-dispatcher-contracts" }]);
  });
  test("PHP: where Composer's lock file says the namespaces, they count and not the names", async () => {
    const files = { "a.php": "<?php\nuse Psl\\Json;\nuse Acme\\Kit\\Box;\nJson\\decode(1);\nnew Box();\n" };
    const known = { name: "acme/box", namespaces: ["Acme\\Kit"] };
    await check(["packagist", "acme/box"], "php", files, ["Box a.php:5"], [known]);
    await check(["packagist", "acme/kit"], "php", files, [], [known, { name: "acme/kit" }]);
  });
  test("C#: what the repository binds is its own: a property, a constant", () =>
    check(
      ["nuget", "Newtonsoft.Json"],
      "csharp",
      {
        "A.cs":
          "using Newtonsoft.Json;\nclass A { const int Most = 1; string[] Names { get; set; } void F() { Names.First(); Most.ToString(); JToken.Parse(1); } }\n",
      },
      ["JToken.Parse A.cs:2"],
    ));
  test("Deno: registry and range may stand where it is imported", async () => {
    const files = {
      "a.ts":
        'import { join } from "jsr:@std/path@^1/posix";\nimport { h } from "npm:preact@10.2.0";\njoin();\nh();\n',
    };
    await check(["jsr", "@std/path"], "typescript", files, ["join a.ts:3"]);
    await check(["npm", "preact"], "typescript", files, ["h a.ts:4"]);
  });
  test("C#: names that only files use which import it", () =>
    check(
      ["nuget", "Newtonsoft.Json"],
      "csharp",
      {
        "A.cs":
          "using Newtonsoft.Json;\nclass A { void F() { JsonConvert.SerializeObject(1); Console.WriteLine(1); Mine.Go(); } }\n",
        "B.cs": "class Mine { void G() { Console.WriteLine(1); } }\n",
      },
      ["JsonConvert.SerializeObject A.cs:2"],
    ));
});

/** Which of the packages that a repository declares each import leads to. */
describe("C and C++", () => {
  const here = (text: string): Files => ({
    "a.cpp": text,
    "own/local.h": "class fmt_own {};\nvoid curl_own();\n",
    "third_party/fmt/fmt/format.h": "namespace fmt {}\n",
  });
  test.each<[name: string, text: string, expected: readonly string[]]>([
    [
      "fmt",
      '#include <fmt/format.h>\nvoid f() { fmt::print("x"); fmt_own a; curl_easy_init(); }\n',
      ["fmt.print a.cpp:2"],
    ],
    [
      "libcurl",
      "#include <curl/curl.h>\nvoid f() { curl_easy_init(); curl_own(); print(); }\n",
      ["curl_easy_init a.cpp:2"],
    ],
    [
      "nlohmann-json",
      '#include "nlohmann/json.hpp"\nusing json = nlohmann::json;\nvoid f() { json j = json::parse("x"); j.dump(); }\n',
      ["nlohmann.json.dump a.cpp:3", "nlohmann.json.parse a.cpp:3"],
    ],
    [
      "boost-asio",
      "#include <boost/asio.hpp>\n#include <boost/json.hpp>\nvoid f() { boost::asio::post(); boost::json::parse(); }\n",
      ["boost.asio.post a.cpp:3"],
    ],
    [
      "yaml-cpp",
      '#include <yaml-cpp/yaml.h>\nvoid f() { YAML::Node n = YAML::Load("x"); n.IsNull(); }\n',
      ["YAML.Load a.cpp:2", "YAML.Node.IsNull a.cpp:2"],
    ],
    [
      "libcurl",
      "#include <curl/curl.h>\nvoid f() { auto it = curl_easy_init(); it.used(); }\nvoid g() { auto it = own.begin(); it.next(); }\n",
      ["curl_easy_init a.cpp:2"],
    ],
    [
      "opencv",
      '#include <opencv2/opencv.hpp>\n#include <QString>\nusing namespace cv;\nMat own(Small s) { Mat m = Mat::zeros(); m.clone(); QString q; EXPECT(1); cv::imread("x"); show(); }\nclass Small {};\n',
      ["cv.Mat.clone a.cpp:4", "cv.Mat.zeros a.cpp:4", "cv.imread a.cpp:4"],
    ],
    ["fmt", "#include <fmt/format.h>\nusing namespace cv;\nvoid f() { Mat::zeros(); }\n", []],
    ["googletest", "#include <gtest/gtest.h>\nvoid f() { EXPECT_EQ(1, 2); }\n", ["EXPECT_EQ a.cpp:2"]],
    ["zlib", "#include <zlib.h>\nvoid f() { deflate(); auto gzlib = 1; }\n", ["deflate a.cpp:2"]],
    ["fmt", "#include <spdlog/fmt/fmt.h>\nvoid f() { fmt::print(); }\n", []],
    ["local", '#include "local.h"\nvoid f() { local::own(); }\n', []],
  ])("%s is what its header brings and begins with its name", (name, text, expected) =>
    check(["cpp", name], "cpp", here(text), expected),
  );
});

test.each<[string, readonly string[], Readonly<Record<string, string>>]>([
  [
    "go",
    ["go.acme.dev/otel", "go.acme.dev/otel/sdk", "go.acme.dev/other"],
    {
      "go.acme.dev/otel/attribute": "go.acme.dev/otel",
      "go.acme.dev/otel/sdk/trace": "go.acme.dev/otel/sdk",
      "go.acme.dev/otel/sdkmetric": "go.acme.dev/otel",
    },
  ],
  [
    "java",
    ["com.formdev:flatlaf", "com.formdev:flatlaf-extras", "com.formdev:flatlaf-fonts-inter"],
    {
      "com.formdev.flatlaf.Dark": "com.formdev:flatlaf",
      "com.formdev.flatlaf.extras.Icon": "com.formdev:flatlaf-extras",
      "com.formdev.flatlaf.fonts.inter.Font": "com.formdev:flatlaf-fonts-inter",
    },
  ],
  [
    "java",
    ["org.jetbrains:annotations", "com.google.code.gson:gson", "net.fabricmc:mapping-io"],
    {
      "org.jetbrains.annotations.Nullable": "org.jetbrains:annotations",
      "com.google.gson.annotations.Name": "com.google.code.gson:gson",
      "net.fabricmc.mappingio.Tree": "net.fabricmc:mapping-io",
    },
  ],
])("of packages that share a namespace the nearest has an import (%s)", async (language, names, imports) => {
  const ecosystem: Ecosystem = language === "go" ? "go" : "maven";
  const declared = names.map((name) => ({ ecosystem, name }));
  const written = Object.keys(imports).map((from) =>
    language === "go" ? `import x "${from}"\nfunc f() { x.F() }\n` : `import ${from};\n`,
  );
  const files = Object.fromEntries(
    written.map((text, at) => [`a${at}.x`, language === "go" ? `package a\n${text}` : `${text}class A {}\n`]),
  );
  const all = await outlines(language, files);
  const found = declared.map((one) => [one.name, usesOf(one, all, declared).files]);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(
      names.map((name) => [
        name,
        Object.values(imports).flatMap((owner, at) => (owner === name ? [`a${at}.x`] : [])),
      ]),
    ),
  );
});
