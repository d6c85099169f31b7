import { type Configured, type Formatter, scalars, within } from "./formatter.ts";
import { parseSettings } from "./parse-settings.ts";

/** Options that are plain values; `plugins` and `parser` would load code of the repository. */
const known = [
  ...[
    "printWidth",
    "tabWidth",
    "useTabs",
    "semi",
    "singleQuote",
    "jsxSingleQuote",
    "quoteProps",
    "trailingComma",
  ],
  ...["bracketSpacing", "bracketSameLine", "objectWrap", "arrowParens", "singleAttributePerLine"],
  ...["experimentalTernaries", "experimentalOperatorPosition"],
];

/** Nothing else is parsed, whatever a configuration says. */
const parsers: readonly (readonly [ending: RegExp, parser: string])[] = [
  [/\.(?:[cm]?ts|tsx)$/, "typescript"],
  [/\.(?:[cm]?js|jsx)$/, "babel"],
  [/\.css$/, "css"],
  [/\.json$/, "json"],
];

/** JavaScript, TypeScript, CSS and JSON. Of Markdown, YAML and HTML blanks are content, so they are left alone. */
export const prettier: Formatter = {
  name: "prettier",
  endings: /\.(?:[cm]?[jt]s|[jt]sx|css|json)$/,
  configs: [
    ...[".prettierrc", ".prettierrc.json", ".prettierrc.yaml", ".prettierrc.yml", ".prettierrc.toml"],
    ...[
      "package.json",
      "prettier.config.js",
      "prettier.config.mjs",
      "prettier.config.cjs",
      "prettier.config.ts",
    ],
    ...[".prettierrc.js", ".prettierrc.mjs", ".prettierrc.cjs", ".prettierrc.ts"],
  ],
  unread: [".editorconfig", ".prettierignore"],
  unconfigured: "perhaps",
  read(name, text) {
    // A configuration that is a program is never run: what it says is not known.
    if (/\.[cm]?[jt]s$/.test(name)) return { settings: {}, use: "perhaps" };
    if (name === "package.json") {
      const said = within(parseSettings("json", text), "prettier");
      return said === undefined ? undefined : configured(said);
    }
    const format = name.endsWith(".toml") ? "toml" : name.endsWith(".json") ? "json" : "yaml";
    return configured(parseSettings(format, text));
  },
  async format(path, text, settings) {
    const parser = parsers.find(([ending]) => ending.test(path))?.[1];
    if (parser === undefined) throw new Error(`prettier is not asked to format ${path}.`);
    const { format } = await import("prettier");
    // Without a path it looks for no configuration, and without plugins it loads none.
    // Which ends lines have on a disk is git's matter: what comes here has plain ones.
    return format(text, { ...scalars(settings, known), endOfLine: "lf", parser, plugins: [] });
  },
};

/** `overrides` and `plugins` change what is meant, a text names a package to load. */
function configured(said: unknown): Configured {
  const whole = typeof said === "object" && said !== null;
  const more = within(said, "overrides") !== undefined || within(said, "plugins") !== undefined;
  return { settings: scalars(said, known), use: whole && !more ? "declared" : "perhaps" };
}
