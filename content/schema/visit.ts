import { z } from "zod";
import { ContentId, State, Step, Variant, NonEmptyText } from "./fields.ts";

export const Flow = z.strictObject({
  variant: Variant,
  label: NonEmptyText,
  theme: z.enum(["redesign", "classic"]),
  steps: z.array(Step).min(1),
});
export type Flow = z.output<typeof Flow>;
export const FlowsFile = z.strictObject({ flows: z.array(Flow) });

const Timezone = NonEmptyText.refine(
  (zone) => Intl.supportedValuesOf("timeZone").includes(zone),
  "must be a time zone",
);

export const StateEntry = z.strictObject({
  id: State,
  name: NonEmptyText,
  status: z.enum(["served", "not_served"]),
  /** Patients may write to patient services as well as to their doctor. */
  adminchat: z.boolean(),
  /** Products of category `face` may be offered. */
  facevisits: z.boolean(),
  /** Where most people of a state with two time zones live; a patient's days go by it unless they have a zone of their own. */
  timezone: Timezone,
  /** The state's other one: taken from a patient's browser without a question. */
  othertimezones: z.array(Timezone).optional(),
});

/** Where a nurse practitioner prescribes only with a collaborating physician. */
export const NursePractitioners = z.strictObject({
  note: NonEmptyText,
  source: z.url(),
  /** The day the source was read. */
  readon: z.iso.date(),
  collaboratingphysician: z.array(State),
});
export const StatesFile = z.strictObject({
  note: NonEmptyText,
  nursepractitioners: NursePractitioners,
  states: z.array(StateEntry),
});

/** Front matter of `consents/*.md`; the body is `text`. */
export const ConsentHeader = z.strictObject({
  id: ContentId,
  version: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  /** The sentence beside the checkbox. */
  label: NonEmptyText,
  required: z.boolean(),
  at: z.enum(["signup", "checkout"]),
  order: z.int(),
});
export const Consent = z.strictObject({ ...ConsentHeader.shape, text: NonEmptyText });
export type Consent = z.output<typeof Consent>;

export const Doctor = z.strictObject({
  id: ContentId,
  firstname: NonEmptyText,
  lastname: NonEmptyText,
  credentials: NonEmptyText,
  bio: NonEmptyText,
  profileUrl: z.string().regex(/^\/doctors\/doctor-\d+\.svg$/),
  /** An NPI that is not assigned: the demo ones start with 0000. */
  npi: z.string().regex(/^\d{10}$/),
  /** Where the doctor is licensed. */
  states: z.array(State).min(1),
  /** The card shown during onboarding; exactly one. */
  fixed: z.boolean().default(false),
});
export type Doctor = z.output<typeof Doctor>;
/** `invented`: they are nobody. No patient is charged in their name. */
export const DoctorsFile = z.strictObject({
  note: NonEmptyText,
  invented: z.boolean().default(false),
  doctors: z.array(Doctor).min(1),
});

export const Interstitial = z.strictObject({
  type: z.int().min(1).max(6),
  messagetype: z.enum(["HIPAA", "doctorvisit", "doctormatching"]).nullable(),
  title: NonEmptyText,
  text: NonEmptyText,
  /** Shown when one of these steps was completed. */
  aftersteps: z.array(Step),
});
export const InterstitialsFile = z.strictObject({ interstitials: z.array(Interstitial).length(6) });
