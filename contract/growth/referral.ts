import * as z from "zod/mini";
import { Dollars, Acknowledgement, NewEmail, singleLine, Moment, EmptyBody } from "#contract/fields/fields.ts";
import { optionalPatientCall, patientCall, publicCall } from "#contract/http/endpoint.ts";

/** The patient's referral link, the friends invited, and the rewards earned. */
export const Referral = z.object({
  referralcode: z.string(),
  referralLink: z.string(),
  /** The friend's reward and the patient's reward, as text. */
  friendreward: z.string(),
  ownreward: z.string(),
  /** The friends invited, newest first: never whether an e-mail is a patient's. */
  invitations: z.array(
    z.object({
      email: z.string(),
      sentat: Moment,
      /** When another mail can be sent; null after the last mail. */
      againfrom: z.nullable(Moment),
      /** That time has come. */
      again: z.boolean(),
    }),
  ),
  rewardsearned: z.int(),
  /** Newest first, by month only (`YYYY-MM`), so that a day does not reveal which friend ordered. */
  rewards: z.array(z.object({ month: z.string() })),
});
export type Referral = z.output<typeof Referral>;

const ReferralCode = singleLine(40, "Please enter a referral code.");

/** Refer a Friend; spread into `growth`. */
export const referralCalls = {
  referral: patientCall("POST /user/referral", {
    summary: "The patient's referral link, created at the first call, and what came of it",
    shows: ["user"],
    body: EmptyBody,
    ok: Referral,
  }),
  checkReferral: optionalPatientCall("POST /referral/check", {
    summary: "What a referral code gives",
    body: z.strictObject({ referralcode: ReferralCode }),
    ok: z.object({
      referralcode: z.string(),
      friendreward: z.string(),
      percent: z.nullable(z.int()),
      amount: z.nullable(Dollars),
    }),
    errors: ["referral_not_found", "referral_own", "referral_used"],
  }),
  inviteFriend: patientCall("POST /referral/patient", {
    summary: "Mail the patient's referral link to a friend; the answer is the same for every e-mail",
    idempotency: true,
    body: z.strictObject({
      referralLink: z.url("Please use your own referral link.").check(z.maxLength(500)),
      email: NewEmail,
    }),
    ok: Referral,
    status: 201,
    errors: ["referral_not_found", "too_early", "wrong_state"],
  }),
  stopInvitations: publicCall("POST /referral/stop", {
    summary: "Stop all invitations to the address of this link; needs no account",
    body: z.strictObject({ token: singleLine(200, "Please open the link in the email again.") }),
    ok: Acknowledgement,
    errors: ["link_expired"],
  }),
  overwriteReferral: patientCall("POST /referral/overwrite", {
    summary: "Use another referral code than the one the patient came with, before their first order",
    body: z.strictObject({ referralcode: ReferralCode }),
    ok: z.object({ usedreferralcode: z.string() }),
    errors: ["referral_not_found", "referral_own", "step_completed"],
  }),
} as const;
