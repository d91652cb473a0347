import type * as Pages from "./pages.ts";
import type { GuardName } from "./router/guards.ts";
import { type LazyPart, lazyRoute } from "./router/lazy-route.tsx";
import type { ReactNode } from "react";

export type ShellName = "none" | "auth" | "onboarding" | "dashboard";

export interface AppRoute {
  /** Own path, `:name` for a part that varies. */
  readonly path: string;
  /** Shown in the window's title and read out on arrival; never a word about health. */
  readonly title: string;
  readonly guard: GuardName;
  readonly shell: ShellName;
  readonly page?: LazyPart<object>;
  /** This path is another name of that one. */
  readonly to?: string;
}

export const shells: Readonly<Record<Exclude<ShellName, "none">, LazyPart<{ children: ReactNode }>>> = {
  auth: lazyRoute(() => import("./shell/auth-shell.tsx")),
  onboarding: lazyRoute(() => import("./onboarding/onboarding-shell.tsx")),
  dashboard: lazyRoute(async () => {
    const { dashboardShell } = await import("./pages.ts");
    return dashboardShell();
  }),
};

/** A page nobody lands on first: where its chunks lie is known to a chunk of its own. */
const later = (name: Exclude<keyof typeof Pages, "dashboardShell">): LazyPart<object> =>
  lazyRoute(async () => {
    const pages = await import("./pages.ts");
    return pages[name]();
  });

const alone = (path: string, title: string, guard: GuardName, page?: LazyPart<object>): AppRoute => ({
  path,
  title,
  guard,
  shell: "none",
  ...(page && { page }),
});
const auth = (path: string, title: string, guard: GuardName, page: LazyPart<object>): AppRoute => ({
  path,
  title,
  guard,
  shell: "auth",
  page,
});
const visit = (path: string, title: string, page: LazyPart<object>): AppRoute => ({
  path,
  title,
  guard: "onboarding",
  shell: "onboarding",
  page,
});
const dashboard = (path: string, title: string, page: LazyPart<object>, guard: GuardName = "dashboard"): AppRoute => ({
  path,
  title,
  guard,
  shell: "dashboard",
  page,
});
const alias = (path: string, to: string): AppRoute => ({ path, title: "", guard: "none", shell: "none", to });

/** Every route of the app (spec §2.1) but /cart and /quiz, which are pages of their own: another site frames them. */
export const routes: readonly AppRoute[] = [
  alone(
    "/404",
    "Page not found",
    "none",
    lazyRoute(() => import("./shell/not-found-page.tsx")),
  ),
  alone("/playground", "Playground", "none", later("playground")),
  alone("/no-more-invitations", "No more invitations", "none", later("noMoreInvitations")),
  alone("/redirect", "One moment", "redirect"),
  alone("/website", "Goodbye", "website"),
  alone("/website/contact", "Contact", "contact"),
  auth(
    "/login",
    "Log in",
    "visitor",
    lazyRoute(() => import("./auth/login-page.tsx")),
  ),
  auth(
    "/forgot-password",
    "Recover password",
    "none",
    lazyRoute(() => import("./auth/forgot-password-page.tsx")),
  ),
  auth(
    "/new-password",
    "New password",
    "none",
    lazyRoute(() => import("./auth/new-password-page.tsx")),
  ),
  auth(
    "/invitation-code",
    "Sign-up code",
    "none",
    lazyRoute(() => import("./auth/invitation-code-page.tsx")),
  ),

  { path: "/", title: "Your visit", guard: "onboarding", shell: "none" },
  { path: "/onboarding", title: "Your visit", guard: "onboarding", shell: "none" },
  visit(
    "/eligibility",
    "Your account",
    lazyRoute(() => import("./onboarding/eligibility.tsx")),
  ),
  visit("/health-questions", "Your questions", later("healthQuestions")),
  visit("/treatment-options", "Your options", later("treatmentOptions")),
  visit("/treatment-addons", "Add-ons", later("treatmentAddons")),
  visit("/identity-verification", "Your identity", later("identityVerification")),
  visit("/checkout", "Checkout", later("checkout")),

  dashboard("/home", "Home", later("home")),
  dashboard("/treatment", "Your plan", later("treatment")),
  dashboard("/messages", "Messages", later("messages")),
  dashboard("/messages/doctor", "Messages with your doctor", later("doctor")),
  dashboard("/messages/patient_services", "Messages with patient services", later("patientServices")),
  dashboard("/support", "Help Center", later("support")),
  dashboard("/support/:id", "Help Center", later("support")),
  dashboard("/subscription/:id", "Your subscription", later("subscription")),
  dashboard("/order/:id", "Your order", later("order")),
  dashboard("/your-account", "Your account", later("yourAccount")),
  dashboard("/account-settings", "Account settings", later("accountSettings")),
  dashboard("/account-settings/billing-details", "Billing details", later("billingDetails")),
  dashboard("/account-settings/identity-verification", "Your identity", later("identity")),
  dashboard("/account-settings/billing-address", "Billing address", later("billingAddress")),
  dashboard("/account-settings/shipping-address", "Shipping address", later("shippingAddress")),
  dashboard("/account-settings/email", "Your email", later("email")),
  dashboard("/account-settings/close-account", "Close your account", later("closeAccount")),
  dashboard("/medical-information", "Your information", later("medicalInformation")),
  dashboard("/insurance-documents", "Your documents", later("insuranceDocuments")),
  dashboard("/contact-us", "Contact us", later("contactUs")),
  dashboard("/cancel-subscription", "Cancel your subscription", later("cancelSubscription")),
  dashboard("/referral", "Refer a Friend", later("referral"), "referral"),

  alias("/message", "/messages/doctor"),
  alias("/messages/admin", "/messages/patient_services"),
  alias("/follow-up", "/home"),
];

/** Every path that is none of the others. */
export const unknownRoute: AppRoute = alone("*", "Page not found", "unknown");
