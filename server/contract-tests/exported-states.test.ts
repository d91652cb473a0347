import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { Helper } from "#contract/account/helpers.ts";
import { IdentityPhotoKind, identityReasons, IdentityStatus } from "#contract/account/identity.ts";
import { Teller, ToldSource } from "#contract/account/told-answers.ts";
import { OnboardingStatus } from "#contract/auth.ts";
import { accessOutcomes } from "#contract/care/access-review.ts";
import { creditReasons } from "#contract/care/credits.ts";
import { answerStatuses, Dispute } from "#contract/care/disputes.ts";
import { ListAction } from "#contract/care/lists.ts";
import { matchedBy, returnReasons, voidReasons } from "#contract/care/packed-lines.ts";
import { writeOffReasons } from "#contract/care/past-due.ts";
import { verdicts } from "#contract/care/patients.ts";
import { peerOutcomes } from "#contract/care/peer-review.ts";
import { earlyFillCauses } from "#contract/care/prescriptions.ts";
import { PatientRequest } from "#contract/care/subscriptions.ts";
import { taskOutcomes } from "#contract/care/tasks.ts";
import { CallerProof } from "#contract/care/told-answers.ts";
import { EmergencyAction, EmergencySource } from "#contract/care/told-emergency.ts";
import { workItemOutcomes } from "#contract/care/work-items.ts";
import { recordCodeEndings, recordParts } from "#contract/documents/record-codes.ts";
import { VisitNote } from "#contract/documents/visit-note.ts";
import { FollowupCheck } from "#contract/followup.ts";
import { Upsell } from "#contract/growth/upsell.ts";
import { WebhookEndpoint } from "#contract/integrations/webhooks.ts";
import { ConversationKind, Message, MessageSender, MessageType } from "#contract/messages/message.ts";
import { Notification } from "#contract/notifications.ts";
import { OrderStatus } from "#contract/orders/orders.ts";
import { FailedTransactionReason } from "#contract/payment.ts";
import { Invitation, StaffStage } from "#contract/staff/sessions.ts";
import { TreatmentChange } from "#contract/treatment/changes.ts";
import { bridgePaces, paces } from "#contract/treatment/pace.ts";
import { PrescriptionOrderStatus } from "#contract/treatment/prescription-orders.ts";
import { SubscriptionStatus } from "#contract/treatment/subscriptions.ts";
import { Suggestion } from "#contract/treatment/suggestions.ts";
import { type Listed, listedWords as words } from "./testing/listed-words.ts";

/*
 * The states that leave the server, each column that takes listed words beside where its words go. A new column of this kind, or another word, needs its
 * place here.
 */

/** The words themselves, in answers and in what is made of them: JSON, events, webhooks. */
interface StateWords {
  readonly schema: z.ZodMiniType;
  /** Words that go out as another one; null for one that doesn't. */
  readonly as: Readonly<Record<string, string | null>>;
}
/** A map that has every word, or the reason why none leaves. */
type Place = StateWords | `${string}: ${string}`;

const stateWords = (schema: z.ZodMiniType, as: StateWords["as"] = {}): StateWords => ({ schema, as });
const decision = "inside: of which table the id beside it is";

