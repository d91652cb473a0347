import { formatCalendarDay } from "#contract/fields/formats.ts";
import type { ReactNode } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { formatDollars } from "#app/formats/money.ts";
import type { Tone } from "#app/ui/brand/tones.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { formatPhone } from "#app/ui/forms/digits.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { CancelOrder } from "#clinic/care/cancel-order.tsx";
import { IdentityCheck } from "#clinic/care/identity-check.tsx";
import { breakText } from "#clinic/prescribing/medicine-break/medicine-break.ts";
import { paceText, plannedText } from "#clinic/prescribing/directions-change.ts";
import { PrescriptionActions } from "#clinic/prescribing/prescription-actions.tsx";
import { earlyFillText } from "#clinic/prescribing/prescription-steps.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { actionLabel, emergencyState, sourceLabels } from "#clinic/ui/labels/emergency-labels.ts";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { orderStatusLabels } from "#clinic/ui/labels/order-status.ts";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { prescriptionStatus } from "#clinic/ui/labels/prescription-status.ts";
import { symptomChange } from "#clinic/ui/labels/symptom-change.ts";
import { Suggestions } from "#clinic/prescribing/suggestions/suggestions-section.tsx";
import { ChangeTreatment } from "#clinic/prescribing/treatment-change/change-dialog.tsx";
import {
  changeStatus,
  openChange,
  pricesText,
  subscriptionToChange,
} from "#clinic/prescribing/treatment-change/treatment-change.ts";
import { reviewText, sourceText } from "./filed-documents/filed-document.ts";
import { PatientDocument } from "#clinic/care/patient-document.tsx";
import { WrongDocument } from "#clinic/care/wrong-chart/withdraw-document.tsx";
import { IssuedLetter } from "./letter/issued-letter.tsx";
import { currentLetter } from "./letter/letter.ts";
import { proofTexts } from "#clinic/care/told-answers/told-answers.ts";
import { channelTexts } from "./asked-fields.tsx";
import { changesLabel } from "./contact-data/contact-data.ts";
import { toldLines } from "#clinic/care/told-answers/told-answers.ts";
import { actionTexts, SubscriptionActions } from "./subscription-actions.tsx";
import { opensConversation } from "./write-to-patient.tsx";
import { Followups } from "./followups/followups.tsx";
import rowCss from "#clinic/ui/rows.module.css";
import css from "./record-page.module.css";

export interface RecordSection {
  readonly id: string;
  readonly title: string;
  /** There is nothing to show in it. */
  readonly empty: boolean;
  readonly content: ReactNode;
}

/** A list with what one row says. */
const rows = <T,>(items: readonly T[], keyOf: (item: T) => string, row: (item: T) => ReactNode): ReactNode => (
  <ul className={rowCss["rows"]}>
    {items.map((item) => (
      <li key={keyOf(item)}>{row(item)}</li>
    ))}
  </ul>
);

const line = (first: ReactNode, ...more: (string | null | undefined | false)[]) => (
  <>
    <div className={rowCss["first"]}>{first}</div>
    <div className={rowCss["quiet"]}>{more.flatMap((part) => (part ? [part.replace(/\.$/, "")] : [])).join(" · ")}</div>
  </>
);

/** Where somebody may read on and write, if their role opens it. */
function ConversationLink({ id, kind }: { id: string; kind: "doctor" | "patient_services" }) {
  const permissions = usePermissions();
  const name = kind === "doctor" ? "With the doctor" : "With patient services";
  return opensConversation(kind, permissions) ? <a href={`/clinic/conversation/${id}`}>{name}</a> : <>{name}</>;
}

const nameOfSubscription = (
  subscriptions: NonNullable<PatientRecord["subscriptions"]>,
  wanted: string | null,
): string => {
  const found = subscriptions.find(({ id }) => id === wanted);
  return found ? medicineName(found.item) : "a subscription";
};

const flagTones: Readonly<Record<"stop" | "clinician" | "info", Tone>> = {
  stop: "danger",
  clinician: "warning",
  info: "info",
};
const flagLabels = { stop: "Stop", clinician: "Look at this", info: "Note" } as const;

type Shown<K extends keyof PatientRecord> = NonNullable<PatientRecord[K]>;

