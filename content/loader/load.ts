import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ApprovalsFile, approvalsFile, checkApprovals, withApprovals } from "../check/label-approvals.ts";
import { checkReferences, type FileOf } from "../check/references.ts";
import { checkVersions, versionsFile, VersionsFile } from "../check/versions.ts";
import { Brand, HelpHeader, RetentionFile } from "../schema/brand.ts";
import { FormsFile, ProductsFile, type Product } from "../schema/catalogue.ts";
import { CheckupsFile } from "../schema/checkups.ts";
import type { Content } from "../schema/content.ts";
import { DemoFile } from "../schema/demo/demo.ts";
import { DeskAnswersFile } from "../schema/demo/desk-answers.ts";
import { EndOfCareFile } from "../schema/end-of-care.ts";
import { FollowupFile } from "../schema/followup.ts";
import { ReferralFile } from "../schema/growth/referral.ts";
import { EventsFile, ExperimentsFile } from "../schema/growth/tracking.ts";
import { UpsellsFile } from "../schema/growth/upsells.ts";
import { HelpersFile } from "../schema/helpers.ts";
import { LabelLanguage } from "../schema/label-language.ts";
import { LogFile } from "../schema/log.ts";
import { PeerReviewFile } from "../schema/peer-review.ts";
import { CancelOfferFile, CouponsFile, ShippingFile, TaxRatesFile } from "../schema/prices.ts";
import { PromisesFile } from "../schema/promises.ts";
import { QuestionnaireFile, SectionFile } from "../schema/questionnaire.ts";
import { RequirementsFile, RulesFile } from "../schema/rules.ts";
import { sentenceFeatures, type SentenceId, sentencesFile } from "../schema/sentences/sentences.ts";
import { ArrivalFile } from "../schema/texts/arrival.ts";
import { CannedRepliesFile } from "../schema/texts/canned-replies.ts";
import { DocumentsFile } from "../schema/texts/documents.ts";
import { EmergencyWordsFile } from "../schema/texts/emergency-words.ts";
import { MailsFile } from "../schema/texts/mails.ts";
import { MessagesFile } from "../schema/texts/messages.ts";
import { NextStepsFile } from "../schema/texts/next-steps.ts";
import { NotificationsFile } from "../schema/texts/notifications.ts";
import { StateMoveFile } from "../schema/texts/state-move.ts";
import { VisitNotesFile } from "../schema/texts/visit-notes.ts";
import { ConsentHeader, DoctorsFile, FlowsFile, InterstitialsFile, StatesFile } from "../schema/visit.ts";
import { WorkItemsFile } from "../schema/work-items.ts";
import { deepFreeze } from "./freeze.ts";
import { withPracticeWords } from "./practice-words.ts";
import { readBrandFile, readMarkdownFolder, readText, readYaml, readYamlFolder, type Sourced } from "./read.ts";

export type { Content } from "../schema/content.ts";

/** The file an id was read from, by `folder/id`. */
type Origins = Map<string, string>;

const here = dirname(dirname(fileURLToPath(import.meta.url)));

export interface ContentOptions {
  /** A file to read the brand from instead of `brand.yaml`. */
  readonly brandFile?: string | null;
  /** False reads no demo patients: in production their file need not exist. */
  readonly demo?: boolean;
  /** False loads questions whose wording is not locked under their version yet. */
  readonly locked?: boolean;
}

const noDemo: Content["demo"] = { note: "", main: "", patients: [], staff: { password: "", people: [] } };

/**
 * Reads every content file of `dir`, checks each against its schema and all against each other, and freezes the result.
 * @throws ContentError one line naming the file and what is wrong with it
 */
