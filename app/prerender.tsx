import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import { settings } from "./settings.ts";
import ForgotPasswordPage from "#app/auth/password-recovery/forgot-password-page.tsx";
import InvitationCodePage from "#app/auth/sign-up/invitation-code-page.tsx";
import LoginPage from "#app/auth/login/login-page.tsx";
import { EligibilityForm } from "#app/onboarding/eligibility/eligibility-page.tsx";
import AuthShell from "./shell/auth-shell.tsx";
import NotFoundPage from "./shell/not-found-page.tsx";

const inAuthShell = (page: ReactElement) => <AuthShell>{page}</AuthShell>;

const pages: Readonly<Record<string, ReactElement>> = {
  "/login": inAuthShell(<LoginPage />),
  "/forgot-password": inAuthShell(<ForgotPasswordPage />),
  "/invitation-code": inAuthShell(<InvitationCodePage />),
  // By invitation, visitors with a code see another page than those without.
  ...(!settings.invitationRequired && { "/eligibility": inAuthShell(<EligibilityForm />) }),
  "/404": <NotFoundPage />,
};

/**
 * HTML of the pages that look the same for everybody, by path. The server sends it, to show until the code has loaded. Forms are inert, so that no
 * input is lost or sent without the code; the rest is readable and its links work.
 */
export const prerendered = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(pages).map(([path, page]) => [
      path,
      renderToStaticMarkup(<Router ssrPath={path}>{page}</Router>).replaceAll("<form ", "<form inert "),
    ]),
  );
