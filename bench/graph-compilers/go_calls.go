// What Go's own type checker says of every call in a repository, and of every function that is named without being
// called (`reference`), one JSON object a line:
//
//	go run bench/graph-compilers/go_calls.go REPOSITORY > REPOSITORY/told.jsonl
//
// `truth` is `path:line` of the name of the definition, `outside` for what is not in the repository, or `unclear` where
// the checker cannot tell, as with values of packages that are not here. Modules of other repositories are taken for
// empty; the standard library is read from its source. Files for other systems are left out. Nothing of the repository
// runs.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

type told struct {
	Kind   string `json:"kind"`
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Callee string `json:"callee,omitempty"`
	Truth  string `json:"truth"`
	Caller string `json:"caller,omitempty"`
	Heir   string `json:"heir,omitempty"`
}

type program struct {
	root     string
	modules  map[string]string // module path to folder below root
	fset     *token.FileSet
	standard types.ImporterFrom
	packages map[string]*types.Package
	errors   int
	out      *json.Encoder
	tested   []*types.Package // packages with their own tests, and those outside of them
}

var modulePattern = regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`)

func main() {
	root, err := filepath.Abs(os.Args[1])
	if err != nil {
		panic(err)
	}
	// Packages of the standard library that need a C compiler have a way without.
	build.Default.CgoEnabled = false
	fset := token.NewFileSet()
	p := &program{
		root:     root,
		modules:  map[string]string{},
		fset:     fset,
		standard: importer.ForCompiler(fset, "source", nil).(types.ImporterFrom),
		packages: map[string]*types.Package{},
		out:      json.NewEncoder(os.Stdout),
	}
	p.out.SetEscapeHTML(false)
	var folders []string
	err = filepath.WalkDir(root, func(at string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if at != root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata") {
				return filepath.SkipDir
			}
			folders = append(folders, at)
		} else if name == "go.mod" {
			text, err := os.ReadFile(at)
			if err != nil {
				return err
			}
			if found := modulePattern.FindSubmatch(text); found != nil {
				p.modules[string(found[1])] = filepath.Dir(at)
			}
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	for _, folder := range folders {
		p.tellFolder(folder)
	}
	p.tellImplementations()
	fmt.Fprintf(os.Stderr, "%d folders, %d errors\n", len(folders), p.errors)
}

// files of a folder for this system, as the package, its tests, and the tests that are a package of their own.
func (p *program) files(folder string) (own, tests, outer []*ast.File) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		panic(err)
	}
	sort.Strings(names)
	for _, name := range names {
		if matches, err := build.Default.MatchFile(folder, filepath.Base(name)); err != nil || !matches {
			continue
		}
		file, _ := parser.ParseFile(p.fset, name, nil, parser.SkipObjectResolution)
		if file == nil {
			continue
		}
		switch {
		case !strings.HasSuffix(name, "_test.go"):
			own = append(own, file)
		case strings.HasSuffix(file.Name.Name, "_test"):
			outer = append(outer, file)
		default:
			tests = append(tests, file)
		}
	}
	return
}

func (p *program) check(name string, files []*ast.File, imports types.Importer, info *types.Info) *types.Package {
	config := types.Config{Importer: imports, FakeImportC: true, Error: func(error) { p.errors++ }}
	checked, _ := config.Check(name, p.fset, files, info)
	return checked
}

func (p *program) Import(name string) (*types.Package, error) { return p.ImportFrom(name, p.root, 0) }

func (p *program) ImportFrom(name, _ string, _ types.ImportMode) (*types.Package, error) {
	if known := p.packages[name]; known != nil {
		return known, nil
	}
	if folder, isOurs := p.folderOf(name); isOurs {
		if own, _, _ := p.files(folder); len(own) > 0 {
			// Against circles, which Go refuses: whoever comes round to it again sees an empty package.
			p.packages[name] = types.NewPackage(name, own[0].Name.Name)
			p.packages[name] = p.check(name, own, p, nil)
			return p.packages[name], nil
		}
	}
	if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") {
		if found, err := p.standard.ImportFrom(name, p.root, 0); err == nil {
			p.packages[name] = found
			return found, nil
		}
	}
	empty := types.NewPackage(name, path.Base(name))
	empty.MarkComplete()
	p.packages[name] = empty
	return empty, nil
}

// The folder of a package in the repository: that of the longest module name before it, else a copy of another module.
func (p *program) folderOf(name string) (string, bool) {
	longest := ""
	for module := range p.modules {
		if (name == module || strings.HasPrefix(name, module+"/")) && len(module) > len(longest) {
			longest = module
		}
	}
	if longest != "" {
		return filepath.Join(p.modules[longest], strings.TrimPrefix(name, longest)), true
	}
	copied := filepath.Join(p.root, "vendor", filepath.FromSlash(name))
	entry, err := os.Stat(copied)
	return copied, err == nil && entry.IsDir()
}

// withTests is an importer to which a package is what it is with its own tests, which those outside of it see.
type withTests struct {
	*program
	name    string
	checked *types.Package
}

func (w withTests) Import(name string) (*types.Package, error) {
	if name == w.name {
		return w.checked, nil
	}
	return w.program.Import(name)
}

func (p *program) tellFolder(folder string) {
	own, tests, outer := p.files(folder)
	// Of modules in modules the innermost says the name.
	name, innermost := "folder/"+filepath.ToSlash(folder), ""
	for module, at := range p.modules {
		if relative, err := filepath.Rel(at, folder); err == nil && !strings.HasPrefix(relative, "..") && len(at) > len(innermost) {
			name, innermost = path.Join(module, filepath.ToSlash(relative)), at
		}
	}
	// A folder may hold programs of a file each, all of them `main`; a package that is not the folder's is left out.
	files := append(append([]*ast.File{}, own...), tests...)
	info := newInfo()
	checked := p.check(name, files, p, info)
	p.tell(files, info)
	p.tested = append(p.tested, checked)
	if len(own) > 0 {
		p.Import(name)
	}
	if len(outer) > 0 {
		info := newInfo()
		p.tested = append(p.tested, p.check(name+"_test", outer, withTests{p, name, checked}, info))
		p.tell(outer, info)
	}
}

// tellImplementations tells which types have the methods of which interfaces: of packages as others see them, and of a
// package with its tests. Interfaces without methods, and those that are there for type parameters only, say nothing;
// of those that are made of what is not here nothing is known.
func (p *program) tellImplementations() {
	seen := map[told]bool{}
	between := func(types_, interfaces []*types.TypeName) {
		for _, wanted := range interfaces {
			for _, object := range types_ {
				one := told{Kind: "inherit", File: p.relative(p.fset.Position(object.Pos()).Filename), Callee: wanted.Name(),
					Truth: p.place(wanted.Pos()), Heir: p.place(object.Pos()) + ":" + object.Name()}
				if !seen[one] && has(object.Type(), wanted.Type().Underlying().(*types.Interface)) {
					seen[one] = true
					p.encode(one)
				}
			}
		}
	}
	var ours, allInterfaces []*types.TypeName
	for name, one := range p.packages {
		if _, isOurs := p.folderOf(name); isOurs {
			concrete, interfaces := namedIn(one)
			ours, allInterfaces = append(ours, concrete...), append(allInterfaces, interfaces...)
		}
	}
	between(ours, allInterfaces)
	for _, one := range p.tested {
		concrete, interfaces := namedIn(one)
		between(concrete, append(interfaces, allInterfaces...))
		between(ours, interfaces)
	}
}

// namedIn gives the types and the interfaces that a package declares at its top.
func namedIn(one *types.Package) (concrete, interfaces []*types.TypeName) {
	if one == nil {
		return
	}
	for _, name := range one.Scope().Names() {
		object, isType := one.Scope().Lookup(name).(*types.TypeName)
		if !isType || object.IsAlias() || object.Type().Underlying() == types.Typ[types.Invalid] {
			continue
		}
		if wanted, is := object.Type().Underlying().(*types.Interface); !is {
			concrete = append(concrete, object)
		} else if wanted.NumMethods() > 0 && wanted.IsMethodSet() && isKnown(wanted) {
			interfaces = append(interfaces, object)
		}
	}
	return
}

// isKnown says whether all that an interface is made of is here.
func isKnown(wanted *types.Interface) bool {
	for at := 0; at < wanted.NumEmbeddeds(); at++ {
		inner, is := wanted.EmbeddedType(at).Underlying().(*types.Interface)
		if !is || !isKnown(inner) {
			return false
		}
	}
	return true
}

func has(one types.Type, wanted *types.Interface) bool {
	return types.Implements(one, wanted) || types.Implements(types.NewPointer(one), wanted)
}

func newInfo() *types.Info {
	return &types.Info{
		Uses:       map[*ast.Ident]types.Object{},
		Defs:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Types:      map[ast.Expr]types.TypeAndValue{},
	}
}

// teller tells of one package. `bound` are variables that are functions from their declaration on, `foreign` are names
// that stand behind the name of a package of elsewhere, `used` are names that hand nothing on: they are called, or get
// a value.
type teller struct {
	*program
	info    *types.Info
	bound   map[types.Object]bool
	foreign map[*ast.Ident]bool
	used    map[*ast.Ident]bool
}

func (p *program) tell(files []*ast.File, info *types.Info) {
	t := teller{p, info, map[types.Object]bool{}, map[*ast.Ident]bool{}, map[*ast.Ident]bool{}}
	for _, file := range files {
		ast.Inspect(file, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.AssignStmt:
				if node.Tok == token.DEFINE && len(node.Lhs) == 1 && len(node.Rhs) == 1 {
					if name, isName := node.Lhs[0].(*ast.Ident); isName && isFunction(node.Rhs[0]) {
						t.bound[info.Defs[name]] = true
					}
				}
			case *ast.ValueSpec:
				if len(node.Names) == 1 && len(node.Values) == 1 && isFunction(node.Values[0]) {
					t.bound[info.Defs[node.Names[0]]] = true
				}
			}
			return true
		})
	}
	for _, file := range files {
		for _, declaration := range file.Decls {
			caller := ""
			if function, isFunction := declaration.(*ast.FuncDecl); isFunction {
				caller = p.place(function.Name.Pos()) + ":" + function.Name.Name
			}
			t.walk(declaration, caller)
		}
	}
}

func isFunction(value ast.Expr) bool {
	_, is := value.(*ast.FuncLit)
	return is
}

// walk tells of what stands in a node; calls of a function that is bound to a name are that function's.
func (t teller) walk(node ast.Node, caller string) {
	ast.Inspect(node, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.AssignStmt:
			if node.Tok == token.DEFINE && len(node.Lhs) == 1 && len(node.Rhs) == 1 && isFunction(node.Rhs[0]) {
				if name, isName := node.Lhs[0].(*ast.Ident); isName {
					t.walk(node.Rhs[0].(*ast.FuncLit).Body, t.place(name.Pos())+":"+name.Name)
					return false
				}
			}
			for _, left := range node.Lhs {
				if name := t.nameOf(left); name != nil {
					t.used[name] = true
				}
			}
		case *ast.ValueSpec:
			if len(node.Names) == 1 && len(node.Values) == 1 && isFunction(node.Values[0]) {
				t.walk(node.Values[0].(*ast.FuncLit).Body, t.place(node.Names[0].Pos())+":"+node.Names[0].Name)
				return false
			}
		case *ast.TypeSpec:
			t.tellBases(node)
		case *ast.CallExpr:
			t.tellCall(node, caller)
		case *ast.CompositeLit:
			if name := t.nameOf(node.Type); name != nil {
				t.tellName("new", name, caller)
			}
		case *ast.SelectorExpr:
			if name := t.nameOf(node); t.info.Uses[name] == nil && !t.foreign[name] {
				t.tellReference(name, caller)
			}
		case *ast.Ident:
			if t.mayBeFunction(t.info.Uses[node]) {
				t.tellReference(node, caller)
			}
		}
		return true
	})
}

// mayBeFunction says whether a name is a function's, or that of a variable of some package which may be one from its
// declaration on: of which of them that holds is known in the own package only.
func (t teller) mayBeFunction(object types.Object) bool {
	if _, is := object.(*types.Func); is || t.bound[object] {
		return true
	}
	variable, is := object.(*types.Var)
	if !is || variable.Pkg() == nil || variable.Parent() != variable.Pkg().Scope() {
		return false
	}
	_, isFunction := variable.Type().Underlying().(*types.Signature)
	return isFunction || variable.Type() == types.Typ[types.Invalid]
}

// tellReference tells of a function that is named where a value is wanted, or of what may be one.
func (t teller) tellReference(name *ast.Ident, caller string) {
	if !t.used[name] {
		t.tellName("reference", name, caller)
	}
}

func (t teller) tellCall(call *ast.CallExpr, caller string) {
	name := t.nameOf(call.Fun)
	if name == nil {
		return
	}
	t.used[name] = true
	if builtin, is := t.info.Uses[name].(*types.Builtin); is {
		if builtin.Name() == "new" && len(call.Args) == 1 {
			if made := t.nameOf(call.Args[0]); made != nil {
				t.tellName("new", made, caller)
			}
		}
		return
	}
	kind := "call"
	if t.info.Types[call.Fun].IsType() {
		kind = "new"
	}
	t.tellName(kind, name, caller)
}

// nameOf is the identifier that says what is called or made, without its package, receiver and type arguments. A
// conversion to a pointer, `(*T)(nil)`, makes no T.
func (t teller) nameOf(callee ast.Expr) *ast.Ident {
	switch callee := callee.(type) {
	case *ast.Ident:
		return callee
	case *ast.SelectorExpr:
		if owner, isName := callee.X.(*ast.Ident); isName {
			if imported, is := t.info.Uses[owner].(*types.PkgName); is && t.isForeign(imported.Imported()) {
				t.foreign[callee.Sel] = true
			}
		}
		return callee.Sel
	case *ast.IndexExpr:
		return t.nameOf(callee.X)
	case *ast.IndexListExpr:
		return t.nameOf(callee.X)
	case *ast.ParenExpr:
		return t.nameOf(callee.X)
	}
	return nil
}

func (t teller) tellName(kind string, name *ast.Ident, caller string) {
	at := t.fset.Position(name.Pos())
	truth := t.truth(name)
	// Another name of a type makes what the type makes.
	if object, isType := t.info.Uses[name].(*types.TypeName); isType && object.IsAlias() {
		if named, isNamed := object.Type().(*types.Named); isNamed {
			truth = t.definition(named.Obj())
		}
	}
	t.encode(told{Kind: kind, File: t.relative(at.Filename), Line: at.Line, Column: at.Column, Callee: name.Name,
		Truth: truth, Caller: caller})
}

func (p *program) isForeign(imported *types.Package) bool {
	_, isOurs := p.folderOf(imported.Path())
	return !isOurs
}

func (t teller) truth(name *ast.Ident) string {
	if t.foreign[name] {
		return "outside"
	}
	object := t.info.Uses[name]
	switch object := object.(type) {
	case *types.Func:
		return t.definition(object.Origin())
	case *types.TypeName:
		if _, isParameter := object.Type().(*types.TypeParam); isParameter {
			return "outside"
		}
		return t.definition(object)
	case *types.Var:
		if t.bound[object] {
			return t.definition(object)
		}
	}
	return "unclear"
}

func (t teller) definition(object types.Object) string {
	if !object.Pos().IsValid() {
		return "outside"
	}
	return t.place(object.Pos())
}

// tellBases tells what a struct or an interface embeds.
func (t teller) tellBases(declared *ast.TypeSpec) {
	var fields *ast.FieldList
	switch body := declared.Type.(type) {
	case *ast.StructType:
		fields = body.Fields
	case *ast.InterfaceType:
		fields = body.Methods
	default:
		return
	}
	for _, field := range fields.List {
		embedded := field.Type
		if pointer, is := embedded.(*ast.StarExpr); is {
			embedded = pointer.X
		}
		if name := t.nameOf(embedded); len(field.Names) == 0 && name != nil {
			if truth := t.truth(name); strings.Contains(truth, ":") {
				t.encode(told{Kind: "inherit", File: t.relative(t.fset.Position(name.Pos()).Filename),
					Callee: name.Name, Truth: truth,
					Heir: t.place(declared.Name.Pos()) + ":" + declared.Name.Name})
			}
		}
	}
}

func (p *program) place(pos token.Pos) string {
	at := p.fset.Position(pos)
	file := p.relative(at.Filename)
	if file == "" {
		return "outside"
	}
	return fmt.Sprintf("%s:%d", file, at.Line)
}

// relative is the path of a file in the repository, empty for one outside of it.
func (p *program) relative(file string) string {
	relative, err := filepath.Rel(p.root, file)
	if err != nil || strings.HasPrefix(relative, "..") {
		return ""
	}
	return filepath.ToSlash(relative)
}

func (p *program) encode(one told) {
	if err := p.out.Encode(one); err != nil {
		panic(err)
	}
}
