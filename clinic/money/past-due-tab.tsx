import { formatCalendarDay } from "#contract/fields/formats.ts";
import { formatDollars } from "#app/formats/money.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { Table } from "#clinic/ui/table/table.tsx";
import { toDollars } from "#contract/fields/numbers.ts";
import css from "./money.module.css";
import { declineLabels } from "./money-labels.ts";
import { MoreButton } from "#clinic/ui/table/more-button.tsx";
import { type PatientPastDue, patientsPastDue, usePastDue } from "./past-due.ts";

/** Patients whose charges failed and weren't paid since: how much, since when, why, and when it's tried again. */
export function PastDueTab() {
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
            <Table label="Past due" head={["Patient", "Owed", "Since", "Why it failed", "Next try"]}>
              {rows.map((row) => (
                <PastDueRow key={row.patient.id} row={row} />
              ))}
            </Table>
            <MoreButton list={charges} />
          </>
        );
      }}
    </QueryContent>
  );
}

function PastDueRow({ row: { patient, cents, charges, since, retryOn, attempts, reason } }: { row: PatientPastDue }) {
  return (
    <tr>
      <td>
        <b>{patientName(patient)}</b>
        <div>
          <a href={`mailto:${encodeURIComponent(patient.email).replace("%40", "@")}`}>{patient.email}</a>
        </div>
      </td>
      <td className={css["amount"]}>
        {formatDollars(toDollars(cents))}
        {charges > 1 && <div className={css["quiet"]}>{charges} charges</div>}
      </td>
      <td className={css["when"]}>{formatCalendarDay(since)}</td>
      <td>
        {declineLabels[reason]}
        <div className={css["quiet"]}>{attempts === 1 ? "Tried once" : `Tried ${attempts} times`}</div>
      </td>
      <td className={css["when"]}>
        {retryOn ? formatCalendarDay(retryOn) : <b className={css["danger"]}>Not automatically</b>}
      </td>
    </tr>
  );
}
