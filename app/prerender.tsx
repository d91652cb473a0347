import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import ForgotPasswordPage from "./auth/forgot-password-page.tsx";
import InvitationCodePage from "./auth/invitation-code-page.tsx";
import LoginPage from "./auth/login-page.tsx";
import AuthShell from "./shell/auth-shell.tsx";

const pages: Readonly<Record<string, ReactElement>> = {
  "/login": <LoginPage />,
  "/forgot-password": <ForgotPasswordPage />,
  "/invitation-code": <InvitationCodePage />,
};

/** HTML of the pages that look the same for everybody, by path. The server shows it until the code has arrived. */
export const prerendered = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(pages).map(([path, page]) => [
      path,
      renderToStaticMarkup(
        <Router ssrPath={path}>
          <AuthShell>{page}</AuthShell>
        </Router>,
      ),
    ]),
  );
