import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { productionSettings as production } from "#server/testing/production-settings.ts";
import { ConfigError, readConfig } from "./config.ts";

test("§2 settings: production starts with these alone, hashing passwords with 19 MiB", () => {
  expect(readConfig(production)).toMatchObject({
    production: true,
    demo: false,
    flowSwitcher: false,
    environment: "production",
    passwordMemoryKib: 19_456,
  });
});

test.each(Object.keys(production).filter((name) => name !== "NODE_ENV"))(
  "§2 settings: production without %s is refused with one line that names it",
  (name) => {
    const read = () => readConfig({ ...production, [name]: "" });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^Setting ${name} is missing: [^\\n]+$`));
  },
);

const key = production.SECRETS_KEY;

test.each([
  ["PORT", "web"],
  ["DATABASE_URL", "mysql://db.example"],
  ["API_KEY", "short"],
  ["API_KEY", "a".repeat(32)],
  ["API_KEY", "12345678901234567890123456"],
  ["API_KEY", "change-me-9f2c41d07be84a66"],
  ["EVENTS_FORWARD_TOKEN", "abc".repeat(10)],
  ["METRICS_TOKEN", "a".repeat(16)],
  ["PASSWORD_MEMORY_KIB", "1024"],
  ["EVENTS_FORWARD_URL", "ftp://partner.example"],
  ["EVENTS_FORWARD_TOKEN", "short"],
  ["WEBHOOK_NETWORKS", "10.0.0.0/8, everything"],
  ["PUBLIC_URL", "http://app.example.com"],
  ["PUBLIC_URL", "ftp://app.example.com"],
  ["MARKETING_ORIGIN", "http://www.example.com"],
  ["MARKETING_ORIGIN", "data:text/html,hello"],
  ["MARKETING_ORIGIN", "null"],
  ["IDENTITY_URL", "http://identity.example"],
  ["STRIPE_PUBLISHABLE_KEY", "pk_test_1"],
  ["MAIL_FROM", "Care"],
  ["MAIL_FROM", "Care <care>"],
  ["MAIL_FROM", "care@localhost"],
  ["MAIL_FROM", "Care <care@example.com"],
  ["SECRETS_KEY", key.slice(0, 31)],
  ["SECRETS_KEY", "a".repeat(64)],
  ["SECRETS_KEY", "0123456".repeat(8)],
  ["SECRETS_KEY", key.slice(0, 20).repeat(2)],
  ["SECRETS_KEY", `${key.slice(0, 16).repeat(2)}${key.slice(0, 9)}`],
  ["SECRETS_KEY", "abcdefghijklmnopqrstuvwxyz0123456789"],
  ["SECRETS_KEY", "change-me-9f2c41d07be84a6635d1f0c8a97e"],
])("§2 settings: %s %s is refused with one line that names it", (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(
    new RegExp(`^Setting ${name} is malformed: [^\\n]+$`),
  );
});

test.each([
  ["IDENTITY_URL", "identity.example", "write an address like https://identity.example.com/check."],
  ["SMTP_URL", "mail.example", "write it like smtps://user:password@mail.example.com:465."],
  ["MAIL_FROM", "Care", "write an address like care@example.com, or Calendula <care@example.com>."],
  ["STRIPE_SECRET_KEY", "live_1", "a secret key of Stripe begins with sk_ or rk_ (Developers, API keys)."],
  ["STRIPE_PUBLISHABLE_KEY", "sk_live_1", "a publishable key of Stripe begins with pk_ (Developers, API keys)."],
  ["STRIPE_WEBHOOK_SECRET", "1", "a webhook's signing secret begins with whsec_ (Stripe shows it at the endpoint)."],
])("§2 settings: a malformed %s is told how to write it", (name, value, remedy) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(`Setting ${name} is malformed: ${remedy}`);
});

test.each(["care@example.com", "Calendula <care@example.com>", '"Care, Inc." <care@mail.example.com>'])(
  "§2 settings: mail may come from %s",
  (from) => expect(readConfig({ ...production, MAIL_FROM: from }).mailFrom).toBe(from),
);

test("§13b production takes test keys only if told to, never beside a live one, and never treats live keys as a test", () => {
  const tests = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
  expect(() => readConfig({ ...production, ...tests })).toThrow(/^Setting STRIPE_SECRET_KEY is refused: [^\n]+$/);
  expect(readConfig({ ...production, ...tests, STRIPE_TEST: "1" }).stripe?.secretKey).toBe("sk_test_1");
  for (const name of ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"] as const)
    expect(() => readConfig({ ...production, [name]: tests[name], STRIPE_TEST: "1" })).toThrow(
      /^Setting STRIPE_PUBLISHABLE_KEY is malformed: [^\n]+$/,
    );
  expect(() => readConfig({ ...production, STRIPE_TEST: "1" })).toThrow(/^Setting STRIPE_TEST is refused: [^\n]+$/);
});

test("§13b production has no demo parts, requested or not", () => {
  expect(() => readConfig({ ...production, DEMO: "1" })).toThrow(/^Setting DEMO is refused: [^\n]+$/);
});

test("§13b production needs what docs/deploy.md calls required", () => {
  const document = readFileSync(new URL("../docs/deploy.md", import.meta.url), "utf8");
  const required = document
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter(([, , needed]) => needed === "yes")
    .flatMap(([, names = ""]) => [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
  expect(required).toHaveLength(11);
  for (const name of required)
    expect(() => readConfig({ ...production, [name]: "" }), name).toThrow(
      new RegExp(`^Setting ${name} is missing: [^\\n]+$`),
    );
});

const stripe = (mode: string) => ({
  STRIPE_SECRET_KEY: `sk_${mode}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
  STRIPE_WEBHOOK_SECRET: "whsec_1",
});

