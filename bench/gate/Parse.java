import com.sun.source.util.JavacTask;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Reads paths on standard input and prints those that javac's parser refuses. Nothing is resolved or compiled. */
public class Parse {
  public static void main(String[] argv) throws Exception {
    List<File> files = new ArrayList<>();
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String path = input.readLine(); path != null; path = input.readLine())
      if (!path.isEmpty()) files.add(new File(path));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
    TreeSet<String> refused = new TreeSet<>();
    for (int at = 0; at < files.size(); at += 100) {
      DiagnosticCollector<JavaFileObject> told = new DiagnosticCollector<>();
      List<File> batch = files.subList(at, Math.min(files.size(), at + 100));
      List<String> options = List.of("-proc:none", "-Xmaxerrs", "100000");
      JavacTask task =
          (JavacTask)
              compiler.getTask(null, manager, told, options, null, manager.getJavaFileObjectsFromFiles(batch));
      task.parse();
      for (Diagnostic<? extends JavaFileObject> one : told.getDiagnostics())
        if (one.getKind() == Diagnostic.Kind.ERROR && one.getSource() != null)
          refused.add(new File(one.getSource().toUri()).getPath());
    }
    refused.forEach(System.out::println);
  }
}
