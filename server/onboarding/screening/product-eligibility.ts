import type { Content } from "#content/loader/load.ts";
import { type Facts, evaluateCondition, referencesOf, scopeCovers } from "#content/logic/conditions.ts";
import type { Condition } from "#content/schema/condition.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { assess, type Assessment } from "../flow/assess.ts";
import { stepAccess } from "../flow/steps.ts";
import { findVisit } from "../flow/visit-queries.ts";
import type { Visit } from "../flow/visit.ts";
import { choiceIssues, combinationIssue, duplicateIssue } from "../rules/choice-rules.ts";
import { screeningHits, type Product, type Rule, stopRuleOf } from "../rules/screening.ts";
import { hitsOfLinked, type LinkedAnswers, linkedHits, linkedNote, loadLinkedAnswers } from "./screen-linked.ts";
import { newFindings, type NewFindings, productsByIds, screenVisit, withProducts } from "./screen-today.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** A rule the answers hit, and whether it is about one of the products in question. */
export interface EligibilityFlag {
  readonly ruleid: string;
  readonly outcome: Rule["outcome"];
  /** For the doctor. */
  readonly text: string;
  readonly isAboutProduct: boolean;
}

/** What the patient's current answers say about further products. */
export interface ProductEligibility {
  readonly status: "PENDING" | "DONE";
  /** A STOP or an emergency ended the visit, or would end it now. */
  readonly stopped: boolean;
  /** Product ids chosen in the visit. */
  readonly chosen: readonly string[];
  /** Whether the patient has reached this step of the visit. */
  readonly hasReached: (step: number) => boolean;
  /** What the patient has to combine. */
  readonly requirements: Content["requirements"];
  /** Whether a condition of the content holds for the patient. */
  readonly meets: (condition: Condition) => boolean;
  /**
   * Whether the patient may have `productId` next to `concurrent`: the answers allow it, no answer a rule about it needs is missing, no hormone
   * is doubled.
   */
  readonly allows: (productId: string, concurrent: readonly string[]) => boolean;
  /** The rules the answers hit, including those about these products. */
  readonly flags: (productIds: readonly string[]) => readonly EligibilityFlag[];
}

/** Null for a patient who never began a visit. What other records of the same person say counts, too. */
export async function productEligibilityOf(services: Deps, patientId: string): Promise<ProductEligibility | null> {
  const visit = await findVisit(services, patientId);
  if (!visit) return null;
  return productEligibilityIn(
    services.content,
    { visit, linked: await loadLinkedAnswers(services, patientId) },
    clinicToday(services),
  );
}

/** As `productEligibilityOf`, for a loaded visit; `today` is the day at the clinic. */
function productEligibilityIn(
  content: Content,
  { visit, linked }: { readonly visit: Visit; readonly linked: LinkedAnswers },
  today: string,
): ProductEligibility {
  const assessment = assess(content, visit, today);
  const { record } = visit;
  const factsWithProducts = (productIds: readonly string[]) =>
    withProducts(assessment.known, productsByIds(content, productIds));
  return {
    status: record.status,
    stopped:
      record.stopRuleId !== null ||
      stopRuleOf(assessment.hits) !== null ||
      stopRuleOf(hitsOfLinked(linked, [])) !== null,
    chosen: visit.choices.map(({ productid }) => productid),
    hasReached: (step) => stepAccess(assessment.stepProgress, step) === "open",
    requirements: requirementsBy(content, assessment.known),
    meets: (condition) => evaluateCondition(condition, assessment.known),
    allows: (productId, concurrent) => {
      const [product] = productsByIds(content, [productId]);
      if (!product || hasUnansweredRuleQuestion(content, assessment, product)) return false;
      if (hitsOfLinked(linked, [productId]).some((rule) => forbids(rule, product))) return false;
      const pricingid = product.pricings[0]?.pricingid ?? "";
      const toChoice = (productid: string) => ({ productid, pricingid });
      const selection = { addon: product.addon, products: [toChoice(productId)], concurrent: concurrent.map(toChoice) };
      return choiceIssues(content, factsWithProducts([productId, ...concurrent]), selection).length === 0;
    },
    flags: (productIds) => {
      const products = productsByIds(content, productIds);
      const own = screeningHits(content, factsWithProducts(productIds), products);
      const ofOthers = hitsOfLinked(linked, productIds).filter(({ id }) => !own.some((rule) => rule.id === id));
      const flag = (rule: Rule, text: string): EligibilityFlag => ({
        ...{ ruleid: rule.id, outcome: rule.outcome, text },
        isAboutProduct: rule.scope !== "visit" && products.some((product) => scopeCovers(rule.scope, product)),
      });
      return [...own.map((rule) => flag(rule, rule.note)), ...ofOthers.map((rule) => flag(rule, linkedNote(rule)))];
    },
  };
}

