/*
 * What Roslyn says of every call in a repository, one JSON object a line. It runs on Mono (`mono-devel` of Debian), with
 * the assemblies of Roslyn 3.6, which reads C# 8, in a folder of their own: the npm package browser-csharp 1.1.2 has
 * Microsoft.CodeAnalysis.dll, Microsoft.CodeAnalysis.CSharp.dll, System.Collections.Immutable.dll,
 * System.Reflection.Metadata.dll and System.Text.Encoding.CodePages.dll, compressed (`.br`), node-api-dotnet 0.9.27 has
 * System.Memory.dll, System.Runtime.CompilerServices.Unsafe.dll and System.Threading.Tasks.Extensions.dll for net472;
 * RoslynOnMono.cs makes the first of them find the sixth.
 *
 *     mcs -out:ROSLYN/csharp_calls.exe -r:ROSLYN/Microsoft.CodeAnalysis.dll -r:ROSLYN/Microsoft.CodeAnalysis.CSharp.dll \
 *         -r:ROSLYN/System.Collections.Immutable.dll -r:Facades/netstandard.dll bench/graph-compilers/CSharpCalls.cs
 *     mono ROSLYN/csharp_calls.exe CLONE ASSEMBLIES[:ASSEMBLIES...] SYMBOL[,SYMBOL...] FOLDER... > CLONE/told.jsonl
 *
 * The sources below the folders are one program, which is given the assemblies of those other folders; the symbols are those
 * of `#if`. `reference` is a method that is handed on by its name, `read` a property whose value is asked for or set. `truth` is `path:line` of the definition's name, `outside`
 * for what an assembly has, or `unclear` where Roslyn cannot tell, where a delegate is called, and for a class in several
 * parts that has no constructor written.
 * Nothing of the repository runs.
 */
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

