import type * as Pages from "./pages.ts";
import type { GuardName } from "./guards.ts";
import { type LazyComponent, lazyRoute } from "#app/router/lazy-component.tsx";
import type { ReactNode } from "react";

export type ShellName = "none" | "auth" | "onboarding" | "dashboard";

export interface AppRoute {
  /** Path with `:name` for a variable segment. */
  readonly path: string;
  /** Shown in the window title and announced on arrival; never anything about health. */
  readonly title: string;
  readonly guard: GuardName;
  readonly shell: ShellName;
  readonly page?: LazyComponent<object>;
  /** This path is an alias of that one. */
  readonly aliasOf?: string;
}

export const shells: Readonly<Record<Exclude<ShellName, "none">, LazyComponent<{ children: ReactNode }>>> = {
  auth: lazyRoute(() => import("#app/shell/auth-shell.tsx")),
  onboarding: lazyRoute(() => import("#app/shell/onboarding-shell.tsx")),
  dashboard: lazyRoute(async () => {
    const { dashboardShell } = await import("./pages.ts");
    return dashboardShell();
  }),
};

/** Begins to load a page and its shell. */
export function preload({ page, shell }: Pick<AppRoute, "page" | "shell">): void {
  void page?.preload();
  if (shell !== "none") void shells[shell].preload();
}

/** A page that is never an entry page: the list of its chunks is in a chunk of its own. */
const lazyPage = (name: Exclude<keyof typeof Pages, "dashboardShell">): LazyComponent<object> =>
  lazyRoute(async () => {
    const pages = await import("./pages.ts");
    return pages[name]();
  });

const standalonePage = (path: string, title: string, guard: GuardName, page?: LazyComponent<object>): AppRoute => ({
  path,
  title,
  guard,
  shell: "none",
  ...(page && { page }),
});
const authPage = (path: string, title: string, guard: GuardName, page: LazyComponent<object>): AppRoute => ({
  path,
  title,
  guard,
  shell: "auth",
  page,
});
const visitPage = (path: string, title: string, page: LazyComponent<object>): AppRoute => ({
  path,
  title,
  guard: "onboarding",
  shell: "onboarding",
  page,
});
const dashboardPage = (
  path: string,
  title: string,
  page: LazyComponent<object>,
  guard: GuardName = "dashboard",
): AppRoute => ({
  path,
  title,
  guard,
  shell: "dashboard",
  page,
});
const aliasRoute = (path: string, to: string): AppRoute => ({
  path,
  title: "",
  guard: "none",
  shell: "none",
  aliasOf: to,
});

