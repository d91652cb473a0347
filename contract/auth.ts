import * as z from "zod/mini";
import { endpoint } from "./http/endpoint.ts";
import { Acknowledgement, Email, Id, Name, singleLine, EmptyBody, optionalText, Password } from "./fields/fields.ts";

export const OnboardingStatus = z.enum(["PENDING", "DONE"]);

/** Response of every call that starts a session; `message` other than `success` is an error (spec §7). */
export const SignedIn = z.object({
  message: z.literal("success"),
  idToken: z.string(),
  userid: Id,
  onboardingstatus: OnboardingStatus,
  onetimetoken: z.optional(z.string()),
});
export type SignedIn = z.output<typeof SignedIn>;

const SignUpBody = z.object({
  email: Email,
  password: Password,
  firstname: optionalText(Name),
  lastname: optionalText(Name),
  role: optionalText(z.literal("PATIENT")),
  /** Version of the terms the patient ticked; recorded as their consent. */
  acceptedterms: optionalText(singleLine(40)),
  invitationcode: optionalText(singleLine(40)),
  /** Referral code of the friend who referred the patient; an invalid one is ignored. */
  referralcode: optionalText(singleLine(40)),
});

/** Marketing headers are sent with sign-up and with the first e-mail (spec §7). */
export const auth = {
  signIn: endpoint({
    method: "POST",
    base: "default",
    path: "/signin",
    summary: "Sign in with e-mail and password",
    auth: "public",
    retry: false,
    cookies: true,
    body: z.object({
      email: Email,
      password: z
        .string("Please enter a password.")
        .check(z.minLength(1, "Please enter a password."), z.maxLength(200)),
      role: optionalText(z.literal("PATIENT")),
    }),
    ok: SignedIn,
    errors: ["wrong_credentials"],
  }),
  signUp: endpoint({
    method: "POST",
    base: "default",
    path: "/signup",
    summary: "Create an account; a known e-mail with its right password signs in",
    auth: "public",
    cookies: true,
    body: SignUpBody,
    ok: SignedIn,
    status: 201,
    errors: ["email_taken", "common_password"],
  }),
  signUpNonRx: endpoint({
    method: "POST",
    base: "default",
    path: "/signup/nonrx",
    summary: "Create an account for non-prescription items (cart)",
    auth: "public",
    cookies: true,
    body: z.object({
      firstname: Name,
      lastname: Name,
      email: Email,
      password: Password,
      acceptedterms: optionalText(singleLine(40)),
      referralcode: optionalText(singleLine(40)),
    }),
    ok: SignedIn,
    status: 201,
    errors: ["email_taken", "common_password"],
  }),
  signOut: endpoint({
    method: "POST",
    base: "default",
    path: "/signout",
    summary: "End this session, at once",
    auth: "optional",
    cookies: true,
    body: EmptyBody,
    ok: Acknowledgement,
    errors: [],
  }),
  globalSignOut: endpoint({
    method: "POST",
    base: "default",
    path: "/globalsignout",
    summary: "End every session of the patient, at once",
    auth: "patient",
    cookies: true,
    body: EmptyBody,
    ok: Acknowledgement,
    errors: [],
  }),
  refreshToken: endpoint({
    method: "POST",
    base: "default",
    path: "/refreshtoken",
    summary: "A new access token for the refresh cookie, which rotates",
    auth: "public",
    cookies: true,
    /** The flag may only be an empty string or "true" (spec §5); the cookie identifies the session. */
    body: z.optional(z.nullable(z.object({ refreshtoken: optionalText(z.literal("true")) }))),
    ok: SignedIn,
    errors: ["need_auth", "invalid_token"],
  }),
  getToken: endpoint({
    method: "POST",
    base: "default",
    path: "/gettoken",
    summary: "Redeem a one-time token; without one, use the session of the refresh cookie",
    auth: "public",
    cookies: true,
    body: z.optional(z.nullable(z.object({ onetimetoken: optionalText(singleLine(128)) }))),
    ok: SignedIn,
    errors: ["need_auth", "invalid_token"],
  }),
  getOneTimeToken: endpoint({
    method: "POST",
    base: "default",
    path: "/getonetimetoken",
    summary: "A single-use token, 60 s, to carry this session to another window",
    auth: "patient",
    body: EmptyBody,
    ok: z.object({ onetimetoken: z.string(), expiresin: z.int() }),
    errors: [],
  }),
  forgotPassword: endpoint({
    method: "POST",
    base: "default",
    path: "/password/forgot",
    summary: "Mail a recovery link; the answer is the same for every e-mail",
    auth: "public",
    /** `page`: where the link of the mail leads, the account pages or the cart's own. */
    body: z.object({ email: Email, page: optionalText(z.literal("cart")) }),
    ok: Acknowledgement,
    errors: [],
  }),
  confirmPassword: endpoint({
    method: "POST",
    base: "default",
    path: "/password/confirm",
    summary: "Set a new password with the code of a recovery link",
    auth: "public",
    retry: false,
    whyNoRetry: "The code is spent by the first try: a repeat after a lost answer would say that the link has ended",
    body: z.object({ email: Email, code: singleLine(128), password: Password }),
    ok: Acknowledgement,
    errors: ["link_expired", "common_password"],
    cookies: true,
  }),
  checkRecovery: endpoint({
    method: "POST",
    base: "default",
    path: "/password/check",
    summary: "Whether the code of a recovery link is still valid, so that nobody types a password in vain",
    auth: "public",
    body: z.object({ email: Email, code: singleLine(128) }),
    ok: Acknowledgement,
    errors: ["link_expired"],
  }),
  changePassword: endpoint({
    method: "PUT",
    base: "default",
    path: "/password/change",
    summary: "Change the password; other sessions end",
    auth: "patient",
    retry: false,
    whyNoRetry: "A repeat after a lost answer would be refused for the old password, though the new one is set",
    body: z.object({
      password: z.string().check(z.minLength(1, "Please enter your current password."), z.maxLength(200)),
      newpassword: Password,
    }),
    ok: Acknowledgement,
    errors: ["wrong_credentials", "common_password"],
  }),
  checkInvitation: endpoint({
    method: "POST",
    base: "default",
    path: "/invitation/check",
    summary: "Whether a sign-up code opens the practice's sign-up",
    auth: "public",
    body: z.object({ code: singleLine(40, "Please enter your sign-up code.") }),
    ok: z.object({ code: z.string() }),
    errors: [],
  }),
} as const;
