import { type Configured, type Formatter, scalars, within } from "./formatter.ts";
import { parseSettings } from "./parse-settings.ts";

const own = ["line-length", "indent-width"];
const ofFormat = ["quote-style", "indent-style", "skip-magic-trailing-comma", "docstring-code-format"];
const excludes = ["exclude", "extend-exclude", "force-exclude", "extend"];

/** Python. Black's own settings are understood, whose style ruff's formatter follows in all but rare cases. */
export const ruff: Formatter = {
  name: "ruff format",
  endings: /\.pyi?$/,
  configs: ["ruff.toml", ".ruff.toml", "pyproject.toml"],
  unread: [],
  unconfigured: "perhaps",
  read(name, text) {
    const said = parseSettings("toml", text);
    if (name !== "pyproject.toml") return ofRuff(said);
    const [ruffs, black] = [within(said, "tool", "ruff"), within(said, "tool", "black")];
    if (within(ruffs, "format") !== undefined || (ruffs !== undefined && black === undefined))
      return ofRuff(ruffs);
    return black === undefined ? undefined : ofBlack(black);
  },
  async format(_path, text, settings) {
    const { Workspace, PositionEncoding } = await import("@astral-sh/ruff-wasm-nodejs");
    const options = {
      ...scalars(settings, own),
      format: { ...scalars(settings, ofFormat), "line-ending": "lf" },
    };
    const workspace = new Workspace(options, PositionEncoding.Utf16);
    try {
      return workspace.format(text);
    } finally {
      workspace.free();
    }
  },
};

/** Many use ruff to lint alone: only a table `format` says that it formats, too. */
function ofRuff(said: unknown): Configured | undefined {
  if (said === undefined) return undefined;
  const format = within(said, "format");
  const excluded = excludes.some(
    (name) => within(said, name) !== undefined || within(format, name) !== undefined,
  );
  return {
    settings: { ...scalars(said, own), ...scalars(format, ofFormat) },
    use: format !== undefined && !excluded ? "declared" : "perhaps",
  };
}

function ofBlack(said: unknown): Configured {
  const excluded = excludes.some((name) => within(said, name) !== undefined);
  const quotes = within(said, "skip-string-normalization") === true ? { "quote-style": "preserve" } : {};
  const commas =
    within(said, "skip-magic-trailing-comma") === true ? { "skip-magic-trailing-comma": true } : {};
  return {
    settings: { ...scalars(said, ["line-length"]), ...quotes, ...commas },
    use: excluded ? "perhaps" : "declared",
  };
}
