import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { findSecrets } from "../src/redact/formats.ts";
import { createRedactor } from "../src/redact/redact.ts";
import { anyText } from "./helpers/any-text.ts";

// Made up here, in pieces, so that no scanner takes this file for a leak.
const letters = "AbC3dEfGh1JkLmN0pQrStUvWxYz2457689Zz";
const hex = "0123456789abcdef0123456789abcdef";
const jwt = `eyJ${letters}.eyJ${letters.repeat(8)}.${letters.repeat(4)}-_x`;
const pem = (body: string): string =>
  `-----BEGIN RSA ${"PRIVATE"} KEY-----\n${body}\n-----END RSA ${"PRIVATE"} KEY-----`;

describe("O03 tokens by their format, whole and without a tail", () => {
  const redact = createRedactor([]);
  const tokens: [string, string][] = [
    ["ghs, 40 characters", `ghs_${letters}`],
    ["incident #20: ghs with app id and JWT", `ghs_123456_${jwt}`],
    ["ghp", `ghp_${letters}`],
    ["gho", `gho_${letters}`],
    ["ghu", `ghu_${letters}`],
    ["ghr", `ghr_${letters}${letters}`],
    ["github_pat", `github_pat_11ABCDEFG0${letters}_${letters}`],
    ["sk", `sk-${letters}`],
    ["sk, lower case only", `sk-${"a".repeat(48)}`],
    ["sk-proj", `sk-proj-${letters}_${letters}-x`],
    ["sk-ant", `sk-ant-api03-${letters}`],
    ["AKIA", `AKIA${"IOSFODNN7EXAMPLQ"}`],
    ["aws secret", `aws_secret_access_key = ${"wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY"}`],
    ["PEM", pem(`${letters}\n${letters}==`)],
    ["PEM in JSON", JSON.stringify(pem(`${letters}\n${letters}==`)).slice(1, -1)],
    ["xoxb", `xoxb-123456789012-${letters}`],
    ["xapp", `xapp-1-A012345-${letters}`],
    ["Google", `AIza${"SyA"}${letters}`],
    ["Stripe", `sk_${"live"}_${letters}`],
    ["SendGrid", `SG.${letters}.${letters}`],
    ["Hugging Face", `hf_${letters}`],
    ["GitLab", `glpat-${letters}`],
    ["ASIA", `ASIA${"IOSFODNN7EXAMPLQ"}`],
    ["Basic", `authorization: "basic ${letters}=`],
    ["npm", `npm_${letters}`],
    ["postgres", "postgres://app:hunter2secret@db.internal:5432/main?sslmode=require"],
    ["postgres, @ and / in the password", "postgresql://app:hun@ter/2@db.internal/main"],
    ["password as a parameter", "postgres://db.internal/main?user=a&password=hunter2"],
    ["git remote", `https://x-access-token:${letters}@github.com/o/r.git`],
    ["JWT alone", jwt],
    ["Bearer", `Authorization: Bearer ${letters}`],
    ["a routable token of GitLab", `glpat-${letters}.01.${hex.slice(0, 9)}`],
    ...[
      ..."glrt- glptt- gldt- dckr_oat_ whsec_ GOCSPX- shpat_ sq0atp- lin_api_ rubygems_ PMAK- NRAK-".split(
        " ",
      ),
    ]
      .concat(
        "dop_v1_ glsa_ sntryu_ sb_secret_ nfp_ figd_ HRKU- CCIPAT_ xkeysib- pscale_tkn_ tskey-auth-".split(
          " ",
        ),
      )
      .concat(
        "gsk_ r8_ xai- pplx- ntn_ secret_ ya29. 1//0 hvs. dp.pt. ATATT3x ATBB ABSK fm2_ ops_eyJ".split(" "),
      )
      .map((start): [string, string] => [start, `${start}${letters}`]),
    ..."dapi SK key- pul- sbp_ sqp_ bkua_".split(" ").map((start): [string, string] => [start, start + hex]),
    ["Terraform", `${letters.slice(0, 14)}.atlasv1.${letters}${letters}`],
    ["a bot of Telegram", `123456789:AA${letters}`],
    ["a bot of Discord", `MTA${letters.slice(0, 22)}.${letters.slice(0, 6)}.${letters}`],
    ["a client secret of Azure", `AbC8Q~${letters.slice(0, 31)}`],
    ["Airtable", `pat${letters.slice(0, 14)}.${hex}${hex}`.slice(0, 82)],
    ["crates.io", `cio${letters.slice(0, 32)}`],
    ["NuGet", `oy2${`${hex}${hex}`.slice(0, 43)}`],
    ["Clojars", `CLOJARS_${`${hex}${hex}`.slice(0, 60)}`],
    ["Mailchimp", `${hex.slice(0, 32)}-us12`],
    ["HubSpot", "pat-na1-01234567-89ab-cdef-0123-456789abcdef"],
    ["Typeform", `tfp_${letters}${letters}`],
    ["Dropbox", `sl.${letters.repeat(4)}`],
    ["Mapbox", `sk.eyJ${letters}.${letters}`],
    ["age", `AGE-SECRET-KEY-1${letters.toUpperCase().repeat(2)}`],
    ["a webhook of Slack", `https://hooks.slack.com/${"services"}/T00000000/B00000000/${letters}`],
    ["a webhook of Discord", `https://discord.com/api/${"webhooks"}/123456789012345678/${letters}`],
    ["an account key of Azure", `AccountKey=${letters}${letters}==`],
    ["an address that Azure signed", `?sig=${letters}${letters}%3D`],
    ["a password of .npmrc", `:_authToken=${hex}`],
    ["a session of AWS", `aws_session_token = ${letters}${letters}`],
    ["a driver in an address", "postgresql+asyncpg://app:hunter2secret@db.internal/main"],
    ["any other scheme", "clickhouse://app:hunter2secret@db.internal"],
    ["a key without its first line", `MIIEpAIBAAKC${"AQEA"}${letters}\n${letters}${letters}\n${letters}=`],
    ["a key file in base64", Buffer.from(pem(letters)).toString("base64")],
    ["split by zero-width characters", [...`ghs_${letters}`].join("\u200b")],
    ["split by tag characters", [...`ghs_${letters}`].join("\u{e0041}")],
  ];
  test.each(tokens)("%s", (_, token) => {
    for (const [before, after] of [
      ["", ""],
      ["see ", "\nend"],
      ["= ", " ;"],
      ['{"a":"', '"}'],
    ] as const)
      expect(redact(before + token + after)).toBe(`${before}[redacted]${after}`);
  });

  test("a key cut off before its end line", () => {
    const cut = pem(`${letters}\n${letters}`).split("\n-----END")[0];
    expect(redact(`see ${cut}`)).toBe("see [redacted]");
    expect(redact(`see ${cut}... and so on`)).toBe("see [redacted]... and so on");
  });

  const innocent: [string, string][] = [
    ["a style class", "sk-estimator-doc-link-container-item"],
    ["a word that ends in sk-", `task-${"a".repeat(30)}`],
    ["a hole", `https://x-access-token:\${token}@github.com/`],
    ["an address without a password", "postgres://localhost:5432/test"],
    ["a package address", "https://esm.example/pkg:types@1.2.3/x"],
    ["a scp-like port", "https://host:8080/a@b"],
    ["a public key", "-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----"],
    ["a short name", "ghs_token_name"],
    ["a model's name", "xai-grok-2-vision-1212-latest-and-more"],
    ["a long constant", "secret_of_2_services_that_nobody_has_told_yet"],
    ["a public key in base64", Buffer.from(`-----BEGIN PUBLIC KEY-----\n${letters}\n`).toString("base64")],
    ["a certificate's body", `MIIDdzCCAl+gAwIBAgIE${letters}${letters}`],
    ["an address of a time", "see foo://a.b/12:30@c and std::io://x"],
    ["emoji with joiners", "👩‍👩‍👧 says hello"],
  ];
  test.each(innocent)("leaves alone %s", (_, text) => expect(redact(text)).toBe(text));
});

