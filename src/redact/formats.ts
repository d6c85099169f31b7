/** Secrets by their format alone: tokens of services, keys, addresses with a password. */

export interface SecretSpan {
  /** `github-token`, `private-key`, ...: see `patterns`. */
  readonly kind: string;
  /** UTF-16 index, inclusive. */
  readonly start: number;
  /** UTF-16 index, exclusive. */
  readonly end: number;
}

/** Every token, key or password-bearing address in a text, by its format alone. Sorted, not overlapping. */
export function findSecrets(text: string): readonly SecretSpan[] {
  const view = withoutInvisible(text);
  const spans: SecretSpan[] = privateKeys(view.text);
  for (const { kind, pattern, accepts } of patterns)
    for (const match of view.text.matchAll(pattern)) {
      const before = match[1] ?? "";
      if (accepts === undefined || accepts(before + match[0]))
        spans.push({ kind, start: match.index - before.length, end: match.index + match[0].length });
    }
  return merged(spans).map(({ kind, start, end }) => ({
    kind,
    start: view.at(start),
    end: view.at(end - 1) + 1,
  }));
}

interface SecretPattern {
  readonly kind: string;
  /** Its only group, if any, stands in front of the match and belongs to it. */
  readonly pattern: RegExp;
  readonly accepts?: (match: string) => boolean;
}

/** What services begin their keys with, and how they go on: long enough that no name looks like one. */
const prefixed = [
  "(?:hf_|gl(?:pat|ptt|dt|rtr?|cbt|ft|soat|agent|oas|imt|ffct)-|pypi-|dckr_[op]at_|whsec_|GOCSPX-|shp(?:at|ca|pa|ss)_|sq0[a-z]{3}-)[A-Za-z0-9_-]{20,}",
  "(?:do[opr]_v1_|lin_(?:api|oauth)_|rubygems_|PMAK-|NRAK-|gl(?:sa|c)_|sntry[su]_|sb_secret_|nfp_|figd_|HRKU-|CFPAT-|CCIPAT_|xkeysib-|tskey-[a-z]+-|pscale_[a-z]+_)[A-Za-z0-9_-]{20,}",
  "(?:gsk_|r8_|xai-|pplx-|ntn_|secret_)[A-Za-z0-9]{36,}",
  "(?:dapi|SK|key-|pul-|sbp_|sq[apu]_|bkua_)[0-9a-f]{32,}",
  "(?:ya29\\.|1//0|hv[sb]\\.|dp\\.[a-z]{2,5}\\.|ATATT3x|ATCTT3x|ATBB|ABSK|fm[12]_|ops_eyJ)[A-Za-z0-9_-]{32,}",
  "[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{40,}",
  "\\d{8,10}:AA[A-Za-z0-9_-]{33,}",
  "[MNO][A-Za-z0-9]{23,25}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,}",
  "AGE-SECRET-KEY-1[A-Z0-9]{50,}",
  "[\\w~.]{3}\\dQ~[\\w~.-]{31,34}|pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}|cio[A-Za-z0-9]{32}|oy2[a-z0-9]{43}|CLOJARS_[a-z0-9]{60}",
  "[0-9a-f]{32}-us\\d{1,2}|pat-(?:na|eu|ap)\\d-[0-9a-f-]{36}|tfp_[\\w.-]{40,}|sl\\.[\\w-]{100,}|sk\\.eyJ[\\w-]{20,}\\.[\\w-]{20,}",
].join("|");

/**
 * Each pattern takes the whole run of token characters, so that no tail stays behind: the installation tokens of
 * 2026 are `ghs_<app id>_<JWT>`, 520 characters with dots, where redactors that knew 40 posted the rest.
 */
