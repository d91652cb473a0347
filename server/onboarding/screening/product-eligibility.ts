import { type Facts, evaluateCondition, referencesOf, scopeCovers } from "#content/logic/conditions.ts";
import type { Condition } from "#content/schema/condition.ts";
import type { Content } from "#content/loader/load.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Services } from "#server/platform/services.ts";
import { toText } from "#server/platform/sentences.ts";
import type { Database } from "#server/platform/database/open.ts";
import { assess, type Assessment } from "../visit/assess.ts";
import { choiceIssues, combinationIssue, productsOfChoices } from "../options/choice-rules.ts";
import { screeningHits, type Product, type Rule, stopRuleOf } from "./screening.ts";
import type { Visit } from "../visit/visit.ts";
import { findVisit, loadVisit } from "../visit/visit-queries.ts";
import { stepAccess } from "../visit/steps.ts";
import { findVisitRecord } from "../visit/record-queries.ts";

type Parts = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** A rule the answers hit, and whether it is about one of the products in question. */
export interface FittingFlag {
  readonly ruleid: string;
  readonly outcome: Rule["outcome"];
  /** For the doctor. */
  readonly text: string;
  readonly ofProduct: boolean;
}

/** What the patient's current answers say about further products. */
export interface Fitting {
  readonly status: "PENDING" | "DONE";
  /** A STOP or an emergency ended the visit, or would end it now. */
  readonly stopped: boolean;
  /** Product ids chosen in the visit. */
  readonly chosen: readonly string[];
  /** Whether the patient has reached this step of the visit. */
  readonly reached: (step: number) => boolean;
  /** Whether a condition of the content holds for the patient. */
  readonly holds: (condition: Condition) => boolean;
  /**
   * Whether the patient may have `productId` next to `beside`: the answers allow it, no answer a rule about it needs is missing, no hormone
   * is doubled.
   */
  readonly fits: (productId: string, beside: readonly string[]) => boolean;
  /** The rules the answers hit, including those about these products. */
  readonly flags: (productIds: readonly string[]) => readonly FittingFlag[];
}

/** Null for a patient who never began a visit. */
export async function fittingOf(parts: Parts, patientId: string): Promise<Fitting | null> {
  const visit = await findVisit(parts, patientId);
  return visit ? fittingIn(parts.content, visit, clinicToday(parts)) : null;
}

/** As `fittingOf`, for a loaded visit; `today` is the day at the clinic. */
export function fittingIn(content: Content, visit: Visit, today: string): Fitting {
  const at = assess(content, visit, today);
  const { record } = visit;
  const knownWith = (productIds: readonly string[]) => withProducts(at.known, named(content, productIds));
  return {
    status: record.status,
    stopped: record.stopRuleId !== null || stopRuleOf(at.hits) !== null,
    chosen: visit.choices.map(({ productid }) => productid),
    reached: (step) => stepAccess(at.walk, step) === "open",
    holds: (condition) => evaluateCondition(condition, at.known),
    fits: (productId, beside) => {
      const [product] = named(content, [productId]);
      if (!product || misses(content, at, product)) return false;
      const pricingid = product.pricings[0]?.pricingid ?? "";
      const asChoice = (productid: string) => ({ productid, pricingid });
      const wanted = { addon: product.addon, products: [asChoice(productId)], beside: beside.map(asChoice) };
      return choiceIssues(content, knownWith([productId, ...beside]), wanted).length === 0;
    },
    flags: (productIds) => {
      const products = named(content, productIds);
      return screeningHits(content, knownWith(productIds), products).map((rule) => ({
        ruleid: rule.id,
        outcome: rule.outcome,
        text: rule.note,
        ofProduct: rule.scope !== "visit" && products.some((product) => scopeCovers(rule.scope, product)),
      }));
    },
  };
}

/** A rule about the product depends on a question that is open for the patient and has no answer, because it was added since. */
function misses(content: Content, { open, known }: Assessment, product: Product): boolean {
  const asked = content.rules
    .filter(({ scope }) => scope !== "visit" && scopeCovers(scope, product))
    .flatMap(({ when }) => referencesOf(when).questions);
  return open.some(({ question }) => asked.includes(question.id) && known.answers[question.id] === undefined);
}

/** The known facts, with these products instead of those chosen in the visit. */
export const withProducts = (known: Facts, products: readonly Product[]): Facts => ({
  ...known,
  facts: {
    ...known.facts,
    product: [...new Set(products.flatMap(({ productid, family }) => [productid, family]))],
    category: [...new Set(products.flatMap(({ categories }) => categories))],
  },
});

const named = (content: Pick<Content, "catalogue">, ids: readonly string[]): Product[] =>
  content.catalogue.products.filter(({ productid }) => ids.includes(productid));

/** What a patient's current answers say against a product. */
interface Contraindications {
  /** Why the patient may not have it at all, for the practice; null when they may. */
  readonly stop: string | null;
  /** Rules a doctor has to weigh, with the note to the doctor. */
  readonly warnings: readonly { readonly ruleid: string; readonly note: string }[];
  /** Why it does not go with the rest of the treatment; null when it does. */
  readonly combination: string | null;
}

/** What speaks against `productId` for the patient, when `beside` is everything else they take. */
export async function contraindicationsFor(
  services: Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database },
  patientId: string,
  { productId, concurrent }: { readonly productId: string; readonly concurrent: readonly string[] },
): Promise<Contraindications> {
  const { content } = services;
  const record = await findVisitRecord(services.db, patientId);
  if (!record) return { stop: "The patient has answered no questions.", warnings: [], combination: null };
  const visit = await loadVisit(services, record);
  const { known } = assess(content, visit, clinicToday(services));
  const all = productsOfChoices(
    content,
    [productId, ...concurrent].map((productid) => ({ productid, pricingid: "" })),
  );
  const factsWithProduct = withProducts(known, all);
  const [product] = productsOfChoices(content, [{ productid: productId, pricingid: "" }]);
  const hits = product ? screeningHits(content, factsWithProduct, [product]) : [];
  const stopRule =
    stopRuleOf(hits) ?? hits.find(({ outcome, scope }) => product && outcome === "STOP" && scopeCovers(scope, product));
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

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/**
 * What a patient has to combine by their current answers: a progestogen beside estrogen where there is a uterus. A question without an
 * answer counts as the answer that requires more.
 */
export async function combinationRequirementsOf(services: Deps, patientId: string): Promise<Content["requirements"]> {
  const { content } = services;
  const record = await findVisitRecord(services.db, patientId);
  if (!record) return content.requirements;
  const { known } = assess(content, await loadVisit(services, record), clinicToday(services));
  return content.requirements.filter(
    ({ when }) =>
      evaluateCondition(when, known) || referencesOf(when).questions.some((id) => known.answers[id] === undefined),
  );
}
