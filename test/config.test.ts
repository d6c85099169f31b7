import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { loadConfig, loadLocalConfig, takeEnvironment } from "../src/config.ts";
import { UserError } from "../src/errors.ts";
import { type Environment, type Machine, settings } from "../src/settings.ts";

const root = resolve(import.meta.dirname, "..");
const pem = (type: "pkcs1" | "pkcs8"): string =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type, format: "pem" }).toString();
const key = pem("pkcs1");
const secret = "b2c4d6e8f0a1b3c5d7e9f1a2b4c6d8e0";

const machine: Machine = {
  root: false,
  homeDirectory: "/home/ada",
  readFile(path) {
    if (path === "/keys/app.pem") return key;
    if (path === "/prices.json") return '{"mine":{"input":1,"output":2}}';
    throw new Error("ENOENT");
  },
};

const whole: Environment = {
  APP_ID: "12",
  PRIVATE_KEY: key,
  WEBHOOK_SECRET: secret,
  OPENAI_API_KEY: "sk-test-key",
  CODERAG_MODEL: "gpt-5",
};

const load = (difference: Environment = {}, change: Partial<Machine> = {}) =>
  loadConfig({ ...whole, ...difference }, ["app", "model"], { ...machine, ...change });

/** The one error, and the lines that name problems. */
function problems(
  environment: Environment,
  groups: readonly ("app" | "model")[] = ["app", "model"],
): string[] {
  try {
    loadConfig(environment, groups, machine);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error.cure).toContain(".env.example");
    return error.message.split("\n").slice(1);
  }
  return [];
}

