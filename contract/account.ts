import * as z from "zod/mini";
import { Name } from "./auth.ts";
import { Emergency } from "./emergency/emergency.ts";
import { endpoint } from "./http/endpoint.ts";
import { BillingAddress, IdentityPhotoKind, IdentityStatus, User } from "./entities.ts";
import { IdParams } from "./http/params.ts";
import { Answer, QuestionScreen, ScreeningStop } from "./onboarding/questions.ts";
import { Day, Acknowledgement, Email, Id, singleLine, Moment, optionalText, Phone, StateId } from "./fields/fields.ts";

const CurrentPassword = z
  .string("Please enter your current password.")
  .check(z.minLength(1, "Please enter your current password."), z.maxLength(200));

/** Fields left out are unchanged; an empty name is an error. Birthday and name are fixed once the identity check matched them. */
export const ProfileBody = z.strictObject({
  firstname: z.optional(Name),
  lastname: z.optional(Name),
  birthday: optionalText(Day),
  phoneno: optionalText(z.nullable(Phone)),
  state: optionalText(StateId),
});

/** With `sameaddress` the default shipping address is used for billing, whatever `billingaddress` contains. */
export const BillingAddressBody = z.discriminatedUnion(
  "sameaddress",
  [
    z.strictObject({ sameaddress: z.literal(true), billingaddress: z.optional(z.unknown()) }),
    z.strictObject({ sameaddress: z.literal(false), billingaddress: BillingAddress }),
  ],
  "Please say whether it is the same as your shipping address.",
);

export const BillingAddressOnFile = z.object({
  sameaddress: z.boolean(),
  /** The billing address, whichever way it was given; null when none is on file. */
  billingaddress: z.nullable(
    z.object({
      address1: z.string(),
      address2: z.nullable(z.string()),
      city: z.string(),
      state: StateId,
      zipcode: z.string(),
      country: z.literal("US"),
      phoneno: z.nullable(z.string()),
    }),
  ),
});

/** A screen of questions with its section of the visit. */
export const HealthScreen = z.extend(QuestionScreen, { section: z.object({ step: z.number(), title: z.string() }) });
export type HealthScreen = z.output<typeof HealthScreen>;

/** The patient's health answers, for review and change. */
export const HealthAnswers = z.object({
  /** Version of the answers: incremented with every change; 0 until the visit is done. */
  version: z.int(),
  /** Version of the questions. */
  contentversion: z.string(),
  answeredat: z.nullable(Moment),
  /** Empty until the visit is done. An earlier version has the questions as worded at that time. */
  screens: z.array(HealthScreen),
  /** Newest first. */
  versions: z.array(z.object({ version: z.int(), contentversion: z.string(), answeredat: Moment })),
  /** Why nothing may be ordered, or that the patient needs help at once. */
  stop: z.nullable(ScreeningStop),
});
export type HealthAnswers = z.output<typeof HealthAnswers>;

/** The state of identity verification, and which photos a person needs to continue. */
export const IdentityVerification = z.object({
  identitystatus: IdentityStatus,
  /** Photos currently requested; empty when none is needed. */
  wanted: z.array(IdentityPhotoKind),
  /** The latest of each kind. */
  sent: z.array(z.object({ kind: IdentityPhotoKind, uploadedat: Moment })),
});

/**
 * The effects of moving to another state, before it happens. `no`: orders cannot go there and the address would be refused. `title` and `text` are
 * for the patient to read.
 */
export const ShippingEffects = z.object({
  from: z.nullable(StateId),
  to: StateId,
  possible: z.enum(["same", "yes", "no"]),
  title: z.string(),
  text: z.string(),
  effects: z.array(
    z.object({
      topic: z.enum(["doctor", "tax", "messages", "face", "plan"]),
      kind: z.enum(["changes", "stays"]),
      title: z.string(),
      text: z.string(),
    }),
  ),
});

const IdentityUpload = z.object({
  id: Id,
  kind: IdentityPhotoKind,
  identitystatus: IdentityStatus,
});

export const Session = z.object({
  id: Id,
  /** Browser and operating system, like “Safari on iPhone”. */
  device: z.string(),
  createdat: Moment,
  lastusedat: Moment,
  current: z.boolean(),
});

