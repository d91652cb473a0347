import { useQueryClient } from "@tanstack/react-query";
import { formatDay } from "#app/formats/dates.ts";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { birthdayLabel, patientName } from "#clinic/ui/labels/patient-name.ts";
import { care } from "#contract/care/calls.ts";
import type { RecordLetter } from "#contract/care/letters.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

/** Withdraws a letter that was meant for another patient, and issues it for that one. */
export function WithdrawLetter({
  letter: { id: letterid, text, doctorname, issuedat },
  patient,
  onDone,
  onClose,
}: {
  letter: RecordLetter;
  /** For whom it was issued. */
  patient: PatientSummary;
  onDone: () => void;
  onClose: () => void;
}) {
  const cache = useQueryClient();
  const { id } = patient;
  function readAgain() {
    for (const key of [queryKey(care.patient), ["inbox"]]) void cache.invalidateQueries({ queryKey: key });
  }
  return (
    <WithdrawDialog
      title="Withdraw this letter?"
      description={`It was issued on ${formatDay(issuedat)} for ${patientName(patient)}, ${birthdayLabel(patient)}. Nobody can read or download it there any more. The letter before it counts again.`}
      quote={text}
      right={{
        label: "Who it was meant for",
        hint: `It’s issued for them now, by ${doctorname}.`,
        action: "Withdraw it and issue it for them",
      }}
      wrongId={id}
      send={(body, key) => call(care.withdrawLetter, { params: { id, letterid }, body }, { key })}
      onSent={() => {
        readAgain();
        onDone();
      }}
      onFailure={readAgain}
      onClose={onClose}
    />
  );
}