const wrong: readonly (readonly [name: string, difference: Environment, problem: RegExp])[] = [
  ["no App id", { APP_ID: "" }, /APP_ID is missing/],
  ["an App id that is a name", { APP_ID: "coderag" }, /APP_ID must be the number/],
  ["no webhook secret", { WEBHOOK_SECRET: undefined }, /WEBHOOK_SECRET is missing/],
  ["Probot's default secret", { WEBHOOK_SECRET: "development" }, /WEBHOOK_SECRET can be guessed/],
  ["a short webhook secret", { WEBHOOK_SECRET: secret.slice(1) }, /at least 32 characters/],
  ["a webhook secret of spaces", { WEBHOOK_SECRET: " ".repeat(40) }, /WEBHOOK_SECRET is missing/],
  [
    "a webhook secret of one letter",
    { WEBHOOK_SECRET: "a".repeat(40) },
    /guessed, for it is made of few different/,
  ],
  ["a short previous secret", { WEBHOOK_SECRET_PREVIOUS: "old" }, /WEBHOOK_SECRET_PREVIOUS can be guessed/],
  ["no private key", { PRIVATE_KEY: "" }, /PRIVATE_KEY_PATH is missing/],
  [
    "a public key",
    { PRIVATE_KEY: "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----" },
    /PRIVATE_KEY holds a public key, not the private one: use the \.pem file/,
  ],
  ["a private key that is none", { PRIVATE_KEY: "secret-text" }, /PRIVATE_KEY holds no RSA private key/],
  [
    "a private key file that is not there",
    { PRIVATE_KEY: "", PRIVATE_KEY_PATH: "/keys/none.pem" },
    /PRIVATE_KEY_PATH names a file that cannot be read: \/keys\/none\.pem/,
  ],
  [
    "a path for a shell",
    { PRIVATE_KEY: "", PRIVATE_KEY_PATH: "~/key.pem" },
    /cannot be read: ~\/key\.pem \(a shell's ~ is not understood here: write the whole path\)/,
  ],
  ["a command that is no word", { CODERAG_COMMAND: "/Code RAG" }, /CODERAG_COMMAND must be a word/],
  ["no model", { CODERAG_MODEL: "" }, /CODERAG_MODEL is missing/],
  ["no key for OpenAI", { OPENAI_API_KEY: "" }, /OPENAI_API_KEY is missing/],
  ["a model endpoint without TLS", { OPENAI_BASE_URL: "http://example.org/v1" }, /OPENAI_BASE_URL must be/],
  ["the same by an IPv6 address", { OPENAI_BASE_URL: "http://[2001:db8::1]/v1" }, /OPENAI_BASE_URL must be/],
  [
    "a model endpoint with a password",
    { OPENAI_BASE_URL: "https://u:p@example.org/v1" },
    /OPENAI_BASE_URL must/,
  ],
  ["a model endpoint that is no address", { OPENAI_BASE_URL: "localhost:1" }, /OPENAI_BASE_URL must be/],
  ["another scheme", { GITHUB_URL: "file:///etc/passwd" }, /GITHUB_URL must be/],
  ["prices that are no JSON", { CODERAG_PRICES: "{1}" }, /CODERAG_PRICES cannot be used: .*not JSON/],
  [
    "parameters that are no JSON",
    { CODERAG_MODEL_PARAMETERS: "{a:1}" },
    /CODERAG_MODEL_PARAMETERS cannot be used: It is not JSON\. Write/,
  ],
  [
    "parameters that CodeRAG sets itself",
    { CODERAG_MODEL_PARAMETERS: '{"messages":[]}' },
    /CODERAG_MODEL_PARAMETERS cannot be used: messages is set by CodeRAG: leave it out\./,
  ],
  [
    "a cap that has a setting of its own",
    { CODERAG_MODEL_PARAMETERS: '{"max_tokens":9}' },
    /Set CODERAG_MAX_OUTPUT_TOKENS in place of max_tokens/,
  ],
  [
    "parameters in a file that is not there",
    { CODERAG_MODEL_PARAMETERS: "/none.json" },
    /CODERAG_MODEL_PARAMETERS names a file that cannot be read/,
  ],
  [
    "a price that is text",
    { CODERAG_PRICES: '{"m":{"input":"1","output":2}}' },
    /CODERAG_PRICES cannot be used/,
  ],
  [
    "a cap in money without a price",
    { CODERAG_MODEL: "my-model", CODERAG_MAX_COST: "1" },
    /needs the price of my-model/,
  ],
  ["a database of another kind", { DATABASE_URL: "mysql://x" }, /DATABASE_URL must begin with postgresql/],
  [
    "a password with a sign that ends it",
    { DATABASE_URL: "postgresql://u:p#x@db/x" },
    /DATABASE_URL is no address.*%23/,
  ],
  [
    "a password with a bare per cent",
    { DATABASE_URL: "postgresql://u:100%p@db/x" },
    /DATABASE_URL is no address.*%25/,
  ],
  ["a relative home", { CODERAG_HOME: "data" }, /CODERAG_HOME must be an absolute path/],
  ["a port that is a word", { PORT: "http" }, /PORT must be a number/],
  [
    "a port that others must differ from, once",
    { PORT: "http", CODERAG_METRICS_PORT: "9464", CODERAG_PAGES_PORT: "9465" },
    /PORT must be a number/,
  ],
  ["a port out of range", { PORT: "70000" }, /PORT must be a number/],
  [
    "embeddings of OpenAI without a key",
    { CODERAG_EMBEDDING_MODEL: "e", CODERAG_EMBEDDING_BASE_URL: "https://api.openai.com/v1" },
    /CODERAG_EMBEDDING_API_KEY is missing/,
  ],
  [
    "an embedding endpoint without TLS",
    {
      CODERAG_EMBEDDING_MODEL: "e",
      CODERAG_EMBEDDING_BASE_URL: "http://example.org",
      CODERAG_EMBEDDING_API_KEY: "k",
    },
    /CODERAG_EMBEDDING_BASE_URL must be/,
  ],
  ["no time for an answer", { CODERAG_MODEL_TIMEOUT_SECONDS: "1" }, /CODERAG_MODEL_TIMEOUT_SECONDS must be/],
  ["no end of tries", { CODERAG_MODEL_RETRIES: "1000" }, /CODERAG_MODEL_RETRIES must be a number/],
  ["days before today", { CODERAG_REFRESH_DAYS: "-1" }, /CODERAG_REFRESH_DAYS must be a number/],
  ["half a turn", { CODERAG_MAX_TURNS: "1.5" }, /CODERAG_MAX_TURNS must be a number/],
  ["no tokens", { CODERAG_MAX_TOKENS: "0" }, /CODERAG_MAX_TOKENS must be a number/],
  ["a formatter by name", { CODERAG_FORMAT: "prettier" }, /CODERAG_FORMAT must be on or off/],
  ["metrics for everybody", { CODERAG_METRICS_PORT: "8080", PORT: "8080" }, /another port than PORT/],
  [
    "pages for everybody",
    { CODERAG_PAGES_PORT: "8080", PORT: "8080" },
    /CODERAG_PAGES_PORT must be another port than PORT/,
  ],
  [
    "pages where the metrics are",
    { CODERAG_PAGES_PORT: "8081", CODERAG_METRICS_PORT: "8081" },
    /CODERAG_PAGES_PORT must be another port than CODERAG_METRICS_PORT/,
  ],
  ["metrics at no port", { CODERAG_METRICS_HOST: "::1" }, /CODERAG_METRICS_HOST needs CODERAG_METRICS_PORT/],
  ["an unknown log level", { LOG_LEVEL: "verbose" }, /LOG_LEVEL must be one of debug, info/],
  [
    "a misspelt setting",
    { CODERAG_MAX_TURN: "3" },
    /CODERAG_MAX_TURN is not a setting \(CODERAG_MAX_TURNS is one\):/,
  ],
  [
    "a misspelt setting with several slips",
    { CODERAG_REFERENCE_LICENSE: "mit" },
    /CODERAG_REFERENCE_LICENSE is not a setting \(CODERAG_REFERENCE_LICENCES is one\):/,
  ],
  [
    "a setting that is like none",
    { CODERAG_REFERENCES: "on" },
    /CODERAG_REFERENCES is not a setting: correct/,
  ],
];

describe("loadConfig", () => {
  test("accepts the least that the server needs", () => {
    const config = load();
    expect(config.app).toEqual({
      appId: 12,
      privateKey: key,
      webhookSecret: secret,
      previousWebhookSecret: undefined,
    });
    expect(config.model).toMatchObject({ baseUrl: "https://api.openai.com/v1", name: "gpt-5" });
    expect(config.github).toMatchObject({ url: "https://github.com", apiUrl: "https://api.github.com" });
    expect(config.home).toBe("/home/ada/.local/share/coderag");
    expect(config.server).toEqual({ host: "127.0.0.1", port: 3000 });
    expect(config.limits.maxCost).toBe(5);
    expect(config.model).toMatchObject({ requestTimeoutMs: 600_000, idleTimeoutMs: 300_000, maxRetries: 3 });
    expect(config.refresh.days).toBe(30);
    expect(load({ CODERAG_REFRESH_DAYS: "0" }).refresh.days).toBe(0);
    expect(config.testCommand).toBeUndefined();
  });

  test.each(wrong)("refuses %s", (_name, difference, problem) => {
    const found = problems({ ...whole, ...difference });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(problem);
  });

  test("lists every problem at once", () => {
    expect(problems({ PORT: "x", LOG_LEVEL: "y" })).toHaveLength(7);
  });

  test("asks each command only for what it needs", () => {
    expect(problems({ CODERAG_MODEL: "gpt-5", OPENAI_API_KEY: "sk-test-key" }, ["model"])).toEqual([]);
    // A fault in the address of an endpoint does not make it OpenAI's, which needs a key.
    expect(problems({ CODERAG_MODEL: "x", OPENAI_BASE_URL: "localhost:1234" }, ["model"])).toHaveLength(1);
    expect(problems({}, [])).toEqual([]);
    expect(loadConfig({}, [], machine).app).toBeUndefined();
    expect(problems({ APP_ID: "12" }, []).length).toBeGreaterThan(0);
  });

  test("never repeats a secret", () => {
    const text = problems({
      ...whole,
      WEBHOOK_SECRET: "hunter2",
      PRIVATE_KEY: "hunter2",
      DATABASE_URL: "hunter2",
      OPENAI_BASE_URL: "https://hunter2:hunter2@example.org",
    }).join("\n");
    expect(text).toContain("WEBHOOK_SECRET");
    expect(text).not.toContain("hunter2");
  });

  test("reads the private key in every form that GitHub Apps use", () => {
    const pkcs8 = pem("pkcs8");
    expect(load({ PRIVATE_KEY: pkcs8 }).app.privateKey).toBe(pkcs8);
    expect(load({ PRIVATE_KEY: key.replaceAll("\n", "\\n") }).app.privateKey.trim()).toBe(key.trim());
    expect(load({ PRIVATE_KEY: Buffer.from(key).toString("base64") }).app.privateKey).toBe(key);
    expect(load({ PRIVATE_KEY: "", PRIVATE_KEY_PATH: "/keys/app.pem" }).app.privateKey).toBe(key);
  });

  test("derives one address of an Enterprise Server from the other", () => {
    const server = { url: "https://git.example.org", apiUrl: "https://git.example.org/api/v3" };
    expect(load({ GITHUB_URL: `${server.url}/` }).github).toMatchObject(server);
    expect(load({ GITHUB_API_URL: server.apiUrl }).github).toMatchObject(server);
  });

  test("speaks plain HTTP to neighbours only", () => {
    for (const near of ["localhost:1", "127.0.0.1", "ollama:11434", "[::1]:1", "192.168.1.4", "gpu.internal"])
      expect(load({ OPENAI_BASE_URL: `http://${near}/v1`, OPENAI_API_KEY: "" }).model.apiKey).toBeUndefined();
  });

  test("caps money only where a price is known", () => {
    expect(load({ CODERAG_MODEL: "my-model" }).limits.maxCost).toBeUndefined();
    expect(load({ CODERAG_MODEL: "mine", CODERAG_PRICES: "/prices.json" }).limits.maxCost).toBe(5);
  });

  test("hands the host's own fields of a request on", () => {
    expect(load({}).model.parameters).toEqual({});
    const given = '{"reasoning_effort":"high","provider":{"data_collection":"deny"}}';
    expect(load({ CODERAG_MODEL_PARAMETERS: given }).model.parameters).toEqual(JSON.parse(given));
  });

  test("knows under which other names a model may answer", () => {
    expect(load({}).model.answersAs).toEqual([]);
    expect(load({ CODERAG_MODEL_ANSWERS_AS: "my-deployment, alias" }).model.answersAs).toEqual([
      "my-deployment",
      "alias",
    ]);
  });

  test("takes embeddings from the model's endpoint, and gives its key to no other", () => {
    expect(load({}).embedding).toBeUndefined();
    const asked = { CODERAG_EMBEDDING_MODEL: "text-embedding-3-small" };
    expect(load(asked).embedding).toMatchObject({
      ...{ name: "text-embedding-3-small", baseUrl: "https://api.openai.com/v1", apiKey: "sk-test-key" },
    });
    const local = { ...asked, CODERAG_EMBEDDING_BASE_URL: "http://localhost:11434/v1/" };
    expect(load(local).embedding).toMatchObject({ baseUrl: "http://localhost:11434/v1", apiKey: undefined });
    const keyed = load({ ...local, CODERAG_EMBEDDING_API_KEY: "embedding-key" });
    expect(keyed.embedding?.apiKey).toBe("embedding-key");
    expect(keyed.secrets).toContain("embedding-key");
  });

  test("of what only reads code is not kept from working by settings of a server", () => {
    const others = { LOG_LEVEL: "INFO", PORT: "http", DATABASE_URL: "mysql://u:hidden@x/y", HOST: "" };
    const config = loadLocalConfig({ ...others, APP_ID: "x", CODERAG_MODEL: "gpt-5" }, machine);
    expect(config).toMatchObject({ app: undefined, model: undefined, logLevel: "info" });
    expect(config.secrets).toContain("mysql://u:hidden@x/y");
    expect(() => loadLocalConfig({ CODERAG_HOME: "data" }, machine)).toThrow(UserError);
  });

  test("keeps its data where the machine keeps data", () => {
    expect(load({}, { root: true }).home).toBe("/var/lib/coderag");
    expect(load({ XDG_DATA_HOME: "/data" }).home).toBe("/data/coderag");
    expect(load({ XDG_DATA_HOME: "data" }).home).toBe("/home/ada/.local/share/coderag");
    expect(load({ CODERAG_HOME: "/srv/rag" }).home).toBe("/srv/rag");
  });

  test("tells the redactor every secret, also the one inside an address and the one from a file", () => {
    const { secrets } = load({
      PRIVATE_KEY: "",
      PRIVATE_KEY_PATH: "/keys/app.pem",
      DATABASE_URL: "postgresql://ada:pass%20word@db/x",
    });
    expect(secrets).toEqual(expect.arrayContaining([secret, key, "sk-test-key", "pass word"]));
  });

  test("explains every setting in .env.example and in the operators' guide, and no other", () => {
    const names = Object.keys(settings).sort();
    const example = readFileSync(join(root, ".env.example"), "utf8");
    expect([...example.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]!).sort()).toEqual(names);
    const guide = readFileSync(join(root, "docs/operators.md"), "utf8");
    expect([...guide.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1]!).sort()).toEqual(names);
  });
});