/** How each field of a record is shown, in the order a decision needs them. */
const sections: {
  readonly [K in keyof PatientRecord]?: {
    readonly title: string;
    /** Where an empty list isn’t nothing to show. */
    readonly empty?: (value: Shown<K>, record: PatientRecord) => boolean;
    readonly content: (value: Shown<K>, record: PatientRecord) => ReactNode;
  };
} = {
  flags: {
    title: "What the rules raised",
    content: (flags) =>
      rows(
        flags,
        ({ ruleid }) => ruleid,
        ({ level, text }) => (
          <div className={css["flag"]}>
            <StatusBadge tone={flagTones[level]}>{flagLabels[level]}</StatusBadge>
            <span>{text}</span>
          </div>
        ),
      ),
  },
  unanswered: {
    title: "Rules that couldn’t run",
    content: (questions) =>
      rows(
        questions,
        ({ questionid }) => questionid,
        ({ question }) => line(question, "No answer"),
      ),
  },
  overrides: {
    title: "Prescribed although a rule warned",
    content: (items) =>
      rows(
        items,
        ({ refid, at }) => refid + at,
        ({ at, reason, rules, unanswered }) =>
          line(
            reason,
            practiceDayAndTime(at),
            ...rules.map(({ text }) => text),
            ...unanswered.map((each) => `No answer: ${each}`),
          ),
      ),
  },
  requested: {
    title: "Plan",
    content: (items) =>
      rows(
        items,
        ({ productid }) => productid,
        ({ name, dosage, directions, prescription }) =>
          line(name, dosage, directions, !prescription && "No prescription"),
      ),
  },
  prescriptions: {
    title: "Prescriptions",
    content: (items, record) =>
      rows(
        items,
        ({ id }) => id,
        (prescription) => {
          const { usednow, status, rxnumber, refillsleft, directions, collaborator, approvedat } = prescription;
          return (
            <>
              {line(
                <>
                  {medicineName(prescription)}{" "}
                  <StatusBadge tone={prescriptionStatus[status].tone}>{prescriptionStatus[status].label}</StatusBadge>
                </>,
                rxnumber,
                `${refillsleft} refills left`,
                directions,
                paceText(prescription.pace),
                ...prescription.planned.map(plannedText),
                usednow && (status === "replaced" ? "used until the next one begins" : "used now"),
                breakText(prescription),
                earlyFillText(prescription),
                `approved ${formatDay(approvedat)}`,
                collaborator !== null && `collaborating physician ${collaborator}`,
              )}
              <div className={rowCss["steps"]}>
                <PrescriptionActions patientId={record.id} prescription={prescription} revision={record.revision} />
                <ChangeTreatment record={record}>
                  {(change) => change(subscriptionToChange(record, prescription))}
                </ChangeTreatment>
              </div>
            </>
          );
        },
      ),
  },
  suggestions: {
    title: "Suggested medicines",
    empty: (suggestions, { planstatus }) => suggestions.length === 0 && planstatus !== "approved",
    content: (suggestions, record) => <Suggestions suggestions={suggestions} record={record} />,
  },
  changes: {
    title: "Treatment changes",
    // The only change may be withdrawn here, and the page says so where it stood.
    empty: (changes, { subscriptions = [] }) => changes.length === 0 && subscriptions.length === 0,
    content: (changes, record) => (
      <ChangeTreatment record={record}>
        {(changeAgain) =>
          changes.length === 0 ? (
            <p>Nothing has been changed.</p>
          ) : (
            rows(
              changes,
              ({ id }) => id,
              (change) => {
                const { subscriptionid, from, to, note, doctor, at, chargeon, today, then } = change;
                const { label, tone } = changeStatus[change.status];
                const subscription = record.subscriptions?.find(
                  ({ id, status }) => id === subscriptionid && status !== "cancelled",
                );
                return (
                  <>
                    {line(
                      <>
                        {`${to.name} ${to.dosage}`} <StatusBadge tone={tone}>{label}</StatusBadge>
                      </>,
                      `instead of ${from.name} ${from.dosage}`,
                      pricesText(from, to),
                      today,
                      then,
                      chargeon && `first charge ${formatCalendarDay(chargeon)}`,
                      doctor?.name,
                      formatDay(at),
                    )}
                    {note && <p className={rowCss["note"]}>{note}</p>}
                    <div className={rowCss["steps"]}>
                      {openChange(changes, subscriptionid) === change && changeAgain(subscription, "Change it again")}
                    </div>
                  </>
                );
              },
            )
          )
        }
      </ChangeTreatment>
    ),
  },
  followups: {
    title: "Treatment reviews",
    empty: () => false,
    content: (_, record) => <Followups record={record} />,
  },
  emergencies: {
    title: "Emergencies",
    content: (items) =>
      rows(
        items,
        ({ id }) => id,
        (emergency) => (
          <>
            {line(
              <>
                <a href={`/clinic/emergency/${emergency.id}`}>“{emergency.words}”</a>{" "}
                <StatusBadge tone={emergency.closedat === null ? "danger" : "neutral"}>
                  {emergencyState(emergency)}
                </StatusBadge>
              </>,
              sourceLabels[emergency.source],
              emergency.writer === null
                ? `told ${practiceDayAndTime(emergency.reportedat)}`
                : `written by ${emergency.writer}, who helps, ${practiceDayAndTime(emergency.reportedat)}`,
            )}
            {emergency.actions.map((action) => (
              <p key={action.id} className={rowCss["note"]}>
                {actionLabel(action)}, {practiceDayAndTime(action.at)}, {action.name ?? "a system"}
                {action.text !== null && `: ${action.text}`}
              </p>
            ))}
          </>
        ),
      ),
  },
  answers: {
    title: "Answers",
    content: (answers) => (
      <dl className={css["answers"]}>
        {answers.map(({ questionid, question, answer, at, told }) => (
          <div key={questionid}>
            <dt>{question}</dt>
            <dd title={practiceDayAndTime(at)}>
              {answer}
              {told &&
                toldLines(told).map((each) => (
                  <div key={each} className={rowCss["quiet"]}>
                    {each}
                  </div>
                ))}
            </dd>
          </div>
        ))}
      </dl>
    ),
  },
  checkins: {
    title: "Check-ins",
    content: (weeks) =>
      rows(
        weeks,
        ({ week }) => week,
        ({ week, symptoms }) => line(`Week of ${formatCalendarDay(week)}`, ...symptoms.map(symptomChange)),
      ),
  },
  doses: {
    title: "Doses",
    content: (doses) =>
      rows(
        doses,
        ({ productid }) => productid,
        ({ name, noted }) => line(name, noted[0] ? `last noted ${formatCalendarDay(noted[0].day)}` : "nothing noted"),
      ),
  },
  conversations: {
    title: "Conversations",
    content: (items) =>
      rows(
        items,
        ({ id }) => id,
        ({ id, kind, lastseq, waitingsince, open }) =>
          line(
            <ConversationLink id={id} kind={kind} />,
            lastseq === 1 ? "1 message" : `${lastseq} messages`,
            waitingsince && `waits since ${practiceDayAndTime(waitingsince)}`,
            !open && "closed",
          ),
      ),
  },
  subscriptions: {
    title: "Subscriptions",
    content: (items, record) =>
      rows(
        items,
        ({ id }) => id,
        (subscription) => {
          const { item, statustext, price, dayssupply } = subscription;
          return (
            <>
              {line(medicineName(item), statustext, `${formatDollars(price)} for ${dayssupply} days`)}
              <SubscriptionActions patientId={record.id} subscription={subscription} />
            </>
          );
        },
      ),
  },
  requests: {
    title: "Done as the patient asked",
    content: (items, { subscriptions = [] }) =>
      rows(
        items,
        ({ subscriptionid, at }) => `${subscriptionid} ${at}`,
        ({ subscriptionid, action, changes, channel, on, note, callerproved, at }) =>
          line(
            action === "contact"
              ? changesLabel(changes)
              : action === "recovery_link" || action === "charge"
                ? plainTexts[action]
                : `${actionTexts[action].done}: ${nameOfSubscription(subscriptions, subscriptionid)}`,
            `asked ${channelTexts[channel]} on ${formatCalendarDay(on)}`,
            callerproved && proofTexts[callerproved],
            note,
            practiceDayAndTime(at),
          ),
      ),
  },
  orders: {
    title: "Orders",
    content: (orders, record) =>
      rows(
        orders,
        ({ id }) => id,
        (order) => {
          const { number, status, placedat, detail, summary, refunded } = order;
          return (
            <>
              {line(
                <>
                  {number ? `Order ${number}` : "Order"} <StatusBadge>{orderStatusLabels[status]}</StatusBadge>
                </>,
                formatDay(placedat),
                detail
                  .map((each) => (each.quantity > 1 ? `${each.quantity} × ${medicineName(each)}` : medicineName(each)))
                  .join(", "),
                formatDollars(summary.totalamount),
                refunded > 0 && `${formatDollars(refunded)} refunded`,
              )}
              <CancelOrder order={order} patientName={patientName(record)} />
            </>
          );
        },
      ),
  },
  cancelledorders: {
    title: "Canceled orders",
    content: (items) =>
      rows(
        items,
        ({ orderid }) => orderid,
        ({ at, reason }) => line(formatDay(at), reason),
      ),
  },
  cancellations: {
    title: "Cancellations",
    content: (items) =>
      rows(
        items,
        ({ subscriptionid, at }) => subscriptionid + at,
        ({ at, reason }) => line(formatDay(at), reason ?? "No reason given"),
      ),
  },
  photos: {
    title: "Identity",
    empty: (photos, { identitystatus }) => photos.length === 0 && identitystatus === "none",
    content: (_photos, record) => <IdentityCheck withStatus record={record} />,
  },
  documents: {
    title: "Documents",
    content: (documents, { id: patientId }) =>
      rows(
        documents,
        ({ id }) => id,
        (sent) => (
          <>
            {line(sent.title, sent.filename, sourceText(sent), reviewText(sent))}
            {sent.misfiled !== null && (
              <p className={rowCss["note"]}>The patient says it isn’t theirs, and doesn’t see it.</p>
            )}
            {sent.review?.text && <p className={rowCss["note"]}>{sent.review.text}</p>}
            <PatientDocument patientId={patientId} sent={sent} />
            <WrongDocument patientId={patientId} sent={sent} />
          </>
        ),
      ),
  },
  letters: {
    title: "Medical letters",
    content: (letters, record) =>
      rows(
        letters,
        ({ id }) => id,
        (letter) => <IssuedLetter letter={letter} current={currentLetter(letters)} patient={record} />,
      ),
  },
  agreements: {
    title: "Agreed to",
    content: (agreements) =>
      rows(
        agreements,
        ({ kind, refid, at }) => `${kind} ${refid} ${at}`,
        ({ kind, refid, version, at }) =>
          line(
            kind === "consent" ? consentName(refid) : agreementNames[kind],
            kind === "consent" && version && `version ${version}`,
            practiceDayAndTime(at),
          ),
      ),
  },
  shippingaddress: {
    title: "Shipping address",
    content: ({ firstname, lastname, address1, address2, city, state, zipcode, phoneno }) =>
      line(
        [address1, address2].filter(Boolean).join(", "),
        `${city}, ${state} ${zipcode}`,
        [firstname, lastname].filter(Boolean).join(" "),
        phoneno && `phone ${formatPhone(phoneno)}`,
      ),
  },
  pharmacy: { title: "Pharmacy", content: (name) => line(name) },
};

