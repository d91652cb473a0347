import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { demoConfigError, owaspKib, productionConfigError } from "./config-checks.ts";
import { oidcOf, oidcSettings } from "./config-oidc.ts";

const Port = z.coerce.number().int().min(0).max(65_535);
/** The origin of other schemes is opaque: "null", which any sandboxed page sends as well. */
const Origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin);
const emptyToUndefined = (value: unknown) => (value === "" ? undefined : value);
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(emptyToUndefined, schema.optional());

const Cidr = z.union([z.cidrv4(), z.cidrv6()]);

/** `name@host`, or with who it is before it. */
const mailFromPattern = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)$/;

/** Addresses parted by commas. */
const EmailList = z
  .string()
  .transform((value) => value.split(",").map((email) => email.trim()))
  .refine(
    (emails) => emails.every((email) => z.email().safeParse(email).success),
    "not a list like first@practice.example, second@practice.example",
  );

const Environment = z.object({
  NODE_ENV: optional(z.enum(["production", "development", "test"])),
  DEMO: optional(z.enum(["0", "1"])),
  PORT: z.preprocess(emptyToUndefined, Port.default(3000)),
  HOST: z.preprocess(emptyToUndefined, z.string().default("127.0.0.1")),
  PUBLIC_URL: optional(Origin),
  MARKETING_ORIGIN: optional(Origin),
  MARKETING_PORT: optional(Port),
  METRICS_PORT: optional(Port),
  METRICS_TOKEN: optional(z.string().min(16)),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_CONNECTIONS: z.preprocess(emptyToUndefined, z.coerce.number().int().min(8).max(200).default(20)),
  DATA_DIR: z.preprocess(emptyToUndefined, z.string().default("./data")),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/ })),
  STRIPE_SECRET_KEY: optional(
    z.string().regex(/^(sk|rk)_/, "a secret key of Stripe begins with sk_ or rk_ (Developers, API keys)."),
  ),
  STRIPE_PUBLISHABLE_KEY: optional(
    z.string().regex(/^pk_/, "a publishable key of Stripe begins with pk_ (Developers, API keys)."),
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    z.string().regex(/^whsec_/, "a webhook's signing secret begins with whsec_ (Stripe shows it at the endpoint)."),
  ),
  STRIPE_TEST: optional(z.enum(["0", "1"])),
  SMTP_URL: optional(
    z.url({ protocol: /^smtps?$/, error: "write it like smtps://user:password@mail.example.com:465." }),
  ),
  MAIL_FROM: optional(
    z.string().regex(mailFromPattern, "write an address like care@example.com, or Calendula <care@example.com>."),
  ),
  ON_CALL_EMAIL: optional(EmailList),
  SUPPORT_EMAIL: optional(z.email()),
  ALARM_EMAIL: optional(EmailList),
  ALARM_URL: optional(z.url({ protocol: /^https?$/, error: "write an address like https://alarms.example.com/hook." })),
  S3_ENDPOINT: optional(z.url()),
  S3_BUCKET: optional(z.string()),
  S3_REGION: z.preprocess(emptyToUndefined, z.string().default("us-east-1")),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  API_KEY: optional(z.string().min(24)),
  SECRETS_KEY: optional(z.string().min(32)),
  IDENTITY_URL: optional(z.url({ error: "write an address like https://identity.example.com/check." })),
  IDENTITY_TOKEN: optional(z.string()),
  INVITATION_CODES: optional(z.string()),
  ...oidcSettings,
  EVENTS_FORWARD_URL: optional(z.url({ protocol: /^https?$/ })),
  EVENTS_FORWARD_TOKEN: optional(z.string().min(24)),
  WEBHOOK_NETWORKS: optional(
    z
      .string()
      .transform((value) => value.split(",").map((network) => network.trim()))
      .refine((networks) => networks.every((network) => Cidr.safeParse(network).success), "not a list like 10.0.0.0/8"),
  ),
  DOCTOR_ROUTER: z.preprocess(emptyToUndefined, z.enum(["on", "off"]).default("on")),
  DOCTOR_ROUTER_BY_DOCTOR: z.preprocess(emptyToUndefined, z.enum(["on", "off"]).default("on")),
  RATE_LIMIT_PER_MINUTE: z.preprocess(emptyToUndefined, z.coerce.number().int().min(1).default(600)),
  PASSWORD_MEMORY_KIB: z.preprocess(emptyToUndefined, z.coerce.number().int().min(64).max(1_048_576).default(owaspKib)),
  HSTS_SUBDOMAINS: z.preprocess(emptyToUndefined, z.enum(["0", "1"]).default("0")),
  TRUST_PROXY: z.preprocess(emptyToUndefined, z.enum(["0", "1"]).default("0")),
  LOG_LEVEL: z.preprocess(emptyToUndefined, z.enum(["debug", "info", "warn", "error", "silent"]).default("info")),
  CARE_DESK_PACE_SECONDS: z.preprocess(emptyToUndefined, z.coerce.number().min(0).max(3600).default(4)),
  DEMO_PATIENTS: z.preprocess(emptyToUndefined, z.enum(["on", "off"]).default("on")),
  STOP_GRACE_SECONDS: optional(z.coerce.number().min(0).max(60)),
  JOBS: z.preprocess(emptyToUndefined, z.enum(["on", "off"]).default("on")),
  BRAND_FILE: optional(z.string()),
});

