/*
 * Makes the assemblies of Roslyn that are made for Mono in a browser run on Mono elsewhere: there its core library has
 * spans, here System.Memory has them. See CSharpCalls.cs.
 *
 *     mcs -out:RoslynOnMono.exe -r:Mono.Cecil.dll bench/graph-compilers/RoslynOnMono.cs
 *     cd ROSLYN && mono RoslynOnMono.exe Microsoft.CodeAnalysis.dll
 */
using System;
using System.IO;
using System.Linq;
using Mono.Cecil;

static class RoslynOnMono
{
    static void Main(string[] files)
    {
        foreach (var file in files)
        {
            var module = ModuleDefinition.ReadModule(file);
            var memory = module.AssemblyReferences.FirstOrDefault(one => one.Name == "System.Memory");
            if (memory == null)
                module.AssemblyReferences.Add(memory = new AssemblyNameReference("System.Memory", new Version(4, 0, 1, 1)));
            foreach (var type in module.GetTypeReferences().Where(IsOfSpans)) type.Scope = memory;
            module.Write(file + ".new");
            File.Delete(file);
            File.Move(file + ".new", file);
        }
    }

    static bool IsOfSpans(TypeReference type) =>
        type.Namespace == "System.Buffers.Binary"
        || (type.Namespace == "System" && (type.Name == "MemoryExtensions" || type.Name.EndsWith("Span`1")));
}