/** Every route of the app (spec §2.1) except /cart and /quiz, which are separate documents framed by another site. */
export const routes: readonly AppRoute[] = [
  standalonePage(
    "/404",
    "Page not found",
    "none",
    lazyRoute(() => import("#app/shell/not-found-page.tsx")),
  ),
  standalonePage("/playground", "Playground", "none", lazyPage("playground")),
  standalonePage("/email-change", "Your email address", "none", lazyPage("emailChange")),
  standalonePage("/one-account", "Your accounts", "none", lazyPage("oneAccount")),
  standalonePage("/no-more-invitations", "No more invitations", "none", lazyPage("noMoreInvitations")),
  standalonePage("/report-a-death", "Someone has died", "none", lazyPage("reportADeath")),
  standalonePage("/helper", "Helping someone", "none", lazyPage("helper")),
  standalonePage("/helper/link", "Your invitation", "none", lazyPage("helperLink")),
  standalonePage("/redirect", "One moment", "redirect"),
  standalonePage("/website", "Goodbye", "website"),
  standalonePage("/website/contact", "Contact", "contact"),
  authPage(
    "/login",
    "Log in",
    "visitor",
    lazyRoute(() => import("#app/auth/login/login-page.tsx")),
  ),
  authPage(
    "/forgot-password",
    "Recover password",
    "none",
    lazyRoute(() => import("#app/auth/password-recovery/forgot-password-page.tsx")),
  ),
  authPage(
    "/new-password",
    "New password",
    "none",
    lazyRoute(() => import("#app/auth/password-recovery/new-password-page.tsx")),
  ),
  authPage(
    "/invitation-code",
    "Sign-up code",
    "none",
    lazyRoute(() => import("#app/auth/sign-up/invitation-code-page.tsx")),
  ),

  { path: "/", title: "Your visit", guard: "onboarding", shell: "none" },
  { path: "/onboarding", title: "Your visit", guard: "onboarding", shell: "none" },
  visitPage(
    "/eligibility",
    "Your account",
    lazyRoute(() => import("#app/onboarding/eligibility/eligibility-page.tsx")),
  ),
  visitPage("/health-questions", "Your questions", lazyPage("healthQuestions")),
  visitPage("/treatment-options", "Your options", lazyPage("treatmentOptions")),
  visitPage("/treatment-addons", "Add-ons", lazyPage("treatmentAddons")),
  visitPage("/identity-verification", "Your identity", lazyPage("identityVerification")),
  visitPage("/checkout", "Checkout", lazyPage("checkout")),

  dashboardPage("/home", "Home", lazyPage("home")),
  dashboardPage("/treatment", "Your plan", lazyPage("treatment")),
  dashboardPage("/messages", "Messages", lazyPage("messages")),
  dashboardPage("/messages/doctor", "Messages with your doctor", lazyPage("doctor")),
  dashboardPage("/messages/patient_services", "Messages with patient services", lazyPage("patientServices")),
  dashboardPage("/support", "Help Center", lazyPage("support")),
  dashboardPage("/support/:id", "Help Center", lazyPage("support")),
  dashboardPage("/subscription/:id", "Your subscription", lazyPage("subscription")),
  dashboardPage("/order/:id", "Your order", lazyPage("order")),
  dashboardPage("/your-account", "Profile", lazyPage("yourAccount")),
  dashboardPage("/account-settings", "Settings", lazyPage("accountSettings")),
  dashboardPage("/account-settings/billing-details", "Card", lazyPage("billingDetails")),
  dashboardPage("/account-settings/identity-verification", "Your identity", lazyPage("identity")),
  dashboardPage("/account-settings/billing-address", "Billing address", lazyPage("billingAddress")),
  dashboardPage("/account-settings/shipping-address", "Shipping address", lazyPage("shippingAddress")),
  dashboardPage("/account-settings/email", "Email", lazyPage("email")),
  dashboardPage("/account-settings/password", "Password and devices", lazyPage("passwordAndDevices")),
  dashboardPage("/account-settings/emails", "Emails you get", lazyPage("emailsPage")),
  dashboardPage("/account-settings/appearance", "Light or dark", lazyPage("appearance")),
  dashboardPage("/account-settings/sharing", "What we share", lazyPage("sharing")),
  dashboardPage("/account-settings/helpers", "Your helpers", lazyPage("helpers")),
  dashboardPage("/account-settings/requests", "Your record", lazyPage("requests")),
  dashboardPage("/account-settings/language", "Language and labels", lazyPage("speaking")),
  dashboardPage("/account-settings/share", "Share your information", lazyPage("share")),
  dashboardPage("/account-settings/close-account", "Close your account", lazyPage("closeAccount")),
  dashboardPage("/medical-information", "Your information", lazyPage("medicalInformation")),
  dashboardPage("/insurance-documents", "Your documents", lazyPage("insuranceDocuments")),
  dashboardPage("/contact-us", "Contact us", lazyPage("contactUs")),
  dashboardPage("/cancel-subscription", "Cancel your subscription", lazyPage("cancelSubscription")),
  dashboardPage("/referral", "Refer a Friend", lazyPage("referral"), "referral"),

  aliasRoute("/message", "/messages/doctor"),
  aliasRoute("/messages/admin", "/messages/patient_services"),
  aliasRoute("/follow-up", "/home"),
];

/** The route of every other path. */
export const unknownRoute: AppRoute = standalonePage("*", "Page not found", "unknown");
