import com.sun.source.tree.AnnotatedTypeTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Name;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * What javac says of every call in a repository, one JSON object a line:
 *
 *     java JavaCalls.java REPOSITORY CLASSPATH SOURCE_ROOT...
 *
 * `truth` is `path:line` of the name of the definition, `outside` for what is not in the sources, or `unclear` where
 * javac itself could not tell, such as one of several overloads where a type is missing. A constructor that nobody
 * wrote stands for its class. Nothing of the repository runs: no annotation processor, no class file is written.
 */
final class JavaCalls {
    private final Trees trees;
    private final Elements elements;
    private final Map<TypeElement, Map<Name, List<ExecutableElement>>> methods = new HashMap<>();
    private final Path repository;
    private final List<String> lines = new ArrayList<>();

    private JavaCalls(JavacTask task, Path repository) {
        this.trees = Trees.instance(task);
        this.elements = task.getElements();
        this.repository = repository;
    }

    public static void main(String[] args) throws IOException {
        Path repository = Path.of(args[0]).toAbsolutePath().normalize();
        List<Path> files = new ArrayList<>();
        for (int i = 2; i < args.length; i++)
            try (Stream<Path> found = Files.walk(repository.resolve(args[i]))) {
                found.filter(path -> path.toString().endsWith(".java"))
                        .filter(path -> !path.endsWith("module-info.java"))
                        .sorted()
                        .forEach(files::add);
            }
        var compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
        var complaints = new DiagnosticCollector<JavaFileObject>();
        var options = List.of("-proc:none", "-Xmaxerrs", "1000000", "-nowarn", "-classpath", args[1]);
        var sources = manager.getJavaFileObjectsFromPaths(files);
        var task = (JavacTask) compiler.getTask(null, manager, complaints, options, null, sources);
        var units = new ArrayList<CompilationUnitTree>();
        task.parse().forEach(units::add);
        task.analyze();
        var calls = new JavaCalls(task, repository);
        for (CompilationUnitTree unit : units) calls.read(unit);
        calls.lines.forEach(System.out::println);
        long errors = complaints.getDiagnostics().stream()
                .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
                .count();
        System.err.println(files.size() + " files, " + calls.lines.size() + " calls, " + errors + " errors");
    }

    private void read(CompilationUnitTree unit) throws IOException {
        String text = unit.getSourceFile().getCharContent(true).toString();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
                Tree callee = call.getMethodSelect();
                // A call that javac adds, such as `super()` in a constructor without one, has no end.
                if (trees.getSourcePositions().getEndPosition(unit, call) >= 0) {
                    String name = callee instanceof MemberSelectTree select
                            ? select.getIdentifier().toString()
                            : ((IdentifierTree) callee).getName().toString();
                    String kind = name.equals("this") || name.equals("super") ? "this" : "call";
                    Element called = trees.getElement(getCurrentPath());
                    tell(kind, callee, name, isGuess(called, call.getArguments()) ? null : called);
                }
                return super.visitMethodInvocation(call, none);
            }

            @Override
            public Void visitNewClass(NewClassTree call, Void none) {
                Tree type = call.getIdentifier();
                // Constants of an enum are made by the compiler's own `new`.
                if (trees.getSourcePositions().getEndPosition(unit, type) >= 0
                        && text.startsWith("new", (int) newAt(call))) {
                    Element made = call.getClassBody() == null ? trees.getElement(getCurrentPath()) : null;
                    // Of a class without a name the constructor is its own; what is written is the base.
                    if (made == null || isUnknown(made)) made = trees.getElement(new TreePath(getCurrentPath(), type));
                    tell("new", plain(type), lastName(plain(type)), made);
                }
                if (call.getClassBody() != null) inherit(new TreePath(getCurrentPath(), call.getClassBody()), type);
                return super.visitNewClass(call, none);
            }

            /** Of overloads javac takes one that might do where a type is missing that an argument or a parameter has. */
            private boolean isGuess(Element called, List<? extends ExpressionTree> arguments) {
                if (!(called instanceof ExecutableElement) || called.getEnclosingElement() == null) return false;
                var overloads = methods.computeIfAbsent((TypeElement) called.getEnclosingElement(), type ->
                        ElementFilter.methodsIn(elements.getAllMembers(type)).stream()
                                .collect(Collectors.groupingBy(ExecutableElement::getSimpleName)))
                        .getOrDefault(called.getSimpleName(), List.of());
                if (overloads.size() < 2) return false;
                for (ExpressionTree argument : arguments)
                    if (isMissing(trees.getTypeMirror(new TreePath(getCurrentPath(), argument)))) return true;
                return overloads.stream().flatMap(one -> one.getParameters().stream()).anyMatch(one -> isMissing(one.asType()));
            }

            private long newAt(NewClassTree call) {
                long start = trees.getSourcePositions().getStartPosition(unit, call);
                if (call.getEnclosingExpression() == null) return start;
                return text.indexOf("new", (int) trees.getSourcePositions().getEndPosition(unit, call.getEnclosingExpression()));
            }

            @Override
            public Void visitClass(ClassTree type, Void none) {
                boolean isNamed = !type.getSimpleName().isEmpty();
                if (isNamed && type.getExtendsClause() != null) inherit(getCurrentPath(), type.getExtendsClause());
                if (isNamed) for (Tree base : type.getImplementsClause()) inherit(getCurrentPath(), base);
                return super.visitClass(type, none);
            }

