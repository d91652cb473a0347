import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import * as z from "zod";
import { demoObjection, owaspKib, productionObjection } from "./config-rules.ts";

const Port = z.coerce.number().int().min(0).max(65_535);
/** Another scheme's origin is opaque: "null", which any sandboxed page sends. */
const Origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin);
const blank = (value: unknown) => (value === "" ? undefined : value);
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(blank, schema.optional());

const Environment = z.object({
  NODE_ENV: optional(z.enum(["production", "development", "test"])),
  DEMO: optional(z.enum(["0", "1"])),
  PORT: z.preprocess(blank, Port.default(3000)),
  HOST: z.preprocess(blank, z.string().default("127.0.0.1")),
  PUBLIC_URL: optional(Origin),
  MARKETING_ORIGIN: optional(Origin),
  MARKETING_PORT: optional(Port),
  METRICS_PORT: optional(Port),
  METRICS_TOKEN: optional(z.string().min(16)),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATA_DIR: z.preprocess(blank, z.string().default("./data")),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/ })),
  STRIPE_SECRET_KEY: optional(z.string().regex(/^(sk|rk)_/)),
  STRIPE_PUBLISHABLE_KEY: optional(z.string().regex(/^pk_/)),
  STRIPE_WEBHOOK_SECRET: optional(z.string().regex(/^whsec_/)),
  STRIPE_TEST: optional(z.enum(["0", "1"])),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(z.string().min(3)),
  ON_CALL_EMAIL: optional(z.email()),
  SUPPORT_EMAIL: optional(z.email()),
  S3_ENDPOINT: optional(z.url()),
  S3_BUCKET: optional(z.string()),
  S3_REGION: z.preprocess(blank, z.string().default("us-east-1")),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  API_KEY: optional(z.string().min(24)),
  SECRETS_KEY: optional(z.string().min(32)),
  IDENTITY_URL: optional(z.url()),
  IDENTITY_TOKEN: optional(z.string()),
  INVITATION_CODES: optional(z.string()),
  EVENTS_FORWARD_URL: optional(z.url({ protocol: /^https?$/ })),
  EVENTS_FORWARD_TOKEN: optional(z.string().min(24)),
  DOCTOR_ROUTER: z.preprocess(blank, z.enum(["on", "off"]).default("on")),
  DOCTOR_ROUTER_BY_DOCTOR: z.preprocess(blank, z.enum(["on", "off"]).default("on")),
  RATE_LIMIT_PER_MINUTE: z.preprocess(blank, z.coerce.number().int().min(1).default(600)),
  PASSWORD_MEMORY_KIB: z.preprocess(blank, z.coerce.number().int().min(64).max(1_048_576).default(owaspKib)),
  TRUST_PROXY: z.preprocess(blank, z.enum(["0", "1"]).default("0")),
  LOG_LEVEL: z.preprocess(blank, z.enum(["debug", "info", "warn", "error", "silent"]).default("info")),
  CARE_DESK_PACE_SECONDS: z.preprocess(blank, z.coerce.number().min(0).max(3600).default(4)),
  STOP_GRACE_SECONDS: optional(z.coerce.number().min(0).max(60)),
  JOBS: z.preprocess(blank, z.enum(["on", "off"]).default("on")),
  BRAND_FILE: optional(z.string()),
});

export class ConfigError extends Error {}

export type Config = ReturnType<typeof readConfig>;

/** Where the bundled sample marketing site listens. */
const samplePort = 3001;