export const account = {
  user: endpoint({
    method: "GET",
    base: "default",
    path: "/user",
    summary: "The signed-in patient",
    auth: "patient",
    shows: ["user", "treatment", "order", "payment", "conversation"],
    ok: User,
    errors: [],
  }),
  updateUser: endpoint({
    method: "PUT",
    base: "default",
    path: "/user",
    summary: "Change the profile",
    auth: "patient",
    body: ProfileBody,
    ok: User,
    errors: ["wrong_state", "not_available_in_state"],
  }),
  changeEmail: endpoint({
    method: "PUT",
    base: "default",
    path: "/user/email",
    summary:
      "Mail a confirmation to a new e-mail; the answer is the same for every e-mail, and repeating it mails again",
    auth: "patient",
    body: z.strictObject({ email: Email, password: CurrentPassword }),
    ok: z.object({ message: z.string(), pendingemail: z.string() }),
    errors: ["wrong_credentials"],
  }),
  verifyEmail: endpoint({
    method: "PUT",
    base: "default",
    path: "/user/emailverification",
    summary: "Confirm an e-mail with the code of the mailed link, on any device; the same code again answers the same",
    auth: "optional",
    body: z.strictObject({ code: singleLine(128) }),
    ok: z.object({ message: z.string(), email: z.string() }),
    errors: ["link_expired"],
  }),
  uploadAvatar: endpoint({
    method: "POST",
    base: "default",
    path: "/user/avatar",
    summary: "Set the profile picture; the earlier one is deleted",
    auth: "patient",
    upload: true,
    ok: User,
    status: 201,
    errors: [],
  }),
  avatar: endpoint({
    method: "GET",
    base: "default",
    path: "/user/avatar",
    summary: "The profile picture",
    auth: "patient",
    ok: "application/octet-stream",
    errors: [],
  }),
  removeAvatar: endpoint({
    method: "DELETE",
    base: "default",
    path: "/user/avatar",
    summary: "Delete the profile picture; without one nothing changes",
    auth: "patient",
    ok: User,
    errors: [],
  }),
  identity: endpoint({
    method: "GET",
    base: "default",
    path: "/user/identification",
    summary: "The state of the identity check, and which photos are needed",
    auth: "patient",
    shows: ["user"],
    ok: IdentityVerification,
    errors: [],
  }),
  uploadPhoto: endpoint({
    method: "POST",
    base: "default",
    path: "/user/photo",
    summary: "A selfie for the identity check, after the visit",
    auth: "patient",
    upload: true,
    ok: IdentityUpload,
    status: 201,
    errors: ["wrong_state"],
  }),
  uploadIdentification: endpoint({
    method: "POST",
    base: "default",
    path: "/user/identification",
    summary: "A photo ID for the identity check, after the visit",
    auth: "patient",
    upload: true,
    ok: IdentityUpload,
    status: 201,
    errors: ["wrong_state"],
  }),
  updatePharmacy: endpoint({
    method: "PUT",
    base: "default",
    path: "/user/updatepharmacy",
    summary: "The patient's preferred pharmacy; null is the practice's own",
    auth: "patient",
    body: z.strictObject({ pharmacy: z.nullable(singleLine(300, "Please enter the pharmacy's name and address.")) }),
    ok: User,
    errors: [],
  }),
  billingAddress: endpoint({
    method: "GET",
    base: "default",
    path: "/user/billingaddress",
    summary: "The billing address",
    auth: "patient",
    shows: ["user", "payment"],
    ok: BillingAddressOnFile,
    errors: [],
  }),
  updateBillingAddress: endpoint({
    method: "PUT",
    base: "default",
    path: "/user/billingaddress",
    summary: "Set the billing address, or bill to the shipping address",
    auth: "patient",
    body: BillingAddressBody,
    ok: BillingAddressOnFile,
    errors: ["no_shipping_address"],
  }),
  shippingEffects: endpoint({
    method: "GET",
    base: "default",
    path: "/shipping/effects",
    summary: "What would change if orders went to another state: doctor, tax, chat, products",
    auth: "patient",
    query: z.object({ state: StateId }),
    ok: ShippingEffects,
    errors: [],
  }),
  joinMailingList: endpoint({
    method: "POST",
    base: "default",
    path: "/mailinglist",
    summary: "Subscribe an e-mail to the newsletter; the answer is the same for every e-mail",
    auth: "optional",
    body: z.strictObject({ email: Email, firstname: optionalText(Name) }),
    ok: Acknowledgement,
    errors: [],
  }),
  healthAnswers: endpoint({
    method: "GET",
    base: "default",
    path: "/patient/healthquestion",
    summary: "The patient's health answers, current or in an earlier version",
    auth: "patient",
    shows: ["user"],
    query: z.object({
      version: optionalText(
        z.coerce.number<number | string>("Unknown version.").check(z.int("Unknown version."), z.minimum(1)),
      ),
    }),
    ok: HealthAnswers,
    errors: [],
  }),
  updateHealthAnswers: endpoint({
    method: "PUT",
    base: "default",
    path: "/patient/healthquestion",
    summary: "Change health answers: a new version a clinician will look at",
    auth: "patient",
    body: z.strictObject({
      answers: z.array(Answer).check(z.minLength(1, "Please answer at least one question."), z.maxLength(60)),
      /** Version the patient saw; a different one on the server returns `conflict`. Left out: the stored one is changed whatever its version. */
      version: z.optional(z.int()),
    }),
    ok: z.object({
      health: HealthAnswers,
      stop: z.nullable(ScreeningStop),
      notices: z.array(z.string()),
      /** The text describes an emergency, and whom to contact. */
      emergency: z.nullable(Emergency),
    }),
    errors: ["conflict", "wrong_state"],
  }),
  closeAccount: endpoint({
    method: "POST",
    base: "default",
    path: "/user/close",
    summary:
      "Close the account: everything that is running ends, and so does every session. The practice keeps the records it has to",
    auth: "patient",
    retry: false,
    whyNoRetry: "A repeat after a lost answer would meet an account that is closed, and say it was refused",
    body: z.strictObject({
      password: z.string().check(z.minLength(1, "Please enter your password."), z.maxLength(200)),
    }),
    ok: Acknowledgement,
    errors: ["wrong_credentials", "wrong_state"],
  }),
  sessions: endpoint({
    method: "GET",
    base: "default",
    path: "/user/sessions",
    summary: "Where the patient is signed in",
    auth: "patient",
    shows: ["user"],
    ok: z.object({ items: z.array(Session) }),
    errors: [],
  }),
  endSession: endpoint({
    method: "DELETE",
    base: "default",
    path: "/user/sessions/{id}",
    summary: "Sign out one of the patient's sessions, at once",
    auth: "patient",
    params: IdParams,
    ok: z.object({ items: z.array(Session) }),
    errors: [],
  }),
} as const;
