import { describe, expect, test } from "@jest/globals";
import { faultOfManifest } from "../../src/checks/package-entries.ts";

/** What may come into a manifest of Maven or Gradle, and what may not (security.md E04). */
const faultOf = (path: string, before: string, after: string): string | undefined =>
  faultOfManifest({ path, before, after });

const dependency = (more: string): string =>
  `    <dependency>\n      <groupId>org.jsoup</groupId>\n      <artifactId>jsoup</artifactId>\n${more}    </dependency>\n`;
/** A name that a build fills in. */
const filled = (name: string): string => `\${${name}}`;
const version = (said: string): string => dependency(`      <version>${said}</version>\n`);

interface PomParts {
  readonly properties?: string;
  readonly managed?: string;
  readonly entries?: string;
  readonly plugin?: string;
  readonly rest?: string;
  readonly parent?: string;
}

const pom = ({
  properties = "",
  managed = "",
  entries = "",
  plugin = "",
  rest = "",
  parent = "",
}: PomParts) => `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
${parent}  <groupId>com.example</groupId>
  <artifactId>shop</artifactId>
  <properties>
    <gson.version>2.11.0</gson.version>
    <surefire.version>3.5.0</surefire.version>
    <argLine>-Xmx1g</argLine>
${properties}  </properties>
  <dependencyManagement>
    <dependencies>
${managed}    </dependencies>
  </dependencyManagement>
  <dependencies>
    <!-- JSON -->
    <dependency>
      <groupId>com.google.code.gson</groupId>
      <artifactId>gson</artifactId>
      <version>\${gson.version}</version>
    </dependency>
${entries}  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>\${surefire.version}</version>
${plugin}      </plugin>
    </plugins>
  </build>
${rest}</project>
`;
const plain = pom({});
const parent = "  <parent>\n    <groupId>a</groupId>\n    <artifactId>b</artifactId>\n  </parent>\n";
const bom = dependency("<version>1.2.3</version><type>pom</type><scope>import</scope>");

