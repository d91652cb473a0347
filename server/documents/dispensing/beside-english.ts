import type { Content } from "#content/loader/load.ts";
import { labelWarnings } from "#content/logic/label-phrases.ts";
import {
  directionsInLanguage,
  inLanguage,
  type LabeledMedicine,
  labelLanguageOf,
  startInLanguage,
} from "#server/dispensing/public.ts";
import type { Services } from "#server/platform/services.ts";

/** What a label says in another language beside English, with what that language is called in itself. */
export interface LabelBeside {
  readonly name: string;
  readonly start: string | null;
  readonly directions: string;
  readonly easyOpen: string;
  readonly warnings: readonly string[];
}

/**
 * What the label of a product says in what its patient `speaks`; null where it's in English only. A label never has half of a language: without a phrase
 * for one sentence of its directions it has none. The federal texts stay in English, whose words the law gives.
 */
export function besideEnglish(
  services: Pick<Services, "content" | "config">,
  {
    speaks,
    product,
    startsOn,
    ...medicine
  }: Omit<LabeledMedicine, "form"> & {
    readonly speaks: string | null;
    readonly product: Content["catalogue"]["products"][number] | undefined;
    /** The day on which it begins, where the label names one. */
    readonly startsOn: string | null;
  },
): LabelBeside | null {
  const { documents } = services.content;
  const language = labelLanguageOf(services, speaks);
  if (!language || !product) return null;
  const { form } = product;
  const directions = directionsInLanguage(language, { ...medicine, form });
  const easyOpen = inLanguage(language, documents.easyopen.label, form);
  const warnings = labelWarnings(documents, product).map((each) => inLanguage(language, each, form));
  if (directions === null || easyOpen === null || !warnings.every((each) => each !== null)) return null;
  const start = startsOn && startInLanguage(language, startsOn);
  return { ...{ name: language.name, start, directions, easyOpen, warnings } };
}
