import { formatCalendarDay } from "#contract/fields/formats.ts";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { cardText } from "#app/formats/cards.ts";
import { formatDay } from "#app/formats/dates.ts";
import { formatDollars } from "#app/formats/money.ts";
import { bySeverity, type RaisedRule } from "#clinic/care/rule-severity.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { PrescriptionRenewal, UpsellRequest } from "#contract/care/prescribing.ts";
import { priceEvery } from "#contract/fields/period.ts";

/** A renewal or an upsell that waits for a physician, with what the decision needs. */
export interface RenewalOrUpsell {
  readonly kind: "renewal" | "upsell";
  readonly id: string;
  readonly medicines: PrescriptionRenewal["item"][];
  /** Since when the patient waits. */
  readonly requestedat: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Raised by the answers as they are now, the most severe first. */
  readonly rules: readonly RaisedRule[];
  /** Answers put a prescription on hold. */
  readonly onhold: boolean;
  /** Answers given since the patient's prescriptions were last decided on. */
  readonly changed: NonNullable<PatientRecord["answers"]>;
}

export const decisionTitles = { renewal: "Renewal to decide", upsell: "Upsell to decide" } as const;

export const medicineNames = ({ medicines }: Pick<RenewalOrUpsell, "medicines">): string =>
  medicines.map(medicineName).join(" and ");

const answersSince = ({ answers = [] }: Pick<PatientRecord, "answers">, moment: string | undefined) =>
  moment === undefined ? [] : answers.filter(({ at }) => Date.parse(at) > Date.parse(moment));

type Fact = readonly [name: string, value: string];
const facts = (...rows: readonly (readonly [string, string | null | undefined | false])[]): readonly Fact[] =>
  rows.flatMap(([name, value]) => (value ? [[name, value] as const] : []));

export function renewalToDecide(renewal: PrescriptionRenewal, record: PatientRecord): RenewalOrUpsell {
  const { id, item, rxnumber, requestedat, onhold, flags } = renewal;
  const prescription = record.prescriptions?.find((each) => each.rxnumber === rxnumber);
  const subscription = record.subscriptions?.find(
    (each) => each.item.productid === item.productid && each.status !== "cancelled",
  );
  return {
    ...{ kind: "renewal", id, medicines: [item], requestedat, onhold, rules: bySeverity(flags) },
    facts: facts(
      ["Asked on", practiceDayAndTime(requestedat)],
      ["Prescription", prescription ? `${rxnumber}, approved ${formatDay(prescription.approvedat)}` : rxnumber],
      ["Refills left", prescription && String(prescription.refillsleft)],
      ["On hand until", subscription?.onhanduntil && formatCalendarDay(subscription.onhanduntil)],
      ["Directions", prescription?.directions],
      ["The patient pays", subscription && priceEvery(subscription)],
    ),
    changed: answersSince(record, prescription?.approvedat),
  };
}

export function upsellToDecide(
  upsell: UpsellRequest,
  record: PatientRecord,
  /** When the bank lets go of the amount, where that is known. */
  holdends: string | null,
): RenewalOrUpsell {
  const { id, order, items, flags, requestedat } = upsell;
  const decided = (record.prescriptions ?? []).map(({ approvedat }) => approvedat).toSorted();
  const renews = order.detail.filter(({ prescription, cancelled }) => prescription && !cancelled);
  return {
    ...{ kind: "upsell", id, medicines: items, requestedat, rules: bySeverity(flags) },
    onhold: (record.prescriptions ?? []).some(({ status }) => status === "on_hold"),
    facts: facts(
      ["Asked on", practiceDayAndTime(requestedat)],
      ["Order", order.number],
      ["First payment", paymentText(order, holdends)],
      [
        "After that",
        renews
          .map(({ price, quantity, dayssupply }) =>
            priceEvery({ price: price * quantity, dayssupply: dayssupply * quantity }),
          )
          .join(", then "),
      ],
      ["Directions", items.flatMap(({ directions }) => directions ?? []).join(" ")],
    ),
    changed: answersSince(record, decided.at(-1)),
  };
}

/** What is held on the card, or was taken from it. */
function paymentText({ status, summary, card }: UpsellRequest["order"], holdends: string | null): string {
  const amount = formatDollars(summary.totalamount);
  const on = card ? ` ${cardText(card)}` : " the card";
  if (status !== "authorized") return status === "paid" ? `${amount} paid with${on}` : amount;
  return `${amount} held on${on}${holdends === null ? "" : ` until ${practiceDayAndTime(holdends)}`}`;
}

/** Why nobody can approve it as it is; null: somebody can. */
export function approvalStop({ rules }: Pick<RenewalOrUpsell, "rules">): string | null {
  const stop = rules.find(({ level }) => level === "stop");
  return stop ? `A rule says stop, so it can’t be approved: ${stop.text}` : null;
}

/** What is on hold, in a sentence; null: nothing is. */
export function onHoldText({ kind, onhold }: Pick<RenewalOrUpsell, "kind" | "onhold">): string | null {
  if (!onhold) return null;
  return kind === "renewal"
    ? "Something speaks against it since it was prescribed."
    : "A prescription of the patient’s is on hold.";
}

/** An approval goes against something, so it takes a reason. */
export const takesReason = ({ rules, onhold }: Pick<RenewalOrUpsell, "rules" | "onhold">): boolean =>
  onhold || rules.some(({ level }) => level === "clinician");

/** What waits of a patient, longest wait first. */
export const byWait = (items: readonly RenewalOrUpsell[]): readonly RenewalOrUpsell[] =>
  items.toSorted((a, b) => Date.parse(a.requestedat) - Date.parse(b.requestedat));
