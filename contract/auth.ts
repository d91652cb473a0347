import * as z from "zod/mini";
import {
  Acknowledgement,
  Email,
  NewEmail,
  Id,
  Name,
  singleLine,
  EmptyBody,
  optionalText,
  Password,
} from "./fields/fields.ts";
import { optionalPatientCall, patientCall, publicCall } from "./http/endpoint.ts";

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
  email: NewEmail,
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
  signIn: publicCall("POST /signin", {
    summary: "Sign in with e-mail and password",
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
  signUp: publicCall("POST /signup", {
    summary: "Create an account; a known e-mail with its right password signs in",
    cookies: true,
    body: SignUpBody,
    ok: SignedIn,
    status: 201,
    errors: ["email_taken", "common_password"],
  }),
  signUpNonRx: publicCall("POST /signup/nonrx", {
    summary: "Create an account for non-prescription items (cart)",
    cookies: true,
    body: z.object({
      firstname: Name,
      lastname: Name,
      email: NewEmail,
      password: Password,
      acceptedterms: optionalText(singleLine(40)),
      referralcode: optionalText(singleLine(40)),
    }),
    ok: SignedIn,
    status: 201,
    errors: ["email_taken", "common_password"],
  }),
  signOut: optionalPatientCall("POST /signout", {
    summary: "End this session, at once",
    cookies: true,
    body: EmptyBody,
    ok: Acknowledgement,
  }),
  globalSignOut: patientCall("POST /globalsignout", {
    summary: "End every session of the patient, at once",
    cookies: true,
    body: EmptyBody,
    ok: Acknowledgement,
  }),
  refreshToken: publicCall("POST /refreshtoken", {
    summary: "A new access token for the refresh cookie, which rotates",
    cookies: true,
    /** The flag may only be an empty string or "true" (spec §5); the cookie identifies the session. */
    body: z.optional(z.nullable(z.object({ refreshtoken: optionalText(z.literal("true")) }))),
    ok: SignedIn,
    errors: ["need_auth", "invalid_token"],
  }),
  getToken: publicCall("POST /gettoken", {
    summary: "Redeem a one-time token; without one, use the session of the refresh cookie",
    cookies: true,
    body: z.optional(z.nullable(z.object({ onetimetoken: optionalText(singleLine(128)) }))),
    ok: SignedIn,
    errors: ["need_auth", "invalid_token"],
  }),
  getOneTimeToken: patientCall("POST /getonetimetoken", {
    summary: "A single-use token, 60 s, to carry this session to another window",
    body: EmptyBody,
    ok: z.object({ onetimetoken: z.string(), expiresin: z.int() }),
  }),
  forgotPassword: publicCall("POST /password/forgot", {
    summary: "Mail a recovery link; the answer is the same for every e-mail",
    /** `page`: where the link of the mail leads, the account pages or the cart's own. */
    body: z.object({ email: Email, page: optionalText(z.literal("cart")) }),
    ok: Acknowledgement,
  }),
  confirmPassword: publicCall("POST /password/confirm", {
    summary: "Set a new password with the code of a recovery link",
    retry: false,
    whyNoRetry: "The code is spent by the first try: a repeat after a lost answer would say that the link has ended",
    body: z.object({ email: Email, code: singleLine(128), password: Password }),
    ok: Acknowledgement,
    errors: ["link_expired", "common_password"],
    cookies: true,
  }),
  checkRecovery: publicCall("POST /password/check", {
    summary: "Whether the code of a recovery link is still valid, so that nobody types a password in vain",
    body: z.object({ email: Email, code: singleLine(128) }),
    ok: Acknowledgement,
    errors: ["link_expired"],
  }),
  changePassword: patientCall("PUT /password/change", {
    summary: "Change the password; other sessions end",
    retry: false,
    whyNoRetry: "A repeat after a lost answer would be refused for the old password, though the new one is set",
    body: z.object({
      password: z.string().check(z.minLength(1, "Please enter your current password."), z.maxLength(200)),
      newpassword: Password,
    }),
    ok: Acknowledgement,
    errors: ["wrong_credentials", "common_password"],
  }),
  checkInvitation: publicCall("POST /invitation/check", {
    summary: "Whether a sign-up code opens the practice's sign-up",
    body: z.object({ code: singleLine(40, "Please enter your sign-up code.") }),
    ok: z.object({ code: z.string() }),
  }),
} as const;