export async function loadContent(
  dir: string = here,
  { brandFile = null, demo: withDemo = true, locked = true }: ContentOptions = {},
): Promise<Content> {
  const origins: Origins = new Map();
  const [
    questionnaire,
    rules,
    requirements,
    catalogue,
    states,
    taxrates,
    shipping,
    coupons,
    canceloffer,
    flows,
    consents,
  ] = await Promise.all([
    readQuestionnaire(dir, origins),
    readRules(dir, origins),
    readYaml(dir, "rules/requirements.yaml", RequirementsFile),
    readCatalogue(dir, origins),
    readYaml(dir, "states.yaml", StatesFile),
    readYaml(dir, "taxrates.yaml", TaxRatesFile),
    readYaml(dir, "shipping.yaml", ShippingFile),
    readYaml(dir, "coupons.yaml", CouponsFile),
    readYaml(dir, "cancel-offer.yaml", CancelOfferFile),
    readYaml(dir, "flows.yaml", FlowsFile),
    readMarkdownFolder(dir, "consents", ConsentHeader),
  ]);
  const [
    doctors,
    interstitials,
    mails,
    messages,
    notifications,
    help,
    brand,
    documents,
    statemove,
    referral,
    demo,
    passwords,
  ] = await Promise.all([
    readYaml(dir, "doctors.yaml", DoctorsFile),
    readYaml(dir, "interstitials.yaml", InterstitialsFile),
    readYaml(dir, "mails.yaml", MailsFile),
    readYaml(dir, "messages.yaml", MessagesFile),
    readYaml(dir, "notifications.yaml", NotificationsFile),
    readMarkdownFolder(dir, "help", HelpHeader),
    brandFile === null ? readYaml(dir, "brand.yaml", Brand) : readBrandFile(brandFile, Brand),
    readYaml(dir, "documents.yaml", DocumentsFile),
    readYaml(dir, "state-move.yaml", StateMoveFile),
    readYaml(dir, "referral.yaml", ReferralFile),
    withDemo ? readYaml(dir, "demo.yaml", DemoFile) : noDemo,
    readText(dir, "passwords/common.txt"),
  ]);
  const [events, experiments] = await Promise.all([
    readYaml(dir, "events.yaml", EventsFile),
    readYaml(dir, "experiments.yaml", ExperimentsFile),
  ]);
  const deskanswers = await readYaml(dir, "desk-answers.yaml", DeskAnswersFile);
  const emergencywords = await readYaml(dir, "emergency-words.yaml", EmergencyWordsFile);
  const cannedreplies = await readYaml(dir, "canned-replies.yaml", CannedRepliesFile);
  const followup = await readYaml(dir, "followup.yaml", FollowupFile);
  const upsells = await readYaml(dir, "upsells.yaml", UpsellsFile);
  const nextsteps = await readYaml(dir, "next-steps.yaml", NextStepsFile);
  const arrival = await readYaml(dir, "arrival.yaml", ArrivalFile);
  const sentences = await readSentences(dir);
  const retention = await readYaml(dir, "retention.yaml", RetentionFile);
  const endofcare = await readYaml(dir, "end-of-care.yaml", EndOfCareFile);
  const peerreview = await readYaml(dir, "peer-review.yaml", PeerReviewFile);
  const workitems = await readYaml(dir, "work-items.yaml", WorkItemsFile);
  const visitnotes = await readYaml(dir, "visit-notes.yaml", VisitNotesFile);
  const promises = await readYaml(dir, "promises.yaml", PromisesFile);
  const log = await readYaml(dir, "log.yaml", LogFile);
  const helpers = await readYaml(dir, "helpers.yaml", HelpersFile);
  const checkups = await readYaml(dir, "checkups.yaml", CheckupsFile);
  const languages = values(await readYamlFolder(dir, "labels", LabelLanguage));
  const approvals = await readYaml(dir, approvalsFile, ApprovalsFile);
  const worded = {
    questionnaire,
    rules,
    requirements: requirements.requirements,
    catalogue,
    states: states.states,
    nursepractitioners: states.nursepractitioners,
    taxrates,
    shipping,
    coupons: coupons.coupons,
    followupdiscount: coupons.followupdiscount,
    creditlimits: coupons.creditlimits,
    canceloffer: canceloffer.offer,
    flows: flows.flows,
    consents: sortByOrder(values(consents)).map(({ body, ...consent }) => ({ ...consent, text: body })),
    doctors: doctors.doctors,
    inventeddoctors: doctors.invented,
    interstitials: interstitials.interstitials,
    mails: mails.mails,
    messages,
    notifications: notifications.notifications,
    sentences,
    help: sortByOrder(values(help)),
    brand,
    documents,
    labels: languages.map((language) => withApprovals(language, approvals)),
    statemove,
    referral,
    demo,
    deskanswers,
    cannedreplies: cannedreplies.replies,
    emergencywords,
    followup,
    events,
    experiments: experiments.experiments,
    upsells: upsells.upsells,
    nextsteps,
    arrival,
    retention,
    endofcare,
    peerreview,
    workitems,
    promises,
    log: log.kinds,
    checkups: checkups.checkups,
    visitnotes: visitnotes.whattodo,
    helpers,
  };
  const content = {
    ...withPracticeWords(worded, brand),
    ...{ questionnaire, followup, catalogue, demo, brand, consents: worded.consents },
  };
  const fileOf: FileOf = (folder, id) => origins.get(`${folder}/${id}`) ?? folder;
  checkReferences(content, fileOf);
  if (locked) {
    checkVersions(content, await readYaml(dir, versionsFile, VersionsFile));
    checkApprovals(languages, approvals);
  }
  const commonpasswords = new Set(
    passwords
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  );
  return { ...deepFreeze(content), commonpasswords };
}

