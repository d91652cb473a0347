import * as z from "zod/mini";
import { HelperCopy, HelperPart } from "#contract/account/helpers.ts";
import { IdentityPhotoKind, IdentityStatus } from "#contract/account/identity.ts";
import { Teller, ToldSource } from "#contract/account/told-answers.ts";
import { Doctor } from "#contract/doctors.ts";
import { DocumentKind } from "#contract/documents/calls.ts";
import { ConversationKind } from "#contract/messages/message.ts";
import { ShippingAddress } from "#contract/orders/addresses.ts";
import { Order } from "#contract/orders/orders.ts";
import { TreatmentChange } from "#contract/treatment/changes.ts";
import { PlanItem, PlanStatus } from "#contract/treatment/plan.ts";
import { Subscription } from "#contract/treatment/subscriptions.ts";
import { Suggestion } from "#contract/treatment/suggestions.ts";
import { DoseStatus, Weekday } from "#contract/wellbeing/doses.ts";
import { OnboardingStatus } from "../auth.ts";
import { Id, Moment, Day, StateId } from "../fields/fields.ts";
import type { FieldNeeds } from "../http/endpoint.ts";
import { ScreeningFlag } from "./decision-fields.ts";
import { RecordLetter } from "./letters.ts";
import { Prescription } from "./prescriptions.ts";
import { PatientRequest } from "./subscriptions.ts";
import { CallerProof } from "./told-answers.ts";
import { ToldEmergency } from "./told-emergency.ts";

/** Somebody says that a patient died, or it is proved. Nothing is charged, sent or mailed. */
export const Death = z.object({
  reportedat: Moment,
  /** Null: nobody knows. */
  diedon: z.nullable(Day),
  /** Null: somebody says so, and nobody has proved it. */
  confirmedat: z.nullable(Moment),
});
export type Death = z.output<typeof Death>;

/** A patient in the practice's lists. */
export const PatientSummary = z.object({
  id: Id,
  firstname: z.nullable(z.string()),
  lastname: z.nullable(z.string()),
  email: z.string(),
  /** Since when the mail server says that the e-mail takes no mail; null: it does, as far as we know. Bounces that come later aren't seen. */
  emailrefusedsince: z.nullable(Moment),
  birthday: z.nullable(Day),
  state: z.nullable(StateId),
  onboardingstatus: OnboardingStatus,
  identitystatus: IdentityStatus,
  planstatus: PlanStatus,
  /** `incoming` is waiting for acceptance by the doctor. */
  carestatus: z.enum(["none", "incoming", "accepted"]),
  doctor: z.nullable(Doctor),
  since: Moment,
  /** Since when an emergency of this patient is open: until a clinician closes it; null: none is. One nobody has acknowledged puts them first in the lists. */
  emergencysince: z.nullable(Moment),
  /** Null: nobody says so. */
  death: z.nullable(Death),
});
export type PatientSummary = z.output<typeof PatientSummary>;

/** Another patient whose name is easily mistaken for this one. */
export const Namesake = z.object({
  id: Id,
  firstname: z.nullable(z.string()),
  lastname: z.nullable(z.string()),
  /** Null: not given, or the caller doesn't find patients by it. */
  birthday: z.nullable(Day),
});
export type Namesake = z.output<typeof Namesake>;

/** Whether two records are of one person. */
export const verdicts = ["same", "not_same"] as const;
export type PairVerdict = (typeof verdicts)[number];

/** One of two records, as far as it tells whether both are of one person, and what was decided in it. */
export const PairedRecord = z.object({
  patient: PatientSummary,
  phoneno: z.nullable(z.string()),
  shippingaddress: z.nullable(ShippingAddress),
  /** When the account was made. */
  madeat: Moment,
  /** Null: the account is open. */
  closedat: z.nullable(Moment),
  /** What is prescribed there and what was sent; null for who isn't shown medicines. */
  medicines: z.nullable(
    z.array(
      z.object({
        productid: z.string(),
        name: z.string(),
        dosage: z.string(),
        /** Prescribed today. */
        prescribed: z.boolean(),
        /** The last day that what is at home, or on its way, lasts; null: nothing is. */
        athomeuntil: z.nullable(Day),
      }),
    ),
  ),
});
export type PairedRecord = z.output<typeof PairedRecord>;

/** A pair as a record says of it. */
export const RecordPair = z.object({
  id: Id,
  foundat: Moment,
  /** Null: nobody has judged it, and nothing new is approved. */
  verdict: z.nullable(z.enum(verdicts)),
  other: PairedRecord,
});
export type RecordPair = z.output<typeof RecordPair>;

export const PatientPhoto = z.object({ id: Id, kind: IdentityPhotoKind, uploadedat: Moment });

const RecordDocument = z.object({
  id: Id,
  kind: DocumentKind,
  title: z.string(),
  filename: z.string(),
  /** When its current file was sent. */
  uploadedat: Moment,
  /** As in `PatientDocument`. */
  filed: z.nullable(z.object({ from: z.string(), datedon: z.nullable(Day) })),
  review: z.nullable(z.object({ by: z.nullable(z.string()), at: Moment, text: z.nullable(z.string()) })),
  /** `reported`: the patient says it isn't theirs, and doesn't see it. */
  misfiled: z.nullable(z.enum(["reported"])),
});

