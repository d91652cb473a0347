/** The settings a production start needs, and no others. */
export const productionSettings = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://db.example/calendula",
  SECRETS_KEY: "9f2c41d07be84a6635d1f0c8a97e2b544c6d83e1",
  PUBLIC_URL: "https://app.example.com",
  MARKETING_ORIGIN: "https://www.example.com",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  SMTP_URL: "smtps://mail.example",
  MAIL_FROM: "Calendula <care@example.com>",
  IDENTITY_URL: "https://identity.example",
  IDENTITY_TOKEN: "the identity vendor's token",
};

/** With these beside them nobody is really charged, and the doctors may be invented. */
export const testPayments = { STRIPE_TEST: "1", STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
