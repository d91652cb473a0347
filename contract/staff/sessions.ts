import * as z from "zod/mini";
import { Acknowledgement, Email, EmptyBody, Id, Moment, singleLine } from "#contract/fields/fields.ts";
import { publicCall } from "#contract/http/endpoint.ts";
import { permissions, scopes } from "#contract/policy/policy.ts";
import { roles } from "#contract/policy/roles.ts";
import { staffLimits } from "./constants.ts";

/**
 * How far a session is: `second_factor` the password was right · `enrolling` a new person has a password but nothing else yet · `open` ·
 * `locked` nobody used it for a while. Only an open one opens the clinic's calls.
 */
export const StaffStage = z.enum(["second_factor", "enrolling", "open", "locked"]);
export type StaffStage = z.output<typeof StaffStage>;

/** What proves who somebody is, besides the password; `provider` is the practice's identity provider, at `/api/clinic/staff/oidc?proof=1`. */
export const Proof = z.enum(["passkey", "code", "recovery_code", "provider"]);
export type Proof = z.output<typeof Proof>;

/** The session of somebody of the practice, at whatever stage it is. */
export const StaffSession = z.object({
  stage: StaffStage,
  /** Null until the second factor: a stranger with a password learns no name. */
  member: z.nullable(
    z.object({
      id: Id,
      name: z.string(),
      email: z.string(),
      roles: z.array(z.enum(roles)),
      permissions: z.array(z.enum(permissions)),
      /** For pages of the staff app that were opened before `permissions`. */
      scopes: z.array(z.enum(scopes)),
      /** The doctor in whose name a physician decides, as prescriptions name them. */
      doctorname: z.nullable(z.string()),
    }),
  ),
  /** What this person can prove it with: at the second factor, when locked, or again for what needs a fresh proof. */
  proofs: z.array(Proof),
  /** When it locks by itself if nobody uses it; null unless it is open. */
  locksat: z.nullable(Moment),
  endsat: Moment,
  /** Until when a proof counts as fresh; null without one. */
  freshuntil: z.nullable(Moment),
});
export type StaffSession = z.output<typeof StaffSession>;

export const StaffPassword = z
  .string("Please choose a password.")
  .check(
    z.minLength(staffLimits.passwordMin, `Please use at least ${staffLimits.passwordMin} characters.`),
    z.maxLength(staffLimits.passwordMax, `Please use ${staffLimits.passwordMax} characters or fewer.`),
  );

/** The options that `navigator.credentials` takes, as the WebAuthn library of the browser reads them. */
export const PasskeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });
/** What the browser's WebAuthn library answered. */
export const PasskeyResponse = z.record(z.string(), z.unknown());

/** The six digits of an authenticator app; spaces are dropped. */
export const AuthenticatorCode = z.string("Please enter the code.").check(
  z.overwrite((code) => code.replace(/\s/g, "")),
  z.regex(/^\d{6}$/, "Please enter the 6 digits your authenticator shows."),
);

/** A one-time text of a mailed link. */
export const LinkToken = z.string().check(z.regex(/^[\w-]{43}$/));

/** What came with the mailed link: an invitation, or a new start for somebody who lost their phone and passkey. */
export const Invitation = z.object({
  kind: z.enum(["invitation", "recovery"]),
  name: z.string(),
  email: z.string(),
  expiresat: Moment,
});
export type Invitation = z.output<typeof Invitation>;

const signedInErrors = ["staff_session_ended", "wrong_proof"] as const;

/** How people of the practice come in, stay in and leave. The session is a cookie that scripts can't read. */
export const staffSessionCalls = {
  session: publicCall("GET /clinic/staff/session", {
    summary: "The session of this browser, at whatever stage; asking does not keep it open",
    cookies: true,
    /** Null where nobody is signed in: asking is how a page finds out, so that is no refusal. */
    ok: z.object({ session: z.nullable(StaffSession) }),
  }),
  signInOptions: publicCall("GET /clinic/staff/signin", {
    summary: "How people of the practice sign in here",
    ok: z.object({
      /** By the practice's identity provider, at `/api/clinic/staff/oidc`. */
      provider: z.boolean(),
      /** With e-mail and password; where false, only an emergency account does. */
      password: z.boolean(),
    }),
  }),
  signIn: publicCall("POST /clinic/staff/signin", {
    summary: "The first step: e-mail and password",
    access: { sameOrigin: true },
    cookies: true,
    body: z.strictObject({ email: Email, password: z.string("Please enter your password.").check(z.maxLength(200)) }),
    ok: StaffSession,
    errors: ["wrong_credentials", "forbidden"],
  }),
  passkeyChallenge: publicCall("POST /clinic/staff/proof/passkey/options", {
    summary: "What the browser needs to ask for a passkey of this person",
    access: { sameOrigin: true },
    cookies: true,
    body: EmptyBody,
    ok: PasskeyOptions,
    errors: ["staff_session_ended", "wrong_state", "forbidden"],
  }),
  provePasskey: publicCall("POST /clinic/staff/proof/passkey", {
    summary: "Prove it with a passkey: signs in, unlocks, or makes the proof fresh",
    access: { sameOrigin: true },
    cookies: true,
    body: z.strictObject({ response: PasskeyResponse }),
    ok: StaffSession,
    errors: [...signedInErrors, "wrong_state", "forbidden"],
  }),
  proveCode: publicCall("POST /clinic/staff/proof/code", {
    summary: "Prove it with the code of an authenticator app; each code counts once",
    access: { sameOrigin: true },
    cookies: true,
    body: z.strictObject({ code: AuthenticatorCode }),
    ok: StaffSession,
    errors: [...signedInErrors, "wrong_state", "forbidden"],
  }),
  proveRecoveryCode: publicCall("POST /clinic/staff/proof/recovery-code", {
    summary: "Prove it with one of the recovery codes, which is then used up",
    access: { sameOrigin: true },
    cookies: true,
    body: z.strictObject({ code: singleLine(40, "Please enter a recovery code.") }),
    ok: StaffSession,
    errors: [...signedInErrors, "wrong_state", "forbidden"],
  }),
  lock: publicCall("POST /clinic/staff/lock", {
    summary: "Lock this session now",
    access: { sameOrigin: true },
    cookies: true,
    body: EmptyBody,
    ok: StaffSession,
    errors: ["staff_session_ended", "forbidden"],
  }),
  signOut: publicCall("POST /clinic/staff/signout", {
    summary: "End this session, or all sessions of this person",
    access: { sameOrigin: true },
    cookies: true,
    body: z.strictObject({ everywhere: z._default(z.boolean(), false) }),
    ok: Acknowledgement,
    errors: ["forbidden"],
  }),
  /** In the body, because addresses end up in the logs of proxies. */
  invitation: publicCall("POST /clinic/staff/invitation", {
    summary: "What a mailed link is for",
    body: z.strictObject({ token: LinkToken }),
    ok: Invitation,
    errors: ["link_expired"],
  }),
  acceptInvitation: publicCall("POST /clinic/staff/invitation/accept", {
    summary:
      "Choose a password; the session then waits for a passkey or an authenticator app, and the link works until one is set",
    access: { sameOrigin: true },
    cookies: true,
    body: z.strictObject({ token: LinkToken, password: StaffPassword }),
    ok: StaffSession,
    errors: ["link_expired", "common_password", "forbidden"],
  }),
} as const;