const patterns: readonly SecretPattern[] = [
  { kind: "github-token", pattern: /gh[a-z]_[A-Za-z0-9._-]{30,}/g },
  { kind: "github-token", pattern: /github_pat_[A-Za-z0-9_]{30,}/g },
  // A key and not a style class: `sk-estimator-doc-link` has neither a digit nor 20 characters without a dash.
  { kind: "api-key", pattern: /(?<![A-Za-z0-9])sk-(?=[a-z_-]{0,60}[A-Z0-9]|[a-z]{20})[A-Za-z0-9_-]{20,}/g },
  { kind: "api-key", pattern: /[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { kind: "api-key", pattern: /AIza[A-Za-z0-9_-]{35,}/g },
  { kind: "api-key", pattern: /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g },
  {
    kind: "api-key",
    pattern: new RegExp(`(?<![A-Za-z0-9])(?:${prefixed})(?:\\.[A-Za-z0-9_-]+)*=*`, "g"),
    accepts: hasDigit,
  },
  {
    kind: "webhook",
    pattern:
      /https:\/\/(?:hooks\.slack\.com\/\w|[\w.]{0,20}discord(?:app)?\.com\/api\/webhooks\/|[\w-]{1,60}\.webhook\.office\.com\/)[\w/@-]{20,}/g,
  },
  { kind: "npm-token", pattern: /npm_[A-Za-z0-9]{30,}/g },
  { kind: "aws-key", pattern: /A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16,}/g },
  {
    kind: "aws-key",
    pattern:
      /aws_?(?:secret_?(?:access_?)?key|session_?token)["']?\s{0,9}[:=]\s{0,9}["']?[A-Za-z0-9/+]{40,}=*/gi,
  },
  {
    kind: "azure-key",
    pattern: /(?:Account|SharedAccess)Key=[A-Za-z0-9+/]{40,}=*|[?&]sig=[A-Za-z0-9%+/]{40,}=*/g,
  },
  {
    kind: "registry-password",
    pattern: /:_(?:authToken|auth|password)\s{0,9}=\s{0,9}["']?[A-Za-z0-9+/_-]{16,}=*/g,
  },
  { kind: "slack-token", pattern: /(?:xox[a-z]|xapp)-[A-Za-z0-9-]{10,}/g },
  // The look-behind lets a run be entered at its start only, which keeps `eyJeyJeyJ...` linear.
  { kind: "jwt", pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g },
  {
    kind: "authorization",
    pattern: /authorization["']?\s{0,9}[:=]\s{0,9}["']?(?:bearer|basic|token)\s{1,9}[A-Za-z0-9._~+/=-]{8,}/gi,
  },
  // The body of a key without its first line (DER), or a whole key file packed once more, as in secrets of Kubernetes.
  {
    kind: "private-key",
    pattern:
      /(?:MII[A-Za-z0-9+/]{3}IBA(?:AKC|DAN)|LS0tLS1CRUdJTi)[A-Za-z0-9+/]{40,}(?:(?:\s|\\[nr]){1,20}[A-Za-z0-9+/]{40,}){0,500}(?:(?:\s|\\[nr]){1,20}[A-Za-z0-9+/]{1,63}=)?=*/g,
    accepts: (match) =>
      match.startsWith("MII") || /PRIVATE KEY/.test(Buffer.from(match, "base64").toString()),
  },
  { kind: "url-password", pattern: /(?<=([a-z][a-z0-9+.-]{0,30})):\/\/[^\s"'`<>]+/gi, accepts: hasPassword },
];

function hasDigit(token: string): boolean {
  return /\d/.test(token);
}

/** True for `scheme://user:password@host`; a hole such as `${token}` or `<password>` is not a password. */
function hasPassword(address: string): boolean {
  const [scheme] = address.split("://", 1);
  const rest = address.slice(scheme!.length + 3);
  // A slash ends the authority; in database addresses people forget to escape it in passwords.
  const web = !/(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|smtps?)(?:\+\w+)?$/i.test(scheme!);
  const authority = web ? (rest.split(/[/?#]/, 1)[0] ?? "") : rest;
  const at = authority.lastIndexOf("@");
  const colon = authority.indexOf(":");
  if (colon !== -1 && at > colon + 1) return !/^(?:[${<*%]|\[redacted\]|█)/.test(authority.slice(colon + 1));
  return !web && /[?&]password=[^&${<*%]/i.test(rest);
}

/** PEM private keys, by scanning: a key without its end line (cut by a limit) is still a key. */
function privateKeys(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  const begin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
  const finish = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
  let ending: RegExpExecArray | null | undefined;
  for (let start = begin.exec(text); start !== null; start = begin.exec(text)) {
    // The next end line is looked for once, not once for each begin line: that keeps many begins linear.
    if (ending === undefined || (ending !== null && ending.index < begin.lastIndex)) {
      finish.lastIndex = begin.lastIndex;
      ending = finish.exec(text);
    }
    const end = ending === null ? bodyEnd(text, begin.lastIndex) : ending.index + ending[0].length;
    spans.push({ kind: "private-key", start: start.index, end });
    begin.lastIndex = end;
  }
  return spans;
}

function bodyEnd(text: string, from: number): number {
  const body = /[A-Za-z0-9+/=\s\\]*/y;
  body.lastIndex = from;
  return from + (body.exec(text)?.[0].length ?? 0);
}

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

/** Spans in order, those that overlap made one. */
export function merged(spans: readonly SecretSpan[]): SecretSpan[] {
  const result: SecretSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { ...last, end: span.end };
  }
  return result;
}

function withoutInvisible(text: string): { readonly text: string; at(index: number): number } {
  if (!invisible.test(text)) return { text, at: (index) => index };
  const places: number[] = [];
  const kept: string[] = [];
  let at = 0;
  for (const character of text) {
    if (!invisible.test(character)) {
      kept.push(character);
      for (let unit = 0; unit < character.length; unit++) places.push(at + unit);
    }
    at += character.length;
  }
  return { text: kept.join(""), at: (index) => places[index]! };
}
