import { z } from "zod";
import { roles } from "#contract/policy/roles.ts";
import { ContentId, NonEmptyText } from "./fields.ts";

/** Of the kind with the effect `death`: the day, and what can come of it: it's proved, it's wrong, or it was proved wrongly and is taken back. */
export const deathField = "diedon";
export const deathOutcomes = ["confirmed", "mistaken", "reopened"] as const;
export type DeathOutcome = (typeof deathOutcomes)[number];
/** What proves a death, or that somebody lives, is in the note of whoever says so. */
const provedOutcomes = ["confirmed", "reopened"] as const satisfies readonly DeathOutcome[];

/** Of the kind with the effect `ends_care`: the day from which the practice doesn't treat the patient. */
export const careEndField = "endson";

const Label = NonEmptyText.max(80);
/** Of the kind with the effect `speaking`: the fields a patient chooses, and the choice of each that the app knows. */
export const speakingFields = { language: "language", interpreter: "interpreter", print: "print", cap: "cap" } as const;
const speakingChoices = { interpreter: "yes", print: "large", cap: "easy" } as const;

/** Ids with what somebody reads of each, in the order of the list. */
const Choices = z
  .record(ContentId, Label)
  .refine((choices) => Object.keys(choices).length > 1, "must have two choices or more");
const Roles = z.array(z.enum(roles)).min(1);

/** What of an entry on the chart the practice obeys: where mails go, no voicemail, what is on a package, what an insurer gets, labels in large type, caps that aren't child-resistant. */
export const chartEffects = [
  "mail_to",
  "no_voicemail",
  "plain_package",
  "package_name",
  "not_to_insurer",
  "large_type",
  "easy_open",
] as const;
export type ChartEffect = (typeof chartEffects)[number];

/** One field of an entry's form beside its words. A choice is one of a list; a line and a day are what somebody types. */
const LogField = z
  .strictObject({
    label: Label,
    type: z.enum(["choice", "line", "day", "email"]),
    choices: z.optional(Choices),
    optional: z.optional(z.literal(true)),
    /** What it has the practice do while it stands on the chart: by itself, or by the choice that was made. */
    obeys: z.optional(z.union([z.enum(["mail_to", "package_name"]), z.record(ContentId, z.enum(chartEffects))])),
    /** Of a kind that `restricts`: choices about somebody who is nobody's helper, so helpers go on getting copies of mails. Each other one stops them. */
    leaveshelpers: z.optional(z.array(ContentId).min(1)),
  })
  .refine(
    ({ choices, leaveshelpers = [] }) => leaveshelpers.every((id) => Object.hasOwn(choices ?? {}, id)),
    "must leave helpers by one of its choices",
  )
  .refine(({ type, choices }) => (type === "choice") === (choices !== undefined), "must list the choices of a choice")
  .refine(
    ({ choices, obeys }) =>
      typeof obeys !== "object" || Object.keys(obeys).every((id) => Object.hasOwn(choices ?? {}, id)),
    "must obey one of its choices",
  )
  .refine(({ type, obeys }) => (type === "email") === (obeys === "mail_to"), "must be an address where mails go to it");

/** By when something has to be done, and who does it. A legal day says where it comes from. */
const LogWork = z.strictObject({
  for: z.enum(roles),
  within: z.union([
    z.strictObject({ days: z.int().min(1).max(730) }),
    z.strictObject({ businessdays: z.int().min(1).max(60) }),
  ]),
  /** The field with the day it's counted from; left out, from the day it's logged. */
  from: z.optional(ContentId),
  source: z.optional(NonEmptyText),
});

