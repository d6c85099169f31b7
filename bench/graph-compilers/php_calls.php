<?php

declare(strict_types=1);

/*
 * What Phan says of every call in a repository, one JSON object a line; a plugin for Phan 5:
 *
 *     TOLD=CLONE/told.jsonl phan -d CLONE -l . -3 vendor -j 1 -o /dev/null --plugin .../bench/graph-compilers/php_calls.php
 *
 * `truth` is `path:line` of the definition, `outside` for what PHP itself has, or `unclear` where Phan cannot tell,
 * knows several, or knows the class only by a name that nothing here declares. Its tree has no columns: `column` counts
 * the calls of a file, and the line is the first from the statement's on where the name is called. Phan reads the code
 * and comments; nothing of the repository runs.
 */

use ast\Node;
use Phan\AST\ContextNode;
use Phan\AST\UnionTypeVisitor;
use Phan\CodeBase;
use Phan\Config;
use Phan\Language\Element\Clazz;
use Phan\Language\Element\FunctionInterface;
use Phan\Language\Element\Method;
use Phan\Language\FQSEN\FullyQualifiedClassName;
use Phan\PluginV3;
use Phan\PluginV3\AnalyzeClassCapability;
use Phan\PluginV3\PluginAwarePostAnalysisVisitor;
use Phan\PluginV3\PostAnalyzeNodeCapability;

final class Told
{
    /** @var resource|null */
    private static $out = null;
    /** @var array<string, list<string>> */
    private static $lines = [];
    /** @var array<string, int> */
    private static $calls = [];

    /** @param array<string, string|int> $one */
    public static function tell(array $one): void
    {
        self::$out ??= fopen((string) getenv('TOLD'), 'w');
        fwrite(self::$out, json_encode($one, JSON_UNESCAPED_SLASHES) . "\n");
    }

    public static function call(string $kind, string $file, int $line, string $name, string $truth): void
    {
        self::callAt($kind, $file, self::lineOf($file, $line, $name), $name, $truth);
    }

    public static function callAt(string $kind, string $file, int $line, string $name, string $truth): void
    {
        self::$calls[$file] = (self::$calls[$file] ?? 0) + 1;
        self::tell([
            'kind' => $kind, 'file' => $file, 'line' => $line,
            'column' => self::$calls[$file], 'callee' => $name, 'truth' => $truth,
        ]);
    }

    /** Chains of calls begin lines above the names that they call. */
    private static function lineOf(string $file, int $line, string $name): int
    {
        return self::find($file, $line, '/(?<![\w$])' . preg_quote($name, '/') . '\s*(?:\(|$)/');
    }

    /** The first line from there on that a pattern fits, of the next sixty; else the one that was said. */
    private static function find(string $file, int $line, string $pattern): int
    {
        self::$lines[$file] ??= file(Config::projectPath($file)) ?: [];
        for ($at = $line; $at < $line + 60 && isset(self::$lines[$file][$at - 1]); $at++) {
            if (preg_match($pattern, rtrim(self::$lines[$file][$at - 1]))) {
                return $at;
            }
        }
        return $line;
    }

    /** Where a definition stands: `path:line` of its name, below its attributes and comments. */
    public static function place(string $file, int $line, string $name, string $before): string
    {
        return "$file:" . self::find($file, $line, '/\b(?:' . $before . ')\s+&?' . preg_quote($name, '/') . '\b/i');
    }
}

final class CallsVisitor extends PluginAwarePostAnalysisVisitor
{
    public function visitMethodCall(Node $node): void
    {
        $this->tellMethod($node, $node->children['expr']);
    }

    public function visitNullsafeMethodCall(Node $node): void
    {
        $this->tellMethod($node, $node->children['expr']);
    }

    public function visitStaticCall(Node $node): void
    {
        $this->tellMethod($node, $node->children['class']);
    }

    public function visitNew(Node $node): void
    {
        $class = $node->children['class'];
        if (!$class instanceof Node || $class->kind !== ast\AST_NAME) {
            return;
        }
        $written = (string) $class->children['name'];
        $name = substr((string) strrchr("\\$written", '\\'), 1);
        Told::call('new', $this->context->getFile(), $node->lineno, $name, $this->only(
            array_map([Bases::class, 'place'], $this->classes($class))
        ));
    }

