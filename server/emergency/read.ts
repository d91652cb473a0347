import { type Emergency, isCall } from "#contract/emergency.ts";
import type { Stop } from "#contract/questions.ts";
import { emergencyReader } from "#contract/reading/emergency.ts";
import type { Content } from "#content/load.ts";

type Words = Content["emergencywords"];
export type Sign = Words["signs"][number];

/** A reader a content, as its phrases are taken apart when it is made. */
const readers = new WeakMap<Words, (text: string) => Sign | null>();

/** What of a text cannot wait for an answer, by the practice's rules, and what the patient is shown; null: nothing. */
export function toldIn(
  content: Pick<Content, "emergencywords">,
  words: string,
): { readonly sign: string; readonly emergency: Emergency; readonly words: string } | null {
  const sign = signIn(content, words);
  return sign && { sign: sign.id, emergency: presentEmergency(sign), words };
}

function signIn({ emergencywords }: Pick<Content, "emergencywords">, text: string): Sign | null {
  const reader = readers.get(emergencywords) ?? emergencyReader(emergencywords);
  readers.set(emergencywords, reader);
  return text.trim() === "" ? null : reader(text);
}

/** A sign as the patient is shown it. */
export const presentEmergency = ({ kind, title, text, phones }: Sign): Emergency => ({
  kind,
  title,
  text,
  phones: phones.map((phone) => ({ ...phone })),
});

/** What a rule of the visit says about an emergency, in the same form. */
export function emergencyOfStop({ title, text, actions }: Stop): Emergency {
  const phones = actions.filter(({ href }) => isCall(href)).map(({ label, href }) => ({ label, href }));
  return { kind: phones[0]?.href === "tel:988" ? "988" : "911", title, text, phones };
}