describe("§13b demo parts run only where they cannot be mistaken for real", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "calendula-config-"));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env });

  test.each<[string, Record<string, string>]>([
    ["STRIPE_SECRET_KEY", stripe("live")],
    ["STRIPE_SECRET_KEY", { ...stripe("live"), STRIPE_SECRET_KEY: "rk_live_1" }],
    ["STRIPE_PUBLISHABLE_KEY", { ...stripe("test"), STRIPE_PUBLISHABLE_KEY: "pk_live_1" }],
    ["STRIPE_PUBLISHABLE_KEY", { STRIPE_PUBLISHABLE_KEY: "pk_live_1" }],
    ["HOST", { HOST: "0.0.0.0" }],
    ["HOST", { HOST: "::" }],
    ["HOST", { HOST: "192.168.1.20" }],
    ["HOST", { HOST: "127.example.com" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://app.example.com" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://app.example.com", NODE_ENV: "test" }],
  ])("%s of %o stops the start with one line that names it, unless DEMO=1", (name, env) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(new RegExp(`^Setting ${name} is refused: [^\\n]+$`));
    expect(() => read({ ...env, DEMO: "0" })).toThrow(ConfigError);
    expect(read({ ...env, DEMO: "1" }).demo).toBe(true);
  });

  test.each([{}, { HOST: "localhost" }, { HOST: "::1" }, { HOST: "127.0.0.2" }, stripe("test")])("%o starts", (env) => {
    expect(read(env).demo).toBe(true);
  });
});

test("a port for the sample site beside another site's origin is refused, not ignored", () => {
  expect(() => readConfig({ ...production, MARKETING_PORT: "3001" })).toThrow(
    /^Setting MARKETING_PORT is refused: [^\n]+$/,
  );
});

test.each(["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"])("a bucket without %s is refused", (name) => {
  const s3 = {
    S3_ENDPOINT: "https://s3.example",
    S3_BUCKET: "files",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  expect(readConfig({ ...production, ...s3 }).s3?.bucket).toBe("files");
  expect(() => readConfig({ ...production, ...s3, [name]: "" })).toThrow(
    new RegExp(`^Setting ${name} is missing: [^\\n]+$`),
  );
});

test("events are forwarded only where URL and token are set, in production by https", () => {
  const [EVENTS_FORWARD_URL, EVENTS_FORWARD_TOKEN] = ["https://partner.example/events", key.slice(0, 24)];
  expect(readConfig(production).eventsForward).toBeNull();
  expect(readConfig({ ...production, EVENTS_FORWARD_TOKEN }).eventsForward).toBeNull();
  expect(readConfig({ ...production, EVENTS_FORWARD_URL, EVENTS_FORWARD_TOKEN }).eventsForward).toEqual({
    url: EVENTS_FORWARD_URL,
    token: EVENTS_FORWARD_TOKEN,
  });
  expect(() => readConfig({ ...production, EVENTS_FORWARD_URL })).toThrow(/^Setting EVENTS_FORWARD_TOKEN is missing: /);
  const plain = { ...production, EVENTS_FORWARD_URL: "http://partner.example", EVENTS_FORWARD_TOKEN };
  expect(() => readConfig(plain)).toThrow(/^Setting EVENTS_FORWARD_URL is malformed: /);
});

test("decisions §11 webhooks reach no private address in production unless its network is named", () => {
  expect(readConfig(production).webhookNetworks).toEqual([]);
  expect(readConfig({ ...production, WEBHOOK_NETWORKS: "10.1.0.0/16, fd00::/8" }).webhookNetworks).toEqual([
    "10.1.0.0/16",
    "fd00::/8",
  ]);
});
