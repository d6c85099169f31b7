import { describe, expect, test } from "@jest/globals";
import { createUsings, projectFiles } from "../../src/languages/csharp/usings.ts";
import { check } from "./fixture.ts";

describe("what a project of C# uses in all of its files", () => {
  const said: Readonly<Record<string, string>> = {
    "Directory.Build.props": '<Project><ItemGroup><Using Include="Everywhere" /></ItemGroup></Project>',
    "src/App/App.csproj":
      '<Using Include="App.Core" />\n<Using Include="A.B" Alias="C" />\n<Using Static="true" Include=" App.Math " />\n<Using Remove="Gone" />',
    "src/App/Sub/GlobalUsings.cs":
      "\ufeffglobal using App.Sub;\nglobal using static App.More;\nglobal using X = App.Not;\n// global using App.No;\nusing App.Own;\n",
    "test/Directory.Build.props": '<Using Include="Xunit" />',
    "test/T/T.csproj": "<Project />",
    "loose/Usings.cs": "global using Loose;\n",
  };
  const usings = createUsings(Object.keys(said), new Map(Object.entries(said)));
  test.each<[string, string[]]>([
    ["src/App", ["Everywhere", "App.Core", "App.Math", "App.Sub", "App.More"]],
    ["src/App/Deep/Down", ["Everywhere", "App.Core", "App.Math", "App.Sub", "App.More"]],
    ["src/Application", ["Everywhere", "Loose"]],
    ["test/T", ["Everywhere", "Xunit"]],
    ["testing", ["Everywhere", "Loose"]],
    ["", ["Everywhere", "Loose"]],
  ])("%s", (folder, expected) => {
    expect(usings(folder)).toEqual(expected);
  });

  test.each<[string, boolean]>([
    ["App.csproj", true],
    ["Directory.Build.props", true],
    ["Directory.Packages.props", false],
    ["GlobalUsings.cs", true],
    ["Usings.cs", true],
    ["GlobalUsings.g.cs", true],
    ["MyUsings.cs", false],
    ["Program.cs", false],
  ])("%s is read for it: %p", (name, expected) => {
    expect(projectFiles.test(name)).toBe(expected);
  });

  test("its names are known without a using, after those of the file itself", () =>
    check(
      `//- App/App.csproj
<Project><ItemGroup><Using Include="Lib" /><Using Include="Lib.Tools" Static="true" /></ItemGroup></Project>
//- Lib/Lib.cs
namespace Lib;
public class Foo { public void Go() { } }
public class Bar { public void Go() { } }
public static class Tools { public static void Help() { } }
//- App/A.cs
namespace App;
class A { void F(Foo foo, Bar bar) { foo.Go(); bar.Go(); Help(); } }
class Bar { public void Go() { } }
//- Other/B.cs
namespace Other;
class B { void F(Foo foo) { foo.Go(); Help(); } }
`,
      [
        "App/A.cs#A.F call App/A.cs#Bar.Go inferred",
        "App/A.cs#A.F call Lib/Lib.cs#Foo.Go inferred",
        "App/A.cs#A.F call Lib/Lib.cs#Tools.Help",
      ],
    ));

  test("a file depends on those that declare what it names, not on all of a namespace", () =>
    check(
      `//- Foo.cs
namespace Lib;
public class Foo { }
//- Bar.cs
namespace Lib;
public class Bar { }
//- Tools.cs
namespace Lib;
public static class Tools { public static void Help() { } }
//- Sole.cs
namespace Lib;
public static class Sole { public static void Help() { } }
//- C.cs
using static Lib.Sole;
namespace Other;
class C { Lib.Foo foo; }
//- A.cs
using Lib;
using static Lib.Tools;
namespace App;
class A : Base { List<Foo> foos; void F() { Help(); } }
//- Base.cs
namespace App;
class Base { }
`,
      [
        "A.cs import Foo.cs",
        "A.cs import Tools.cs",
        "C.cs import Sole.cs",
        "A.cs#A inherit Base.cs#Base",
        "A.cs#A.F call Tools.cs#Tools.Help",
      ],
    ));

  test("a class and one for other types are two, also in two files", () =>
    check(
      `//- A.cs
namespace N;
class Foo { public void Go() { } public static void Make() { } }
//- B.cs
namespace N;
class Foo<T> : Foo { void Run() { Go(); Foo.Make(); } }
`,
      ["B.cs#Foo inherit A.cs#Foo", "B.cs#Foo.Run call A.cs#Foo.Go", "B.cs#Foo.Run call A.cs#Foo.Make"],
    ));
});
