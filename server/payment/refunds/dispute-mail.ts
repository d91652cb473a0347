import type { Selectable } from "kysely";
import { dayIn } from "#contract/fields/formats.ts";
import { formatCents } from "#contract/fields/numbers.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Dispute } from "#server/platform/gateway/port.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { IntentRow } from "../charges/payment-intents.ts";

/** Where a dispute stands, for the practice. */
const stateSentences: Readonly<Record<Dispute["status"] | "answer_refused", Sentence>> = {
  inquiry: sentence("payment.dispute_inquiry"),
  inquiry_closed: sentence("payment.dispute_inquiry_closed"),
  needs_response: sentence("payment.dispute_needs_response"),
  under_review: sentence("payment.dispute_under_review"),
  won: sentence("payment.dispute_won"),
  lost: sentence("payment.dispute_lost"),
  answer_refused: sentence("payment.dispute_answer_refused"),
};

type DisputeRow = Pick<
  Selectable<Tables["dispute"]>,
  "id" | "amount_cents" | "reason" | "evidence_due_by" | "evidence_asked_at"
>;

/**
 * Mails the practice, once per state, and once per answer that wasn't taken: a dispute must be answered by a certain day, and mail is how the practice learns
 * of it in time.
 */
export async function mailAboutDispute(
  services: TxServices,
  charge: Pick<IntentRow, "order_id" | "gateway_intent_id">,
  dispute: DisputeRow,
  state: keyof typeof stateSentences,
): Promise<void> {
  const mail = "practice_dispute";
  const { number } = await services.db
    .selectFrom("customer_order")
    .select("number")
    .where("id", "=", charge.order_id)
    .executeTakeFirstOrThrow();
  const { supportemail, timezone } = services.content.brand;
  const values = {
    order: number ?? charge.order_id,
    amount: formatCents(dispute.amount_cents),
    reason: dispute.reason.replaceAll("_", " "),
    status: toText(services.content, stateSentences[state]),
    due: dispute.evidence_due_by === null ? "none" : dayIn(timezone, dispute.evidence_due_by),
    payment: charge.gateway_intent_id ?? "none",
  };
  const which = state === "answer_refused" ? `${state}:${dispute.evidence_asked_at?.getTime()}` : state;
  await queueMail(services, { mail, to: supportemail, values, dedupeKey: `${mail}:${dispute.id}:${which}` });
}
