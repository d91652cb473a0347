import { z } from "zod";
import { NonEmptyText } from "../fields.ts";
import { accountSentences } from "./account.ts";
import { authSentences } from "./auth.ts";
import { cartSentences } from "./cart.ts";
import { catalogueSentences } from "./catalogue.ts";
import { documentsSentences } from "./documents.ts";
import { followupSentences } from "./followup.ts";
import { growthSentences } from "./growth.ts";
import { onboardingSentences } from "./onboarding.ts";
import { ordersSentences } from "./orders.ts";
import { overviewSentences } from "./overview.ts";
import { paymentSentences } from "./payment.ts";
import { prescriptionsSentences } from "./prescriptions.ts";
import { requestsSentences } from "./requests.ts";
import { supportSentences } from "./support.ts";
import { treatmentSentences } from "./treatment.ts";
import { visitNotesSentences } from "./visit-notes.ts";
import { wellbeingSentences } from "./wellbeing.ts";

/** The sentences of each feature with their placeholders; their words are in the file of the feature in `content/sentences/`. */
export const sentencePlaceholders = {
  treatment: treatmentSentences,
  overview: overviewSentences,
  orders: ordersSentences,
  prescriptions: prescriptionsSentences,
  cart: cartSentences,
  catalogue: catalogueSentences,
  payment: paymentSentences,
  account: accountSentences,
  auth: authSentences,
  support: supportSentences,
  requests: requestsSentences,
  growth: growthSentences,
  onboarding: onboardingSentences,
  followup: followupSentences,
  documents: documentsSentences,
  wellbeing: wellbeingSentences,
  visitnotes: visitNotesSentences,
} as const satisfies Record<string, Readonly<Record<string, readonly string[]>>>;

type Declared = typeof sentencePlaceholders;
export type SentenceFeature = keyof Declared;

/** A sentence's feature and name: `treatment.subscription_not_paused`. */
export type SentenceId = {
  [Feature in SentenceFeature]: `${Feature}.${keyof Declared[Feature] & string}`;
}[SentenceFeature];

type PlaceholderOf<Id extends SentenceId> = Id extends `${infer Feature extends SentenceFeature}.${infer Name}`
  ? Name extends keyof Declared[Feature]
    ? Declared[Feature][Name] extends readonly (infer Placeholder extends string)[]
      ? Placeholder
      : never
    : never
  : never;

/** The values a sentence must be given, as it says them: days, amounts and lists in words. */
export type SentenceValues<Id extends SentenceId> = Readonly<Record<PlaceholderOf<Id>, string>>;

/** A sentence with its values: what a rule returns, before it is worded. Made by `sentence`. */
export interface Sentence {
  readonly id: SentenceId;
  readonly values: Readonly<Record<string, string>>;
}

/** The sentence `id`; one without placeholders takes no values. */
export const sentence = <Id extends SentenceId>(
  id: Id,
  ...[values]: [PlaceholderOf<Id>] extends [never] ? [] : [values: SentenceValues<Id>]
): Sentence => ({ id, values: values ?? {} });

export const sentenceFeatures = Object.keys(sentencePlaceholders) as SentenceFeature[];

/** The schema of a feature's file: every sentence it declares, and no other. */
export const sentencesFile = (feature: SentenceFeature) =>
  z.strictObject({
    note: NonEmptyText,
    sentences: z.record(z.enum(Object.keys(sentencePlaceholders[feature])), NonEmptyText),
  });