const agreementNames: Readonly<Record<Exclude<Shown<"agreements">[number]["kind"], "consent">, string>> = {
  order: "Terms of an order",
  change: "Treatment change",
};

/** What was done and is about no subscription. */
const plainTexts = {
  recovery_link: "Reset link sent to the email on record",
  charge: "Tried the card again for the past-due amount",
} as const;

/** A consent of the content by its id: “hipaa_notice” as “HIPAA notice”. */
const consentName = (id: string): string => {
  const text = id.replaceAll("_", " ").replace("hipaa", "HIPAA");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/**
 * The sections of what this person may see. A field that is not in the answer is not theirs: it is left out, never counted as empty, which would say
 * that there is nothing.
 */
export function shownSections(record: PatientRecord): readonly RecordSection[] {
  return (Object.keys(sections) as (keyof typeof sections)[]).flatMap((name) => {
    const section = sections[name] as {
      title: string;
      empty?: (value: unknown, record: PatientRecord) => boolean;
      content: (value: unknown, record: PatientRecord) => ReactNode;
    };
    const value = record[name];
    return value === undefined || value === null
      ? []
      : [
          {
            id: name,
            title: section.title,
            empty: section.empty?.(value, record) ?? (Array.isArray(value) && value.length === 0),
            content: section.content(value, record),
          },
        ];
  });
}