static class CSharpCalls
{
    static string root;
    static readonly TextWriter output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));

    static void Main(string[] args)
    {
        // Assemblies made for other programs ask for versions of Mono's own that are not there.
        AppDomain.CurrentDomain.AssemblyResolve += (_, asked) => Assembly.Load(new AssemblyName(asked.Name).Name);
        Tell(args);
    }

    static void Tell(string[] args)
    {
        root = Path.GetFullPath(args[0]).TrimEnd('/') + "/";
        var options = new CSharpParseOptions(LanguageVersion.Preview, DocumentationMode.None)
            .WithPreprocessorSymbols(args[2].Split(','));
        var trees = args.Skip(3).SelectMany(folder => SourcesIn(Path.Combine(root, folder))).Distinct()
            .Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), options, file)).ToList();
        var assemblies = args[1].Split(':').SelectMany(folder => Directory.GetFiles(folder, "*.dll"))
            .GroupBy(Path.GetFileName).Select(same => (MetadataReference)MetadataReference.CreateFromFile(same.First()));
        var program = CSharpCompilation.Create("told", trees, assemblies,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));
        foreach (var tree in trees)
        {
            var model = program.GetSemanticModel(tree);
            foreach (var node in tree.GetRoot().DescendantNodes())
            {
                if (node is InvocationExpressionSyntax call) TellCall(model, call);
                else if (node is ObjectCreationExpressionSyntax made) TellNew(model, made);
                else if (node is ConstructorInitializerSyntax other)
                    Tell("this", other.ThisOrBaseKeyword, other.ThisOrBaseKeyword.Text, TruthOf(model.GetSymbolInfo(other).Symbol));
                else if (node is BaseTypeSyntax written) TellBase(model, written);
                else if (node is SimpleNameSyntax name && !IsCalled(name)) TellReference(model, name);
            }
        }
        output.Flush();
    }

    static IEnumerable<string> SourcesIn(string folder) =>
        Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
            .Where(file => !file.Contains("/obj/") && !file.Contains("/bin/"));

    static void TellCall(SemanticModel model, InvocationExpressionSyntax call)
    {
        var name = NameIn(call.Expression);
        // `nameof(...)` is no call, and what stands in brackets has no name.
        if (name == null || (name.Value.Text == "nameof" && model.GetSymbolInfo(call).Symbol == null)) return;
        var method = model.GetSymbolInfo(call).Symbol as IMethodSymbol;
        var isDelegate = method != null && method.MethodKind == MethodKind.DelegateInvoke;
        Tell("call", name.Value, name.Value.Text, isDelegate ? "unclear" : TruthOf(method));
    }

    static void TellNew(SemanticModel model, ObjectCreationExpressionSyntax made)
    {
        var name = NameIn(made.Type);
        if (name != null) Tell("new", name.Value, name.Value.Text, TruthOf(model.GetSymbolInfo(made).Symbol));
    }

    /* A method that is handed on by its name alone. In `nameof` none is meant, and what is taken off an event is not run. */
    static void TellReference(SemanticModel model, SimpleNameSyntax name)
    {
        var said = model.GetSymbolInfo(name);
        if (said.Symbol is IPropertySymbol property) TellRead(name, property);
        var isOpen = said.Symbol == null && said.CandidateReason == CandidateReason.OverloadResolutionFailure;
        var method = (said.Symbol ?? (isOpen ? said.CandidateSymbols.FirstOrDefault() : null)) as IMethodSymbol;
        if (method == null || method.MethodKind == MethodKind.Constructor) return;
        if (name.Ancestors().OfType<AssignmentExpressionSyntax>().FirstOrDefault()?.OperatorToken.Text == "-=") return;
        Tell("reference", name.Identifier, name.Identifier.Text, TruthOf(said.Symbol));
    }

    /* A property that is read or given a value. One that only keeps a value, or stands in no interface, is no callee. */
    static void TellRead(SimpleNameSyntax name, IPropertySymbol property)
    {
        if (name.Ancestors().OfType<InvocationExpressionSyntax>().Any(IsNameOf)) return;
        var written = property.OriginalDefinition.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax();
        var runs = written is PropertyDeclarationSyntax own && (property.IsAbstract || RunsCode(own));
        Tell("read", name.Identifier, name.Identifier.Text, runs ? TruthOf(property) : "outside");
    }

    static bool IsNameOf(InvocationExpressionSyntax call) => call.Expression.ToString() == "nameof";

    static bool RunsCode(PropertyDeclarationSyntax property) => property.ExpressionBody != null
        || property.AccessorList.Accessors.Any(one => one.Body != null || one.ExpressionBody != null);

    static bool IsCalled(SimpleNameSyntax name)
    {
        SyntaxNode whole = name;
        while ((whole.Parent is MemberAccessExpressionSyntax member && member.Name == whole)
            || whole.Parent is MemberBindingExpressionSyntax) whole = whole.Parent;
        return whole.Parent is InvocationExpressionSyntax call && call.Expression == whole;
    }

    static SyntaxToken? NameIn(ExpressionSyntax expression)
    {
        if (expression is MemberAccessExpressionSyntax member) return member.Name.Identifier;
        if (expression is MemberBindingExpressionSyntax bound) return bound.Name.Identifier;
        if (expression is QualifiedNameSyntax qualified) return qualified.Right.Identifier;
        if (expression is AliasQualifiedNameSyntax aliased) return aliased.Name.Identifier;
        if (expression is SimpleNameSyntax simple) return simple.Identifier;
        return null;
    }

    static string TruthOf(ISymbol symbol)
    {
        var method = symbol as IMethodSymbol;
        // Of a call whose result is made another type it may tell what does that.
        if (symbol == null || method?.MethodKind == MethodKind.Conversion) return "unclear";
        var meant = method == null ? symbol.OriginalDefinition : (method.ReducedFrom ?? method).OriginalDefinition;
        if (meant is IMethodSymbol part && part.PartialImplementationPart != null) meant = part.PartialImplementationPart;
        // A constructor that nobody wrote stands where its class does.
        if (meant.IsImplicitlyDeclared) meant = meant.ContainingType;
        var places = meant.Locations.Where(place => place.IsInSource).ToList();
        return places.Count == 0 ? "outside" : places.Count > 1 ? "unclear" : PlaceOf(places[0]);
    }

    static string PlaceOf(Location place) =>
        Relative(place.SourceTree.FilePath) + ":" + (place.GetLineSpan().StartLinePosition.Line + 1);

    static void TellBase(SemanticModel model, BaseTypeSyntax written)
    {
        var heir = written.Parent.Parent as BaseTypeDeclarationSyntax;
        var type = model.GetTypeInfo(written.Type).Type;
        var name = NameIn(written.Type);
        if (heir == null || heir is EnumDeclarationSyntax || type == null || name == null) return;
        foreach (var place in type.OriginalDefinition.Locations.Where(place => place.IsInSource))
            Tell("inherit", name.Value, name.Value.Text, PlaceOf(place),
                PlaceOf(heir.Identifier.GetLocation()) + ":" + heir.Identifier.Text);
    }

    static string Relative(string file) => file.StartsWith(root) ? file.Substring(root.Length) : file;

    static void Tell(string kind, SyntaxToken at, string callee, string truth, string heir = null)
    {
        var start = at.GetLocation().GetLineSpan().StartLinePosition;
        output.Write("{\"kind\":\"" + kind + "\",\"file\":" + Quoted(Relative(at.SyntaxTree.FilePath)) + ",\"line\":" + (start.Line + 1)
            + ",\"column\":" + (start.Character + 1) + ",\"callee\":" + Quoted(callee) + ",\"truth\":" + Quoted(truth));
        var caller = heir == null ? CallerOf(at.Parent) : null;
        output.Write((caller == null ? "" : ",\"caller\":" + Quoted(caller))
            + (heir == null ? "" : ",\"heir\":" + Quoted(heir)) + "}\n");
    }

    /* The method, constructor or function in which a call stands, else the class. */
    static string CallerOf(SyntaxNode call)
    {
        foreach (var around in call.Ancestors())
        {
            var name = around is LocalFunctionStatementSyntax function ? function.Identifier
                : around is MethodDeclarationSyntax method ? method.Identifier
                : around is ConstructorDeclarationSyntax constructor ? constructor.Identifier
                : around is PropertyDeclarationSyntax property && RunsCode(property) ? property.Identifier
                : around is BaseTypeDeclarationSyntax type ? type.Identifier : default(SyntaxToken);
            if (name != default(SyntaxToken)) return PlaceOf(name.GetLocation()) + ":" + name.Text;
        }
        return null;
    }

    static string Quoted(string text) => "\"" + text.Replace("\\", "\\\\").Replace("\"", "\\\"") + "\"";
}