async function readSentences(dir: string): Promise<Content["sentences"]> {
  const files = await Promise.all(
    sentenceFeatures.map(async (feature) => {
      const { sentences } = await readYaml(dir, `sentences/${feature}.yaml`, sentencesFile(feature));
      return Object.entries(sentences).map(([name, text]) => [`${feature}.${name}` as SentenceId, text] as const);
    }),
  );
  return Object.fromEntries(files.flat()) as Record<SentenceId, string>;
}

async function readQuestionnaire(dir: string, origins: Origins): Promise<Content["questionnaire"]> {
  const frame = await readYaml(dir, "questionnaire/questionnaire.yaml", QuestionnaireFile);
  const sections = await readYamlFolder(dir, "questionnaire", SectionFile, ["questionnaire/questionnaire.yaml"]);
  const scaleOptions = frame.scale.map((name, index) =>
    index === 0 ? { id: "0", name, short: frame.notchosen } : { id: String(index), name },
  );
  const screens = sections.flatMap(({ file, value }) =>
    value.screens.map((screen) => ({ file, step: value.step, screen })),
  );
  const questions = screens.flatMap(({ file, screen }) =>
    screen.questions.map((question) => ({ file, screen: screen.id, question })),
  );
  for (const { file, screen } of screens) origins.set(`questionnaire/${screen.id}`, file);
  for (const { file, question } of questions) origins.set(`questionnaire/${question.id}`, file);
  return {
    ...frame,
    screens: screens.map(({ step, screen: { questions: _questions, ...screen } }) => ({ ...screen, step })),
    questions: questions.map(({ screen, question }) => ({
      ...question,
      screen,
      answerlist: question.answertype === "scale" ? scaleOptions : (question.answerlist ?? []),
    })),
  };
}

async function readRules(dir: string, origins: Origins): Promise<Content["rules"]> {
  const files = await readYamlFolder(dir, "rules", RulesFile, ["rules/requirements.yaml"]);
  for (const { file, value } of files) for (const rule of value.rules) origins.set(`rules/${rule.id}`, file);
  return values(files).flatMap((file) => file.rules);
}

async function readCatalogue(dir: string, origins: Origins): Promise<Content["catalogue"]> {
  const { note, forms } = await readYaml(dir, "catalogue/forms.yaml", FormsFile);
  const files = await readYamlFolder(dir, "catalogue", ProductsFile, ["catalogue/forms.yaml"]);
  const families = files.flatMap(({ file, value }) => value.products.map((family) => ({ file, family })));
  const products = families.flatMap(({ file, family: { strengths, recommend, double, ...family } }) =>
    strengths.map(({ maydouble, ...strength }): Product => {
      origins.set(`catalogue/${strength.productid}`, file);
      const howtouse = strength.howtouse ?? family.howtouse;
      const twice = maydouble ? (double ?? null) : null;
      return { ...family, ...strength, howtouse, double: twice, recommend: [...recommend, ...strength.recommend] };
    }),
  );
  return { note, forms, products };
}

function values<T>(sourced: readonly Sourced<T>[]): T[] {
  return sourced.map((each) => each.value);
}

function sortByOrder<T extends { order: number }>(items: T[]): T[] {
  return items.sort((a, b) => a.order - b.order);
}