describe("O02 secrets by their value", () => {
  const secret = "T0p/Se+cret~value é?";
  const redact = createRedactor([secret]);
  const bytes = Buffer.from(secret);
  const percent = (text: string): string =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const echoes: [string, string][] = [
    ["plain", secret],
    ["reversed", [...secret].reverse().join("")],
    ["hex", bytes.toString("hex")],
    ["upper-case hex", bytes.toString("hex").toUpperCase()],
    ["hex with spaces", bytes.toString("hex").replace(/../g, "$& ").trim()],
    ["url-encoded", encodeURIComponent(secret)],
    ["url-encoded in full", percent(secret)],
    ["url-encoded twice", encodeURIComponent(percent(secret))],
    ["as JSON", JSON.stringify(secret).slice(1, -1)],
    ["split by zero-width", [...secret].join("\u200b")],
    ["split over lines", [...secret].join("\n  ")],
  ];
  test.each(echoes)("%s", (_, echo) => expect(redact(`<${echo}>`)).toBe("<[redacted]>"));

  test.each([0, 1, 2])("base64 at offset %i, both alphabets, wrapped too", (offset) => {
    for (const alphabet of ["base64", "base64url"] as const) {
      const coded = Buffer.concat([Buffer.from("xyz".slice(0, offset)), bytes, Buffer.from("tail")]).toString(
        alphabet,
      );
      // Only the edge characters that hold a neighbour's bits may stay.
      expect(redact(coded).replace("[redacted]", "").length).toBeLessThanOrEqual(12);
      expect(redact(coded.replace(/.{10}/g, "$&\n"))).toContain("[redacted]");
    }
  });

  test("every long line of a key on its own, also when the key came with \\n written out", () => {
    const lines = [`${letters}11`, `${letters}22`];
    const key = pem(lines.join("\n"));
    for (const given of [key, key.replaceAll("\n", "\\n")])
      expect(createRedactor([given])(`a ${lines[1]} b`)).toBe("a [redacted] b");
  });

  const quoted = 'k3J"x8Q\\m2-9pLq7';
  const whole = "k3Jx8Qm2-9pLq7vT1-wZ4-ab";
  test.each([
    ["with quotes, as JSON", [quoted], JSON.stringify(quoted).slice(1, -1), "[redacted]"],
    ["as the whole of a text in base64", [whole], Buffer.from(whole).toString("base64"), "[redacted]"],
    ["given with a line end, in base64", [`${whole}\n`], Buffer.from(whole).toString("base64"), "[redacted]"],
    ["with the mark's edge in it", ["[k3Jx8Qm2]"], "[k3Jx8Qm2]", "***"],
    ["with the other mark's edge in it", ["k3Jx8Qm2]*"], "k3Jx8Qm2]*", "███"],
  ])("a secret %s", (_, secrets, text, expected) => {
    expect(createRedactor(secrets)(`<${text}>`)).toBe(`<${expected}>`);
  });

  test("a value too short to tell from a word is left alone", () => {
    expect(createRedactor(["", " ", "abc", "test"])("abc test")).toBe("abc test");
  });

  test.each(["%", "100%2", "%25"])("url-encoded behind a lone per cent sign: %s", (before) => {
    const hidden = "0a]-/+\naBd-/+a";
    expect(createRedactor([hidden])(before + encodeURIComponent(hidden))).not.toContain("-%2F%2B");
  });

  test("a secret laid bare by cutting out another one", () => {
    expect(createRedactor(["hunter22"])(`hunter22sk-${"a".repeat(30)}`)).toBe("[redacted][redacted]");
  });
});

