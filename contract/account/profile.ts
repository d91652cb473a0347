import * as z from "zod/mini";
import {
  Id,
  Day,
  Moment,
  StateId,
  Name,
  optionalText,
  singleLine,
  textAsRead,
  NewEmail,
  Acknowledgement,
} from "#contract/fields/fields.ts";
import { Phone } from "#contract/fields/phone.ts";
import { PatientTimezone, TimezoneName } from "#contract/fields/timezone.ts";
import { optionalPatientCall, patientCall } from "#contract/http/endpoint.ts";
import { FailedTransactionReason } from "#contract/payment.ts";

export const User = z.object({
  id: Id,
  firstname: z.nullable(z.string()),
  lastname: z.nullable(z.string()),
  email: z.string(),
  emailverified: z.boolean(),
  /** The mail server says that the e-mail takes no mail. */
  emailrefused: z.boolean(),
  profileUrl: z.nullable(z.string()),
  phoneno: z.nullable(z.string()),
  birthday: z.nullable(Day),
  state: z.nullable(StateId),
  followup_code: z.nullable(z.string()),
  hasfailedtransaction: z.boolean(),
  failedtransactionreason: z.nullable(FailedTransactionReason),
  needspatientreply: z.boolean(),
  pharmacy: z.nullable(z.string()),
  timezone: PatientTimezone,
  /** Since when nothing is charged, sent or mailed, because somebody says that the patient died; null: nobody does. */
  deathreportedat: z.nullable(Moment),
});
export type User = z.output<typeof User>;

/** Fields of the user that are only read. */
function asRead<const F extends keyof User>(fields: readonly F[]) {
  return Object.fromEntries(fields.map((field) => [field, textAsRead(User.shape[field])])) as unknown as {
    readonly [Each in F]: z.ZodMiniOptional<z.ZodMiniType<User[Each], User[Each] | null>>;
  };
}

/** A name; null is left out, and an empty one an error. */
const NameAsRead = z.optional(
  z.pipe(
    z.transform((given: unknown) => given ?? undefined),
    z.optional(Name),
  ),
) as unknown as z.ZodMiniOptional<z.ZodMiniType<string, string | null>>;

/**
 * Fields left out are unchanged. Birthday and name are fixed once the identity check matched them. The user may be sent back whole as read: `email` must be
 * the one on file, and what else isn't changed here is ignored.
 */
export const ProfileBody = z.strictObject({
  firstname: NameAsRead,
  lastname: NameAsRead,
  birthday: textAsRead(Day),
  phoneno: optionalText(z.nullable(Phone)),
  state: textAsRead(StateId),
  email: textAsRead(z.string()),
  ...asRead(["id", "emailverified", "emailrefused", "profileUrl", "followup_code", "hasfailedtransaction"]),
  ...asRead(["failedtransactionreason", "needspatientreply", "pharmacy", "timezone", "deathreportedat"]),
});

/** Profile, picture, pharmacy and newsletter; spread into `account`. */
export const profileCalls = {
  user: patientCall("GET /user", {
    summary: "The signed-in patient",
    shows: ["user", "treatment", "order", "payment", "conversation"],
    ok: User,
  }),
  updateUser: patientCall("PUT /user", {
    summary: "Change the profile",
    body: ProfileBody,
    ok: User,
    errors: ["wrong_state", "not_available_in_state"],
  }),
  denyDeath: patientCall("DELETE /user/deathreport", {
    summary:
      "Say that the patient is alive: what was stopped because somebody reported a death goes on. A repeat changes nothing",
    ok: User,
  }),
  uploadAvatar: patientCall("POST /user/avatar", {
    summary: "Set the profile picture; the earlier one is deleted",
    upload: true,
    ok: User,
    status: 201,
  }),
  avatar: patientCall("GET /user/avatar", {
    summary: "The profile picture",
    ok: "application/octet-stream",
  }),
  removeAvatar: patientCall("DELETE /user/avatar", {
    summary: "Delete the profile picture; without one nothing changes",
    ok: User,
  }),
  updatePharmacy: patientCall("PUT /user/updatepharmacy", {
    summary: "The patient's preferred pharmacy; null is the practice's own",
    body: z.strictObject({ pharmacy: z.nullable(singleLine(300, "Please enter the pharmacy's name and address.")) }),
    ok: User,
  }),
  updateTimezone: patientCall("PUT /user/timezone", {
    base: "default",
    summary: "The time zone of the patient's days, reminders and charges; a move to another state ends it",
    body: z.strictObject({ timezone: TimezoneName }),
    ok: User,
  }),
  joinMailingList: optionalPatientCall("POST /mailinglist", {
    summary: "Subscribe an e-mail to the newsletter; the answer is the same for every e-mail",
    body: z.strictObject({ email: NewEmail, firstname: optionalText(Name) }),
    ok: Acknowledgement,
  }),
} as const;
