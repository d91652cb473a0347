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
  dashboard: lazyRoute(() => import("./shell/dashboard-shell.tsx")),
};

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
  alone(
    "/playground",
    "Playground",
    "none",
    lazyRoute(() => import("./playground/playground.tsx")),
  ),
  alone(
    "/no-more-invitations",
    "No more invitations",
    "none",
    lazyRoute(() => import("./growth/referral/no-more-invitations.tsx")),
  ),
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
  visit(
    "/health-questions",
    "Your questions",
    lazyRoute(() => import("./onboarding/health-questions.tsx")),
  ),
  visit(
    "/treatment-options",
    "Your options",
    lazyRoute(() => import("./onboarding/treatment-options.tsx")),
  ),
  visit(
    "/treatment-addons",
    "Add-ons",
    lazyRoute(() => import("./onboarding/treatment-addons.tsx")),
  ),
  visit(
    "/identity-verification",
    "Your identity",
    lazyRoute(() => import("./onboarding/identity-verification.tsx")),
  ),
  visit(
    "/checkout",
    "Checkout",
    lazyRoute(() => import("./onboarding/checkout.tsx")),
  ),

  dashboard(
    "/home",
    "Home",
    lazyRoute(() => import("./treatment/home.tsx")),
  ),
  dashboard(
    "/treatment",
    "Your plan",
    lazyRoute(() => import("./treatment/treatment.tsx")),
  ),
  dashboard(
    "/messages",
    "Messages",
    lazyRoute(() => import("./messages/messages.tsx")),
  ),
  dashboard(
    "/messages/doctor",
    "Messages with your doctor",
    lazyRoute(() => import("./messages/doctor.tsx")),
  ),
  dashboard(
    "/messages/patient_services",
    "Messages with patient services",
    lazyRoute(() => import("./messages/patient-services.tsx")),
  ),
  dashboard(
    "/support",
    "Help Center",
    lazyRoute(() => import("./support/support.tsx")),
  ),
  dashboard(
    "/support/:id",
    "Help Center",
    lazyRoute(() => import("./support/support.tsx")),
  ),
  dashboard(
    "/subscription/:id",
    "Your subscription",
    lazyRoute(() => import("./treatment/subscription/subscription.tsx")),
  ),
  dashboard(
    "/order/:id",
    "Your order",
    lazyRoute(() => import("./treatment/order.tsx")),
  ),
  dashboard(
    "/your-account",
    "Your account",
    lazyRoute(() => import("./account/your-account.tsx")),
  ),
  dashboard(
    "/account-settings",
    "Account settings",
    lazyRoute(() => import("./account/account-settings.tsx")),
  ),
  dashboard(
    "/account-settings/billing-details",
    "Billing details",
    lazyRoute(() => import("./account/billing-details.tsx")),
  ),
  dashboard(
    "/account-settings/identity-verification",
    "Your identity",
    lazyRoute(() => import("./account/identity.tsx")),
  ),
  dashboard(
    "/account-settings/billing-address",
    "Billing address",
    lazyRoute(() => import("./account/billing-address.tsx")),
  ),
  dashboard(
    "/account-settings/shipping-address",
    "Shipping address",
    lazyRoute(() => import("./account/shipping-address.tsx")),
  ),
  dashboard(
    "/account-settings/email",
    "Your email",
    lazyRoute(() => import("./account/email.tsx")),
  ),
  dashboard(
    "/account-settings/close-account",
    "Close your account",
    lazyRoute(() => import("./account/close-account.tsx")),
  ),
  dashboard(
    "/medical-information",
    "Your information",
    lazyRoute(() => import("./account/medical-information.tsx")),
  ),
  dashboard(
    "/insurance-documents",
    "Your documents",
    lazyRoute(() => import("./documents/insurance-documents.tsx")),
  ),
  dashboard(
    "/contact-us",
    "Contact us",
    lazyRoute(() => import("./support/contact-us.tsx")),
  ),
  dashboard(
    "/cancel-subscription",
    "Cancel your subscription",
    lazyRoute(() => import("./treatment/cancel/cancel-subscription.tsx")),
  ),
  dashboard(
    "/referral",
    "Refer a Friend",
    lazyRoute(() => import("./growth/referral/referral.tsx")),
    "referral",
  ),

  alias("/message", "/messages/doctor"),
  alias("/messages/admin", "/messages/patient_services"),
  alias("/follow-up", "/home"),
];

/** Every path that is none of the others. */
export const unknownRoute: AppRoute = alone("*", "Page not found", "unknown");
