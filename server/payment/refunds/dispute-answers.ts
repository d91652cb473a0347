import { sealed } from "#server/platform/crypto/sealed.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import type { DisputeEvidence } from "#server/platform/gateway/port.ts";
import { GatewayRefused } from "#server/platform/gateway/port.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { paymentQueues } from "../queues.ts";
import { mailAboutDispute } from "./dispute-mail.ts";
import type { DisputeWithOrder } from "./disputes.ts";

/*
 * Answers of disputes: a person of the practice asks that evidence be sent, as they saw it. It is kept sealed and sent by a job, so that an answer of the
 * gateway that gets lost sends nothing twice. A bank takes one answer, and none after its day.
 */

const evidenceSealContext = sealed("dispute.evidence_sealed");

/** Whether a bank can be answered through us: it waits for it, its day hasn't passed, and nobody has done so here. */
export const canAnswerDispute = (
  {
    status,
    evidence_due_by: dueBy,
    evidence_status: answer,
  }: Pick<DisputeWithOrder, "status" | "evidence_due_by" | "evidence_status">,
  now: Date,
): boolean =>
  answer === null && (status === "needs_response" || status === "inquiry") && (dueBy === null || dueBy > now);

/** Asks that evidence be sent to the bank. Asked for already, nothing changes; `wrong_state` where a bank takes none. */
export function askAnswer(
  services: Services & Refuses<"wrong_state">,
  {
    dispute: { id, patient_id: patientId },
    evidence,
    actor,
  }: { readonly dispute: DisputeWithOrder; readonly evidence: DisputeEvidence; readonly actor: string },
): Promise<void> {
  const { secrets, clock, jobs, refuse } = services;
  return inTransaction(services, async ({ db: tx }) => {
    await lockPatientOrders(tx, patientId);
    const row = await tx.selectFrom("dispute").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    if (!row) throw new Refusal("not_found");
    if (row.evidence_status === "asked" || row.evidence_status === "sent") return;
    const now = clock.now();
    if (!canAnswerDispute(row, now))
      throw refuse("wrong_state", {
        message: "The bank doesn't take an answer to this dispute anymore.",
      });
    await tx
      .updateTable("dispute")
      .set({
        evidence_sealed: secrets.seal(evidence, evidenceSealContext(id)),
        evidence_status: "asked",
        evidence_asked_at: now,
        evidence_asked_by: actor,
        evidence_attempt_at: now,
      })
      .where("id", "=", id)
      .execute();
    await jobs.enqueue(tx, paymentQueues.answerDispute, { disputeId: id });
  });
}

/** Sends evidence that was asked for; throws, to be retried, until the gateway has taken or refused it. Safe any number of times. */
export async function executeAnswer(services: Services, disputeId: string): Promise<void> {
  const { db, gateway, secrets, clock, log } = services;
  const row = await db.selectFrom("dispute").selectAll().where("id", "=", disputeId).executeTakeFirstOrThrow();
  if (row.evidence_status !== "asked" || row.evidence_sealed === null) return;
  const evidence = secrets.open<DisputeEvidence>(row.evidence_sealed, evidenceSealContext(disputeId));
  const became = await gateway
    .answerDispute({
      ...{ disputeId: row.gateway_dispute_id, evidence },
      // A bank that asked first and demands the money then is answered twice.
      idempotencyKey: `${disputeId}:answer:${row.evidence_asked_at?.getTime()}`,
    })
    .then(
      (): "sent" | "refused" => "sent",
      (error: unknown) => {
        if (!(error instanceof GatewayRefused && error.code === "wrong_state")) throw error;
        log.error({ dispute: disputeId }, "the gateway refused the answer to a dispute");
        return "refused" as const;
      },
    );
  await inTransaction(services, async (tx) => {
    const settled = await tx.db
      .updateTable("dispute")
      .set({ evidence_status: became, evidence_settled_at: clock.now() })
      .where("id", "=", disputeId)
      .where("evidence_status", "=", "asked")
      .where("evidence_asked_at", "=", row.evidence_asked_at)
      .returningAll()
      .executeTakeFirst();
    if (!settled || became === "sent") return;
    const charge = await tx.db
      .selectFrom("payment_intent")
      .select(["order_id", "gateway_intent_id"])
      .where("id", "=", settled.payment_intent_id)
      .executeTakeFirstOrThrow();
    await mailAboutDispute(tx, charge, settled, "answer_refused");
  });
}

/** Answers that the gateway hasn't taken or refused, not tried since `before`; the longest ago first. */
export const unfinishedAnswers = (db: Database, before: Date) =>
  db
    .selectFrom("dispute")
    .select("id")
    .where("evidence_status", "=", "asked")
    .where("evidence_attempt_at", "<", before)
    .orderBy("evidence_attempt_at")
    .limit(100)
    .execute();

/** Moves an answer to the end of the queue. */
export async function requeueAnswer(db: Database, id: string, now: Date): Promise<void> {
  await db.updateTable("dispute").set({ evidence_attempt_at: now }).where("id", "=", id).execute();
}
