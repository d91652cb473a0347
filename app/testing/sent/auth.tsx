import { EligibilityForm } from "#app/onboarding/eligibility/eligibility-page.tsx";
import ForgotPasswordPage from "#app/auth/password-recovery/forgot-password-page.tsx";
import NewPasswordPage from "#app/auth/password-recovery/new-password-page.tsx";
import InvitationCodePage from "#app/auth/sign-up/invitation-code-page.tsx";
import LoginPage from "#app/auth/login/login-page.tsx";
import { saveInvitationCode } from "#app/auth/sign-up/invitation-code.ts";
import { browserCookies } from "#app/api/session/cookies.ts";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { auth } from "#contract/auth.ts";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { signOut } from "./patient.ts";

const typeAccount = async ({ fill, press }: Parameters<SentRow["act"]>[0]) => {
  await fill(/^First name/, "Ida");
  await fill(/^Last name/, "Brook");
  await fill(/^Email/, "ida@example.org");
  await fill(/^Password/, "a long new phrase");
  await press(/^I agree to the/);
};
export const typedAccount = {
  firstname: "Ida",
  lastname: "Brook",
  email: "ida@example.org",
  password: "a long new phrase",
  acceptedterms: "terms 7",
};

const recovery = `/new-password?v=e30.${btoa(JSON.stringify({ username: "ida@example.org" }))}.e30&c=code-of-the-link`;
const showRecovery = () => {
  signOut(recovery);
  return <NewPasswordPage />;
};

export { typeAccount };

export const authRows: readonly SentRow[] = [
  {
    from: "app/auth/login/sign-in.ts auth.signIn",
    show: () => {
      signOut();
      return <LoginPage />;
    },
    act: async ({ fill, press }) => {
      await fill("Email", "ida@example.org");
      await fill("Password", "the old phrase");
      await press("Continue");
    },
    sends: { body: { email: "ida@example.org", password: "the old phrase", role: "PATIENT" } },
  },
  {
    from: "app/auth/password-recovery/request-recovery-link.ts auth.forgotPassword",
    show: () => {
      signOut("/forgot-password");
      return <ForgotPasswordPage />;
    },
    act: async ({ fill, press }) => {
      await fill("Email", "ida@example.org");
      await press("Send");
    },
    sends: { body: { email: "ida@example.org" } },
  },
  {
    from: "app/auth/password-recovery/check-recovery-link.ts auth.checkRecovery",
    show: showRecovery,
    act: async () => {},
    sends: { body: { email: "ida@example.org", code: "code-of-the-link" } },
  },
  {
    from: "app/auth/password-recovery/set-recovered-password.ts auth.confirmPassword",
    show: showRecovery,
    act: async ({ fill, press }) => {
      await fill("New password", "a long new phrase");
      await fill("Confirm password", "a long new phrase");
      await press("Save new password");
    },
    sends: { body: { email: "ida@example.org", code: "code-of-the-link", password: "a long new phrase" } },
  },
  {
    from: "app/auth/sign-up/create-account.ts auth.signUp",
    about: "by a friend's link and with an invitation",
    show: () => {
      signOut("/eligibility");
      browserCookies.set(cookieNames.referral, "friend-code");
      saveInvitationCode("INVITED-9");
      return <EligibilityForm />;
    },
    act: async (screen) => {
      await typeAccount(screen);
      await screen.press("Register");
    },
    sends: {
      body: { ...typedAccount, role: "PATIENT", referralcode: "friend-code", invitationcode: "INVITED-9" },
    },
  },
  {
    from: "app/auth/sign-up/create-account.ts auth.signUp",
    show: () => {
      signOut("/eligibility");
      return <EligibilityForm />;
    },
    act: async (screen) => {
      await typeAccount(screen);
      await screen.press("Register");
    },
    sends: { body: { ...typedAccount, role: "PATIENT" } },
  },
  {
    from: "app/auth/sign-up/verify-invitation-code.ts auth.checkInvitation",
    show: (server) => {
      signOut("/invitation-code");
      server.answer(auth.checkInvitation, { code: "INVITED-9" });
      return <InvitationCodePage />;
    },
    act: async ({ fill, press }) => {
      await fill("Sign-up code", "invited-8");
      await press("Continue");
    },
    sends: { body: { code: "invited-8" } },
  },
];
