import * as z from "zod/mini";
import {
  Acknowledgement,
  Day,
  Dollars,
  Email,
  Id,
  Moment,
  Name,
  NewEmail,
  Password,
  singleLine,
  optionalText,
} from "#contract/fields/fields.ts";
import { patientCall, publicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { ReminderHour } from "#contract/wellbeing/doses.ts";

/*
 * A helper is somebody a patient trusts: they have a sign-in of their own, for chosen parts, until the patient or they end it. Which call is of which part is
 * declared in `contract/policy/helper-calls.ts`.
 */

/**
 * `orders` orders and charges · `messages` read, and write under their own name · `documents` documents and receipts · `reminders` the hours of reminder mails,
 * to read and set
 */
export const helperParts = ["orders", "messages", "documents", "reminders"] as const;
export const HelperPart = z.enum(helperParts);
export type HelperPart = z.output<typeof HelperPart>;

/**
 * What a helper gets copies of, each within a part: `charges` the next charge is coming up · `payments` one didn't go through, or a card is missing ·
 * `packages` on their way, or back · `messages` a message waits · `documents` there's a new one
 */
export const helperCopies = ["charges", "payments", "packages", "messages", "documents"] as const;
export const HelperCopy = z.enum(helperCopies);
export type HelperCopy = z.output<typeof HelperCopy>;

export const HelperCopyText = z.object({ id: HelperCopy, title: z.string(), text: z.string() });

/** A part as whoever chooses it, or was let into it, reads it. */
export const HelperPartText = z.object({ id: HelperPart, title: z.string(), text: z.string() });

export const Helper = z.object({
  id: Id,
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  parts: z.array(HelperPart),
  /** `invited` the link waits for them · `link_expired` it waited too long · `active` · `ended` */
  status: z.enum(["invited", "link_expired", "active", "ended"]),
  authorizedat: Moment,
  /** When what the patient agreed to is over by itself. */
  until: Moment,
  joinedat: z.nullable(Moment),
  endedat: z.nullable(Moment),
  /** `account` with the patient's account · `expired` by itself */
  endedby: z.nullable(z.enum(["patient", "helper", "account", "expired"])),
  /** The mails they may get copies of, and those chosen; none unless they're active. */
  copies: z.array(z.object({ id: HelperCopy, on: z.boolean() })),
  /** Since when the helper themself wants none; null: they do. */
  copiesstoppedat: z.nullable(Moment),
  /** Since when their address takes no mail, so copies to it stop; null: as far as is known it does. */
  emailrefusedat: z.nullable(Moment),
  /** What they did for the patient, newest first. */
  acts: z.array(z.object({ text: z.string(), at: Moment })),
});
export type Helper = z.output<typeof Helper>;

export const Helpers = z.object({
  /** Those who help now or are invited first. */
  items: z.array(Helper),
  parts: z.array(HelperPartText),
  copies: z.array(HelperCopyText),
  /** Why nobody gets copies now and no more can be chosen, in a sentence; null: they do. */
  copiesobstacle: z.nullable(z.string()),
  /** What the patient agrees to by inviting somebody today, and its version. */
  authorization: z.object({ version: z.string(), text: z.string() }),
  /** Why nobody can be invited now, in a sentence; null: somebody can. */
  obstacle: z.nullable(z.string()),
});
export type Helpers = z.output<typeof Helpers>;

/** Somebody a helper helps, as they choose between them. */
const Helped = z.object({ id: Id, firstname: z.string() });

/** `message` stays what the other sign-ins answer. Without a token: `people` says between whom to choose. */
export const HelperSignedIn = z.object({
  message: z.literal("success"),
  idToken: z.nullable(z.string()),
  people: z.array(Helped),
});
export type HelperSignedIn = z.output<typeof HelperSignedIn>;

const LinkCode = singleLine(128);

export const HelperSession = z.object({
  id: Id,
  firstname: z.string(),
  lastname: z.string(),
  patient: z.string(),
  patientid: Id,
  parts: z.array(HelperPartText),
  until: Moment,
  /** The mails the patient lets them have copies of. */
  copies: z.array(HelperCopyText),
  /** False: the helper wants none. */
  copieswanted: z.boolean(),
});

export const HelperReminders = z.object({
  items: z.array(
    z.object({
      id: Id,
      /** The medicine's name, or a number. */
      title: z.string(),
      /** Null: no reminder. */
      remindat: z.nullable(z.int()),
    }),
  ),
  /** Of the hours, in words. */
  timezone: z.string(),
  /** False: the patient's mail settings keep reminders from going out. */
  mailed: z.boolean(),
});

/** Helpers of a patient, and the sign-in of a helper; spread into `account`. */
export const helperAccountCalls = {
  helpers: patientCall("GET /helper", {
    summary: "The patient's helpers, what each may do and did, and what can be shared",
    shows: ["user"],
    ok: Helpers,
  }),
  inviteHelper: patientCall("POST /helper", {
    summary:
      "Invite a helper by a mailed link, with the parts they may use; somebody who hasn't joined yet is invited again, and their earlier link ends",
    retry: false,
    whyNoRetry: "A repeat would mail a second link and end the first",
    body: z.strictObject({
      firstname: Name,
      lastname: Name,
      email: NewEmail,
      parts: z
        .array(HelperPart)
        .check(z.minLength(1, "Please choose what you'd like to share."), z.maxLength(helperParts.length)),
      /** The version of the authorization that the patient read. */
      authorization: singleLine(40),
      password: z
        .string("Please enter your current password.")
        .check(z.minLength(1, "Please enter your current password."), z.maxLength(200)),
    }),
    ok: Helpers,
    status: 201,
    errors: ["wrong_credentials", "wrong_state", "conflict"],
  }),
  endHelper: patientCall("DELETE /helper/{id}", {
    summary: "End what a helper may do, at once; a repeat changes nothing",
    params: IdParams,
    ok: Helpers,
  }),
  chooseHelperCopies: patientCall("PUT /helper/{id}/copies", {
    summary:
      "Choose which mails a helper gets copies of, at their own address: those named and no others. A kind outside of their parts is refused, and any that is new while the chart forbids it",
    params: IdParams,
    body: z.strictObject({ copies: z.array(HelperCopy).check(z.maxLength(helperCopies.length)) }),
    ok: Helpers,
    errors: ["wrong_state"],
  }),
  checkHelperLink: publicCall("POST /helper/link/check", {
    summary: "What a link mailed to a helper opens; looking doesn't use it",
    body: z.strictObject({ code: LinkCode }),
    ok: z.object({
      kind: z.enum(["invitation", "new_password"]),
      /** The helper's own first name and e-mail. */
      firstname: z.string(),
      email: z.string(),
      /** Whom they help. */
      patient: z.string(),
      parts: z.array(HelperPartText),
      until: Moment,
    }),
    errors: ["link_expired"],
  }),
  useHelperLink: publicCall("POST /helper/link", {
    summary:
      "Accept an invitation, or choose a new password, with the code of a mailed link; the password is the helper's from then on",
    retry: false,
    whyNoRetry: "The code is spent by the first try: a repeat after a lost answer would say that the link has ended",
    cookies: true,
    body: z.strictObject({ code: LinkCode, password: Password }),
    ok: HelperSignedIn,
    errors: ["link_expired", "common_password"],
  }),
  declineHelperLink: publicCall("POST /helper/link/decline", {
    summary: "Decline an invitation to help; the patient is mailed",
    retry: false,
    whyNoRetry: "The code is spent by the first try: a repeat after a lost answer would say that the link has ended",
    body: z.strictObject({ code: LinkCode }),
    ok: Acknowledgement,
    errors: ["link_expired"],
  }),
  helperSignIn: publicCall("POST /helper/signin", {
    summary: "Sign in as a helper; whoever helps several patients says for whom",
    cookies: true,
    body: z.strictObject({
      email: Email,
      password: z
        .string("Please enter a password.")
        .check(z.minLength(1, "Please enter a password."), z.maxLength(200)),
      /** Of `people`. */
      helperid: optionalText(Id),
    }),
    ok: HelperSignedIn,
    errors: ["wrong_credentials"],
  }),
  helperForgotPassword: publicCall("POST /helper/forgot", {
    summary: "Mail a helper a link for a new password; the answer is the same for every e-mail",
    body: z.strictObject({ email: Email }),
    ok: Acknowledgement,
  }),
  helperSession: patientCall("GET /helper/session", {
    summary: "Who is signed in as a helper, for whom, and what they may use; `not_found` for the patient",
    ok: HelperSession,
  }),
  wantCopies: patientCall("PUT /helper/copies", {
    summary:
      "The helper stops the copies of mails about this patient, or wants them again; what the patient chose stays. `not_found` for the patient",
    body: z.strictObject({ want: z.boolean() }),
    ok: HelperSession,
  }),
  stopHelping: patientCall("POST /helper/stop", {
    summary:
      "The helper ends what they may do for this patient, at once; the patient is mailed. `not_found` for the patient",
    retry: false,
    whyNoRetry: "A repeat after a lost answer would meet a session that has ended",
    cookies: true,
    ok: Acknowledgement,
  }),
  helperReminders: patientCall("GET /helper/reminder", {
    summary:
      "The hours of a patient's reminders, as a helper sees them: no days, and the medicine's name only with the part `orders`. `not_found` for the patient",
    shows: ["wellbeing"],
    ok: HelperReminders,
  }),
  setHelperReminder: patientCall("PUT /helper/reminder/{id}", {
    summary:
      "Set the hour of one reminder, or none; its days stay, and the patient reads who chose it. `not_found` for the patient, and for a medicine without days",
    params: IdParams,
    body: z.strictObject({ remindat: z.nullable(ReminderHour) }),
    ok: HelperReminders,
    errors: ["wrong_state"],
  }),
  helperOrders: patientCall("GET /helper/order", {
    summary:
      "The patient's orders and next charges, as a helper sees them: nothing about health but the names of products",
    shows: ["order", "treatment", "payment"],
    ok: z.object({
      orders: z.array(
        z.object({
          id: Id,
          number: z.nullable(z.string()),
          placedat: Moment,
          /** Where it is, in a few words. */
          state: z.string(),
          names: z.array(z.string()),
          total: Dollars,
          refunded: Dollars,
        }),
      ),
      charges: z.array(z.object({ chargeon: Day, amount: Dollars, names: z.array(z.string()), retry: z.boolean() })),
      /** Packages that are on their way or came. */
      packages: z.array(
        z.object({
          carrier: z.string(),
          trackingnumber: z.string(),
          trackingurl: z.nullable(z.string()),
          shippedat: Moment,
          deliveredat: z.nullable(Moment),
        }),
      ),
    }),
  }),
} as const;
