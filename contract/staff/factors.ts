import * as z from "zod/mini";
import { EmptyBody, Id, Moment, singleLine } from "#contract/fields/fields.ts";
import { staffCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { AuthenticatorCode, PasskeyOptions, PasskeyResponse, StaffPassword } from "./sessions.ts";

/** What somebody of the practice can prove with that it is them. */
export const Factors = z.object({
  passkeys: z.array(
    z.object({
      id: Id,
      name: z.string(),
      createdat: Moment,
      lastusedat: z.nullable(Moment),
      /** Its counter did not rise once: it may have been copied, or is one of the many that never count. */
      suspicious: z.boolean(),
    }),
  ),
  /** Since when an authenticator app is set up. */
  authenticatorsince: z.nullable(Moment),
  recoverycodesleft: z.int(),
});
export type Factors = z.output<typeof Factors>;

/** After a factor was added: the first one brings the recovery codes, which can't be read again. */
export const FactorAdded = z.object({ factors: Factors, recoverycodes: z.nullable(z.array(z.string())) });
export type FactorAdded = z.output<typeof FactorAdded>;

/** One's own passkeys, authenticator app, recovery codes and password. */
export const staffFactorCalls = {
  factors: staffCall("GET /clinic/staff/factor", {
    summary: "One's own passkeys, authenticator app and recovery codes",
    access: { whileEnrolling: true },
    ok: Factors,
  }),
  newPasskey: staffCall("POST /clinic/staff/factor/passkey/options", {
    summary: "What the browser needs to make a passkey",
    access: { freshProof: true, whileEnrolling: true },
    body: EmptyBody,
    ok: PasskeyOptions,
  }),
  addPasskey: staffCall("POST /clinic/staff/factor/passkey", {
    summary: "Keep the passkey the browser made; for a new person this opens the session",
    access: { freshProof: true, whileEnrolling: true },
    cookies: true,
    body: z.strictObject({ name: singleLine(60, "Please name this passkey."), response: PasskeyResponse }),
    ok: FactorAdded,
    status: 201,
    errors: ["wrong_proof", "conflict"],
  }),
  removePasskey: staffCall("DELETE /clinic/staff/factor/passkey/{id}", {
    summary: "Remove a passkey, unless it is the last factor",
    access: { freshProof: true },
    params: IdParams,
    ok: Factors,
    errors: ["last_factor"],
  }),
  newAuthenticator: staffCall("POST /clinic/staff/factor/authenticator", {
    summary: "A secret for an authenticator app; it counts once a code of it was entered",
    access: { freshProof: true, whileEnrolling: true },
    body: EmptyBody,
    /** `uri` is what the QR code says (`otpauth://totp/…`); `secret` the same to type. */
    ok: z.object({ uri: z.string(), secret: z.string() }),
  }),
  confirmAuthenticator: staffCall("POST /clinic/staff/factor/authenticator/confirm", {
    summary: "Enter the first code; it replaces an earlier app, and for a new person it opens the session",
    access: { freshProof: true, whileEnrolling: true },
    cookies: true,
    body: z.strictObject({ code: AuthenticatorCode }),
    ok: FactorAdded,
    errors: ["wrong_proof", "wrong_state"],
  }),
  removeAuthenticator: staffCall("DELETE /clinic/staff/factor/authenticator", {
    summary: "Remove the authenticator app, unless it is the last factor",
    access: { freshProof: true },
    ok: Factors,
    errors: ["last_factor"],
  }),
  newRecoveryCodes: staffCall("POST /clinic/staff/factor/recovery-codes", {
    summary: "New recovery codes; the earlier ones end",
    access: { freshProof: true },
    body: EmptyBody,
    ok: FactorAdded,
  }),
  changePassword: staffCall("PUT /clinic/staff/password", {
    summary: "Change one's own password; one's other sessions end",
    access: { freshProof: true },
    body: z.strictObject({ password: StaffPassword }),
    ok: Factors,
    errors: ["common_password"],
  }),
} as const;