            private void inherit(TreePath heirAt, Tree base) {
                String heir = nameOfClass(heirAt);
                String truth = truth(trees.getElement(new TreePath(heirAt, base)));
                if (!truth.equals("outside"))
                    lines.add(String.format("{\"kind\":\"inherit\",\"file\":\"%s\",\"heir\":\"%s\",\"truth\":\"%s\"}",
                            relative(unit), heir, truth));
            }

            @Override
            public Void visitMemberReference(MemberReferenceTree call, Void none) {
                tell("reference", call, call.getName().toString().replace("<init>", "new"), trees.getElement(getCurrentPath()));
                return super.visitMemberReference(call, none);
            }

            private void tell(String kind, Tree callee, String name, Element element) {
                long end = trees.getSourcePositions().getEndPosition(unit, callee);
                long at = text.lastIndexOf(name, (int) Math.max(0, end - name.length()));
                long line = unit.getLineMap().getLineNumber(at);
                long column = unit.getLineMap().getColumnNumber(at);
                lines.add(String.format(
                        "{\"kind\":\"%s\",\"file\":\"%s\",\"line\":%d,\"column\":%d,\"callee\":\"%s\",\"truth\":\"%s\",\"caller\":\"%s\"}",
                        kind, relative(unit), line, column, name, truth(element), holder(getCurrentPath().getParentPath())));
            }

            /** The method around a place, else the class: its file, line and name. */
            private String holder(TreePath path) {
                for (TreePath at = path; at != null; at = at.getParentPath()) {
                    Tree tree = at.getLeaf();
                    // A method within what javac cannot make anything of has no element.
                    if (tree instanceof MethodTree method && trees.getElement(at) != null
                            && trees.getSourcePositions().getEndPosition(unit, tree) >= 0)
                        return truth(trees.getElement(at)) + ":" + nameOf(trees.getElement(at));
                    if (tree instanceof ClassTree type) return nameOfClass(at);
                }
                return relative(unit) + ":1:";
            }

            /** A class without a name is known by the name behind its `new`, or by its constant in an enum. */
            private String nameOfClass(TreePath path) {
                ClassTree type = (ClassTree) path.getLeaf();
                if (!type.getSimpleName().isEmpty())
                    return truth(trees.getElement(path)) + ":" + type.getSimpleName();
                Tree made = path.getParentPath().getLeaf();
                TreePath above = path.getParentPath().getParentPath();
                boolean isConstant = above.getLeaf() instanceof VariableTree
                        && trees.getElement(above).getKind() == ElementKind.ENUM_CONSTANT;
                if (isConstant) return truth(trees.getElement(above)) + ":" + nameOf(trees.getElement(above));
                Tree named = plain(((NewClassTree) made).getIdentifier());
                long end = trees.getSourcePositions().getEndPosition(unit, named);
                return relative(unit) + ":" + unit.getLineMap().getLineNumber(end - 1) + ":" + lastName(named);
            }
        }.scan(unit, null);
    }

    private String relative(CompilationUnitTree unit) {
        return repository.relativize(Path.of(unit.getSourceFile().toUri())).toString();
    }

    private static Tree plain(Tree type) {
        Tree bare = type instanceof ParameterizedTypeTree generic ? generic.getType() : type;
        return bare instanceof AnnotatedTypeTree annotated ? annotated.getUnderlyingType() : bare;
    }

    private static String lastName(Tree type) {
        String written = type.toString();
        return written.substring(written.lastIndexOf('.') + 1);
    }

    private static String nameOf(Element element) {
        Element named = element.getKind() == ElementKind.CONSTRUCTOR ? element.getEnclosingElement() : element;
        return named.getSimpleName().toString();
    }

    private static boolean isMissing(TypeMirror type) {
        if (type == null || type.getKind() == TypeKind.ERROR) return true;
        if (type instanceof ArrayType array) return isMissing(array.getComponentType());
        return type instanceof DeclaredType declared && declared.getTypeArguments().stream().anyMatch(JavaCalls::isMissing);
    }

    private static boolean isUnknown(Element element) {
        return element.asType() == null || element.asType().getKind() == TypeKind.ERROR;
    }

    private String truth(Element element) {
        if (element == null || isUnknown(element)) return "unclear";
        TreePath path = trees.getPath(element);
        if (path == null) {
            Element owner = element.getEnclosingElement();
            if (owner == null || trees.getPath(owner) == null) return "outside";
            // What the compiler adds to a class of the repository: constructors, `values()` of enums, accessors.
            return element.getKind() == ElementKind.CONSTRUCTOR ? truth(owner) : "outside";
        }
        CompilationUnitTree unit = path.getCompilationUnit();
        Tree tree = path.getLeaf();
        if (trees.getSourcePositions().getEndPosition(unit, tree) < 0)
            return element.getKind() == ElementKind.CONSTRUCTOR ? truth(element.getEnclosingElement()) : "outside";
        return relative(unit) + ":" + unit.getLineMap().getLineNumber(nameAt(unit, tree, element));
    }

    private long nameAt(CompilationUnitTree unit, Tree tree, Element element) {
        ModifiersTree modifiers = tree instanceof MethodTree method ? method.getModifiers()
                : tree instanceof ClassTree type ? type.getModifiers() : null;
        String name = nameOf(element);
        long start = trees.getSourcePositions().getStartPosition(unit, tree);
        long end = modifiers == null ? -1 : trees.getSourcePositions().getEndPosition(unit, modifiers);
        try {
            String after = tree instanceof MethodTree ? "\\s*\\(" : "\\b";
            Matcher matcher = Pattern.compile("\\b" + Pattern.quote(name) + after)
                    .matcher(unit.getSourceFile().getCharContent(true));
            return matcher.find((int) Math.max(start, end)) ? matcher.start() : start;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
