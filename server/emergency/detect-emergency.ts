import type { Content } from "#content/loader/load.ts";
import { type Emergency, isPhoneLink } from "#contract/emergency/emergency.ts";
import { createEmergencyDetector } from "#contract/emergency/find-emergency.ts";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";

type EmergencyWords = Content["emergencywords"];
export type Sign = EmergencyWords["signs"][number];

/** One detector per content: creating it parses its phrases. */
const readers = new WeakMap<EmergencyWords, (text: string) => Sign | null>();

/** The emergency in a text by the practice's rules, and what the patient is shown; null when there is none. */
export function detectEmergency(
  content: Pick<Content, "emergencywords">,
  words: string,
): { readonly sign: string; readonly emergency: Emergency; readonly words: string } | null {
  const sign = detectSign(content, words);
  return sign && { sign: sign.id, emergency: presentEmergency(sign), words };
}

function detectSign({ emergencywords }: Pick<Content, "emergencywords">, text: string): Sign | null {
  const reader = readers.get(emergencywords) ?? createEmergencyDetector(emergencywords);
  readers.set(emergencywords, reader);
  return text.trim() === "" ? null : reader(text);
}

/** A sign as it is shown to the patient. */
export const presentEmergency = ({ kind, title, text, phones }: Sign): Emergency => ({
  kind,
  title,
  text,
  phones: phones.map((phone) => ({ ...phone })),
});

/** The emergency a screening rule of the visit describes, in the same form. */
export function emergencyFromStop({ title, text, actions }: ScreeningStop): Emergency {
  const phones = actions.filter(({ href }) => isPhoneLink(href)).map(({ label, href }) => ({ label, href }));
  return { kind: phones[0]?.href === "tel:988" ? "988" : "911", title, text, phones };
}
