import type { z } from "zod";
import type { ApprovedLanguage } from "../check/label-approvals.ts";
import type { Brand, HelpArticle, RetentionFile } from "./brand.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Checkup } from "./checkups.ts";
import type { DemoFile } from "./demo/demo.ts";
import type { DeskAnswers } from "./demo/desk-answers.ts";
import type { EndOfCareFile } from "./end-of-care.ts";
import type { Followup } from "./followup.ts";
import type { ReferralFile } from "./growth/referral.ts";
import type { EventRules, Experiment } from "./growth/tracking.ts";
import type { UpsellDefinition } from "./growth/upsells.ts";
import type { HelpersFile } from "./helpers.ts";
import type { LogKind } from "./log.ts";
import type { PeerReviewFile } from "./peer-review.ts";
import type { CancelOfferFile, Coupon, CouponsFile, ShippingFile, TaxRatesFile } from "./prices.ts";
import type { PromisesFile } from "./promises.ts";
import type { Questionnaire } from "./questionnaire.ts";
import type { Requirement, Rule } from "./rules.ts";
import type { SentenceId } from "./sentences/sentences.ts";
import type { ArrivalTexts } from "./texts/arrival.ts";
import type { CannedReply } from "./texts/canned-replies.ts";
import type { DocumentsFile } from "./texts/documents.ts";
import type { EmergencyWords } from "./texts/emergency-words.ts";
import type { Mail, MailId } from "./texts/mails.ts";
import type { MessagesFile } from "./texts/messages.ts";
import type { NextSteps } from "./texts/next-steps.ts";
import type { Template, TemplateId } from "./texts/notifications.ts";
import type { StateMoveFile } from "./texts/state-move.ts";
import type { VisitNotesFile } from "./texts/visit-notes.ts";
import type { Consent, Doctor, Flow, Interstitial, NursePractitioners, StateEntry } from "./visit.ts";
import type { WorkItemsFile } from "./work-items.ts";

export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** Everything under `content/`, checked and frozen. Money in cents, rates in basis points, days as `YYYY-MM-DD`. */
export type Content = DeepReadonly<{
  questionnaire: z.output<typeof Questionnaire>;
  rules: Rule[];
  requirements: Requirement[];
  catalogue: z.output<typeof Catalogue>;
  states: z.output<typeof StateEntry>[];
  nursepractitioners: z.output<typeof NursePractitioners>;
  taxrates: z.output<typeof TaxRatesFile>;
  shipping: z.output<typeof ShippingFile>;
  coupons: Coupon[];
  /** What a follow-up's discount is taken off. */
  followupdiscount: z.output<typeof CouponsFile>["followupdiscount"];
  /** What a patient may be given as credits, by the role of whoever gives it. */
  creditlimits: z.output<typeof CouponsFile>["creditlimits"];
  canceloffer: z.output<typeof CancelOfferFile>["offer"];
  flows: Flow[];
  consents: Consent[];
  doctors: Doctor[];
  /** The doctors are the demo's: production starts with test payments only. */
  inventeddoctors: boolean;
  interstitials: z.output<typeof Interstitial>[];
  mails: Record<MailId, z.output<typeof Mail>>;
  messages: z.output<typeof MessagesFile>;
  notifications: Record<TemplateId, z.output<typeof Template>>;
  /** What rules and handlers say to patients; `toText` fills in the placeholders. */
  sentences: Record<SentenceId, string>;
  help: HelpArticle[];
  brand: Brand;
  documents: z.output<typeof DocumentsFile>;
  /** The languages besides English that labels can be in. */
  labels: ApprovedLanguage[];
  statemove: z.output<typeof StateMoveFile>;
  referral: z.output<typeof ReferralFile>;
  demo: z.output<typeof DemoFile>;
  deskanswers: DeskAnswers;
  cannedreplies: CannedReply[];
  emergencywords: EmergencyWords;
  followup: Followup;
  events: EventRules;
  experiments: Experiment[];
  upsells: UpsellDefinition[];
  nextsteps: NextSteps;
  /** When the first box of a medicine is here. */
  arrival: ArrivalTexts;
  retention: z.output<typeof RetentionFile>;
  /** How the practice ends a patient's care. */
  endofcare: z.output<typeof EndOfCareFile>;
  /** How many decisions of a prescriber another one reads each month. */
  peerreview: z.output<typeof PeerReviewFile>;
  /** When a clinician looks at what patients tell. */
  workitems: z.output<typeof WorkItemsFile>;
  /** When patients are promised an answer, by what waits. */
  promises: z.output<typeof PromisesFile>;
  /** What people of the practice log, by kind, in the order in which it's offered. */
  log: Record<string, LogKind>;
  /** Checkups that patients have elsewhere, by which the practice lists who is overdue. */
  checkups: Record<string, Checkup>;
  /** What the note of a decision says to do if something happens. */
  visitnotes: z.output<typeof VisitNotesFile>["whattodo"];
  /** What a patient can let a helper into. */
  helpers: z.output<typeof HelpersFile>;
}> & {
  /** Lower-case passwords nobody may choose. */
  readonly commonpasswords: ReadonlySet<string>;
};
