import { useQuery } from "@tanstack/react-query";
import { formatDollars } from "#app/formats/money.ts";
import { queryOf } from "#clinic/api/query.ts";
import { CreditDialog } from "#clinic/care/payments/credit-dialog.tsx";
import { CreditList } from "#clinic/care/payments/credit-list.tsx";
import { MailPastDue } from "#clinic/care/payments/mail-past-due.tsx";
import payments from "#clinic/care/payments/payments.module.css";
import { usePermissions } from "#clinic/session/current.ts";
import { OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { creditCalls } from "#contract/care/credits.ts";
import { type PatientPastDue, pastDueCalls } from "#contract/care/past-due.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import { permits } from "#contract/policy/policy.ts";
import { ChargeDialog } from "./charge-dialog.tsx";

type Acts = "charge" | "mail" | "credit";

/** What a patient owes and was given, and what somebody who helps them with it can do. */
export function PatientPayments({ record }: { record: PatientRecord }) {
  const pastDue = useQuery(queryOf(pastDueCalls.pastDue, { params: { id: record.id } }));
  const permissions = usePermissions();
  const mayCharge = permits(permissions, pastDueCalls.chargePastDue.access.needs);
  const mayMail = permits(permissions, pastDueCalls.mailPastDue.access.needs);
  const mayCredit = permits(permissions, creditCalls.giveCredit.access.needs);
  const about = { patientId: record.id, patientName: patientName(record) };
  return (
    <QueryContent query={pastDue} rows={3}>
      {(owed) => (
        <>
          <Owed owed={owed} />
          <OpensDialog<Acts>
            className={payments["quiet"]}
            buttons={(open) =>
              record.mergedinto === null && (
                <div className={payments["actions"]}>
                  {mayCharge && owed.chargeobstacle === null && (
                    <RowAction label="Charge again" name="Charge again" onClick={() => open("charge")} />
                  )}
                  {mayMail && owed.mails.some(({ obstacle }) => obstacle === null) && (
                    <RowAction
                      label="Send a link for a new card"
                      name="Send a link for a new card"
                      onClick={() => open("mail")}
                    />
                  )}
                  {mayCredit && <RowAction label="Give a credit" name="Give a credit" onClick={() => open("credit")} />}
                </div>
              )
            }
          >
            {(dialog, act) =>
              act === "charge" ? (
                <ChargeDialog {...about} pastDue={owed} {...dialog} />
              ) : act === "mail" ? (
                <MailPastDue {...about} {...dialog} />
              ) : (
                <CreditDialog {...about} {...dialog} />
              )
            }
          </OpensDialog>
          <CreditList patientId={record.id} />
        </>
      )}
    </QueryContent>
  );
}

function Owed({ owed: { amount, charges, card, chargeobstacle, mailedat } }: { owed: PatientPastDue }) {
  const [oldest] = charges;
  if (!oldest) return <p>Nothing is past due.</p>;
  const facts = [
    card ? `${card.brand} ending in ${card.last4}` : "no card on file",
    mailedat !== null && `we wrote on ${practiceDayAndTime(mailedat)}`,
    charges.every(({ writeoff }) => writeoff) && "written off",
  ];
  return (
    <div>
      <b>{formatDollars(amount)} past due</b> since {formatCalendarDay(oldest.failedon)}
      <div className={payments["quiet"]}>{facts.filter(Boolean).join(" · ")}</div>
      {chargeobstacle !== null && <div className={payments["quiet"]}>{chargeobstacle}</div>}
    </div>
  );
}
