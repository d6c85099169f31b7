/**
 * Secrets out of every outward string: comments, pull requests, logs, prompts (security.md O02, O03).
 *
 * Two nets. By VALUE: the secrets this process knows, in the encodings a leak would use. By PATTERN: the token
 * formats of the services we meet (`formats.ts`). Both run in time linear in the text: needles are searched with
 * `indexOf`, and no pattern can be entered again inside what it has already read.
 */
import { findSecrets, merged, type SecretSpan } from "./formats.ts";

export interface Redactor {
  (text: string): string;
  /** Whether a secret that is known by value stands in a text, made-up ones left aside. */
  readonly knows?: (text: string) => boolean;
}

/** Shorter values are words that stand in ordinary text; the configuration does not accept them as secrets. */
const shortestSecret = 8;

/**
 * Builds `redact(text)`. `secrets` are known by value and found plain, reversed, JSON-escaped, as base64 at all
 * three offsets (both alphabets), hex and percent-encoding (also doubled), whatever white space or invisible
 * characters split them. Values under `shortestSecret` characters are left out. Idempotent.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const needles = needlesOf(secrets);
  const mark = markFor(needles);
  const redact = (text: string): string => {
    // Cutting a secret out can lay another one bare (`KEYsk-...`), so it goes on until nothing is found.
    // Every span is longer than the mark, so this ends; in practice the second round finds nothing.
    for (let result = text; ; ) {
      const spans = merged([...valueSpans(result, needles), ...findSecrets(result)]);
      if (spans.length === 0) return result;
      result = replaced(result, spans, mark);
    }
  };
  return Object.assign(redact, { knows: (text: string) => valueSpans(text, needles).length > 0 });
}

/** The text as bytes, written as a latin-1 string, with the place in the text that each byte came from. */
interface View {
  readonly bytes: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function valueSpans(text: string, needles: readonly string[]): SecretSpan[] {
  if (needles.length === 0) return [];
  const plain = viewOf(text);
  const once = percentDecoded(plain);
  if (once === plain) return spansIn(plain, needles);
  const rests = [...needles, ...needles.flatMap(withoutEatenStart)];
  return [...spansIn(plain, needles), ...spansIn(once, rests), ...spansIn(percentDecoded(once), rests)];
}

function spansIn({ bytes, starts, ends }: View, needles: readonly string[]): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const needle of needles)
    for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1))
      spans.push({ kind: "known-secret", start: starts[at]!, end: ends[at + needle.length - 1]! });
  return spans;
}

/**
 * A literal `%` in front of a secret that begins with hex digits (`%` + `0a...`) is decoded together with them, and
 * only the rest of the secret stands in the decoded text. So in decoded text the rest counts as the secret.
 */
function withoutEatenStart(needle: string): string[] {
  const eaten = /^[0-9A-Fa-f]{0,2}/.exec(needle)![0].length;
  return [1, 2].filter((count) => count <= eaten).map((count) => needle.slice(count));
}

const ignored = /[\s\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

/** White space and invisible characters are left out, so that they cannot split a secret. */
function viewOf(text: string): View {
  const bytes: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const code = character.charCodeAt(0);
    const encoded = code < 0x80 ? [code] : ignored.test(character) ? [] : Buffer.from(character);
    for (const byte of encoded) {
      if (byte <= 0x20) continue;
      bytes.push(byte);
      starts.push(at);
      ends.push(at + character.length);
    }
    at += character.length;
  }
  return { bytes: Buffer.from(bytes).toString("latin1"), starts, ends };
}

function percentDecoded(view: View): View {
  if (!/%[0-9A-Fa-f]{2}/.test(view.bytes)) return view;
  const bytes: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < view.bytes.length; ) {
    const pair = view.bytes[at] === "%" ? view.bytes.slice(at + 1, at + 3) : "";
    const coded = /^[0-9A-Fa-f]{2}$/.test(pair);
    const byte = coded ? Number.parseInt(pair, 16) : view.bytes.charCodeAt(at);
    const width = coded ? 3 : 1;
    if (byte > 0x20) {
      bytes.push(byte);
      starts.push(view.starts[at]!);
      ends.push(view.ends[at + width - 1]!);
    }
    at += width;
  }
  return { bytes: Buffer.from(bytes).toString("latin1"), starts, ends };
}

function needlesOf(secrets: readonly string[]): readonly string[] {
  const needles = new Set<string>();
  for (const secret of secrets.flatMap(spellings)) {
    const bytes = Buffer.from(secret);
    const forms = [secret, JSON.stringify(secret).slice(1, -1), [...secret].reverse().join("")];
    const hex = bytes.toString("hex");
    const codes = [hex, hex.toUpperCase(), ...base64Forms(bytes)];
    for (const form of [...forms, ...codes].map((form) => viewOf(form).bytes))
      if (form.length >= shortestSecret) needles.add(form);
  }
  return [...needles];
}

/** A secret as given, with `\n` written out or real (keys from environment files), and its long lines alone. */
function spellings(secret: string): string[] {
  const value = secret.trim();
  if (viewOf(value).bytes.length < shortestSecret) return [];
  const real = value.replaceAll("\\n", "\n");
  const lines = real.split(/\r?\n/).filter((line) => line.length >= 24 && !line.startsWith("-----"));
  return [...new Set([value, real, ...lines])];
}

/** What stands in any base64 text around these bytes: the characters that hold no bit of a neighbour. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const coded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64url");
    const first = offset === 0 ? 0 : offset + 1;
    const last = (offset + bytes.length) % 3 === 0 ? coded.length : coded.length - 1;
    const core = coded.slice(first, last);
    return [core, core.replaceAll("-", "+").replaceAll("_", "/")];
  });
}

/** A mark whose edges stand in no secret: then mark and neighbours can never spell one. */
function markFor(needles: readonly string[]): string {
  const wanted = [...needles, ...needles.flatMap(withoutEatenStart)];
  const safe = ["[redacted]", "***"].find(
    (mark) => !wanted.some((n) => n.includes(mark[0]!) || n.includes(mark.at(-1)!) || mark.includes(n)),
  );
  return safe ?? "███";
}

function replaced(text: string, spans: readonly SecretSpan[], mark: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(from, start), mark);
    from = end;
  }
  return parts.join("") + text.slice(from);
}
