import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

const app = join(import.meta.dirname, "../../app");

/** What sign-in shows, beside React: thirty small files would cost more in headers, names and worse compression than one chunk. */
const signIn = [
  "start-page",
  "auth/auth-page",
  "auth/email-field",
  "auth/form-errors",
  "auth/login/login-page",
  "auth/login/one-time-token-url",
  "auth/sign-up/invitation-code",
  "auth/use-auth-form",
  "browser/jsx-runtime",
  "forms/drafts",
  "growth/promo/promo-codes",
  "growth/tracking/start-tracking",
  "router/links",
  "router/preload",
  "router/scroll",
  "routes/route-screen",
  "shell/auth-shell",
  "ui/actions/button",
  "ui/actions/link",
  "ui/actions/spinner",
  "ui/brand/base",
  "ui/brand/base-icons",
  "ui/brand/brand-logo",
  "ui/brand/copyright",
  "ui/brand/illustrations/auth-garden",
  "ui/brand/illustrations/geometry",
  "ui/brand/illustrations/logo-mark",
  "ui/brand/illustrations/parts",
  "ui/brand/logo",
  "ui/brand/tokens",
  "ui/brand/tones",
  "ui/cx",
  "ui/feedback/alert",
  "ui/feedback/offline-notice",
  "ui/feedback/status-message",
  "ui/forms/field",
  "ui/forms/secret-field",
  "ui/forms/text-field",
  "ui/layout/heading",
];

/** What a new visitor to the visit sees: sign-up, without anything of the visit itself. */
const signUp = [
  "auth/sign-up/sign-up-fields",
  "auth/sign-up/sign-up-form",
  "onboarding/eligibility/eligibility-page",
  "onboarding/flow/step-addresses",
  "shell/onboarding-shell",
  "ui/forms/choices/checkbox",
];

const react = /\/react-dom\//;

export const signInChunk = {
  name: "sign-in",
  priority: 2,
  test: (id: string) => react.test(id) || isOneOf(signIn, id),
};

export const signUpChunk = {
  name: "sign-up",
  priority: 1,
  includeDependenciesRecursively: false,
  test: (id: string) => isOneOf(signUp, id),
};

/** Whether a module is one of these files of the app, which are named without their endings, styles included. */
const isOneOf = (stems: readonly string[], id: string) =>
  id.startsWith(`${app}/`) && stems.includes(id.slice(app.length + 1).replace(/(?:\.module)?\.\w+(?:\?.*)?$/, ""));

for (const stem of [...signIn, ...signUp]) {
  const folder = dirname(join(app, stem));
  const name = stem.slice(stem.lastIndexOf("/") + 1);
  const found =
    existsSync(folder) && readdirSync(folder).some((file) => file.replace(/(?:\.module)?\.\w+$/, "") === name);
  if (!found) throw new Error(`There is no app/${stem}, which an entry chunk is made of.`);
}