describe("properties", () => {
  const alphabet = fc.constantFrom(...'ab01AB_-*[]%/+=. redacted█é\n\\"'.split(""));
  const value = fc
    .string({ unit: alphabet, minLength: 8, maxLength: 24 })
    .filter((s) => s.replace(/\s/g, "").length >= 8);
  const encodings: readonly ((value: string) => string)[] = [
    (v) => v,
    (v) => Buffer.from(v).toString("hex"),
    (v) => Buffer.from(v).toString("hex").toUpperCase(),
    (v) => Buffer.from(v).toString("base64").replace(/=+$/, ""),
    (v) => Buffer.from(v).toString("base64url"),
    (v) => encodeURIComponent(v),
    (v) => [...v].reverse().join(""),
  ];
  const scenario = fc.array(value, { minLength: 1, maxLength: 3 }).chain((secrets) =>
    fc.tuple(
      fc.constant(secrets),
      fc.array(
        fc.oneof(
          fc.string({ unit: alphabet, maxLength: 6 }),
          fc
            .tuple(fc.constantFrom(...secrets), fc.constantFrom(...encodings))
            .map(([s, encode]) => encode(s)),
          fc.constantFrom("sk-", "ghs_", letters, "eyJ", "postgres://a:b@c", "\u200b"),
        ),
        { maxLength: 8 },
      ),
    ),
  );

  test("no output contains any registered secret in the listed encodings; redacting twice changes nothing", () => {
    fc.assert(
      fc.property(scenario, ([secrets, pieces]) => {
        const redact = createRedactor(secrets);
        const output = redact(pieces.join(""));
        for (const secret of secrets)
          for (const encode of encodings) expect(output.includes(encode(secret.trim()))).toBe(false);
        expect(redact(output)).toBe(output);
        expect(findSecrets(output)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test("text without secrets comes back as it was", () => {
    fc.assert(fc.property(anyText(), (text) => createRedactor(["5ecret-value-1"])(text) === text));
  });

  test("findSecrets gives sorted spans that do not overlap", () => {
    const piece = fc.constantFrom(
      `ghs_${letters}`,
      jwt,
      pem(letters),
      "postgres://u:p@h ",
      "x",
      "\u200d",
      `sk-${letters}`,
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        let from = 0;
        for (const span of findSecrets(pieces.join(""))) {
          expect(span.start).toBeGreaterThanOrEqual(from);
          expect(span.end).toBeGreaterThan(span.start);
          from = span.end;
        }
      }),
    );
  });
});

test("D04 long hostile texts are read to the end", () => {
  const redact = createRedactor(["aaaaaaaaaaaaaaaa", pem(letters)]);
  const hostile = [
    "eyJ",
    "sk-",
    "-sk-",
    "ghs_",
    "ghs_a.",
    "postgres://",
    "postgres://a:",
    "-----BEGIN PRIVATE KEY-----",
    "a",
    "%61",
    "%",
    "authorization: ",
    "AKIA",
    "\u200b",
    "eyJaaaaaaaaa.",
  ];
  for (const piece of hostile) expect(typeof redact(piece.repeat(300_000 / piece.length))).toBe("string");
});
