/** The settings a production start needs, and no others. */
export const productionSettings = {
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