const forbids = ({ outcome, scope }: Rule, product: Product): boolean =>
  outcome === "STOP" && scopeCovers(scope, product);

/** A rule about the product depends on a question that is open for the patient and has no answer, because it was added since. */
function hasUnansweredRuleQuestion(content: Content, { open, known }: Assessment, product: Product): boolean {
  const ruleQuestionIds = content.rules
    .filter(({ scope }) => scope !== "visit" && scopeCovers(scope, product))
    .flatMap(({ when }) => referencesOf(when).questions);
  return open.some(({ question }) => ruleQuestionIds.includes(question.id) && known.answers[question.id] === undefined);
}

/** What a patient's current answers say against a product. */
interface Contraindications {
  /** Why the patient may not have it at all, for the practice; null when they may. */
  readonly stop: string | null;
  /** Rules a doctor has to weigh, with the note to the doctor. */
  readonly warnings: readonly { readonly ruleid: string; readonly note: string }[];
  /** Why it does not go with the rest of the treatment; null when it does. */
  readonly combination: string | null;
}

/** What a patient takes already in another strength or form of the same medicine or hormone; undefined for nothing. */
export function takenOtherwise(
  content: Services["content"],
  productId: string,
  concurrent: readonly string[],
): Product | undefined {
  const [product] = productsByIds(content, [productId]);
  return product && productsByIds(content, concurrent).find((other) => duplicateIssue([product, other]) !== null);
}

/** What speaks against `productId` for the patient, also by other records of the same person, when `concurrent` is everything else they take. */
export async function contraindicationsFor(
  services: Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database },
  patientId: string,
  { productId, concurrent }: { readonly productId: string; readonly concurrent: readonly string[] },
): Promise<Contraindications> {
  const { content } = services;
  const visit = await findVisit(services, patientId);
  if (!visit) return { stop: "The patient hasn't answered any questions.", warnings: [], combination: null };
  const { record } = visit;
  const { known } = screenVisit(content, visit, clinicToday(services));
  const all = productsByIds(content, [productId, ...concurrent]);
  const factsWithProduct = withProducts(known, all);
  const [product] = productsByIds(content, [productId]);
  const own = product ? screeningHits(content, factsWithProduct, [product]) : [];
  const ofOthers = product
    ? (await linkedHits(services, patientId, [productId]))
        .filter(({ id }) => !own.some((rule) => rule.id === id))
        .map((rule) => ({ ...rule, note: linkedNote(rule) }))
    : [];
  const hits = [...own, ...ofOthers];
  const stopRule = stopRuleOf(hits) ?? hits.find((rule) => product && forbids(rule, product));
  const combination = combinationIssue(content, factsWithProduct, all);
  return {
    stop: record.stopRuleId === null ? (stopRule?.note ?? null) : "The visit was stopped for the patient's safety.",
    warnings: hits
      .filter(
        ({ outcome, scope, prefer }) =>
          outcome === "CLINICIAN" && (scope !== "visit" || prefersOtherForm(prefer, product)),
      )
      .map(({ id, note }) => ({ ruleid: id, note })),
    combination: combination && toText(content, combination),
  };
}

/** A rule on the whole visit that prefers another form than the product has. */
const prefersOtherForm = (prefer: string | undefined, product: { readonly form: string } | undefined): boolean =>
  prefer !== undefined && product !== undefined && prefer !== product.form;

/**
 * What a patient has to combine by their current answers: a progestogen beside estrogen where there is a uterus. A question without an
 * answer counts as the answer that requires more; a patient who never began a visit has to combine everything.
 */
export const combinationRequirementsOf = async (services: Deps, patientId: string): Promise<Content["requirements"]> =>
  (await productEligibilityOf(services, patientId))?.requirements ?? services.content.requirements;

/** What the fill rule asks of a patient's answers: what has to be combined, and what today's rules forbid that nobody was told of. */
export async function fillScreeningOf(
  services: Deps,
  patientId: string,
): Promise<{ readonly companions: Content["requirements"]; readonly forbids: NewFindings["forbids"] }> {
  const visit = await findVisit(services, patientId);
  if (!visit) return { companions: services.content.requirements, forbids: () => false };
  const { known } = assess(services.content, visit, clinicToday(services));
  const { forbids } = await newFindings(services, patientId, visit.record.rulesVersion, []);
  return { companions: requirementsBy(services.content, known), forbids };
}

const requirementsBy = (content: Content, known: Facts): Content["requirements"] =>
  content.requirements.filter(
    ({ when }) =>
      evaluateCondition(when, known) || referencesOf(when).questions.some((id) => known.answers[id] === undefined),
  );
