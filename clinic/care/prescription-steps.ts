import type { Prescription, PrescriptionAction } from "#contract/care/prescriptions.ts";
import * as z from "zod/mini";
import { joinFields } from "#clinic/work/draft-text.ts";

export type PrescriptionStep = "stop" | "hold" | "release";

/** What a physician can do with a prescription outside of a decision. */
export const stepsFor = (status: z.output<typeof Prescription>["status"]): readonly PrescriptionStep[] =>
  status === "active" ? ["hold", "stop"] : status === "on_hold" ? ["release", "stop"] : [];

export const stepTexts: Readonly<
  Record<PrescriptionStep, { readonly label: string; readonly effect: string; readonly done: string }>
> = {
  stop: {
    label: "Stop",
    effect: "At once: no more of it will be charged or sent, and anything paid but not sent will be refunded.",
    done: "Stopped.",
  },
  hold: {
    label: "Put on hold",
    effect: "None of it will be charged or sent until you take the hold off.",
    done: "On hold.",
  },
  release: {
    label: "Take off hold",
    effect: "Orders that were waiting for it will be planned again.",
    done: "No longer on hold.",
  },
};

/** What else has to be thought of: medicines that depend on this one, or come with it. */
export function partnerText({ partners }: PrescriptionAction): string {
  const held = partners.filter(({ onhold }) => onhold).map(({ name }) => name);
  const beside = partners.filter(({ onhold }) => !onhold).map(({ name }) => name);
  return [
    held.length > 0 && `Also on hold, because it needs this one: ${held.join(", ")}.`,
    beside.length > 0 && `Still prescribed beside it: ${beside.join(", ")}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** What is written about a step that isn't taken yet. It is about this step alone: the words of a stop are none of a hold. */
const StepText = z.object({
  step: z.enum(["stop", "hold", "release"]),
  reason: z.string(),
  message: z.string(),
  despitewarning: z.boolean(),
});
export type StepText = z.output<typeof StepText>;

/** As a draft keeps it; nothing written is no text. */
export const stepToText = (written: StepText): string =>
  written.reason === "" && written.message === "" && !written.despitewarning ? "" : JSON.stringify(written);

/** A kept draft; another step's, or what can't be read, is none. */
export function stepFromText(text: string, step: PrescriptionStep): StepText {
  const none = { step, reason: "", message: "", despitewarning: false };
  try {
    const read = z.safeParse(StepText, JSON.parse(text));
    return read.success && read.data.step === step ? read.data : none;
  } catch {
    return none;
  }
}

/** What was kept of this step with what was typed of it; another step's words are left out. */
export const joinStepTexts = (step: PrescriptionStep) => (kept: string, typed: string) =>
  joinFields(stepToText(stepFromText(kept, step)), typed);
