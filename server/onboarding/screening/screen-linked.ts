import { referencesOf } from "#content/logic/conditions.ts";
import { linkedRecords, mergesInto } from "#server/persons/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assess } from "../flow/assess.ts";
import { findVisit } from "../flow/visit-queries.ts";
import { answerSummary, type SummaryLine } from "../questions/answer-summary.ts";
import { type Rule, screeningHits } from "../rules/screening.ts";
import { productsByIds, withProducts } from "./screen-today.ts";

/*
 * Where a person said that two records are of one patient, what was answered in the other one counts here, too: an allergy doesn't go away with an account. Only
 * answers that last count (`documents.records.lasting`), and of two answers the stricter one, because each record's rules are asked by themselves. In one
 * account made of two, what was answered again since then stands alone. For the practice only: a patient learns nothing of another account.
 */

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** What another record of the same person says of these products. */
export interface LinkedScreening {
  readonly patientId: string;
  /** Its newest answers that last. */
  readonly answers: readonly SummaryLine[];
  /** Today's rules that hold by them. */
  readonly hits: readonly Rule[];
}

/** What each other record of this patient's person says of the products it's asked, oldest record first. */
export type LinkedAnswers = (productIds: readonly string[]) => readonly LinkedScreening[];

/** What other records of this patient's person say; asks for nothing more where nobody linked one. */
export async function loadLinkedAnswers(services: Deps, patientId: string): Promise<LinkedAnswers> {
  const { content, db } = services;
  const others = await linkedRecords(db, patientId);
  if (others.length === 0) return () => [];
  const merges = new Map((await mergesInto(db, patientId)).map(({ id, mergedAt }) => [id, mergedAt]));
  const own = merges.size === 0 ? undefined : await findVisit(services, patientId);
  const records: ((productIds: readonly string[]) => LinkedScreening)[] = [];
  for (const other of others) {
    const visit = await findVisit(services, other);
    if (!visit) continue;
    const mergedAt = merges.get(other);
    const counts = (question: string) => {
      const answeredAt = own?.answeredAt.get(question);
      const isAnsweredAnew = mergedAt !== undefined && answeredAt !== undefined && answeredAt > mergedAt;
      return content.documents.records.lasting.includes(question) && !isAnsweredAnew;
    };
    const { known, open } = assess(content, visit, clinicToday(services));
    const answers = answerSummary(open, visit.answers).filter(({ questionid }) => counts(questionid));
    records.push((productIds) => {
      const products = productsByIds(content, productIds);
      const hits = screeningHits(content, withProducts(known, products), products).filter(
        ({ outcome, when }) => outcome !== "EMERGENCY" && referencesOf(when).questions.some(counts),
      );
      return { patientId: other, answers, hits };
    });
  }
  return (productIds) => records.map((screen) => screen(productIds));
}

/** What each other record of this patient's person says of these products, oldest record first; none where nobody linked one. */
export const screenLinked = async (
  services: Deps,
  patientId: string,
  productIds: readonly string[],
): Promise<readonly LinkedScreening[]> => (await loadLinkedAnswers(services, patientId))(productIds);

/** The rules that hold by what other records say of these products, each once. */
export function hitsOfLinked(linked: LinkedAnswers, productIds: readonly string[]): readonly Rule[] {
  const hits = linked(productIds).flatMap((each) => each.hits);
  return [...new Map(hits.map((rule) => [rule.id, rule])).values()];
}

/** A rule's note to the practice, with where it comes from. */
export const linkedNote = ({ title, note }: Pick<Rule, "title" | "note">): string =>
  `${note === "" ? title : note} (By the answers in the other record of this person.)`;

/** The rules that hold by other records of this patient's person, each once. */
export const linkedHits = async (
  services: Deps,
  patientId: string,
  productIds: readonly string[],
): Promise<readonly Rule[]> => hitsOfLinked(await loadLinkedAnswers(services, patientId), productIds);