test("takeEnvironment lets real variables win over .env, leaves no secret behind and says the same twice", () => {
  const folder = mkdtempSync(join(tmpdir(), "coderag-config-"));
  try {
    writeFileSync(join(folder, ".env"), `APP_ID=1\nPORT=1\nWEBHOOK_SECRET=${secret}\n`);
    const script = `
      const { takeEnvironment } = await import(${JSON.stringify(join(root, "src/config.ts"))});
      takeEnvironment();
      const taken = takeEnvironment();
      const { execFileSync } = await import("node:child_process");
      const child = execFileSync("env").toString();
      console.log(JSON.stringify({ port: taken.PORT, app: taken.APP_ID, secret: taken.WEBHOOK_SECRET, child }));`;
    const answer = JSON.parse(
      execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
        cwd: folder,
        env: { PATH: process.env["PATH"], PORT: "2", OPENAI_API_KEY: "sk-test-key" },
        encoding: "utf8",
      }),
    );
    expect(answer).toMatchObject({ port: "2", app: "1", secret });
    expect(answer.child).not.toContain(secret);
    expect(answer.child).not.toContain("sk-test-key");
    expect(answer.child).toContain("APP_ID=1");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a .env that cannot be read is told, with its place", () => {
  const folder = mkdtempSync(join(tmpdir(), "coderag-config-"));
  const before = process.cwd();
  try {
    mkdirSync(join(folder, ".env"));
    process.chdir(folder);
    expect(() => takeEnvironment()).toThrow(/The file .*\.env cannot be read\./);
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
});
