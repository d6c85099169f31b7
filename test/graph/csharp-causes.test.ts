/** What services of C# showed to be missing or wrong, each as it stood there. */
import { test } from "@jest/globals";
import { check } from "./fixture.ts";

const rows: readonly (readonly [what: string, source: string, expected: readonly string[]])[] = [
  [
    "an object of the class that is wanted where it stands",
    `//- A.cs
namespace App;
public class Foo { public Foo(int n) {} public Bar Bar { get; set; } }
public class Foo<T> { public Foo(int n) {} }
public class Bar { public Bar(int n) {} }
public class Field { private readonly Foo foo = new(0); }
public class Property { public Foo? Foo { get; } = new(0); }
public class Use {
    void Local() { Foo f = new(1); }
    void Whole() { App.Foo f = new(1); }
    void Generic() { Foo<int> f = new(1); }
    Foo Arrow() => new(2);
    async Task<Foo> Later(bool b) { return b ? new(1) : throw x; }
    IEnumerable<Foo> Each() { yield return new(1); }
    void Argument() { Put(1, new(3)); }
    void Put(int n, Foo f) {}
    void Assigned(Foo f) { f ??= new(1); }
    void Listed() { List<Foo> l = [new(1)]; }
    void Array() { Foo[] f = { new(1) }; }
    void Made() { var f = new List<Foo> { new(1) }; }
    void Mapped() { Dictionary<string, Foo> f = new() { ["a"] = new(1) }; }
    void Member() { Foo f = new(1) { Bar = new(2) }; }
    (int, Foo) Tuple() => (1, new(1));
    // Of what is not known nothing is made.
    void Unknown() { Other o = new(1); var v = new(1); o.Put(new(1)); int n = new(); }
    void Named() { Put(f: new(1), n: 1); }
    void Either() { Two(new(1)); }
    void Two(Foo f) {}
    void Two(Bar b) {}
}
`,
    [
      ..."Field Property Use.Local Use.Whole Use.Arrow Use.Member"
        .split(" ")
        .map((name) => `A.cs#${name} call A.cs#Foo`),
      ..."Later Each Argument Assigned Listed Array Made Mapped Tuple"
        .split(" ")
        .map((name) => `A.cs#Use.${name} call A.cs#Foo inferred`),
      "A.cs#Use.Generic call A.cs#Foo~2",
      "A.cs#Use.Member call A.cs#Bar inferred",
      "A.cs#Use.Argument call A.cs#Use.Put",
      "A.cs#Use.Named call A.cs#Use.Put",
      ...["Two", "Two~2"].map((name) => `A.cs#Use.Either call A.cs#Use.${name} ambiguous`),
    ],
  ],
  [
    "a class or a record that hands arguments to its base",
    `//- Base.cs
namespace Core;
public interface IEvent {}
public abstract record Event(int Id) : IEvent { public void Publish() {} }
public class Repo<T> { public Repo(string c) {} protected void Run() {} }
public class Repo { public Repo(string c) {} }
//- A.cs
using Core;
namespace App;
public sealed record Created(int Id, int Other) : Event(Id), IMarked { void Go() { Publish(); } }
public interface IMarked {}
public class Users(string c) : Repo<Users>(c) { void Go() { Run(); } }
public class Plain(string c) : Core.Repo(c);
public class Failed(string m) : Exception(m);
class Use { void A(Created c) { c.Publish(); } }
`,
    [
      "Base.cs#Event inherit Base.cs#IEvent",
      "A.cs#Created inherit Base.cs#Event",
      "A.cs#Created inherit A.cs#IMarked",
      "A.cs#Created call Base.cs#Event",
      "A.cs#Created.Go call Base.cs#Event.Publish",
      "A.cs#Users inherit Base.cs#Repo",
      "A.cs#Users call Base.cs#Repo",
      "A.cs#Users.Go call Base.cs#Repo.Run",
      "A.cs#Plain inherit Base.cs#Repo~2",
      "A.cs#Plain call Base.cs#Repo~2",
      "A.cs#Use.A call Base.cs#Event.Publish inferred",
    ],
  ],
  [
    "an extension method that is private elsewhere",
    `//- A.cs
public static class Extensions {
    public static void Add(this IBuilder b) { b.Bus("x").Listen(); }
    private static void Listen(this IBus bus) { }
}
//- B.cs
public static class Extensions {
    public static void More(this IBuilder b) { b.Bus("x").Listen(); }
    static void Listen(this IBus bus) { }
}
//- C.cs
class C { void F(IBus bus) { bus.Listen(); } }
public interface IBuilder { IBus Bus(string s); }
public interface IBus { }
`,
    [
      "A.cs#Extensions.Add call C.cs#IBuilder.Bus inferred",
      "A.cs#Extensions.Add call A.cs#Extensions.Listen inferred",
      "B.cs#Extensions.More call C.cs#IBuilder.Bus inferred",
      "B.cs#Extensions.More call B.cs#Extensions.Listen inferred",
    ],
  ],
  [
    "an extension method for a type of a library, of which a class with a base from there may be",
    `//- A.cs
public static class Extensions {
    public static void FindChild(this DependencyObject of) { }
    public static void Show(this ToolTip of) { }
    public static void AddAll(this IList of) { }
    public static void MoveTo<T>(this T of) { }
    public static void MoveTo(this Sequence of) { }
    public static void TakeOurs(this Other of) { }
}
public class Main : Window { void F() { this.FindChild(); this.Show(); this.AddAll(); this.MoveTo(); this.TakeOurs(); } }
public class Heir : Main { }
public class Other : IDisposable { void F(Heir heir) { heir.FindChild(); this.FindChild(); } }
`,
    [
      "A.cs#Heir inherit A.cs#Main",
      "A.cs#Main.F call A.cs#Extensions.FindChild inferred",
      "A.cs#Main.F call A.cs#Extensions.MoveTo inferred",
      "A.cs#Other.F call A.cs#Extensions.FindChild inferred",
    ],
  ],
  [
    "classes and extension methods of one name in several projects",
    `//- Api/Api.csproj
<Project Sdk="Microsoft.NET.Sdk.Web"></Project>
//- Api/Todo.cs
public class Todo { public string Title() => ""; }
public static class Extensions { public static void AddApp(this IHost b) { } public static void Own(this IHost b) { } }
public partial class Program { void Part() { } }
//- Api/Use.cs
public class Use { void A() { new Todo().Title(); x.AddApp(); } }
public partial class Program { void B() { Part(); } }
//- Tests/Tests.csproj
<Project><ItemGroup><ProjectReference Include="..\\Deep\\Deep.csproj" /></ItemGroup></Project>
//- Tests/T.cs
namespace Api.Tests;
public class T { void A() { new Todo().Title(); x.AddApp(); x.Own(); } }
//- Deep/Deep.csproj
<Project><ItemGroup>
  <ProjectReference
    Include="../Api/Api.csproj" />
</ItemGroup></Project>
//- Web/Web.csproj
<Project><ItemGroup><ProjectReference Include="$(Some).csproj" /></ItemGroup></Project>
//- Web/Shared.cs
public class Todo { public string Title() => ""; }
public static class Extensions { public static void AddApp(this IHost b) { x.Own(); } }
public partial class Program { void Part() { } }
//- Alone/Alone.csproj
<Project />
//- Alone/A.cs
public class A { void F() { x.AddApp(); new Todo(); } }
`,
    [
      "Api/Use.cs#Use.A call Api/Todo.cs#Todo",
      "Api/Use.cs#Use.A call Api/Todo.cs#Todo.Title",
      "Api/Use.cs#Use.A call Api/Todo.cs#Extensions.AddApp inferred",
      "Api/Use.cs#Program.B call Api/Todo.cs#Program.Part",
      "Tests/T.cs#T.A call Api/Todo.cs#Todo",
      "Tests/T.cs#T.A call Api/Todo.cs#Todo.Title",
      "Tests/T.cs#T.A call Api/Todo.cs#Extensions.AddApp inferred",
      "Tests/T.cs#T.A call Api/Todo.cs#Extensions.Own inferred",
      // Which others it references is not known.
      "Web/Shared.cs#Extensions.AddApp call Api/Todo.cs#Extensions.Own inferred",
      // A class may be a file that is taken over by other means.
      ...["Api/Todo.cs", "Web/Shared.cs"].map((path) => `Alone/A.cs#A.F call ${path}#Todo ambiguous`),
    ],
  ],
  [
    "overloads by what a class has from elsewhere, and by an array without a type",
    `//- A.cs
namespace App;
public static class Sender {
    public static Task<T> Send<T>(IRequest<T> request) { return x; }
    public static Task Send(IBaseRequest request) { return x; }
}
public record Create(int Id) : Marked(Id), IRequest<int>;
public record Marked(int Id);
public interface IEvent {}
public class Bus {
    public void Publish(IEvent e) { Publish(new[] { e }); }
    public void Publish(IEnumerable<IEvent> all) { }
}
class Use {
    void A() { Sender.Send(new Create(1)); }
    void B() { var create = new Create(1); Sender.Send(create); }
    void C(Other other) { Sender.Send(other); }
}
`,
    [
      "A.cs#Create inherit A.cs#Marked",
      "A.cs#Create call A.cs#Marked",
      "A.cs#Bus.Publish call A.cs#Bus.Publish~2",
      ..."AB".split("").map((name) => `A.cs#Use.${name} call A.cs#Create`),
      ..."AB".split("").map((name) => `A.cs#Use.${name} call A.cs#Sender.Send`),
      ...["Send", "Send~2"].map((name) => `A.cs#Use.C call A.cs#Sender.${name} ambiguous`),
    ],
  ],
  [
    "what a function takes where the call writes the types of the method",
    `//- A.cs
namespace App;
public class Foo { public void Go() {} public Task Run() => x; }
public interface IJobs {
    void Each<T>(Action<T> run);
    void Later<T>(int n, Expression<Func<T, Task>> run);
    void Enqueue<T>(Action<Bar> run);
}
public class Bar { public void Go() {} }
public static class Added { public static void With<T>(this IJobs jobs, Action<T> run) {} }
class Use {
    void A(IJobs j) { j.Each<Foo>(f => f.Go()); }
    void B(IJobs j) { j.Later<Foo>(1, f => f.Run()); }
    void C(IJobs j) { j.With<Foo>(f => f.Go()); }
    // What methods from elsewhere do with it is known of some.
    void D(Client c) { c.Enqueue<Foo>(f => f.Go()); c.Each<Foo>(f => f.Go()); }
    void E(IJobs j) { j.Enqueue<Foo>(f => f.Go()); }
}
`,
    [
      ..."AE"
        .split("")
        .map((name) => `A.cs#Use.${name} call A.cs#IJobs.${name === "A" ? "Each" : "Enqueue"} inferred`),
      "A.cs#Use.B call A.cs#IJobs.Later inferred",
      "A.cs#Use.C call A.cs#Added.With inferred",
      ..."ACD".split("").map((name) => `A.cs#Use.${name} call A.cs#Foo.Go inferred`),
      "A.cs#Use.B call A.cs#Foo.Run inferred",
      "A.cs#Use.E call A.cs#Bar.Go inferred",
    ],
  ],
  [
    "queries of Entity Framework",
    `//- A.cs
namespace App;
using Microsoft.EntityFrameworkCore;
public class Order { public int Id { get; set; } public List<Line> Lines { get; } public void Go() {} public bool Ok() => true; }
public class Line {}
public class Shop : DbContext { public DbSet<Order> Orders { get; set; } }
class Use(Shop shop) {
    async Task A(int id) { var o = await shop.Orders.Include(o => o.Lines).ThenInclude(l => l.Id).FirstOrDefaultAsync(o => o.Id == id); o.Go(); }
    async Task B() { var o = await shop.Set<Order>().FindAsync(1); o.Go(); }
    async Task C() { await foreach (var o in shop.Orders.AsSplitQuery().AsAsyncEnumerable()) o.Go(); }
    async Task D() { var o = await shop.Orders.FromSql($"x").TagWith("x").FirstAsync(); o.Go(); }
    async Task E() { await shop.Orders.AnyAsync(o => o.Ok()); }
    void F(Cache cache) { var o = cache.Set<Order>("key", null); o[0].Go(); }
}
`,
    [
      ..."ABCD".split("").map((name) => `A.cs#Use.${name} call A.cs#Order.Go inferred`),
      "A.cs#Use.E call A.cs#Order.Ok inferred",
    ],
  ],
  [
    "what types of libraries hand out of the type that they are given",
    `//- A.cs
namespace App;
public interface IAudit { Task Log(string s); string Name(); }
public class User { public void Touch() {} }
public static class More { public static void Close(this UserManager<User> users) {} public static void Close(this IAudit audit) {} }
class Tests {
    private readonly Mock<IAudit> mock = new();
    private readonly IAudit sub = Substitute.For<IAudit>();
    void A() { mock.Setup(x => x.Log("a")).Returns(Task.CompletedTask); }
    void B() { mock.Verify(x => x.Log("a"), Times.Once); }
    void C() { mock.Object.Log("a"); }
    async Task D() { await sub.Received(1).Log("a"); await sub.DidNotReceive().Log("b"); }
    void E() { var m = new Mock<IAudit>(); m.Setup(x => x.Name()).Returns("x"); }
}
class Use(UserManager<User> users, IOptions<User> user, IOptionsMonitor<User> now) {
    async Task F() { var u = await users.FindByIdAsync("x") ?? throw new Exception(); u.Touch(); }
    void G() { foreach (var u in users.Users) u.Touch(); }
    void H() { user.Value.Touch(); }
    void I() { now.CurrentValue.Touch(); }
    void J() { users.Close(); }
    void K() { Put(user); }
    void Put(IOptions<User> user) {}
    void Put(string text) {}
}
//- B.cs
namespace Other;
public class Mock<T> { public void Setup(Action<string> run) {} }
class B { void F(Mock<User> m) { m.Setup(x => x.Touch()); } }
public class User { public void Touch() {} }
`,
    [
      ..."ABCD".split("").map((name) => `A.cs#Tests.${name} call A.cs#IAudit.Log inferred`),
      "A.cs#Tests.E call A.cs#IAudit.Name inferred",
      ..."FGHI".split("").map((name) => `A.cs#Use.${name} call A.cs#User.Touch inferred`),
      "A.cs#Use.J call A.cs#More.Close inferred",
      "A.cs#Use.K call A.cs#Use.Put",
      "B.cs#B.F call B.cs#Mock.Setup inferred",
    ],
  ],
  [
    "a method that one part of a class declares and another one has",
    `//- A.cs
public partial class View { public partial void Save(); partial void Done(int a); partial void Done(string a); [Made] public partial string Text(); }
public partial class View { partial void Done(int a) { } void Own() { Save(); Done(1); Text(); } }
//- B.cs
public partial class View { public partial void Save() { Done(1); } }
class Use { void F(View view) { view.Save(); } }
`,
    [
      "A.cs#View.Own call B.cs#View.Save",
      "A.cs#View.Own call A.cs#View.Done~3",
      "A.cs#View.Own call A.cs#View.Text",
      "B.cs#View.Save call A.cs#View.Done~3",
      "B.cs#Use.F call B.cs#View.Save inferred",
    ],
  ],
  [
    "a method that is passed on by its name",
    `//- Api.cs
public static class Api {
    public static void Map(this IBuilder b) { b.MapGet("/", GetAll); b.MapPost(pattern: "/", handler: Other.Save); }
    static async Task<int> GetAll(int n) { return n; }
    void Local() { Run(Inner); void Inner() {} }
    void Name() { Log(nameof(GetAll)); }
    void Hidden(Action Twice) { Run(Twice); Run(Action); Run(Unknown); }
    void Twice() {}
    public Action Action { get; }
    void Many() { Run(Each); }
    void Each(int a) {}
    void Each(string a) {}
}
class Base { public Base() {} public void Check() {} public void Done() {} }
class Derived : Base { Base Base; Action Check; void F() { Run(Base); Run(Check); Run(Done); } }
`,
    [
      "Api.cs#Api.Map call Api.cs#Api.GetAll",
      "Api.cs#Api.Local call Api.cs#Api.Local.Inner",
      ...["Each", "Each~2"].map((name) => `Api.cs#Api.Many call Api.cs#Api.${name} ambiguous`),
      "Api.cs#Derived inherit Api.cs#Base",
      "Api.cs#Derived.F call Api.cs#Base.Done",
    ],
  ],
];

test.each(rows)("%s", (_, source, expected) => check(source, expected));
