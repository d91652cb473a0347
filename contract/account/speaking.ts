import * as z from "zod/mini";
import { singleLine } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";

/** How a patient wants to be spoken with, and their medicine labeled and closed. */
const Speaking = {
  /** One of `languages`. */
  language: singleLine(60, "Please choose a language."),
  interpreter: z.boolean(),
  /** Labels in large type. */
  largetype: z.boolean(),
  /** Caps that aren't child-resistant, at the patient's request (16 CFR 1700.5). */
  easyopen: z.boolean(),
};

export const SpeakingChoices = z.object({
  ...Speaking,
  /** What can be chosen; the first is what is spoken with who chose nothing. `labels` have directions in it below the English, unless a doctor worded them. */
  languages: z.array(z.object({ id: z.string(), label: z.string(), labels: z.boolean() })),
  /** What the patient reads of caps before they choose. */
  easyopentext: z.string(),
});
export type SpeakingChoices = z.output<typeof SpeakingChoices>;

/** It stands on the patient's chart, and is obeyed where labels are printed and boxes packed; spread into `account`. */
export const speakingCalls = {
  speaking: patientCall("GET /speaking", {
    summary:
      "The language the patient wants to speak, with an interpreter or not, and how their medicine is labeled and closed",
    shows: ["user"],
    ok: SpeakingChoices,
  }),
  chooseSpeaking: patientCall("PUT /speaking", {
    summary: "Choose these; it takes the place of what stood on the chart of them. The same again changes nothing",
    body: z.strictObject(Speaking),
    ok: SpeakingChoices,
  }),
} as const;
