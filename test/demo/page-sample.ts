// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sample is a change of TypeScript code.
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type PageView, renderPage } from "../../demo/page/page.ts";

/** A run as it may really look, for the tests and for the eye: `node test/demo/page-sample.ts` writes it out. */
export const sample: PageView = {
  repository: "acme/shelf",
  notice: "The model's answers on this page are a recording; everything else happened as shown.",
  issue: {
    number: 12,
    title: "Config: accept `~` in paths, and say which file is wrong",
    author: "mira",
    body: 'When I set `cache: ~/shelf` the folder **~** is made in the work directory.\n\n1. Expand `~` in every path of the configuration\n2. Name the file in the error\n\n```ts\nloadConfig("~/.shelf.yaml"); // throws ENOENT\n```\n\nSee [the manual](https://example.org/manual?a=1&b=2).',
  },
  comments: [
    {
      author: "mira",
      app: false,
      body: "/coderag implement, keep `resolvePath` as it is",
      createdAt: "2026-11-20T09:12:00Z",
      reactions: ["eyes", "rocket"],
    },
    {
      author: "coderag[bot]",
      app: true,
      body: '<!-- coderag:v1 {"kind":"progress"} -->\n\n**Done: [#13](https://github.com/acme/shelf/pull/13) is a draft for you to review.** Expand ~ in paths\n\nPaths are expanded where they are read.\n\nNot done:\n\n- R3: Windows paths\n\n<details><summary>What was done</summary>\n\n- [x] Check out the repository: 812 files\n- [x] Draw its code graph\n- [ ] ~~Run the tests~~: no sandbox\n\n</details>\n\nUsed: 18,204 tokens in, 2,110 out. Run `r-7f3a`.',
      createdAt: "2026-11-20T09:14:31Z",
      reactions: ["heart"],
    },
  ],
  pullRequest: {
    number: 13,
    title: "Expand ~ in configuration paths",
    draft: true,
    head: "coderag/issue-12-config-tilde",
    base: "main",
    commit: "4f9c2d71a0b3e5c6d7e8f90112233445566778899".slice(0, 40),
    body: '### What was asked\n\n> When I set `cache: ~/shelf` the folder is made in the work directory.\n\n| | Requirement | Status | Where |\n|---|---|---|---|\n| R1 | Expand `~` in every path | done | `src/config.ts#loadConfig` |\n| R2 | Name the file in the error | done | `src/config.ts#fail` |\n| R3 | Windows paths | **not done** | |\n\n> [!WARNING]\n> No test was run: no sandbox is configured.\n\n```mermaid\nflowchart LR\n  n1["loadConfig<br>src/config.ts"]\n  n2["readYaml"]\n  n3["resolvePath<br>src/paths.ts"]\n  n4["main"]\n  n5["openCache"]\n  n6["expandHome #quot;~#quot;"]\n  n4 -->|calls| n1\n  n1 -->|calls| n2\n  n1 -->|calls| n3\n  n3 -.->|similar| n6\n  n4 --> n5\n  n5 -->|calls| n3\n  n4 -.-> n6\n  classDef changed fill:#ffd8a8,stroke:#e8590c\n  classDef context fill:#d0ebff,stroke:#1971c2\n  class n1,n3 changed\n  class n6 context\n```\n\n<details><summary>Supporting code</summary>\n\nNothing hidden.\n\n</details>\n\n<sub>Written by CodeRAG on the request of @mira.</sub>',
  },
  changes: [
    {
      path: "src/config.ts",
      before:
        'import { readYaml } from "./yaml.ts";\n\nexport function loadConfig(path: string): Config {\n  const text = readYaml(path);\n  return parse(text);\n}\n\nfunction fail(message: string): never {\n  throw new Error(message);\n}\n',
      after:
        'import { resolvePath } from "./paths.ts";\nimport { readYaml } from "./yaml.ts";\n\nexport function loadConfig(path: string): Config {\n  const text = readYaml(resolvePath(path));\n  return parse(text);\n}\n\nfunction fail(file: string, message: string): never {\n  throw new Error(`${file}: ${message}`);\n}\n',
    },
    {
      path: "src/expand-home.ts",
      before: undefined,
      after:
        "/** `~` as the home folder. */\nexport const expandHome = (path: string, home: string): string =>\n\tpath.replace(/^~(?=$|\\/)/, home);",
    },
    { path: "src/old-paths.ts", before: "export {};\r\n", after: undefined },
  ],
};

if (process.argv[1] === import.meta.filename) {
  const file = join(tmpdir(), "coderag-page.html");
  writeFileSync(file, renderPage(sample));
  console.log(pathToFileURL(file).href);
}
