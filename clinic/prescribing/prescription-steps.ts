import {
  type EarlyFillCause,
  earlyFillCauses,
  type Prescription,
  type PrescriptionAction,
  type PrescriptionStatus,
} from "#contract/care/prescriptions.ts";
import type { care } from "#contract/care/calls.ts";
import { formatCalendarDay, formatList } from "#contract/fields/formats.ts";
import * as z from "zod/mini";
import { type DraftText, joinFields } from "#clinic/work/draft-text.ts";

const prescriptionSteps = ["stop", "hold", "release", "early", "endbreak"] as const;
export type PrescriptionStep = (typeof prescriptionSteps)[number];

/** What a prescriber can do with a prescription outside of a decision. */
export const stepsFor: Readonly<Record<PrescriptionStatus, readonly PrescriptionStep[]>> = {
  active: ["early", "hold", "stop"],
  on_hold: ["release", "stop"],
  stopped: [],
  replaced: [],
  ended: [],
  wrong_patient: [],
};

const atHomeAdded = "What to do with the medicine at home is added to it.";

export const stepTexts: Readonly<
  Record<
    PrescriptionStep,
    {
      readonly label: string;
      /** Before the medicine's name, where that isn't the label. */
      readonly of?: string;
      readonly effect: string;
      /** What the server adds to the message. */
      readonly added: string;
      readonly done: string;
    }
  >
> = {
  stop: {
    label: "Stop",
    effect: "At once: no more of it will be charged or sent, and anything paid but not sent will be refunded.",
    added: atHomeAdded,
    done: "Stopped.",
  },
  hold: {
    label: "Put on hold",
    effect: "None of it will be charged or sent until you take the hold off.",
    added: atHomeAdded,
    done: "On hold.",
  },
  release: {
    label: "Take off hold",
    effect: "Orders that were waiting for it will be planned again.",
    added: "Nothing is added to it.",
    done: "No longer on hold.",
  },
  early: {
    label: "Fill early",
    effect:
      "The patient can order the next box now, once, with what comes in the same package. They won’t be charged until they do.",
    added: "What they can order, and until when, is added to it.",
    done: "The patient can order it now",
  },
  endbreak: {
    label: "End the break",
    of: "End the break from",
    effect: "The patient uses it again starting today, with what rests because of it.",
    added: "That the break is over is added to it.",
    done: "",
  },
};

/** Why a box may come early, as the prescriber picks it. */
export const earlyFillNames: Readonly<Record<EarlyFillCause, string>> = {
  travel: "Travel",
  lost: "Lost or stolen",
  damaged: "Damaged",
  dose_raised: "The dose was raised, so it runs out sooner",
};

/** What was filled early before, for whoever decides next; empty where nothing was. */
export function earlyFillText({
  earlyfills,
  earlyuntil,
}: Pick<z.output<typeof Prescription>, "earlyfills" | "earlyuntil">): string {
  const times = earlyfills === 1 ? "once" : `${earlyfills} times`;
  return [
    earlyfills > 0 && `filled early ${times} in twelve months`,
    earlyuntil !== null && `may be ordered early through ${formatCalendarDay(earlyuntil)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

const besideNames: Readonly<Record<PrescriptionStep, string>> = {
  ...{ stop: "Still prescribed beside it", hold: "Still prescribed beside it", release: "Still prescribed beside it" },
  ...{ early: "Early as well", endbreak: "Used again as well" },
};

/** What a step means for other medicines, by name, before it's taken. */
export function quotedFacts(
  step: PrescriptionStep,
  { onhold, beside }: Pick<z.output<typeof care.stepQuote.ok>, "onhold" | "beside">,
): (readonly [name: string, text: string])[] {
  const all = [
    ["On hold as well, because it needs this one", formatList(onhold)],
    [besideNames[step], formatList(beside)],
  ] as const;
  return all.filter(([, text]) => text !== "");
}

/** What else has to be thought of: medicines that depend on this one, or come with it. */
export function partnerText({ partners }: PrescriptionAction): string {
  const onHold = partners.filter(({ onhold }) => onhold).map(({ name }) => name);
  const beside = partners.filter(({ onhold }) => !onhold).map(({ name }) => name);
  return [
    onHold.length > 0 && `Also on hold, because it needs this one: ${onHold.join(", ")}.`,
    beside.length > 0 && `Still prescribed beside it: ${beside.join(", ")}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The draft of a step that isn't taken yet. It belongs to this step alone: what is typed about a stop isn't about a hold. */
const StepText = z.object({
  step: z.enum(prescriptionSteps),
  reason: z.string(),
  message: z.string(),
  despitewarning: z.boolean(),
  /** Of a stop: it was meant for another patient. */
  wrongpatient: z._default(z.boolean(), false),
  /** Empty until one is picked. */
  cause: z._default(z.union([z.enum(earlyFillCauses), z.literal("")]), ""),
  /** Of a lost or damaged box: what comes in the same package is gone as well. */
  partnersgone: z._default(z.boolean(), false),
});
export type StepText = z.output<typeof StepText>;

/** As a draft keeps it; nothing written is no text. */
export const stepToText = (draft: StepText): string => (isEmpty(draft) ? "" : JSON.stringify(draft));

const isEmpty = ({ reason, message, despitewarning, wrongpatient, cause, partnersgone }: StepText): boolean =>
  reason === "" && message === "" && cause === "" && !despitewarning && !wrongpatient && !partnersgone;

/** A saved draft; another step's, or what can't be read, is none. */
export function stepFromText(text: string, step: PrescriptionStep): StepText {
  const none = {
    ...{ step, reason: "", message: "", cause: "" as const },
    ...{ despitewarning: false, wrongpatient: false, partnersgone: false },
  };
  try {
    const read = z.safeParse(StepText, JSON.parse(text));
    return read.success && read.data.step === step ? read.data : none;
  } catch {
    return none;
  }
}

/** The draft of one step: another step's is none of it. */
export const stepDraft = (step: PrescriptionStep): DraftText<StepText> => ({
  toText: stepToText,
  fromText: (text) => stepFromText(text, step),
  join: (saved, typed) => joinFields(stepToText(stepFromText(saved, step)), typed),
});
