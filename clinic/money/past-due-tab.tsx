import { formatCalendarDay } from "#contract/fields/formats.ts";
import { formatDay } from "#app/formats/dates.ts";
import { formatDollars } from "#app/formats/money.ts";
import { AboutPatient } from "#clinic/care/wrong-chart/who-it-is.tsx";
import { CreditDialog } from "#clinic/care/payments/credit-dialog.tsx";
import { MailPastDue } from "#clinic/care/payments/mail-past-due.tsx";
import { writeOffLabels } from "#clinic/care/payments/payment-labels.ts";
import { OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { QueryContent } from "#clinic/ui/page.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { MoreButton } from "#clinic/ui/table/more-button.tsx";
import { RowAction, RowActions } from "#clinic/ui/table/row-actions.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { toDollars } from "#contract/fields/numbers.ts";
import css from "./money.module.css";
import { declineLabels } from "./money-labels.ts";
import { type PatientPastDue, patientsPastDue, usePastDue, useWriteOffs } from "./past-due.ts";
import { WriteOffDialog } from "./write-off-dialog.tsx";

type Act = { readonly kind: "mail" | "credit" | "write_off"; readonly row: PatientPastDue };

/** Patients whose charges failed and weren't paid since: how much, since when, why, when it's tried again, and what can be done; then what was written off. */
export function PastDueTab() {
  return (
    <OpensDialog<Act>
      buttons={(open) => (
        <>
          <PastDueList open={open} />
          <WriteOffList open={open} />
        </>
      )}
    >
      {(dialog, { kind, row }) => {
        const about = { patientId: row.patient.id, patientName: patientName(row.patient), ...dialog };
        return (
          <AboutPatient patient={row.patient}>
            {kind === "mail" && <MailPastDue {...about} />}
            {kind === "credit" && <CreditDialog {...about} />}
            {kind === "write_off" && <WriteOffDialog row={row} {...dialog} />}
          </AboutPatient>
        );
      }}
    </OpensDialog>
  );
}

type Opens = { readonly open: (act: Act) => void };

function PastDueList({ open }: Opens) {
  const charges = usePastDue();
  return (
    <QueryContent query={charges}>
      {({ pages }) => {
        const rows = patientsPastDue(pages);
        if (rows.length === 0) return <p className={css["empty"]}>Nobody is past due.</p>;
        return (
          <>
            <p className={css["quiet"]}>
              Patients got an email, and can pay in the app with another card. Write to those whose charge isn’t tried
              again automatically.
            </p>
            <Table label="Past due" head={["Patient", "Owed", "Since, and tried again", "Why it failed", "What to do"]}>
              {rows.map((row) => (
                <PastDueRow key={row.patient.id} row={row} open={open} />
              ))}
            </Table>
            <MoreButton list={charges} />
          </>
        );
      }}
    </QueryContent>
  );
}

function WriteOffList({ open }: Opens) {
  const charges = useWriteOffs();
  return (
    <QueryContent query={charges}>
      {({ pages }) => {
        const rows = patientsPastDue(pages);
        if (rows.length === 0) return null;
        return (
          <div className={css["decided"]}>
            <h2>Written off</h2>
            <Table label="Written off" head={["Patient", "Owed", "Since", "Why", "What to do"]}>
              {rows.map((row) => (
                <tr key={row.patient.id}>
                  <td>
                    <b>{patientName(row.patient)}</b>
                  </td>
                  <td className={css["amount"]}>{formatDollars(toDollars(row.cents))}</td>
                  <td className={css["when"]}>{formatCalendarDay(row.since)}</td>
                  <td>
                    {row.writeOff && writeOffLabels[row.writeOff.reason]}
                    {row.writeOff && (
                      <div className={css["quiet"]}>
                        {formatDay(row.writeOff.at)} by {row.writeOff.by}
                      </div>
                    )}
                  </td>
                  <td>
                    <RowActions>
                      <RowAction
                        label="Undo"
                        name={`Undo the write-off: ${patientName(row.patient)}`}
                        onClick={() => open({ kind: "write_off", row })}
                      />
                    </RowActions>
                  </td>
                </tr>
              ))}
            </Table>
            <MoreButton list={charges} />
          </div>
        );
      }}
    </QueryContent>
  );
}

function PastDueRow({ row, open }: { row: PatientPastDue } & Opens) {
  const { patient, cents, charges, since, retryOn, attempts, reason, mailedAt } = row;
  const name = patientName(patient);
  return (
    <tr>
      <td>
        <b>{name}</b>
        <div className={css["email"]}>
          <a href={`mailto:${encodeURIComponent(patient.email).replace("%40", "@")}`}>{patient.email}</a>
        </div>
      </td>
      <td className={css["amount"]}>
        {formatDollars(toDollars(cents))}
        {charges > 1 && <div className={css["quiet"]}>{charges} charges</div>}
      </td>
      <td className={css["when"]}>
        {formatCalendarDay(since)}
        <div className={css["quiet"]}>
          {retryOn ? `Tried again ${formatCalendarDay(retryOn)}` : <b className={css["danger"]}>Not tried again</b>}
        </div>
        {mailedAt !== null && <div className={css["quiet"]}>We wrote {formatDay(mailedAt)}</div>}
      </td>
      <td>
        {declineLabels[reason]}
        <div className={css["quiet"]}>{attempts === 1 ? "Tried once" : `Tried ${attempts} times`}</div>
      </td>
      <td>
        <RowActions>
          <RowAction label="Write" name={`Write to ${name}`} onClick={() => open({ kind: "mail", row })} />
          <RowAction label="Credit" name={`Give ${name} a credit`} onClick={() => open({ kind: "credit", row })} />
          <RowAction label="Write off" name={`Write off: ${name}`} onClick={() => open({ kind: "write_off", row })} />
        </RowActions>
      </td>
    </tr>
  );
}