describe("pom.xml", () => {
  test.each<[string, string, string]>([
    ["an entry", plain, pom({ entries: version("1.21.1") })],
    [
      "its words on one line, with a comment",
      plain,
      pom({ entries: `<!-- HTML -->${version("33.0.0-jre").replace(/\n */g, "")}` }),
    ],
    ["another version", pom({ entries: version("1.20.1") }), pom({ entries: version("1.21.1.Final") })],
    ["none any more", pom({ entries: version("1.20.1") }), plain],
    ["without a version", plain, pom({ entries: dependency("<scope>test</scope>") })],
    [
      "all that an entry says",
      plain,
      pom({
        entries: dependency(
          "<version>1</version><type>test-jar</type><classifier>tests</classifier><scope>provided</scope><optional>true</optional><exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>",
        ),
      }),
    ],
    ["a version for all modules", plain, pom({ managed: version("1.21.1") })],
    ["a list of versions", plain, pom({ managed: bom })],
    [
      "a property for a version",
      plain,
      pom({ properties: "<jsoup.version>1.21.1</jsoup.version>", entries: version(filled("jsoup.version")) }),
    ],
    ["the property's version", plain, plain.replace(">2.11.0<", ">2.12.0<")],
    [
      "a version that the parent's property says",
      pom({ parent }),
      pom({ parent, entries: version(filled("jsoup.version")) }),
    ],
    [
      "the first list of dependencies",
      "<project>\n</project>\n",
      `<project>\n  <dependencies>\n${version("1")}  </dependencies>\n</project>\n`,
    ],
  ])("may change: %s", (_name, before, after) => {
    expect(faultOf("core/pom.xml", before, after)).toBeUndefined();
  });

  const bad = (entry: string): string => pom({ entries: entry });
  const run = "<executions><execution><goals><goal>exec</goal></goals></execution></executions>";
  test.each<[string, string, string?]>([
    ["a plugin's configuration", pom({ plugin: run })],
    ["a dependency of a plugin", pom({ plugin: `<dependencies>${version("1")}</dependencies>` })],
    ["a plugin", pom({ rest: "<reporting><plugins><plugin/></plugins></reporting>" })],
    ["an extension", plain.replace("<build>", "<build><extensions><extension/></extensions>")],
    [
      "a repository",
      pom({ rest: "<repositories><repository><url>https://x.example</url></repository></repositories>" }),
    ],
    [
      "a profile's entry",
      pom({ rest: `<profiles><profile><dependencies>${version("1")}</dependencies></profile></profiles>` }),
    ],
    ["a parent", pom({ parent })],
    ["a module", pom({ rest: "<modules><module>evil</module></modules>" })],
    ["its own coordinates", plain.replace("com.example", "com.evil")],
    [
      "a list below something else",
      pom({ rest: `<other><dependencies>${version("1")}</dependencies></other>` }),
    ],
    ["a version of a plugin", plain.replace(">3.5.0<", ">3.5.1<")],
    ["a property that is no version", plain.replace("-Xmx1g", "-javaagent:x")],
    ["a property that nobody uses", pom({ properties: "<jsoup.version>1</jsoup.version>" })],
    [
      "a property of the machine",
      pom({ properties: "<java.version>8</java.version>", entries: version(filled("java.version")) }),
    ],
    ["a property said twice", pom({ properties: "<gson.version>2.12.0</gson.version>" })],
    ["a property's version that is no version", plain.replace(">2.11.0<", ">[2,)<")],
    [
      "a property that a plugin uses, too",
      pom({
        properties: "<jsoup.version>1</jsoup.version>",
        entries: version(filled("jsoup.version")),
        plugin: `<x>${filled("jsoup.version")}</x>`,
      }),
    ],
    ["a range", bad(version("[1.0,)"))],
    ["the latest", bad(version("LATEST"))],
    ["a snapshot", bad(version("1.0-SNAPSHOT"))],
    ["the machine's words", bad(version(filled("env.TOKEN_version")))],
    ["interpolation in a name", bad(version("1").replace("org.jsoup", filled("evil")))],
    ["an entity", bad(version("&#49;"))],
    ["CDATA", bad(version("<![CDATA[1]]>"))],
    ["a comment within a version", bad(version("1<!-- -->2"))],
    ["a version twice", bad(dependency("<version>1</version><version>2</version>"))],
    ["an attribute", bad(version("1").replace("<dependency>", '<dependency combine.self="override">'))],
    [
      "a file of the machine",
      bad(dependency("<version>1</version><scope>system</scope><systemPath>/x.jar</systemPath>")),
    ],
    ["a list where entries stand", bad(bom)],
    ["words beside the elements", bad(dependency("evil"))],
    ["an address as a name", bad(version("1").replace("<groupId>org.jsoup", "<groupId>https://x.example"))],
    [
      "a document type",
      plain.replace("<project", '<!DOCTYPE project [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<project'),
    ],
    ["a tag that is left open", plain.replace("</dependencies>\n  <build>", "<build>")],
    ["a stroke that hides", plain.replace("<build>", "<!-- <build>").replace("</build>", "</build> -->")],
    ["a comment in a comment", pom({ entries: "<!-- a -- b -->" })],
    ["a comment elsewhere", pom({ rest: "<!-- read me -->" })],
  ])("may not: %s", (_name, after) => {
    expect(faultOf("pom.xml", plain, after)).toMatch(/./);
  });

  test("what a comment hid stays hidden", () => {
    const hidden =
      "<!--\n<repositories><repository><url>https://x.example</url></repository></repositories>\n-->\n";
    const shown = hidden.replace("<!--\n", "").replace("\n-->", "");
    expect(faultOf("pom.xml", pom({ rest: hidden }), pom({ rest: shown }))).toMatch(/something else/);
  });

  test("a new property below a parent may be the parent's", () => {
    const after = pom({
      parent,
      properties: "<kotlin.version>1</kotlin.version>",
      entries: version(filled("kotlin.version")),
    });
    expect(faultOf("pom.xml", pom({ parent }), after)).toMatch(
      /`kotlin\.version` could be one that the parent goes by/,
    );
  });

  test("names the entry and the cure", () => {
    expect(faultOf("pom.xml", plain, bad(version("[1,)")))).toMatch(
      /^`org\.jsoup:jsoup` .* exact version \(no range/,
    );
    expect(faultOf("pom.xml", plain, `${plain}<`)).toMatch(/line 32 is no plain XML/);
  });
});

const script = (lines: string, rest = ""): string =>
  `plugins {\n    id 'java'\n}\n\nrepositories {\n    mavenCentral()\n}\n\ndependencies {\n    implementation 'com.google.code.gson:gson:2.11.0'\n${lines}}\n${rest}`;
const kotlin = (lines: string, rest = ""): string =>
  `plugins {\n    kotlin("jvm") version "2.1.0"\n}\n\nval text = "\${listOf("{").first()} // no comment"\n\ndependencies {\n    // JSON\n    implementation("com.google.code.gson:gson:2.11.0")\n${lines}}\n${rest}`;

describe("build.gradle", () => {
  test.each<[string, string, string]>([
    [
      "build.gradle",
      script(""),
      script("    testImplementation 'org.assertj:assertj-core:3.27.7' // checks\n\n    // more\n"),
    ],
    [
      "build.gradle",
      script(""),
      script('    implementation platform("org.junit:junit-bom:5.13.0")\n    implementation "g:a"\n'),
    ],
    [
      "build.gradle",
      script(""),
      script("    api group: 'g', name: 'a', version: '1.0'\n    annotationProcessor 'g:p:1'\n"),
    ],
    ["build.gradle", script("    api 'g:a:1'\n"), script("    api 'g:a:2'\n")],
    ["build.gradle", script("    api 'g:a:1'\n"), script("")],
    ["build.gradle", script("    /* a */\n"), script("    /* b */\n")],
    [
      "app/build.gradle.kts",
      kotlin(""),
      kotlin(
        '    testImplementation("g:a:1.2.Final")\n    implementation(libs.jackson.databind)\n    implementation(project(":core"))\n',
      ),
    ],
    [
      "build.gradle.kts",
      kotlin(""),
      kotlin(
        '    implementation(platform(libs.bom))\n    ksp("g:p:1")\n    implementation(group = "g", name = "a", version = "1")\n',
      ),
    ],
    [
      "build.gradle.kts",
      kotlin("    constraints {\n    }\n"),
      kotlin('    constraints {\n        api("g:a:1")\n    }\n'),
    ],
    [
      "build.gradle.kts",
      "kotlin {\n  sourceSets {\n    val jvmMain by getting {\n      dependencies {\n      }\n    }\n  }\n}\n",
      'kotlin {\n  sourceSets {\n    val jvmMain by getting {\n      dependencies {\n        implementation("g:a:1")\n      }\n    }\n  }\n}\n',
    ],
    [
      "build.gradle",
      "subprojects {\n  dependencies {\n  }\n}\n",
      "subprojects {\n  dependencies {\n    api 'g:a:1'\n  }\n}\n",
    ],
    ["build.gradle", script("", "def a = b / c\n"), script("    api 'g:a:1'\n", "def a = b / c\n")],
    [
      "build.gradle",
      script("").replaceAll("\n", "\r\n"),
      script("    api 'g:a:1'\n").replaceAll("\n", "\r\n"),
    ],
  ])("may change: %s to %#", (path, before, after) => {
    expect(faultOf(path, before, after)).toBeUndefined();
  });

  const one = "    api 'g:a:1'\n";
  const inBlock = (...heads: readonly string[]): [string, string] => {
    const [open, close] = [heads.map((head) => `${head} {\n`).join(""), "}\n".repeat(heads.length)];
    return [`${open}${close}`, `${open}${one}${close}`];
  };
  test.each<[string, string, string, string?]>([
    ["a block of the build itself", ...inBlock("buildscript", "dependencies")],
    ["a plugin", ...inBlock("plugins")],
    ["a repository", script(""), script("").replace("mavenCentral()", "maven { url 'https://x.example' }")],
    ["a task", script(""), script("", "tasks.register('x') {\n  exec { commandLine 'id' }\n}\n")],
    ["a call in the block", script(""), script("    exec { commandLine 'id' }\n")],
    ["a way to run tools", script(""), script("    classpath 'g:a:1'\n")],
    ["two calls on a line", script(""), script("    api 'g:a:1'; 'id'.execute()\n")],
    ["a call behind it", script(""), script("    api('g:a:1').tap { 'id'.execute() }\n")],
    ["a block behind it", script(""), script("    api('g:a:1') { }\n")],
    ["a list", script(""), script("    api 'g:a:1', 'g:b:1'\n")],
    ["interpolation", script(""), script(`    api "g:a:${filled('"id".execute().text')}"\n`)],
    ["a variable", script(""), script("    api 'g:a:' + v\n")],
    ["a name in a text", script(""), script('    api "g:a:$v"\n')],
    ["a folder", script(""), script("    implementation files('x.jar')\n")],
    ["a range", script(""), script("    api 'g:a:1.+'\n")],
    ["the latest", script(""), script("    api 'g:a:latest.release'\n")],
    ["a snapshot", script(""), script("    api 'g:a:1-SNAPSHOT'\n")],
    ["an archive", script(""), script("    api 'g:a:1@zip'\n")],
    ["a comment that hides", script("", "check()\n"), script("    /*\n", "check()\n*/\n")],
    ["a comment that begins behind it", script(""), script("    api 'g:a:1' /*\n    */\n")],
    ["what a comment hid", script("/*\n  exec {}\n*/\n"), script("  exec {}\n")],
    ["a line that moves", script("    exec {}\n", "// }\n"), script("", "    exec {}\n// }\n")],
    ["a block in the block", script("    if (x) {\n    }\n"), script(`    if (x) {\n${one}    }\n`)],
    ["what only happens if", script("    if (x)\n        y()\n"), script(`    if (x)\n${one}        y()\n`)],
    ["what goes on in the next line", script("    .y()\n"), script(`${one}    .y()\n`)],
    [
      "a text over lines",
      script("", 'def t = """\ndependencies {\n}\n"""\n'),
      script("", `def t = """\ndependencies {\n${one}}\n"""\n`),
    ],
    ["a comment over lines", "/*\ndependencies {\n}\n*/\n", `/*\ndependencies {\n${one}}\n*/\n`],
    ["a block in brackets", "x(\ndependencies {\n}\n)\n", `x(\ndependencies {\n${one}}\n)\n`],
    ["behind a pattern", `def p = /"{/\n${script("")}`, `def p = /"{/\n${script(one)}`],
    ["behind an escaped letter", `def p = '\\u0027'\n${script("")}`, `def p = '\\u0027'\n${script(one)}`],
    ["behind four quotes", `def p = """"a"""\n${script("")}`, `def p = """"a"""\n${script(one)}`],
    ["behind a brace too many", `}\n${script("")}`, `}\n${script(one)}`],
    [
      "a plugin's own build",
      `apply plugin: 'java-gradle-plugin'\n${script("")}`,
      `apply plugin: 'java-gradle-plugin'\n${script(one)}`,
    ],
    [
      "a block that was not there",
      "apply plugin: 'java'\n",
      `apply plugin: 'java'\ndependencies {\n${one}}\n`,
    ],
  ])("may not: %s", (_name, before, after) => {
    expect(faultOf("build.gradle", before, after)).toMatch(/./);
  });

  test.each([
    ["buildSrc/build.gradle", script(""), script(one)],
    ["build-logic/convention/build.gradle.kts", kotlin(""), kotlin('    implementation("g:a:1")\n')],
    ["settings.gradle", script(""), script(one)],
    ["build.gradle.kts", `/* /* */\n${kotlin("")}*/`, `/* /* */\n${kotlin('    api("g:a:1")\n')}*/`],
    ["build.gradle.kts", `val a = \`{\`\n${kotlin("")}`, `val a = \`{\`\n${kotlin('    api("g:a:1")\n')}`],
  ])("may not: %s to %#", (path, before, after) => {
    expect(faultOf(path, before, after)).toMatch(/./);
  });

  test("names the line and the cure", () => {
    expect(faultOf("build.gradle", script(""), script("    api 'g:a:+'\n"))).toMatch(
      /^`api 'g:a:\+'` changes, and only whole lines like `implementation\("group:name:1\.2\.3"\)` may/,
    );
  });

  test("a long script is read in time", () => {
    const long = script(
      `${one.repeat(5_000)}${"\n".repeat(50_000)}${"$".repeat(10_000)}${"{".repeat(10_000)}`,
    );
    expect(faultOf("build.gradle", long, `${long}\nx`)).toMatch(/./);
  });
});

const catalog = (parts: {
  versions?: string;
  libraries?: string;
  plugins?: string;
  bundles?: string;
}): string =>
  `[versions]\ngson = "2.11.0"\njdk = "21"\nkotlin = "2.1.0"\n${parts.versions ?? ""}\n[libraries]\ngson = { module = "com.google.code.gson:gson", version.ref = "gson" }\nstdlib = { module = "org.jetbrains.kotlin:kotlin-stdlib", version.ref = "kotlin" }\n${parts.libraries ?? ""}\n[bundles]\njson = ["gson"]\n${parts.bundles ?? ""}\n[plugins]\nkotlin = { id = "org.jetbrains.kotlin.jvm", version.ref = "kotlin" }\n${parts.plugins ?? ""}`;
const library = (said: string): string => catalog({ libraries: `jsoup = ${said}\n` });

describe("libs.versions.toml", () => {
  test.each([
    ["in one text", library('"org.jsoup:jsoup:1.21.1"')],
    ["a module", library('{ module = "org.jsoup:jsoup", version = "1.21.1" }')],
    ["in parts", library('{ group = "org.jsoup", name = "jsoup", version = { strictly = "1.21.1" } }')],
    ["without a version", library('{ module = "org.jsoup:jsoup" }')],
    [
      "with a version of its own",
      catalog({
        versions: 'jsoup = "1.21.1"\n',
        libraries: 'jsoup = { module = "org.jsoup:jsoup", version.ref = "jsoup" }\n',
      }),
    ],
    [
      "with the version that a plugin has",
      library('{ module = "org.jetbrains.kotlin:kotlin-reflect", version.ref = "kotlin" }'),
    ],
    ["another version", catalog({}).replace("2.11.0", "2.12.0")],
    ["a bundle", catalog({ bundles: 'all = ["gson", "stdlib"]\n' })],
  ])("may change: %s", (_name, after) => {
    expect(faultOf("gradle/libs.versions.toml", catalog({}), after)).toBeUndefined();
  });

  test.each([
    ["a plugin", catalog({ plugins: 'x = { id = "x.y", version = "1" }\n' })],
    ["a plugin's version", catalog({}).replace('kotlin = "2.1.0"', 'kotlin = "2.2.0"')],
    ["a version that build scripts take", catalog({}).replace('jdk = "21"', 'jdk = "8"')],
    [
      "that version, for a library",
      library('{ module = "g:a", version.ref = "jdk" }').replace('jdk = "21"', 'jdk = "8"'),
    ],
    ["a version that nobody takes", catalog({ versions: 'x = "1"\n' })],
    ["a range", library('"g:a:[1,)"')],
    ["a version that is a range", catalog({}).replace("2.11.0", "2.+")],
    ["an archive", library('"g:a:1@zip"')],
    ["an unknown key", library('{ module = "g:a", version = "1", url = "https://x.example" }')],
    ["the format", `${catalog({})}[metadata]\nformat.version = "1.1"\n`],
    ["no TOML", "[versions"],
  ])("may not: %s", (_name, after) => {
    expect(faultOf("gradle/libs.versions.toml", catalog({}), after)).toMatch(/./);
  });
});