    public function visitCall(Node $node): void
    {
        $callee = $node->children['expr'];
        if (!$callee instanceof Node) {
            return;
        }
        // An object that is called: no name is written.
        if ($callee->kind !== ast\AST_NAME) {
            Told::callAt('call', $this->context->getFile(), $node->lineno, '__invoke', $this->ofClasses($callee, '__invoke'));
            return;
        }
        $truths = [];
        try {
            foreach ((new ContextNode($this->code_base, $this->context, $callee))->getFunctionFromNode() as $function) {
                $truths[] = $this->ofFunction($function);
            }
        } catch (Throwable $unknown) {
            $truths = [];
        }
        $name = (string) $callee->children['name'];
        Told::call('call', $this->context->getFile(), $node->lineno, substr((string) strrchr("\\$name", '\\'), 1), $this->only($truths));
    }

    /** @param Node|string|int|float|null $of */
    private function tellMethod(Node $node, $of): void
    {
        $name = $node->children['method'];
        if (!is_string($name)) {
            return;
        }
        $truth = $of instanceof Node ? $this->ofClasses($of, $name) : 'unclear';
        Told::call('call', $this->context->getFile(), $node->lineno, $name, $truth);
    }

    private function ofClasses(Node $of, string $name): string
    {
        $truths = [];
        foreach ($this->classes($of) as $class) {
            if (!$class->hasMethodWithName($this->code_base, $name, true)) {
                $truths[] = 'unclear';
                continue;
            }
            $method = $class->getMethodByName($this->code_base, $name);
            $truths[] = $this->ofMethod($method);
        }
        return $this->only($truths);
    }

    /** @return list<Clazz> */
    private function classes(Node $node): array
    {
        try {
            $classes = [];
            foreach (UnionTypeVisitor::classListFromNodeAndContext($this->code_base, $this->context, $node) as $class) {
                $classes[] = $class;
            }
            return $classes;
        } catch (Throwable $unknown) {
            return [];
        }
    }

    /** @param list<string> $truths */
    private function only(array $truths): string
    {
        return count(array_unique($truths)) === 1 ? $truths[0] : 'unclear';
    }

    private function ofMethod(Method $method): string
    {
        // What a comment promises (`@method`), and what Phan adds itself.
        if ($method->isFromPHPDoc() || $method->isFakeConstructor()) {
            return 'unclear';
        }
        // A method of a trait is there in every class that uses it; what is meant is the trait's.
        foreach ([$method->getRealDefiningFQSEN(), $method->getDefiningFQSEN()] as $defining) {
            if ($this->code_base->hasMethodWithFQSEN($defining)) {
                return $this->ofFunction($this->code_base->getMethodByFQSEN($defining));
            }
        }
        return $this->ofFunction($method);
    }

    private function ofFunction(FunctionInterface $function): string
    {
        if ($function->isPHPInternal()) {
            return 'outside';
        }
        $at = $function->getFileRef();
        return Told::place($at->getFile(), $at->getLineNumberStart(), $function->getName(), 'function');
    }
}

final class Bases extends PluginV3 implements PostAnalyzeNodeCapability, AnalyzeClassCapability
{
    public static function getPostAnalyzeNodeVisitorClassName(): string
    {
        return CallsVisitor::class;
    }

    public static function place(Clazz $class): string
    {
        if ($class->isPHPInternal()) {
            return 'outside';
        }
        $at = $class->getFileRef();
        return Told::place($at->getFile(), $at->getLineNumberStart(), $class->getName(), 'class|interface|trait|enum');
    }

    public function analyzeClass(CodeBase $code_base, Clazz $class): void
    {
        if ($class->isPHPInternal() || $class->isAnonymous()) {
            return;
        }
        $bases = array_merge(
            $class->hasParentType() ? [$class->getParentClassFQSEN()] : [],
            $class->getInterfaceFQSENList(),
            $class->getTraitFQSENList()
        );
        foreach ($bases as $base) {
            if (!$base instanceof FullyQualifiedClassName || !$code_base->hasClassWithFQSEN($base)) {
                continue;
            }
            $truth = self::place($code_base->getClassByFQSEN($base));
            if ($truth !== 'outside') {
                Told::tell([
                    'kind' => 'inherit', 'file' => $class->getFileRef()->getFile(), 'callee' => $base->getName(),
                    'truth' => $truth, 'heir' => self::place($class) . ':' . $class->getName(),
                ]);
            }
        }
    }
}

return new Bases();
