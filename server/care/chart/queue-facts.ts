import type { Content } from "#content/loader/load.ts";
import { scopeCovers } from "#content/logic/conditions.ts";
import type { Rule } from "#content/schema/rules.ts";
import type { CaseItem } from "#contract/care/worklists.ts";
import { productById } from "#server/catalogue/public.ts";
import { recordedHitsOf } from "#server/onboarding/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { planItem } from "#server/treatment/public.ts";
import { presentFlags } from "./flag-levels.ts";

type QueueFacts = Pick<CaseItem, "medicines" | "flags">;

/** What forbids comes before what somebody has to weigh; `INFO` is no flag of a queue. */
const outcomeRanks: Readonly<Record<Rule["outcome"], number>> = { EMERGENCY: 0, STOP: 1, CLINICIAN: 2, INFO: 3 };

/**
 * What the rows of a queue say of the medicines in question, in one query for all of them. The flags are those that were raised, as today's content words
 * them: choosing what to open first takes no health answer, and deciding runs today's rules over today's answers.
 */
export async function loadQueueFacts(
  { db, content }: { readonly db: Database; readonly content: Content },
  patientIds: readonly string[],
): Promise<(patientId: string, productIds: readonly string[]) => QueueFacts> {
  const hits = await recordedHitsOf(db, [...new Set(patientIds)]);
  return (patientId, productIds) => {
    const own = hits.get(patientId) ?? [];
    // Of most patients no rule was raised: the rules aren't gone through for each row of a queue.
    if (own.length === 0) return { medicines: queueMedicines(content, productIds), flags: [] };
    const products = productIds.flatMap((id) => productById(content, id) ?? []);
    const raised = new Set(own.map(({ rule_id, outcome }) => `${rule_id} ${outcome}`));
    const flags = content.rules
      .filter(({ id, outcome }) => outcome !== "INFO" && raised.has(`${id} ${outcome}`))
      .filter(({ scope }) => scope === "visit" || products.some((product) => scopeCovers(scope, product)))
      .toSorted((a, b) => outcomeRanks[a.outcome] - outcomeRanks[b.outcome])
      .map(({ id, outcome, note }) => ({ ruleid: id, outcome, text: note }));
    return {
      medicines: queueMedicines(content, productIds),
      flags: presentFlags(flags),
    };
  };
}

/** Medicines with their strength, each once. */
export const queueMedicines = (content: Content, productIds: readonly string[]): QueueFacts["medicines"] =>
  [...new Set(productIds)].map((id) => {
    const { productid, name, dosage } = planItem(content, id, null);
    return { productid, name, dosage };
  });
