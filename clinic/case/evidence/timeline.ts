import type * as z from "zod/mini";
import { formatDollars } from "#app/formats/money.ts";
import { actionLabel } from "#clinic/ui/labels/emergency-labels.ts";
import { symptomChange } from "#clinic/ui/labels/symptom-change.ts";
import { senderLabel } from "#clinic/ui/labels/sender-label.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { dayIn, formatCalendarDay } from "#contract/fields/formats.ts";
import type { TimelineEntry } from "#contract/orders/orders.ts";
import type { Message } from "#contract/messages/message.ts";

export interface TimelineEvent {
  readonly key: string;
  /** A moment, or a day where only that is known. */
  readonly at: string;
  readonly title: string;
  readonly detail: string;
}

type OrderStep = z.output<typeof TimelineEntry>["event"];

/** Steps of an order in words for the practice; null where those for the patient do. */
const orderSteps: Readonly<Record<OrderStep, string | null>> = {
  authorized: "Amount held on the card, not charged",
  in_review: "Reviewed by the doctor",
  approved: "Approved by the doctor",
  declined: "Not approved by the doctor",
  voided: "Hold on the card released, nothing charged",
  refunded: "Refunded to the card",
  refund_returned: "A refund came back from the bank",
  paid: null,
  pharmacy: null,
  shipped: null,
  delivered: null,
  cancelled: null,
  parcel_shipped: null,
  parcel_delivered: null,
  parcel_returned: null,
};

type Agreement = NonNullable<PatientRecord["agreements"]>[number];
const agreed: Readonly<Record<Agreement["kind"], string>> = {
  consent: "Gave a consent",
  order: "Agreed to an order",
  change: "Agreed to a treatment change",
};

type Photo = NonNullable<PatientRecord["photos"]>[number];
const photoSent: Readonly<Record<Photo["kind"], string>> = {
  photo_id: "Sent a photo ID",
  selfie: "Sent a selfie",
};

const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** Everything dated in a record, newest first. */
export function timelineOf(
  record: PatientRecord,
  messages: readonly Message[],
  timeZone: string,
): readonly TimelineEvent[] {
  const events: TimelineEvent[] = [];
  const add = (key: string, at: string | null, title: string, detail: string | null = "") => {
    if (at) events.push({ key, at, title, detail: detail ?? "" });
  };
  const byDay = Map.groupBy(record.answers ?? [], ({ at }) => dayIn(timeZone, new Date(at)));
  for (const [day, answers] of byDay) {
    const newest = answers
      .map(({ at }) => at)
      .toSorted((a, b) => Date.parse(a) - Date.parse(b))
      .at(-1);
    add(`answers ${day}`, newest ?? null, `Answered ${plural(answers.length, "question", "questions")}`);
  }
  for (const { id, number, timeline } of record.orders ?? [])
    timeline.forEach(({ event, label, at, detail, amount }, index) => {
      const step = orderSteps[event] ?? label;
      add(
        `order ${id} ${event} ${index}`,
        at,
        number ? `${step}, order ${number}` : step,
        [amount !== null && formatDollars(amount), detail].filter(Boolean).join(" · "),
      );
    });
  for (const { id, name, rxnumber, approvedat, onholdsince, stoppedat } of record.prescriptions ?? []) {
    add(`rx ${id}`, approvedat, `Prescribed ${name}`, rxnumber);
    add(`rx ${id} hold`, onholdsince, `${name} on hold`, rxnumber);
    add(`rx ${id} stop`, stoppedat, `${name} stopped`, rxnumber);
  }
  for (const { refid, at, reason, rules, unanswered } of record.overrides ?? [])
    add(
      `override ${refid} ${at}`,
      at,
      rules.length > 0 ? "Prescribed although a rule warned" : "Decided without all answers",
      [reason, ...rules.map(({ text }) => text), ...unanswered].join(" · "),
    );
  for (const { id, kind, uploadedat } of record.photos ?? []) add(`photo ${id}`, uploadedat, photoSent[kind]);
  for (const { id, title, uploadedat } of record.documents ?? [])
    add(`document ${id}`, uploadedat, "Sent a document", title);
  for (const { kind, refid, at } of record.agreements ?? [])
    add(`agreement ${kind} ${refid} ${at}`, at, agreed[kind], kind === "consent" ? refid.replaceAll("_", " ") : "");
  for (const { subscriptionid, at, reason } of record.cancellations ?? [])
    add(`cancellation ${subscriptionid} ${at}`, at, "Canceled a subscription", reason);
  for (const { orderid, at, reason } of record.cancelledorders ?? [])
    add(`cancelled ${orderid}`, at, "An order was canceled for the patient", reason);
  for (const { week, at, symptoms } of record.checkins ?? [])
    add(
      `checkin ${week}`,
      at,
      `Check-in for the week of ${formatCalendarDay(week)}`,
      symptoms.map(symptomChange).join("; "),
    );
  for (const { productid, name, noted } of record.doses ?? [])
    for (const { day, status, at } of noted) add(`dose ${productid} ${day}`, at, `${name}: dose ${status}`);
  for (const { id, sender, message, createdat } of messages)
    add(
      `message ${id}`,
      createdat,
      sender.role === "patient" && sender.title === null ? "Wrote" : `${senderLabel(sender)} wrote`,
      message,
    );
  for (const { id, reportedat, words, actions } of record.emergencies ?? []) {
    add(`emergency ${id}`, reportedat, "Reported an emergency", words);
    for (const action of actions)
      add(
        `emergency ${id} ${action.id}`,
        action.at,
        `Emergency: ${actionLabel(action).toLowerCase()}`,
        [action.text, action.name ?? "a system"].filter(Boolean).join(" · "),
      );
  }
  if (record.emergencies === undefined) add("emergency", record.emergencysince, "Reported an emergency");
  return events.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || a.key.localeCompare(b.key));
}