export class ConfigError extends Error {}

export type Config = ReturnType<typeof readConfig>;

/** Where the bundled sample marketing site listens. */
const sampleSitePort = 3001;

/**
 * Reads and validates settings from the environment. `demo` is everything outside production: demo patients, care desk, `/dev/*`.
 * Throws a ConfigError of one line that names the setting.
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`Setting ${issue?.path.join(".")} is malformed: ${issue?.message}`);
  }
  const settings = parsed.data;
  const production = settings.NODE_ENV === "production";
  const requireSetting = (name: keyof typeof settings, why: string) => {
    if (settings[name] === undefined) throw new ConfigError(`Setting ${name} is missing: ${why}`);
  };
  if (production) {
    requireSetting(
      "DATABASE_URL",
      "production needs a PostgreSQL server; the embedded database does not survive power loss.",
    );
    requireSetting(
      "SECRETS_KEY",
      "production needs a stable key of 32 or more characters for signing and field encryption.",
    );
    requireSetting("PUBLIC_URL", "production needs its public address, like https://app.example.com.");
    requireSetting("MARKETING_ORIGIN", "production needs the origin of the marketing site that may frame the cart.");
    requireSetting(
      "STRIPE_SECRET_KEY",
      "production needs the keys of your Stripe account; the sandbox exists outside production only.",
    );
    requireSetting("SMTP_URL", "production needs your mail server, like smtps://user:password@mail.example.com:465.");
    requireSetting("MAIL_FROM", "production needs the address its mails come from.");
    requireSetting(
      "IDENTITY_URL",
      "production needs the address of your identity vendor, or of a service of yours that speaks for it (docs/deploy.md, Identity vendor).",
    );
    requireSetting("IDENTITY_TOKEN", "it goes with IDENTITY_URL: the token that is sent to it.");
  }
  if (settings.STAFF_OIDC_ISSUER) {
    requireSetting("STAFF_OIDC_CLIENT_ID", "it goes with STAFF_OIDC_ISSUER.");
    requireSetting("STAFF_OIDC_CLIENT_SECRET", "it goes with STAFF_OIDC_ISSUER.");
  }
  if (settings.STAFF_OIDC_ONLY === "1")
    requireSetting("STAFF_OIDC_ISSUER", "STAFF_OIDC_ONLY needs a provider to sign in with.");
  if (settings.STRIPE_SECRET_KEY) {
    requireSetting("STRIPE_PUBLISHABLE_KEY", "it goes with STRIPE_SECRET_KEY.");
    requireSetting("STRIPE_WEBHOOK_SECRET", "it goes with STRIPE_SECRET_KEY.");
  }
  if (settings.EVENTS_FORWARD_URL)
    requireSetting("EVENTS_FORWARD_TOKEN", "it signs what is sent to EVENTS_FORWARD_URL.");
  if (settings.S3_ENDPOINT)
    for (const name of ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const)
      requireSetting(name, "it goes with S3_ENDPOINT.");
  if (settings.MARKETING_ORIGIN && settings.MARKETING_PORT !== undefined)
    throw new ConfigError(
      "Setting MARKETING_PORT is refused: beside MARKETING_ORIGIN no sample site runs; leave one of them out.",
    );
  const configError = production ? productionConfigError(settings) : demoConfigError(settings);
  if (configError) throw new ConfigError(configError);
  const marketingPort = settings.MARKETING_PORT ?? sampleSitePort;
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  return {
    production,
    logLevel: settings.LOG_LEVEL,
    demo: !production,
    /** What error reports name. */
    environment: production ? ("production" as const) : ("demo" as const),
    /** Whether a visit may change to another flow while it is under way. */
    flowSwitcher: !production,
    host: settings.HOST,
    port: settings.PORT,
    publicUrl,
    secureCookies: publicUrl.startsWith("https:"),
    /** Browsers are told to use https for every name below this one, too. */
    hstsSubdomains: settings.HSTS_SUBDOMAINS === "1",
    trustProxy: settings.TRUST_PROXY === "1",
    marketingOrigin: settings.MARKETING_ORIGIN ?? `http://localhost:${marketingPort}`,
    marketingPort: settings.MARKETING_ORIGIN ? null : marketingPort,
    metrics: { port: settings.METRICS_PORT ?? null, token: settings.METRICS_TOKEN ?? null },
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    dataDir: settings.DATA_DIR,
    redisUrl: settings.REDIS_URL ?? null,
    /** Nobody is really charged. */
    testPayments: settings.STRIPE_TEST === "1" || !settings.STRIPE_SECRET_KEY,
    stripe: settings.STRIPE_SECRET_KEY
      ? {
          secretKey: settings.STRIPE_SECRET_KEY,
          publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? "",
          webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? "",
        }
      : null,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM ?? null,
    /** Who is notified when a patient writes about an emergency, in this order; none: the brand's support address. */
    onCallEmails: settings.ON_CALL_EMAIL ?? [],
    /** Who is notified of contact form messages; null: the brand's support address. */
    supportEmail: settings.SUPPORT_EMAIL ?? null,
    /** Who is told of an outside system that fails, by mail and at an address that takes a POST. */
    alarmEmails: settings.ALARM_EMAIL ?? [],
    alarmUrl: settings.ALARM_URL ?? null,
    s3: settings.S3_ENDPOINT
      ? {
          endpoint: settings.S3_ENDPOINT,
          bucket: settings.S3_BUCKET ?? "",
          region: settings.S3_REGION,
          accessKeyId: settings.S3_ACCESS_KEY_ID ?? "",
          secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? "",
        }
      : null,
    apiKey: settings.API_KEY ?? null,
    secretsKey: settings.SECRETS_KEY ?? generatedSecretsKey(settings.DATA_DIR),
    identity: settings.IDENTITY_URL ? { url: settings.IDENTITY_URL, token: settings.IDENTITY_TOKEN ?? "" } : null,
    /** Where events are forwarded to; null: nowhere. */
    eventsForward: settings.EVENTS_FORWARD_URL
      ? { url: settings.EVENTS_FORWARD_URL, token: settings.EVENTS_FORWARD_TOKEN ?? "" }
      : null,
    /** Networks of the practice's own that webhooks may be sent to, with http as well; other private addresses are refused. */
    webhookNetworks: settings.WEBHOOK_NETWORKS ?? (production ? [] : ["127.0.0.0/8", "::1/128"]),
    invitationCodes: (settings.INVITATION_CODES ?? "")
      .split(",")
      .map((code) => code.trim())
      .filter(Boolean),
    staffOidc: oidcOf(settings),
    doctorRouter: {
      enabled: settings.DOCTOR_ROUTER === "on",
      byDoctorEnabled: settings.DOCTOR_ROUTER_BY_DOCTOR === "on",
    },
    passwordMemoryKib: settings.PASSWORD_MEMORY_KIB,
    requestsPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    careDeskPaceSeconds: settings.CARE_DESK_PACE_SECONDS,
    /** Whether the demo has invented patients from the start. */
    demoPatients: !production && settings.DEMO_PATIENTS === "on",
    /** Off for a restore drill: nobody is mailed, charged or notified. */
    jobs: settings.JOBS === "on",
    /** How long a stopping node still takes requests, in milliseconds, so that proxies and browsers notice and lose none. */
    stopGraceMs: (settings.STOP_GRACE_SECONDS ?? (production ? 5 : 1)) * 1000,
    brandFile: settings.BRAND_FILE ?? null,
  };
}

/** A key generated into the data directory at the first start, outside production only. */
function generatedSecretsKey(dataDir: string): string {
  const file = join(dataDir, "secrets.key");
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