/**
 * Settings from the environment, checked. `demo` is everything outside production: demo patients, care desk, `/dev/*`.
 * Throws a ConfigError of one line that names the setting.
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`Setting ${issue?.path.join(".")} is malformed: ${issue?.message}`);
  }
  const e = parsed.data;
  const production = e.NODE_ENV === "production";
  const need = (name: keyof typeof e, why: string) => {
    if (e[name] === undefined) throw new ConfigError(`Setting ${name} is missing: ${why}`);
  };
  if (production) {
    need("DATABASE_URL", "production needs a PostgreSQL server; the embedded database does not survive power loss.");
    need("SECRETS_KEY", "production needs a stable key of 32 or more characters for signing and field encryption.");
    need("PUBLIC_URL", "production needs its public address, like https://app.example.com.");
    need("MARKETING_ORIGIN", "production needs the origin of the marketing site that may frame the cart.");
    need("STRIPE_SECRET_KEY", "the sandbox payment gateway exists outside production only.");
    need("SMTP_URL", "the local mailbox exists outside production only.");
    need("MAIL_FROM", "production needs the address its mails come from.");
    need("IDENTITY_URL", "the demo identity check exists outside production only.");
    need("IDENTITY_TOKEN", "it goes with IDENTITY_URL.");
  }
  if (e.STRIPE_SECRET_KEY) {
    need("STRIPE_PUBLISHABLE_KEY", "it goes with STRIPE_SECRET_KEY.");
    need("STRIPE_WEBHOOK_SECRET", "it goes with STRIPE_SECRET_KEY.");
  }
  if (e.EVENTS_FORWARD_URL) need("EVENTS_FORWARD_TOKEN", "it signs what is sent to EVENTS_FORWARD_URL.");
  if (e.S3_ENDPOINT)
    for (const name of ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const)
      need(name, "it goes with S3_ENDPOINT.");
  if (e.MARKETING_ORIGIN && e.MARKETING_PORT !== undefined)
    throw new ConfigError(
      "Setting MARKETING_PORT is refused: beside MARKETING_ORIGIN no sample site runs; leave one of them out.",
    );
  const objection = production ? productionObjection(e) : demoObjection(e);
  if (objection) throw new ConfigError(objection);
  const marketingPort = e.MARKETING_PORT ?? samplePort;
  const publicUrl = e.PUBLIC_URL ?? `http://localhost:${e.PORT}`;
  return {
    production,
    logLevel: e.LOG_LEVEL,
    demo: !production,
    host: e.HOST,
    port: e.PORT,
    publicUrl,
    secureCookies: publicUrl.startsWith("https:"),
    trustProxy: e.TRUST_PROXY === "1",
    marketingOrigin: e.MARKETING_ORIGIN ?? `http://localhost:${marketingPort}`,
    marketingPort: e.MARKETING_ORIGIN ? null : marketingPort,
    metrics: { port: e.METRICS_PORT ?? null, token: e.METRICS_TOKEN ?? null },
    databaseUrl: e.DATABASE_URL ?? null,
    dataDir: e.DATA_DIR,
    redisUrl: e.REDIS_URL ?? null,
    stripe: e.STRIPE_SECRET_KEY
      ? {
          secretKey: e.STRIPE_SECRET_KEY,
          publishableKey: e.STRIPE_PUBLISHABLE_KEY ?? "",
          webhookSecret: e.STRIPE_WEBHOOK_SECRET ?? "",
        }
      : null,
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM ?? null,
    /** Who is told of an emergency a patient wrote of; null: the support address of the brand. */
    onCallEmail: e.ON_CALL_EMAIL ?? null,
    /** Who is told that somebody wrote by the contact form; null: the support address of the brand. */
    supportEmail: e.SUPPORT_EMAIL ?? null,
    s3: e.S3_ENDPOINT
      ? {
          endpoint: e.S3_ENDPOINT,
          bucket: e.S3_BUCKET ?? "",
          region: e.S3_REGION,
          accessKeyId: e.S3_ACCESS_KEY_ID ?? "",
          secretAccessKey: e.S3_SECRET_ACCESS_KEY ?? "",
        }
      : null,
    apiKey: e.API_KEY ?? null,
    secretsKey: e.SECRETS_KEY ?? ownSecretsKey(e.DATA_DIR),
    identity: e.IDENTITY_URL ? { url: e.IDENTITY_URL, token: e.IDENTITY_TOKEN ?? "" } : null,
    /** Where events leave for; null: they never do. */
    eventsForward: e.EVENTS_FORWARD_URL ? { url: e.EVENTS_FORWARD_URL, token: e.EVENTS_FORWARD_TOKEN ?? "" } : null,
    invitationCodes: (e.INVITATION_CODES ?? "")
      .split(",")
      .map((code) => code.trim())
      .filter(Boolean),
    doctorRouter: { enabled: e.DOCTOR_ROUTER === "on", byDoctorEnabled: e.DOCTOR_ROUTER_BY_DOCTOR === "on" },
    passwordMemoryKib: e.PASSWORD_MEMORY_KIB,
    requestsPerMinute: e.RATE_LIMIT_PER_MINUTE,
    careDeskPaceSeconds: e.CARE_DESK_PACE_SECONDS,
    /** Off in a drill: nobody is mailed, charged or told. */
    jobs: e.JOBS === "on",
    /** How long a stop still takes requests, so that proxies and browsers notice and lose none. */
    stopGraceMs: (e.STOP_GRACE_SECONDS ?? (production ? 5 : 1)) * 1000,
    brandFile: e.BRAND_FILE ?? null,
  };
}

/** Generated into the data directory on the first start, outside production only. */
function ownSecretsKey(dataDir: string): string {
  const file = join(dataDir, "secrets.key");
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
