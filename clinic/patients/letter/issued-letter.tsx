import { formatDay } from "#app/formats/dates.ts";
import { WithdrawLetter } from "#clinic/care/wrong-chart/withdraw-letter.tsx";
import { usePermissions } from "#clinic/session/current.ts";
import { OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { care } from "#contract/care/calls.ts";
import type { RecordLetter } from "#contract/care/letters.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { permits } from "#contract/policy/policy.ts";
import rowCss from "#clinic/ui/rows.module.css";
import { letterState } from "./letter.ts";

/** A medical letter in the record: who issued it, whether the patient reads it, its text, and its withdrawal. */
export function IssuedLetter({
  letter,
  current,
  patient,
}: {
  letter: RecordLetter;
  /** The one the patient can download. */
  current: RecordLetter | undefined;
  patient: PatientRecord;
}) {
  const mayWithdraw = permits(usePermissions(), care.withdrawLetter.access.needs) && letter.misfiled !== "withdrawn";
  const day = formatDay(letter.issuedat);
  return (
    <>
      <div className={rowCss["first"]}>Letter of {day}</div>
      <div className={rowCss["quiet"]}>
        {letter.doctorname}
        {letter.preparedby !== null && `, prepared by ${letter.preparedby}`} · {letterState(letter, current)}
      </div>
      {letter.text !== null && (
        <details>
          <summary>
            Read it<span className="visually-hidden">: letter of {day}</span>
          </summary>
          <p className={rowCss["note"]}>{letter.text}</p>
        </details>
      )}
      {mayWithdraw && (
        <OpensDialog
          takesFocus
          buttons={(open) => (
            <div className={rowCss["steps"]}>
              <RowAction label="Wrong patient" name={`Wrong patient: letter of ${day}`} onClick={() => open(null)} />
            </div>
          )}
        >
          {({ onClose, onDone }) => (
            <WithdrawLetter
              letter={letter}
              patient={patient}
              onDone={() => onDone("The letter is withdrawn.")}
              onClose={onClose}
            />
          )}
        </OpensDialog>
      )}
    </>
  );
}
