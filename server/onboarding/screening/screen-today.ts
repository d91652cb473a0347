import type { Content } from "#content/loader/load.ts";
import { type Facts, referencesOf, scopeCovers } from "#content/logic/conditions.ts";
import { rulesVersion } from "#content/logic/rule-version.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assess, type Assessment, type OpenQuestion } from "../flow/assess.ts";
import { findVisit } from "../flow/visit-queries.ts";
import type { Visit } from "../flow/visit.ts";
import { type Product, type Rule, screeningHits, stopRuleOf } from "../rules/screening.ts";
import { recordedHits } from "./hit-queries.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/**
 * What today's rules say of today's answers. Deciding, renewing, charging, home and the rescreening after a change of the rules all ask here: what was
 * recorded says what a patient was told and when, and never what holds.
 */
export interface Screening {
  readonly known: Facts;
  readonly open: readonly OpenQuestion[];
  /** The rules that hold, of the visit and of the products in question. */
  readonly hits: readonly Rule[];
  /** Open questions without an answer that rules look at: those rules couldn't run. */
  readonly unanswered: readonly { readonly questionid: string; readonly question: string }[];
}

/** As `screenToday`, for a loaded visit; `today` is the day at the clinic. Without products those chosen in the visit are in question. */
export function screenVisit(
  content: Content,
  visit: Visit,
  today: string,
  productIds: readonly string[] = [],
  assessment: Assessment = assess(content, visit, today),
): Screening {
  const { known, open } = assessment;
  const chosen = visit.choices.map(({ productid }) => productid);
  const products = productsByIds(content, [...chosen, ...productIds]);
  return {
    ...{ known, open, hits: screeningHits(content, withProducts(known, products), products) },
    unanswered: unansweredRuleQuestions(content, { known, open }),
  };
}

function unansweredRuleQuestions(
  { rules }: Pick<Content, "rules">,
  { known, open }: Pick<Screening, "known" | "open">,
): Screening["unanswered"] {
  const asked = new Set(rules.flatMap(({ when }) => referencesOf(when).questions));
  return open.flatMap(({ question: { id, label } }) =>
    asked.has(id) && known.answers[id] === undefined ? [{ questionid: id, question: label }] : [],
  );
}

/** What today's rules say of a patient who takes or is to get these products; null for one who never began a visit. */
export async function screenToday(
  services: Deps,
  patientId: string,
  productIds: readonly string[],
): Promise<Screening | null> {
  const visit = await findVisit(services, patientId);
  return visit ? screenVisit(services.content, visit, clinicToday(services), productIds) : null;
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

export const productsByIds = ({ catalogue }: Pick<Content, "catalogue">, ids: readonly string[]): Product[] =>
  catalogue.products.filter(({ productid }) => ids.includes(productid));

/** A hit that ends the visit contraindicates everything prescribed; one on products contraindicates those. */
export function contraindicatedBy(
  content: Pick<Content, "catalogue">,
  hits: readonly Rule[],
): (productId: string) => boolean {
  const productStopRules = hits.filter(({ outcome, scope }) => outcome === "STOP" && scope !== "visit");
  const endsVisit = stopRuleOf(hits) !== null;
  return (productId) =>
    endsVisit ||
    productsByIds(content, [productId]).some((product) =>
      productStopRules.some(({ scope }) => scopeCovers(scope, product)),
    );
}

/** What a change of the rules found in answers that were given before it. */
export interface NewFindings {
  /** Rules that ask for a clinician, or stop something, and that nobody was told of. */
  readonly hits: readonly Rule[];
  /** What may not be taken any more. */
  readonly forbids: (productId: string) => boolean;
}

const nothingNew: NewFindings = { hits: [], forbids: () => false };

/**
 * What today's rules find in a patient's answers and nobody was told of. Nothing, without reading an answer, where the patient was screened by today's
 * rules: `screenedBy` is the version on their visit. Until the rescreening has put it on hold, what it forbids counts as on hold everywhere.
 */
export async function newFindings(
  services: Deps,
  patientId: string,
  screenedBy: string | null | undefined,
  prescribed: readonly string[],
): Promise<NewFindings> {
  const { content, db } = services;
  if (screenedBy === undefined || screenedBy === rulesVersion(content)) return nothingNew;
  const screening = await screenToday(services, patientId, prescribed);
  if (!screening) return nothingNew;
  const told = new Set((await recordedHits(db, patientId)).map(({ rule_id, outcome }) => `${outcome} ${rule_id}`));
  const hits = screening.hits.filter(({ id, outcome }) => outcome !== "INFO" && !told.has(`${outcome} ${id}`));
  return { hits, forbids: contraindicatedBy(content, hits) };
}
