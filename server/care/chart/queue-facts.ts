import type { Content } from "#content/loader/load.ts";
import { scopeCovers } from "#content/logic/conditions.ts";
import type { Rule } from "#content/schema/rules.ts";
import type { CaseItem } from "#contract/care/worklists.ts";
import { productById } from "#server/catalogue/public.ts";
import { hitsOfLinked, linkedNote, loadLinkedAnswers, recordedHitsOf } from "#server/onboarding/public.ts";
import { linkedAmong } from "#server/persons/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { planItem } from "#server/treatment/public.ts";
import { presentFlags } from "./flag-levels.ts";

type QueueFacts = Pick<CaseItem, "medicines" | "flags">;

/** What forbids comes before what somebody has to weigh; `INFO` is no flag of a queue. */
const outcomeRanks: Readonly<Record<Rule["outcome"], number>> = { EMERGENCY: 0, STOP: 1, CLINICIAN: 2, INFO: 3 };

/**
 * What the rows of a queue say of the medicines in question, in one query for all of them. The flags are those that were raised, as today's content words
 * them: choosing what to open first takes no health answer, and deciding runs today's rules over today's answers. Of whom another record is linked, the
 * answers there are asked, because nothing of these medicines was raised where they weren't chosen.
 */
export async function loadQueueFacts(
  services: Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database },
  patientIds: readonly string[],
): Promise<(patientId: string, productIds: readonly string[]) => QueueFacts> {
  const { db, content } = services;
  const ids = [...new Set(patientIds)];
  const [hits, linked] = await Promise.all([recordedHitsOf(db, ids), linkedAmong(db, ids)]);
  const answers = new Map(
    await Promise.all(linked.map(async (id) => [id, await loadLinkedAnswers(services, id)] as const)),
  );
  return (patientId, productIds) => {
    const own = hits.get(patientId) ?? [];
    const ofOthers = answers.get(patientId);
    // Of most patients no rule was raised: the rules aren't gone through for each row of a queue.
    if (own.length === 0 && !ofOthers) return { medicines: queueMedicines(content, productIds), flags: [] };
    const products = productIds.flatMap((id) => productById(content, id) ?? []);
    const raised = new Set(own.map(({ rule_id, outcome }) => `${rule_id} ${outcome}`));
    const raisedByOthers = new Set(ofOthers ? hitsOfLinked(ofOthers, productIds).map(({ id }) => id) : []);
    const textOf = ({ id, outcome, title, note }: Content["rules"][number]): string | null =>
      raised.has(`${id} ${outcome}`) ? note : raisedByOthers.has(id) ? linkedNote({ title, note }) : null;
    const flags = content.rules
      .filter(({ outcome }) => outcome !== "INFO")
      .filter(({ scope }) => scope === "visit" || products.some((product) => scopeCovers(scope, product)))
      .flatMap((rule) => {
        const text = textOf(rule);
        return text === null ? [] : [{ ruleid: rule.id, outcome: rule.outcome, text }];
      })
      .toSorted((a, b) => outcomeRanks[a.outcome] - outcomeRanks[b.outcome]);
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