const RecordFollowup = z.object({
  id: Id,
  /** `to_read` somebody has to read it: it's finished, or reports an emergency · `read` a doctor has closed it */
  status: z.enum(["not_answered", "to_read", "read"]),
  sentat: Moment,
  /** Null: the patient hasn't finished it. */
  completedat: z.nullable(Moment),
  /** Since when it waits to be read; null: it doesn't. */
  waitingsince: z.nullable(Moment),
  /** When a doctor read it. */
  closedat: z.nullable(Moment),
});
export type RecordFollowup = z.output<typeof RecordFollowup>;

/** Whose a conversation is, and since when. */
export const Assignee = z.object({ memberid: Id, name: z.string(), since: Moment });

const RecordConversation = z.object({
  id: Id,
  kind: ConversationKind,
  /** How many messages there are. */
  lastseq: z.int(),
  /** How far the patient has read. */
  readseq: z.int(),
  /** How far the practice has read. */
  staffreadseq: z.int(),
  /** Since when the patient has been waiting for an answer; null: they are not. */
  waitingsince: z.nullable(Moment),
  needsreply: z.boolean(),
  open: z.boolean(),
  /** Whose it is; null: nobody's. */
  assignee: z.nullable(Assignee),
});

const Agreement = z.object({
  /** A consent text, the terms of an order, or a treatment change that costs more. */
  kind: z.enum(["consent", "order", "change"]),
  /** Of the consent text, the order or the treatment change. */
  refid: z.string(),
  /** Of the text the patient read; null for a treatment change, which was shown as it is. */
  version: z.nullable(z.string()),
  at: Moment,
});
export type Agreement = z.output<typeof Agreement>;

/** The change of one symptom or side effect since the patient was last asked; the scale is 0–4, null when not asked. */
export const SymptomChange = z.object({
  id: z.string(),
  name: z.string(),
  before: z.nullable(z.int()),
  now: z.nullable(z.int()),
});

/** A rule the patient's answers raised, with what raised it and what it is about. */
export const RecordFlag = z.extend(ScreeningFlag, {
  /** The questions whose answers the rule looks at. */
  questionids: z.array(z.string()),
  /** Those of `requested` that it is about; null: the visit as a whole. */
  productids: z.nullable(z.array(z.string())),
  /** False: it was raised once, and by the answers as they are now it would not be. */
  current: z.boolean(),
});
export type RecordFlag = z.output<typeof RecordFlag>;

/** How an answer that the practice wrote down was told, and who wrote it down. */
const AnswerTold = z.object({
  source: ToldSource,
  teller: Teller,
  on: Day,
  callerproved: CallerProof,
  /** What was said, for the practice. */
  note: z.nullable(z.string()),
  /** `staff:<id>` or `key:<id>`. */
  actor: z.string(),
  /** The actor's name; null for a key that is gone. */
  name: z.nullable(z.string()),
});

