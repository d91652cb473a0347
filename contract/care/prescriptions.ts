import * as z from "zod/mini";
import { Day, Id, Moment, multiLine, optionalText, singleLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { changeBegins } from "#contract/treatment/changes.ts";
import { bridgePaces, paces } from "#contract/treatment/pace.ts";
import { revision } from "./decision-fields.ts";
import { preparedid } from "./prepared.ts";
import { visitnote } from "./visit-notes.ts";

/** `replaced`: by another medicine, though the patient may still use what they have of it · `ended`: renewed, or a renewal was declined. */
const PrescriptionStatus = z.enum(["active", "on_hold", "stopped", "replaced", "ended", "wrong_patient"]);
export type PrescriptionStatus = z.output<typeof PrescriptionStatus>;

/** Directions that begin on a day to come, and hold until the next ones do. */
export const PlannedDirections = z.object({ beginson: Day, directions: z.string(), pace: z.enum(paces) });

/** A prescription of the patient's, as the practice sees it. */
export const Prescription = z.object({
  id: Id,
  productid: z.string(),
  name: z.string(),
  /** Its strength; empty where it has none. */
  dosage: z.string(),
  rxnumber: z.string(),
  ndc: z.nullable(z.string()),
  status: PrescriptionStatus,
  refillsleft: z.int(),
  /** Days' supply of one fill, by the label. */
  dayssupply: z.nullable(z.int()),
  /** What the patient is to do with it today: also what a doctor wrote until a change begins. */
  directions: z.nullable(z.string()),
  /** How fast it's used by them. */
  pace: z.enum(bridgePaces),
  /** Other directions that begin on a later day, in order. */
  planned: z.array(PlannedDirections),
  /** The patient uses it today: it's prescribed, or what they have of it lasts until the one that replaces it. False with nothing of it at home. */
  usednow: z.boolean(),
  /** A prescriber wants the patient to take a break from it, now or later. Null: none is to come. */
  rest: z.nullable(
    z.object({
      from: Day,
      /** The first day it's used again. */
      until: Day,
      /** The medicine that it may not be taken without, and whose break ends this one; null where it has its own. */
      alongwith: z.nullable(z.string()),
    }),
  ),
  /** How often a prescriber let the next box come early in the last twelve months. */
  earlyfills: z.int(),
  /** The last day on which the patient may order the next box early; null where they may not. */
  earlyuntil: z.nullable(Day),
  doctorid: z.string(),
  /** The collaborating physician with whom a nurse practitioner prescribed it; null where the state asks for none. */
  collaborator: z.nullable(z.string()),
  approvedat: Moment,
  onholdsince: z.nullable(Moment),
  stoppedat: z.nullable(Moment),
});

/** Why, for the record, and what the patient reads as a message from the doctor. */
const actionFields = {
  /** For the practice only; the patient does not see it. */
  reason: multiLine(2000, "Please say why."),
  /** For the patient. What to do with the medicine at home is added to it. */
  message: multiLine(4000, "Please tell the patient what it means for them."),
  /** The doctor who decides; by default the one who treats the patient. */
  doctorid: optionalText(singleLine(60)),
  visitnote,
};

/** From its first day to the first day the medicine is used again. */
const restDays = z.object({
  from: Day,
  until: Day,
});

/** When other directions begin. Until then it's used as before. */
const directionsStart = {
  /** Left out: on the day in `beginson`, or today. `when_box_ends`: on the day after the last one of what has been sent, which the server says. */
  begins: optionalText(z.enum(changeBegins)),
  /** With `on_day` their first day, after today. With `when_box_ends` the day the quote said, or left out; where it has become another one, it's refused. */
  beginson: optionalText(Day),
};

/** Another prescription of the patient, which may have to be decided on as well. */
const Partner = z.object({
  id: Id,
  productid: z.string(),
  name: z.string(),
  rxnumber: z.string(),
  /** It may not be taken without the medicine that is stopped or on hold, so it is on hold too. */
  onhold: z.boolean(),
  /** It is charged and sent together with it. */
  sameparcel: z.boolean(),
});

/** Why the next box may come before most of the last one is used. */
export const earlyFillCauses = ["travel", "lost", "damaged", "dose_raised"] as const;
export type EarlyFillCause = (typeof earlyFillCauses)[number];
/** Whether nothing is left to use of what the patient has at home. */
export const isLoss = (cause: EarlyFillCause | ""): boolean => cause === "lost" || cause === "damaged";

export const PrescriptionAction = z.object({
  id: Id,
  rxnumber: z.string(),
  productid: z.string(),
  status: z.enum(["active", "on_hold", "stopped"]),
  partners: z.array(Partner),
});
export type PrescriptionAction = z.output<typeof PrescriptionAction>;

/** What a doctor does with a prescription outside of a prescription renewal; spread into `care`. */
export const prescriptionCalls = {
  stepQuote: clinicCall("GET /clinic/prescription/{id}/step", {
    summary:
      "What a stop, a hold, a release, an early fill or going on after a break would mean today, before it's done: what goes on hold with it, what stays, comes or goes on beside it, and what speaks against it",
    access: { needs: ["write:prescribing"], record: "prescription" },
    params: IdParams,
    query: z.object({ step: z.enum(["stop", "hold", "release", "early", "endbreak"]) }),
    ok: z.object({
      /** Names of what may not be taken without it, and goes on hold as well. */
      onhold: z.array(z.string()),
      /** Names of what comes in the same parcel: it stays prescribed, or comes early too. With `endbreak`: of what goes on as well. */
      beside: z.array(z.string()),
      /** Why it's refused, in a sentence for the practice; null: it isn't, unless for who takes it. */
      obstacle: z.nullable(z.string()),
      /** What speaks against a release that may be made all the same. */
      warnings: z.array(z.string()),
    }),
  }),
  stopPrescription: clinicCall("POST /clinic/prescription/{id}/stop", {
    summary:
      "Stop a medicine at once: its subscriptions end, what is planned or authorized is dropped, what was paid and not sent is refunded, and the patient is told what to do with what is at home",
    access: { needs: ["write:prescribing"], record: "prescription", decidesFor: "prescription", inDoctorsName: true },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      ...actionFields,
      /** It was meant for another patient: the record says so, and the patient is told in plain words. */
      wrongpatient: z.optional(z.boolean()),
    }),
    ok: PrescriptionAction,
    errors: ["wrong_state"],
  }),
  holdPrescription: clinicCall("POST /clinic/prescription/{id}/hold", {
    summary: "Rest a medicine: nothing of it is charged or sent until it is released, and the patient is told",
    access: { needs: ["write:prescribing"], record: "prescription", decidesFor: "prescription", inDoctorsName: true },
    idempotency: true,
    params: IdParams,
    body: z.strictObject(actionFields),
    ok: PrescriptionAction,
    errors: ["wrong_state"],
  }),
  releasePrescription: clinicCall("POST /clinic/prescription/{id}/release", {
    summary: "Let a medicine that is on hold go on: what waited for it is planned again, and the patient is told",
    access: { needs: ["write:prescribing"], record: "prescription", decidesFor: "prescription", inDoctorsName: true },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      ...actionFields,
      /** Although the patient's answers speak against it; without this flag it is refused. */
      despitewarning: z.optional(z.boolean()),
    }),
    ok: PrescriptionAction,
    errors: ["wrong_state"],
  }),
  allowEarlyFill: clinicCall("POST /clinic/prescription/{id}/early-fill", {
    summary:
      "Let the patient order the next box now, once: for a journey, a lost or damaged box, or a raised dose; with what comes in the same parcel. A refill has to be left. Nothing is charged until the patient orders it",
    access: { needs: ["write:prescribing"], record: "prescription", decidesFor: "prescription", inDoctorsName: true },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      ...actionFields,
      cause: z.enum(earlyFillCauses, "Please choose why."),
      /** For a lost or damaged box: what comes in the same parcel is gone as well. Otherwise it counts as still at home. */
      partnersgone: z.optional(z.boolean()),
    }),
    ok: z.object({
      id: Id,
      /** The last day the patient may order it early. */
      until: Day,
      /** Names of all that may come early: this one first, then what comes in the same parcel. */
      names: z.array(z.string()),
    }),
    errors: ["wrong_state"],
  }),
  restQuote: clinicCall("GET /clinic/prescription/{id}/rest", {
    summary: "What a break from a medicine would mean, before it's written: what rests with it, and what it moves",
    access: { needs: ["write:prescribing"], record: "prescription" },
    params: IdParams,
    query: restDays,
    ok: z.object({
      /** Names of all that rest: this one first, then what may not be taken without it. */
      names: z.array(z.string()),
      /** The last day of what the patient has at home, with the break and without it; null where they have none. */
      onhanduntil: z.nullable(Day),
      onhandbefore: z.nullable(Day),
      /** Why it's refused, in a sentence for the practice; null: it isn't. */
      obstacle: z.nullable(z.string()),
    }),
  }),
  restPrescription: clinicCall("POST /clinic/prescription/{id}/rest", {
    summary:
      "Let a patient take a break from a medicine until a day, such as for surgery, with what may not be taken without it: none of it is used on those days, so the next box comes as much later, and the patient is told now, when the break begins and when it's over",
    access: { needs: ["write:prescribing"], record: "prescription", decidesFor: "prescription", inDoctorsName: true },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({ ...actionFields, ...restDays.shape, revision }),
    ok: z.object({
      id: Id,
      from: Day,
      until: Day,
      names: z.array(z.string()),
      /** The next charge of this one; null where none is planned. */
      nextchargeon: z.nullable(Day),
    }),
    errors: ["wrong_state", "conflict"],
  }),
  endRest: clinicCall("POST /clinic/prescription/{id}/rest/end", {
    summary:
      "End a patient's break from a medicine today, or before it begins, with what rests along with it; the patient is told",
    access: { needs: ["write:prescribing"], record: "prescription", decidesFor: "prescription", inDoctorsName: true },
    idempotency: true,
    params: IdParams,
    body: z.strictObject(actionFields),
    ok: z.object({
      id: Id,
      names: z.array(z.string()),
      nextchargeon: z.nullable(Day),
    }),
    errors: ["wrong_state"],
  }),
  directionsQuote: clinicCall("GET /clinic/prescription/{id}/directions", {
    summary:
      "What other directions would mean, before they're written: how long a fill and what the patient has at home last at that pace",
    access: { needs: ["read:prescribing"], record: "prescription" },
    params: IdParams,
    query: z.object({ pace: z.enum(paces, "Please choose how fast it's used."), ...directionsStart }),
    ok: z.object({
      /** Their first day; null: today, or it isn't known. */
      beginson: z.nullable(Day),
      /** As they are now. */
      directions: z.nullable(z.string()),
      pace: z.enum(bridgePaces),
      /** What is to begin on that day or later, and wouldn't. */
      replaces: z.array(PlannedDirections),
      /** Days for which one fill lasts, at the pace asked about and as it is now; null where that isn't known. */
      dayssupply: z.nullable(z.int()),
      daysbefore: z.nullable(z.int()),
      /** The last day of what the patient has at home, likewise; null where they have none. */
      onhanduntil: z.nullable(Day),
      onhandbefore: z.nullable(Day),
      /** The first day without, where more of it is used than before and the next box may be there only later; null: it lasts. */
      runsouton: z.nullable(Day),
      /** Why it's refused, in a sentence for the practice; null: it isn't. */
      obstacle: z.nullable(z.string()),
    }),
  }),
  changeDirections: clinicCall("POST /clinic/prescription/{id}/directions", {
    summary:
      "Change how the patient uses a medicine, starting today, after the present box, or on a later day: its directions, and how fast it's used by them beside its label. What was to begin on that day or later doesn't. What is at home lasts accordingly, the next charge is planned by it, and the patient is told",
    access: { needs: ["write:prescribing"], record: "prescription", decidesFor: "prescription", inDoctorsName: true },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      ...actionFields,
      directions: multiLine(500, "Please write how it's used."),
      pace: z.enum(paces, "Please choose how fast it's used."),
      ...directionsStart,
      revision,
      preparedid,
    }),
    ok: z.object({
      id: Id,
      directions: z.string(),
      pace: z.enum(paces),
      /** Null: today. */
      beginson: z.nullable(Day),
      /** The last day of what the patient has at home; null where they have none. */
      onhanduntil: z.nullable(Day),
      /** The next charge of it; null where none is planned. */
      nextchargeon: z.nullable(Day),
    }),
    errors: ["wrong_state", "conflict"],
  }),
} as const;