const places: Readonly<Record<Listed, Place>> = {
  "access_finding.outcome": stateWords(z.enum(accessOutcomes)),
  "peer_review_decision.outcome": stateWords(z.enum(peerOutcomes)),
  "medical_letter.purpose": "the cards of the documents page: letters and notices stand apart",
  "care_case.status": "decisionLabels: medical record, `careStatus` of the app and of the staff app",
  "conversation.kind": stateWords(ConversationKind),
  "credit.reason": stateWords(z.enum(creditReasons)),
  "customer_order.discount_source": "sourceSentences: what a discount is for",
  "customer_order.kind": "inside: what an order began with",
  "customer_order.status": stateWords(OrderStatus, { mismatch: "unknown" }),
  "dispute.evidence_status": stateWords(z.enum(answerStatuses)),
  "dispute.status": stateWords(Dispute.shape.status),
  "treatment_change.until_pace": stateWords(z.enum(bridgePaces)),
  "directions_change.pace": stateWords(z.enum(paces)),
  "early_fill.cause": stateWords(z.enum(earlyFillCauses)),
  "earned_discount.source": "sourceSentences: what a discount is for",
  "emergency_action.kind": stateWords(EmergencyAction.shape.kind),
  "emergency_report.source": stateWords(EmergencySource),
  "followup.status": stateWords(FollowupCheck.shape.followupstatus),
  "helper.ended_by": stateWords(Helper.shape.endedby),
  "identity_photo.kind": stateWords(IdentityPhotoKind),
  "insurance_document.kind": "kindNames: titles of documents",
  "list_action.kind": stateWords(ListAction.shape.kind),
  "list_action_patient.outcome": "leftout: how many had each, for whoever began it",
  "medicine_suggestion.status": stateWords(Suggestion.shape.status),
  "message.action_status": stateWords(Message.shape.actionstatus),
  "message.role": stateWords(MessageSender.shape.role),
  "message.type": stateWords(MessageType),
  "message.writer_role": stateWords(MessageSender.shape.role, { physician: "doctor" }),
  "notification.kind": stateWords(Notification.shape.kind),
  "onboarding.identity_reason": stateWords(z.enum(identityReasons)),
  "onboarding.identity_status": stateWords(IdentityStatus),
  "onboarding.status": stateWords(OnboardingStatus),
  "patient.failed_transaction_reason": stateWords(FailedTransactionReason),
  "order_fill.void_reason": stateWords(z.enum(voidReasons)),
  "order_fill.matched": stateWords(z.enum(matchedBy)),
  "patient_request.action": stateWords(PatientRequest.shape.action),
  "patient_request.caller_proved": stateWords(CallerProof),
  "patient_request.channel": stateWords(PatientRequest.shape.channel),
  "patient_search_term.source": "inside: of which address a search finds a patient",
  "payment_intent.capture": "inside: how an order is paid",
  "payment_intent.capture_or_void": "inside: what an order's status will say",
  "payment_intent.status": "inside: what an order's status says",
  "payment_mismatch.outcome": "decisionOutcome: what became of a payment that differed",
  "person_pair.verdict": stateWords(z.enum(verdicts)),
  "person_verdict.verdict": stateWords(z.enum(verdicts)),
  "record_code.ended_by": stateWords(z.enum(recordCodeEndings)),
  "record_code.opens": stateWords(z.enum(recordParts)),
  "record_merge.keeps": "signinof: the id of the record whose sign-in goes on",
  "prescribing_decision.decision": decision,
  "prescription.status": "prescriptionStatus: the record's own list",
  "prescription_action.action": "actionBehind: the record's statuses",
  "prescription_order.begins": "inside: when the next order is charged",
  "prescription_order.status": stateWords(PrescriptionOrderStatus, { ordered: "processing" }),
  "refund.status": "requestedRefundStatus: refunds for the practice",
  "renewal_request.status": "inside: only open ones are shown",
  "screening_hit.outcome": "levels: flags in calls, `levelLabels` in the medical record",
  "shipment.return_reason": stateWords(z.enum(returnReasons)),
  "single_use_link.purpose": stateWords(Invitation.shape.kind, {
    ...{ staff_invitation: "invitation", staff_recovery: "recovery" },
    ...{
      password_recovery: null,
      email_change: null,
      email_change_stop: null,
      session_handoff: null,
      record_merge: null,
      contact_email: null,
      helper_invitation: null,
      helper_recovery: null,
    },
  }),
  "staff_session.stage": stateWords(StaffStage),
  "subscription.status": stateWords(SubscriptionStatus),
  "told_answers.caller_proved": stateWords(CallerProof),
  "told_answers.source": stateWords(ToldSource),
  "told_answers.teller": stateWords(Teller),
  "treatment_change.begins": stateWords(TreatmentChange.shape.begins),
  "treatment_change.status": stateWords(TreatmentChange.shape.status, { withdrawn: null }),
  "treatment_change.until": stateWords(TreatmentChange.shape.until),
  "upsell.status": stateWords(Upsell.shape.status),
  "task.outcome": stateWords(z.enum(taskOutcomes)),
  "upsell_request.status": "alreadyDecided: only open ones are shown",
  "visit_note.decision": stateWords(VisitNote.shape.decision),
  "warning_override.decision": decision,
  "webhook_endpoint.disabled_by": stateWords(WebhookEndpoint.shape.disabledby),
  "work_item.outcome": stateWords(z.enum(workItemOutcomes)),
  "write_off.reason": stateWords(z.enum(writeOffReasons)),
};

const raw = Object.entries(places).flatMap(([column, place]) =>
  typeof place === "string"
    ? []
    : (words.get(column) ?? []).flatMap((word) => {
        const told = place.as[word] === undefined ? word : place.as[word];
        return told === null ? [] : [{ column, word, told, schema: place.schema }];
      }),
);

describe("every state of a closed list has its place in what leaves the server", () => {
  test("each column with listed words is named, and no other", () => {
    expect([...words.keys()].toSorted()).toEqual(Object.keys(places).toSorted());
  });

  test.each(raw)("$column: $word", ({ told, schema }) => {
    expect(z.safeParse(schema, told).success).toBe(true);
  });
});