/** What a clinician needs to decide on a plan. Optional fields are left out for an API key that may not see them (`recordFieldNeeds`). */
export const PatientRecord = z.extend(PatientSummary, {
  /** Stands for what a decision depends on. Sent back with the decision, it is refused if any of it has changed. */
  revision: z.string(),
  /** Why nothing that needs a license can be decided for this patient today, by the caller or by anybody; null where it can. */
  decisionobstacle: z.nullable(z.string()),
  /** The record that goes on where this one's account became part of another; null: it didn't. */
  mergedinto: z.nullable(Id),
  /** The records whose accounts became part of this one. What is in them stays there. */
  mergedfrom: z.array(Id),
  /** Stands for name, birthday, e-mail, phone and shipping address; sent back with a change of them. */
  contactrevision: z.string(),
  /** Who helps the patient with a sign-in of their own, or is invited to: what they may use, and until when. Whoever calls may be one of them. */
  helpers: z.array(
    z.object({
      id: Id,
      name: z.string(),
      email: z.string(),
      parts: z.array(HelperPart),
      /** The mails they get copies of now; none where they stopped them, or the chart forbids it. */
      copies: z.array(HelperCopy),
      /** Null: they haven't accepted yet. */
      joinedat: z.nullable(Moment),
      until: Moment,
    }),
  ),
  phoneno: z.nullable(z.string()),
  /** A voicemail may be left at their numbers. */
  voicemail: z.boolean(),
  /** Something isn't to be disclosed: a copy is made by whoever looked at it; of what an insurer isn't to get, none is made for one. */
  restrictions: z.object({ any: z.boolean(), insurer: z.boolean() }),
  pharmacy: z.nullable(z.string()),
  shippingaddress: z.nullable(ShippingAddress),
  answers: z.optional(
    z.array(
      z.object({
        questionid: z.string(),
        question: z.string(),
        answer: z.string(),
        contentversion: z.string(),
        at: Moment,
        /** How it was told, where the practice wrote it down; left out: the patient answered. */
        told: z.optional(AnswerTold),
      }),
    ),
  ),
  flags: z.optional(z.array(RecordFlag)),
  /** Questions that are open for the patient and that screening rules look at, without an answer: those rules could not run. */
  unanswered: z.optional(z.array(z.object({ questionid: z.string(), question: z.string() }))),
  /** What was prescribed although a rule warned, or couldn't run, newest first: the rules and questions as they were worded, and why. */
  overrides: z.optional(
    z.array(
      z.object({
        decision: z.enum(["plan", "renewal", "upsell", "change", "suggestion"]),
        /** Of the case, the prescription renewal, the upsell or the subscription. */
        refid: Id,
        actor: z.string(),
        at: Moment,
        rules: z.array(z.object({ ruleid: z.string(), text: z.string() })),
        unanswered: z.array(z.string()),
        reason: z.string(),
      }),
    ),
  ),
  requested: z.optional(z.array(PlanItem)),
  orders: z.optional(z.array(Order)),
  subscriptions: z.optional(z.array(Subscription)),
  /** Newest first. */
  prescriptions: z.optional(z.array(Prescription)),
  /** What was prescribed instead of something the patient gets, newest first: what they haven't answered yet, and what was made in the last 60 days. */
  changes: z.optional(z.array(TreatmentChange)),
  /** Medicines the practice suggested to add, newest first: what the patient hasn't answered yet, and those of the last 60 days. */
  suggestions: z.optional(z.array(Suggestion)),
  /** The patient's cancellations, newest first, with the reason where the patient gave one. */
  cancellations: z.optional(z.array(z.object({ subscriptionid: Id, at: Moment, reason: z.nullable(z.string()) }))),
  photos: z.optional(z.array(PatientPhoto)),
  /** Records that are likely of the same person, and those that somebody said are, newest first. */
  pairs: z.optional(z.array(RecordPair)),
  /** What the patient sent for their insurance, newest first, at most the newest 50. */
  documents: z.optional(z.array(RecordDocument)),
  /** Medical letters that were issued, newest first, at most the newest 20. The first that isn't misfiled is the one the patient can download. */
  letters: z.optional(z.array(RecordLetter)),
  /** The messages themselves are read with `GET /admin/patients/{id}/messages`. */
  conversations: z.optional(z.array(RecordConversation)),
  /** What the patient agreed to, newest first, at most the newest 100. */
  agreements: z.optional(z.array(Agreement)),
  /** Orders the practice cancelled for the patient, newest first. */
  cancelledorders: z.optional(z.array(z.object({ orderid: Id, at: Moment, reason: z.string() }))),
  /** What the practice did to subscriptions and contact data because the patient asked for it, newest first. */
  requests: z.optional(z.array(PatientRequest)),
  /** The patient's treatment reviews, newest first, at most the newest 50. Their answers are read with `GET /clinic/followup/{id}`. */
  followups: z.optional(z.array(RecordFollowup)),
  /** Emergencies the patient told of, newest first, also those that are closed, at most the newest 50. */
  emergencies: z.optional(z.array(ToldEmergency)),
  /** The patient's weekly check-ins, newest first, at most half a year. A `week` is its first day; `before` is the answer of the visit. */
  checkins: z.optional(z.array(z.object({ week: Day, at: Moment, symptoms: z.array(SymptomChange) }))),
  /** What the patient noted of their doses, newest first; the days of the week (0 is Sunday) are those they picked. */
  doses: z.optional(
    z.array(
      z.object({
        productid: z.string(),
        name: z.string(),
        days: z.array(Weekday),
        noted: z.array(z.object({ day: Day, status: DoseStatus, at: Moment })),
      }),
    ),
  ),
});
export type PatientRecord = z.output<typeof PatientRecord>;

/** Who may see what of a record: no clinical field for patient services, for the pharmacy beyond the prescription, or for finance. */
export const recordFieldNeeds = {
  answers: ["read:health"],
  flags: ["read:prescribing"],
  unanswered: ["read:prescribing"],
  overrides: ["read:prescribing"],
  requested: ["read:prescribing"],
  orders: ["read:prescribing", "read:orders"],
  subscriptions: ["read:prescribing", "read:subscriptions"],
  prescriptions: ["read:prescribing", "read:dispensing"],
  changes: ["read:prescribing"],
  suggestions: ["read:prescribing"],
  cancellations: ["read:health"],
  photos: ["read:identity"],
  pairs: ["read:identity"],
  documents: ["read:health"],
  letters: ["read:prescribing"],
  conversations: ["read:doctor_conversation", "read:services_conversation"],
  agreements: ["read:patients", "read:prescribing"],
  cancelledorders: ["read:prescribing", "read:subscriptions", "read:money"],
  requests: ["read:prescribing", "read:subscriptions"],
  followups: ["read:health"],
  emergencies: ["read:health"],
  checkins: ["read:health"],
  doses: ["read:health"],
} as const satisfies FieldNeeds;