/** What a patient reads who makes such an entry, as a request: of their record, or of a package of an order. What they need beside is words. */
const LogRequest = z.strictObject({
  about: z.enum(["record", "order", "medicine"]),
  title: Label,
  text: NonEmptyText.max(400),
  words: Label,
  /** The field that gets the name and strength of the medicine it's about. */
  medicine: z.optional(ContentId),
  /** A field they choose, as they read it and its choices; choices left out read as the practice's. */
  asks: z.optional(z.strictObject({ field: ContentId, label: Label, choices: z.optional(Choices) })),
  /** Whoever settles it says why, and the patient reads that. */
  why: z.optional(z.literal(true)),
  /** What they read once it's settled, by its outcome. */
  outcomes: z.record(ContentId, NonEmptyText.max(400)),
});

const fhirFields = {
  contact: ["name", "number", "relation"],
  adverse_event: ["medicine", "began", "serious"],
} as const;

/** A kind of entry. It has ended with its outcome at once, waits as work until somebody says what came of it, or stands on the chart until it's ended. */
const LogKind = z
  .strictObject({
    label: Label,
    /** What its words are. */
    words: Label,
    about: z.enum(["patient", "practice"]),
    /** Who makes an entry. */
    writes: Roles,
    /** Who reads it beside those, and beside whom it waits for. */
    reads: z.optional(Roles),
    /** Of those who make entries each reads their own only, and who reads health none: it may be about one of them. */
    confidential: z.optional(z.literal(true)),
    /** It's part of the patient's record, and so of every copy of that. */
    record: z.optional(z.literal(true)),
    /** Of whom one is open is written to by a person, never with everybody on a list. */
    singly: z.optional(z.literal(true)),
    /** While one stands, whoever makes a copy of the record has to say that it was looked at. */
    restricts: z.optional(z.literal(true)),
    /** What it is in the record as FHIR, by fields of these names; left out, something that was said. */
    fhir: z.optional(z.enum(["contact", "adverse_event"])),
    /** While one is open nothing of the patient is erased. */
    keeps: z.optional(z.literal(true)),
    /** The server makes it of what it found, and it ends once each of that was judged: nobody makes or settles one by hand. */
    judged: z.optional(z.literal(true)),
    /** Outcomes that need a note, each with what the note has to say, as it's asked of whoever settles it. */
    noted: z.optional(z.record(ContentId, NonEmptyText.max(200))),
    /**
     * What it does beside being kept. `death`: it stops everything that is charged, sent and mailed, until it's settled. `ends_care`: with its day the
     * patient's care ends, unless the entry is ended before. `disclosure`: one is made where another doctor reads the record by the patient's code.
     * `speaking`: the patient chooses it in the app, too.
     */
    effect: z.optional(z.enum(["death", "ends_care", "disclosure", "speaking"])),
    /** An open entry with this choice ends where a death turns out to have been confirmed wrongly: only of somebody who died it can be asked. */
    afterdeath: z.optional(z.strictObject({ field: ContentId, choice: ContentId })),
    fields: z.record(ContentId, LogField),
    ends: z.enum(["at_once", "work", "chart"]),
    work: z.optional(LogWork),
    /** What can come of it. */
    outcomes: z.optional(Choices),
    request: z.optional(LogRequest),
  })
  .refine(
    ({ afterdeath, fields }) =>
      !afterdeath || Object.hasOwn(fields[afterdeath.field]?.choices ?? {}, afterdeath.choice),
    "must name one of its choices in `afterdeath`",
  )
  .refine(({ ends, work }) => (ends === "work") === (work !== undefined), "must say who does what waits, and by when")
  .refine(({ ends, outcomes }) => ends !== "work" || outcomes !== undefined, "must say what can come of what waits")
  .refine(
    ({ noted = {}, outcomes = {} }) => Object.keys(noted).every((id) => Object.hasOwn(outcomes, id)),
    "must ask for a note with one of its outcomes",
  )
  .refine(({ work, fields }) => !work?.from || fields[work.from]?.type === "day", "must count from one of its days")
  .refine(
    ({ ends, outcomes, request }) =>
      !request || (ends === "work" && Object.keys(request.outcomes).join() === Object.keys(outcomes ?? {}).join()),
    "must say to the patient what came of it, for each outcome in its order",
  )
  .refine(
    ({ fields, request: { asks } = {} as Partial<z.output<typeof LogRequest>> }) =>
      !asks ||
      (fields[asks.field]?.type === "choice" &&
        (!asks.choices || Object.keys(asks.choices).join() === Object.keys(fields[asks.field]?.choices ?? {}).join())),
    "must ask for one of its choices, with each of them in its order",
  )
  .refine(
    ({ fields, request }) =>
      request?.medicine === undefined || (request.about === "medicine" && fields[request.medicine]?.type === "line"),
    "must name the medicine in one of its lines",
  )
  .refine(({ confidential, work, reads }) => !confidential || work || reads, "must say who reads what is confidential")
  .refine(({ ends, about }) => ends !== "chart" || about === "patient", "must be about a patient to stand on a chart")
  .refine(
    ({ ends, restricts, fields }) =>
      ends === "chart" || !(restricts || Object.values(fields).some(({ obeys }) => obeys)),
    "must stand on the chart to be obeyed",
  )
  .refine(
    ({ fhir, record, fields }) => !fhir || (record && fhirFields[fhir].every((field) => field in fields)),
    "must be part of the record, and have the fields of what it is in FHIR",
  )
  .refine(
    ({ about, record, keeps, singly }) => about === "patient" || !(record || keeps || singly),
    "has no patient's record",
  )
  .refine(
    ({ effect, about, fields, outcomes, noted }) =>
      effect !== "death" ||
      (about === "patient" &&
        fields[deathField]?.type === "day" &&
        Object.keys(outcomes ?? {}).join() === deathOutcomes.join() &&
        provedOutcomes.every((id) => noted?.[id])),
    `must be about a patient, with a day \`${deathField}\` and the outcomes ${deathOutcomes.join(" and ")}, and ask for a note with ${provedOutcomes.join(" and ")}`,
  )
  .refine(
    ({ effect, about, ends, outcomes, fields }) =>
      effect !== "disclosure" ||
      (about === "patient" &&
        ends === "at_once" &&
        outcomes === undefined &&
        fields["when"]?.type === "day" &&
        fields["to"]?.type === "line" &&
        Object.hasOwn(fields["why"]?.choices ?? {}, "code") &&
        Object.entries(fields).every(([id, { optional }]) => optional || ["when", "to", "why"].includes(id))),
    "must be about a patient and end at once, and ask for no more than `when`, `to` and `why`, of which one is `code`",
  )
  .refine(
    ({ effect, ends, fields }) =>
      effect !== "speaking" ||
      (ends === "chart" &&
        Object.values(fields).every(({ type, optional }) => type === "choice" && optional) &&
        speakingFields.language in fields &&
        Object.entries(speakingChoices).every(([id, choice]) => Object.hasOwn(fields[id]?.choices ?? {}, choice))),
    "must stand on the chart, with the optional choices `language`, `interpreter` (yes), `print` (large) and `cap` (easy)",
  )
  .refine(
    ({ effect, ends, fields }) =>
      effect !== "ends_care" ||
      (ends === "chart" && fields[careEndField]?.type === "day" && !fields[careEndField].optional),
    `must stand on the chart, with a day \`${careEndField}\``,
  );
export type LogKind = z.output<typeof LogKind>;

export const LogFile = z.strictObject({
  note: NonEmptyText,
  kinds: z
    .record(ContentId, LogKind)
    .refine(
      (kinds) => Object.values(kinds).filter(({ effect }) => effect === "death").length === 1,
      "must have one kind with the effect `death`",
    )
    .refine(
      (kinds) => Object.values(kinds).filter(({ effect }) => effect === "disclosure").length === 1,
      "must have one kind with the effect `disclosure`",
    )
    .refine(
      (kinds) => Object.values(kinds).filter(({ effect }) => effect === "speaking").length === 1,
      "must have one kind with the effect `speaking`",
    )
    .refine(
      (kinds) => Object.values(kinds).filter(({ effect }) => effect === "ends_care").length === 1,
      "must have one kind with the effect `ends_care`",
    ),
});
