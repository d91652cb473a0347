import { rulesVersion } from "#content/logic/rule-version.ts";
import { putPrescriptionsOnHold } from "#server/care/public.ts";
import { latestCase } from "#server/cases/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import {
  patientsScreenedBefore,
  rescreen,
  type Rescreened,
  rescreenedNow,
  whatRulesAsk,
} from "#server/onboarding/public.ts";
import { createAudit } from "#server/platform/audit/audit.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { caseStates } from "#server/platform/database/states.ts";
import { newId } from "#server/platform/ids.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import { heldProducts, mostUrgent, openWorkItem } from "#server/work-items/public.ts";

/*
 * After a change of the rules, for everybody who answered before it: whose visit waits for a doctor, and who is in care. Each patient is a transaction of
 * their own, and counts as screened with it, so that it can be ended and begun again at any moment; who was screened by these rules is not looked at again.
 */

/** Patients read at a time. */
const batchSize = 200;

/** Whom the new rules touch, and how. */
export interface AffectedPatient {
  readonly patientId: string;
  /** `waiting`: a doctor has yet to decide on the visit. */
  readonly where: "waiting" | "in care";
  readonly rules: readonly { readonly id: string; readonly level: "stop" | "clinician" }[];
  /** Products that are put on hold. */
  readonly rests: readonly string[];
}

export interface RescreenResult {
  /** How many had answered before the change. */
  readonly looked: number;
  readonly affected: readonly AffectedPatient[];
}

type Deps = Pick<Services, "db" | "content" | "clock" | "secrets">;

/** Whom a change of the rules touches. Changes nothing. */
export const planRescreen = (services: Deps, batch = batchSize): Promise<RescreenResult> =>
  eachPatient(services, batch, async (patientId) => {
    const found = await rescreenedNow(services, patientId);
    return found && effectOn(services, found);
  });

/** Screens everybody again: what the rules find is in front of a clinician, what they forbid is on hold, and the patient is told. */
export const applyRescreen = (services: Services, batch = batchSize): Promise<RescreenResult> =>
  eachPatient(services, batch, (patientId) =>
    inTransaction(services, async (tx) => {
      await lockPatientOrders(tx.db, patientId);
      const found = await rescreen(tx, patientId);
      const affected = found && (await effectOn(tx, found));
      if (found && affected) await act(tx, found, affected);
      return affected;
    }),
  );

async function eachPatient(
  services: Deps,
  batch: number,
  one: (patientId: string) => Promise<AffectedPatient | null>,
): Promise<RescreenResult> {
  const affected: AffectedPatient[] = [];
  let looked = 0;
  let last: string | null = null;
  for (;;) {
    const ids: readonly string[] = await patientsScreenedBefore(services, last, batch);
    for (const id of ids) {
      const found = await one(id);
      if (found) affected.push(found);
    }
    looked += ids.length;
    last = ids.at(-1) ?? null;
    if (ids.length < batch) return { looked, affected };
  }
}

/** Null where nothing was found, and for whoever neither waits for a doctor nor takes anything of ours. */
async function effectOn(
  services: Pick<Deps, "secrets" | "content" | "clock"> & { readonly db: Database },
  { patientId, hits, forbids }: Rescreened,
): Promise<AffectedPatient | null> {
  if (hits.length === 0) return null;
  const [found, prescribed] = await Promise.all([
    latestCase(services.db, patientId),
    activePrescriptions(services, patientId),
  ]);
  const waits = caseStates.undecided.has(found?.status);
  if (!waits && prescribed.size === 0) return null;
  return {
    patientId,
    where: prescribed.size > 0 ? "in care" : "waiting",
    rules: hits.map(({ id, outcome }) => ({ id, level: outcome === "CLINICIAN" ? "clinician" : "stop" })),
    rests: [...prescribed].filter(([id, { onHold }]) => !onHold && forbids(id)).map(([id]) => id),
  };
}

async function act(
  services: TxServices,
  { patientId, hits, forbids, answers }: Rescreened,
  affected: AffectedPatient,
): Promise<void> {
  const { content } = services;
  const asked = whatRulesAsk(hits, content.workitems.rules);
  await putPrescriptionsOnHold({ ...services, ...refusesAny }, patientId, forbids);
  const { id } = await openWorkItem(services, {
    ...{ kind: "rules", patientId, scope: "clinical", within: mostUrgent(asked.looks)?.within ?? "today" },
    holds: heldProducts(content, asked.holds),
    entry: {
      answers: answers.map(({ question, answer }) => ({ question, before: answer, after: answer })),
      flags: asked.flags,
      document: null,
    },
  });
  await createAudit(services.db, services.clock).record({
    ...{ actor: "system:rescreen", patientId, call: "rescreen apply" },
    ...{ status: 200, code: null, requestId: newId() },
  });
  await notifyAndMail(services, {
    patientId,
    template: affected.rules.some(({ level }) => level === "stop") ? "rules_stop" : "rules_changed",
    values: {},
    dedupeKey: `${patientId}:${rulesVersion(content)}:${id}`,
  });
}

/** What was done, or would be, in lines. */
export function rescreenReport({ looked, affected }: RescreenResult, isPlan: boolean): string {
  if (looked === 0) return "Everybody was screened by these rules.";
  const rules = new Map<string, number>();
  for (const { id } of affected.flatMap((each) => each.rules)) rules.set(id, (rules.get(id) ?? 0) + 1);
  return [
    ...affected.map(({ patientId, where, rules: own, rests }) =>
      [
        patientId,
        where,
        own.map(({ id, level }) => `${id} (${level})`).join(", "),
        rests.length > 0 ? `${isPlan ? "would rest" : "rests"}: ${rests.join(", ")}` : "",
      ].join("\t"),
    ),
    ...[...rules].map(([id, count]) => `${id}: ${count}`),
    isPlan
      ? `${looked} answered before these rules; ${affected.length} would wait for a clinician. Nothing was changed. To do it: npm run rescreen -- --apply`
      : `${looked} answered before these rules; ${affected.length} wait for a clinician now.`,
  ].join("\n");
}
