<?php

/*
 * What a run of a PHP program calls in a repository, one JSON object a line, added to those of other runs. Xdebug 3
 * traces the run, and reflection says where what it called stands:
 *
 *     TOLD_OF=CLONE TOLD=/tmp/seen.jsonl XDEBUG_MODE=trace php -d xdebug.use_compression=0 \
 *         -d auto_prepend_file=.../bench/graph-compilers/php_runs.php PROGRAM...
 *     sort -u /tmp/seen.jsonl > CLONE/told.jsonl
 *
 * Only what a run came to is told, and of that what the line of the call names: `run(`, `'run'` (`reference`) or `new
 * Run`; neither hooks of the language nor what a list of functions holds. `behind` are the methods that the one that
 * ran overrides, the nearest first: where a type is all that is known, one of these is meant.
 */

if (getenv('TOLD_OF')) {
    ToldRuns::$root = realpath(getenv('TOLD_OF')) . '/';
    ToldRuns::$trace = tempnam(sys_get_temp_dir(), 'told');
    // What arguments hold would be most of the trace.
    foreach (['children', 'data', 'depth'] as $limit) {
        ini_set("xdebug.var_display_max_$limit", '0');
    }
    xdebug_start_trace(ToldRuns::$trace, XDEBUG_TRACE_COMPUTERIZED);
    register_shutdown_function([ToldRuns::class, 'tell']);
}

final class ToldRuns
{
    public static string $root;
    public static string $trace;
    /** @var array<string, list<string>> */
    private static array $lines = [];
    /** @var array<string, list<string>> */
    private static array $places = [];

    public static function tell(): void
    {
        xdebug_stop_trace();
        ini_set('memory_limit', '-1');
        // Level, number, 0 on entry, time, memory, what is called, whether PHP code declares it, included file, file, line.
        $entry = '$3 == "0" && $7 == "1" && index($9, root) == 1';
        $once = '{ one = $9 "\t" $10 "\t" $6; if (!(one in seen)) { seen[one]; print one } }';
        $command = sprintf(
            "awk -F '\\t' -v root=%s %s %s", escapeshellarg(self::$root), escapeshellarg("$entry $once"), escapeshellarg(self::$trace . '.xt')
        );
        exec($command, $seen);
        array_map('unlink', [self::$trace, self::$trace . '.xt']);
        $out = '';
        foreach ($seen as $one) {
            [$file, $line, $called] = explode("\t", $one);
            $out .= self::told($file, (int) $line, $called);
        }
        file_put_contents(getenv('TOLD'), $out, FILE_APPEND | LOCK_EX);
    }

    private static function told(string $file, int $line, string $called): string
    {
        $parts = preg_split('/->|::/', $called);
        $name = end($parts);
        $class = count($parts) > 1 ? $parts[0] : null;
        if (str_contains($called, '{')) {
            return '';
        }
        $truths = self::$places["$class $name"] ??= $class === null ? self::ofFunction($name) : self::ofMethod($class, $name);
        $short = substr((string) strrchr("\\$name", '\\'), 1);
        $text = self::lines($file)[$line - 1] ?? '';
        $word = preg_quote($short, '/');
        if (preg_match("/(?<![\\w\$])$word\\s*(?:\\(|\$)/i", rtrim($text))) {
            $kind = 'call';
        } elseif (preg_match("/['\":\\\\]{$word}['\"]/i", $text)) {
            $kind = 'reference';
        } elseif ($name === '__construct') {
            $kind = 'new';
            $short = substr((string) strrchr("\\$class", '\\'), 1);
            if (!preg_match('/\bnew\s+[\w\\\\]*\b' . preg_quote($short, '/') . '\b/i', $text)) {
                return '';
            }
        } else {
            return '';
        }
        if ($truths === [] || !str_starts_with($truths[0], self::$root)) {
            return '';
        }
        $within = array_filter($truths, static fn ($place) => str_starts_with($place, self::$root));
        $places = array_map(static fn ($place) => substr($place, strlen(self::$root)), array_values(array_unique($within)));
        return json_encode([
            'kind' => $kind, 'file' => substr($file, strlen(self::$root)), 'line' => $line,
            // A line has one call of a name that leads to one place; the column only keeps these apart.
            'column' => crc32($called) + 1, 'callee' => $short, 'truth' => $places[0], 'behind' => array_slice($places, 1), 'seen' => true,
        ], JSON_UNESCAPED_SLASHES) . "\n";
    }

    /** @return list<string> */
    private static function ofFunction(string $name): array
    {
        return function_exists($name) ? [self::place(new ReflectionFunction($name))] : [];
    }

    /** @return list<string> the method's own place, then those of what it overrides */
    private static function ofMethod(string $class, string $name): array
    {
        if (!method_exists($class, $name)) {
            return [];
        }
        $places = [self::place(new ReflectionMethod($class, $name))];
        if ($name === '__construct') {
            return $places;
        }
        $of = new ReflectionClass($class);
        for ($base = $of->getParentClass(); $base !== false; $base = $base->getParentClass()) {
            if ($base->hasMethod($name)) {
                $places[] = self::place($base->getMethod($name));
            }
        }
        foreach ($of->getInterfaces() as $base) {
            if ($base->hasMethod($name)) {
                $places[] = self::place($base->getMethod($name));
            }
        }
        return $places;
    }

    /** The line of the name, below attributes. */
    private static function place(ReflectionFunctionAbstract $function): string
    {
        $file = $function->getFileName();
        if ($file === false) {
            return 'PHP itself';
        }
        $line = $function->getStartLine();
        for ($at = $line; $at <= $function->getEndLine(); $at++) {
            if (preg_match('/\bfunction\s+&?\s*' . preg_quote($function->getShortName(), '/') . '\b/i', self::lines($file)[$at - 1] ?? '')) {
                return "$file:$at";
            }
        }
        return "$file:$line";
    }

    /** @return list<string> */
    private static function lines(string $file): array
    {
        return self::$lines[$file] ??= is_file($file) ? file($file) : [];
    }
}
