import { expect, test } from "@jest/globals";
import { ownBusiness } from "../../src/dependencies/private-packages.ts";
import { explicit } from "../../src/web/package-names.ts";

/** The names that are kept back, of those that are written in the row. */
test.each<[string, Readonly<Record<string, string>>, string, string]>([
  [
    "a source for all",
    { ".npmrc": "registry=https://npm.acme.dev\n", "package.json": "{}" },
    "npm:zod pypi:click",
    "npm:zod",
  ],
  [
    "a repository for one",
    { "package.json": '{"dependencies":{"acme-kit":"git@git.acme.dev:kit.git","zod":"^4"}}' },
    "npm:acme-kit npm:zod pypi:acme-kit",
    "npm:acme-kit",
  ],
  [
    "one that a workspace's root places for its members",
    {
      "pyproject.toml": '[tool.uv.sources]\nacme-kit = { git = "https://git.acme.dev/kit" }\n',
      "web/pyproject.toml": '[project]\ndependencies = ["Acme_Kit", "click"]\n',
    },
    "pypi:Acme_Kit pypi:click",
    "pypi:Acme_Kit",
  ],
  [
    "an address in requirements",
    { "requirements.txt": "acme-kit @ git+ssh://git@git.acme.dev/kit.git\nclick\n" },
    "pypi:acme-kit pypi:click",
    "pypi:acme-kit",
  ],
  [
    "a group that the project publishes itself, in a pom and in a build of Gradle",
    {
      "pom.xml": "<project><groupId>com.acme</groupId><artifactId>shop</artifactId></project>",
      "web/build.gradle.kts": 'group = "dev.acme.web"\n',
    },
    "maven:com.acme:kit maven:com.acme.cart:api maven:com.acmeother:x maven:dev.acme.web:ui maven:org.slf4j:slf4j-api",
    "maven:com.acme:kit maven:com.acme.cart:api maven:dev.acme.web:ui",
  ],
  [
    "a channel of conda that is not everybody's",
    {
      "environment.yml":
        "channels:\n  - conda-forge\n  - https://conda.acme.dev/main\ndependencies:\n  - numpy\n",
    },
    "pypi:numpy npm:zod",
    "pypi:numpy",
  ],
  [
    "channels of conda that are everybody's",
    {
      "environment.yml":
        "channels:\n  - https://conda.anaconda.org/conda-forge\ndependencies:\n  - pip:\n    - https://github.com/a/b/archive/c.zip\n",
      "pixi.toml": '[project]\nchannels = ["https://prefix.dev/conda-forge", "bioconda"]\n',
    },
    "pypi:numpy",
    "",
  ],
  [
    "a registry of vcpkg for some, by whole names and by what they begin with",
    {
      "vcpkg-configuration.json":
        '{"default-registry":{"kind":"git","repository":"https://github.com/microsoft/vcpkg"},"registries":[{"kind":"git","repository":"https://git.acme.dev/ports","packages":["kit","acme-*"]}]}',
    },
    "cpp:kit cpp:acme-ui cpp:fmt npm:kit",
    "cpp:kit cpp:acme-ui",
  ],
  [
    "a registry of vcpkg for all",
    {
      "vcpkg.json":
        '{"vcpkg-configuration":{"default-registry":{"kind":"git","baseline":"a","repository":"https://git.acme.dev/ports"}}}',
    },
    "cpp:fmt npm:kit",
    "cpp:fmt",
  ],
  [
    "packages of a user of Conan and of a host of the project's own",
    {
      "conanfile.txt": "[requires]\nkit/1.0@acme/stable\nfmt/10.2.1\n",
      "CMakeLists.txt": "FetchContent_Declare(ui GIT_REPOSITORY https://git.acme.dev/ui GIT_TAG v1)\n",
    },
    "cpp:kit cpp:ui cpp:fmt",
    "cpp:kit cpp:ui",
  ],
  [
    "a repository of the project's own, asked for all",
    {
      "pom.xml":
        "<project><repositories><repository><id>a</id><url>https://nexus.acme.dev/maven</url></repository></repositories></project>",
    },
    "maven:org.slf4j:slf4j-api npm:zod",
    "maven:org.slf4j:slf4j-api",
  ],
  [
    "a repository of the project's own, in a build of Gradle",
    { "settings.gradle.kts": 'repositories { maven { name = "x"; url = uri("https://nexus.acme.dev/m") } }' },
    "maven:org.slf4j:slf4j-api",
    "maven:org.slf4j:slf4j-api",
  ],
  [
    "well-known repositories are everybody's",
    {
      "build.gradle":
        "repositories { mavenCentral(); maven { url 'https://jitpack.io' }; maven { url = 'https://repo.spring.io/milestone' } }",
      "pom.xml":
        "<project><repositories><repository><url>https://repo.maven.apache.org/maven2</url></repository></repositories></project>",
    },
    "maven:org.slf4j:slf4j-api",
    "",
  ],
])("%s", (_, files, asked, expected) => {
  const isPrivate = ownBusiness(Object.entries(files));
  expect(
    asked
      .split(" ")
      .filter((written) => isPrivate(explicit(written)!))
      .join(" "),
  ).toBe(expected);
});
