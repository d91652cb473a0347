import type { Content } from "#content/loader/load.ts";
import { labelSentences, phraseFor } from "#content/logic/label-phrases.ts";
import { speakingFields } from "#content/schema/log.ts";
import { remember } from "#contract/fields/remember.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import type { PlannedPhase } from "#server/prescriptions/public.ts";
import { speakingKindOf } from "#server/tasks/public.ts";

/*
 * A label is in the patient's language beside English where the practice has phrases of it that a pharmacist approved, and each sentence of its directions is
 * one of them (Cal. Bus. & Prof. Code 4076.6, N.Y. Educ. Law 6829, Or. Rev. Stat. 689.564). What a doctor wrote in words of their own is never
 * translated: half a translation would leave out what the doctor added. English always stands first, for whoever helps in an emergency.
 */

export type LabelLanguage = Content["labels"][number];
type Deps = Pick<Services, "content" | "config">;

/** The language to print labels in beside English; null where it's English, has no phrases here, or has phrases that nobody approved outside the demo. */
export const labelLanguageOf = ({ content, config }: Deps, language: string | null): LabelLanguage | null =>
  content.labels.find((each) => each.language === language && (each.approvedby !== null || config.demo)) ?? null;

/** A text of a label in a language, sentence by sentence, for a product in a form; null where a sentence of it has no phrase. */
export function inLanguage(language: LabelLanguage, text: string, form: string): string | null {
  const phrases = labelSentences(text).map((each) => phraseFor(language, each, form)?.text);
  return phrases.every((each) => each !== undefined) ? phrases.join(" ") : null;
}

/** How a medicine in a form is used: as its label says today, and from later days on. */
export interface LabeledMedicine {
  readonly form: string;
  readonly directions: string;
  readonly planned: readonly Pick<PlannedPhase, "beginsOn" | "directions">[];
}

/** Directions in a language with each phase that is to come; null where any of it has no phrase. The label's English is `scheduleText` of the same. */
export function directionsInLanguage(
  language: LabelLanguage,
  { form, directions, planned }: LabeledMedicine,
): string | null {
  const parts = [
    inLanguage(language, directions, form),
    ...planned.map((phase) => {
      const text = inLanguage(language, phase.directions, form);
      const day = weekdays(language.locale).format(new Date(phase.beginsOn));
      return text && fillIn(language.frames.from.text, { day, directions: text });
    }),
  ];
  return parts.every((part) => part !== null) ? parts.join(" ") : null;
}

/** That a medicine begins on a day, in a language. */
export const startInLanguage = ({ frames, locale }: LabelLanguage, day: string): string =>
  fillIn(frames.start.text, { day: days(locale).format(new Date(day)) });

/** The content's check has each frame name the placeholders of its English, and no others. */
const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  fillPlaceholders(text, values, (name) => new Error(`A frame of a label was given no ${name}`));

const formats = (options: Intl.DateTimeFormatOptions) =>
  // oxlint-disable-next-line formats/made-once -- kept for the next call
  remember(100, (locale: string) => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }));
const days = formats({ dateStyle: "long" });
const weekdays = formats({ weekday: "long", month: "long", day: "numeric" });

/**
 * What whoever packs or verifies an order reads of the language of its patient: in what its labels are, why in no more than English, and to offer an
 * interpreter then. Null for who speaks English. `medicines` are those that have labels.
 */
export function labelLanguageNotice(
  deps: Deps,
  language: string | null,
  medicines: readonly (LabeledMedicine & { readonly name: string })[],
): string | null {
  const { content } = deps;
  const [usual, ...others] = languageNames(content);
  const name = others.find(([id]) => id === language)?.[1];
  if (language === null || language === usual?.[0] || name === undefined) return null;
  const has = content.labels.some((each) => each.language === language);
  const phrases = labelLanguageOf(deps, language);
  if (!phrases)
    return toText(
      content,
      sentence(has ? "documents.label_unapproved" : "documents.label_english", { language: name }),
    );
  const without = medicines.filter((each) => directionsInLanguage(phrases, each) === null);
  if (without.length === 0) return toText(content, sentence("documents.label_both", { language: name }));
  const names = [...new Set(without.map((each) => each.name))].join(", ");
  return toText(content, sentence("documents.label_own_words", { language: name, names }));
}

/** What can be spoken, with its names; the first is what is spoken with who chose nothing. */
const languageNames = ({ log }: Pick<Content, "log">): readonly (readonly [id: string, name: string])[] =>
  Object.entries(speakingKindOf(log)[1].fields[speakingFields.language]?.choices ?? {});
