import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const production = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://db.example/calendula",
  SECRETS_KEY: "a key for tests, long enough for it",
  PUBLIC_URL: "https://app.example.com",
  MARKETING_ORIGIN: "https://www.example.com",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  SMTP_URL: "smtps://mail.example",
  IDENTITY_URL: "https://identity.example",
};

test("§2 settings: production starts with these alone, hashing passwords with 19 MiB", () => {
  expect(readConfig(production)).toMatchObject({ production: true, demo: false, passwordMemoryKib: 19_456 });
});

test.each(Object.keys(production).filter((name) => name !== "NODE_ENV"))(
  "§2 settings: production without %s is refused with one line that names it",
  (name) => {
    const read = () => readConfig({ ...production, [name]: "" });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^Setting ${name} is missing: [^\\n]+$`));
  },
);

test.each([
  ["PORT", "web"],
  ["DATABASE_URL", "mysql://db.example"],
  ["API_KEY", "short"],
  ["PASSWORD_MEMORY_KIB", "1024"],
])("§2 settings: %s %s is refused with one line that names it", (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(
    new RegExp(`^Setting ${name} is malformed: [^\\n]+$`),
  );
});
