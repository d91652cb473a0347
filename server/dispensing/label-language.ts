import type { Content } from "#content/loader/load.ts";
import { labelSentences, labelWarnings, phraseFor } from "#content/logic/label-phrases.ts";
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

/**
 * The language to print labels in beside English, outside the demo with no more than a pharmacist approved of it; null where it's English, has no phrases
 * here, or has none that are approved.
 */
export function labelLanguageOf({ content, config }: Deps, id: string | null): LabelLanguage | null {
  const language = content.labels.find((each) => each.language === id);
  return language === undefined ? null : config.demo ? language : approvedOf(language);
}

/** What is approved of a language; null where that makes no label, because what stands around directions isn't, or no phrase is. */
const approvedOf = remember(10, (language: LabelLanguage): LabelLanguage | null => {
  const phrases = language.phrases.filter(({ approved }) => approved !== null);
  return Object.values(language.frames).every(({ approved }) => approved !== null) && phrases.length > 0
    ? { ...language, phrases }
    : null;
});

/** A text of a label in a language, sentence by sentence, for a product in a form; null where a sentence of it has no phrase. */
export function inLanguage(language: LabelLanguage, text: string, form: string): string | null {
  const phrases = labelSentences(text).map((each) => phraseFor(language, each, form)?.text);
  return phrases.every((each) => each !== undefined) ? phrases.join(" ") : null;
}

/** What a label says in another language beside English, with what that language is called in itself. */
export interface LabelBeside {
  readonly name: string;
  readonly start: string | null;
  readonly directions: string;
  readonly easyOpen: string;
  readonly warnings: readonly string[];
}

/**
 * What the label of a product says in a language: null where any sentence of it has no phrase, because a label never has half of a language. The federal
 * texts stay in English, whose words the law gives.
 */
export function labelInLanguage(
  { content }: Pick<Deps, "content">,
  language: LabelLanguage,
  {
    product,
    startsOn,
    ...medicine
  }: Omit<LabeledMedicine, "form"> & {
    readonly product: Content["catalogue"]["products"][number];
    /** The day on which it begins, where the label names one. */
    readonly startsOn: string | null;
  },
): LabelBeside | null {
  const { documents } = content;
  const { form } = product;
  const directions = directionsInLanguage(language, { ...medicine, form });
  const easyOpen = inLanguage(language, documents.easyopen.label, form);
  const warnings = labelWarnings(documents, product).map((each) => inLanguage(language, each, form));
  if (directions === null || easyOpen === null || !warnings.every((each) => each !== null)) return null;
  const start = startsOn && startInLanguage(language, startsOn);
  return { ...{ name: language.name, start, directions, easyOpen, warnings } };
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
  medicines: readonly (Omit<Parameters<typeof labelInLanguage>[2], "startsOn"> & { readonly name: string })[],
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
  const without = medicines.filter((each) => labelInLanguage(deps, phrases, { ...each, startsOn: null }) === null);
  if (without.length === 0) return toText(content, sentence("documents.label_both", { language: name }));
  const names = [...new Set(without.map((each) => each.name))].join(", ");
  return toText(content, sentence("documents.label_own_words", { language: name, names }));
}

/** What can be spoken, with its names; the first is what is spoken with who chose nothing. */
const languageNames = ({ log }: Pick<Content, "log">): readonly (readonly [id: string, name: string])[] =>
  Object.entries(speakingKindOf(log)[1].fields[speakingFields.language]?.choices ?? {});
