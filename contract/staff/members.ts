import * as z from "zod/mini";
import { NewEmail, EmptyBody, Id, Moment, optionalText, singleLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { roles } from "#contract/policy/roles.ts";

/** Somebody of the practice. */
export const StaffMember = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(roles)),
  doctorid: z.nullable(z.string()),
  status: z.enum(["invited", "active", "disabled"]),
  /** When the link mailed last ends; null once it was used. */
  invitationexpiresat: z.nullable(Moment),
  passkeys: z.int(),
  hasauthenticator: z.boolean(),
  recoverycodesleft: z.int(),
  lastsignedinat: z.nullable(Moment),
  createdat: Moment,
  disabledat: z.nullable(Moment),
});
export type StaffMember = z.output<typeof StaffMember>;

const Roles = z
  .array(z.enum(roles))
  .check(z.minLength(1, "Please choose at least one role."), z.maxLength(roles.length));

const memberFields = {
  name: singleLine(100, "Please enter their name."),
  roles: Roles,
  /** Of a physician: the doctor in whose name they decide. */
  doctorid: optionalText(singleLine(60)),
};

/** The practice's people. Somebody who may use these can give every role: the scope is worth all others. */
export const staffMemberCalls = {
  members: clinicCall("GET /clinic/team", {
    summary: "Everybody of the practice, by name, also those who left",
    access: { needs: ["read:team"] },
    ok: z.object({ items: z.array(StaffMember) }),
  }),
  invite: clinicCall("POST /clinic/team", {
    summary: "Invite somebody; they get an e-mail with a link",
    access: { needs: ["write:team"], freshProof: true },
    idempotency: true,
    body: z.strictObject({ email: NewEmail, ...memberFields }),
    ok: StaffMember,
    status: 201,
    errors: ["member_exists", "doctor_needed"],
  }),
  updateMember: clinicCall("PUT /clinic/team/{id}", {
    summary: "Change somebody's name, roles or doctor; counts from their next call on",
    access: { needs: ["write:team"], freshProof: true },
    params: IdParams,
    body: z.strictObject(memberFields),
    ok: StaffMember,
    errors: ["last_administrator", "doctor_needed"],
  }),
  inviteAgain: clinicCall("POST /clinic/team/{id}/invitation", {
    summary: "Send a new link to somebody who has not come in yet; the earlier one ends",
    access: { needs: ["write:team"], freshProof: true },
    idempotency: true,
    params: IdParams,
    body: EmptyBody,
    ok: StaffMember,
    errors: ["wrong_state"],
  }),
  recoverMember: clinicCall("POST /clinic/team/{id}/recovery", {
    summary:
      "For somebody who lost phone and passkey: ends their sessions, password and factors, and mails a link to start anew",
    access: { needs: ["write:team"], freshProof: true },
    idempotency: true,
    params: IdParams,
    body: EmptyBody,
    ok: StaffMember,
    errors: ["wrong_state", "own_account"],
  }),
  disableMember: clinicCall("POST /clinic/team/{id}/disable", {
    summary: "Somebody left: their sessions end at once, everywhere; a repeat changes nothing",
    access: { needs: ["write:team"], freshProof: true },
    params: IdParams,
    body: EmptyBody,
    ok: StaffMember,
    errors: ["last_administrator", "own_account"],
  }),
  enableMember: clinicCall("POST /clinic/team/{id}/enable", {
    summary: "Let somebody who was disabled in again, with the factors they had; a repeat changes nothing",
    access: { needs: ["write:team"], freshProof: true },
    params: IdParams,
    body: EmptyBody,
    ok: StaffMember,
    errors: ["doctor_needed"],
  }),
} as const;
