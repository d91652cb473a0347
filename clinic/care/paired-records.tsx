import { Alert } from "#app/ui/feedback/alert.tsx";
import { usePermissions } from "#clinic/session/current.ts";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { birthdayLabel, patientName } from "#clinic/ui/labels/patient-name.ts";
import { careStatus } from "#clinic/ui/labels/care-status.ts";
import { pairPath } from "#clinic/work/record-path.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord, RecordPair } from "#contract/care/patients.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import { permits } from "#contract/policy/policy.ts";

/** Wherever somebody decides for a patient: other records that are, or may be, of the same person. */
export const PairedRecords = ({ record: { pairs = [] } }: { record: Pick<PatientRecord, "pairs"> }) =>
  pairs.map((pair) => <PairNotice key={pair.id} pair={pair} />);

function PairNotice({ pair: { id, verdict, other } }: { pair: RecordPair }) {
  const mayJudge = permits(usePermissions(), care.judgePair.access.needs);
  const waits = verdict === null;
  return (
    <Alert
      tone={waits ? "warning" : "info"}
      title={waits ? "This may be a second record of one person" : "The same person has another record"}
      actions={<a href={pairPath(id)}>{waits && mayJudge ? "Say whether it is" : "Look at both"}</a>}
    >
      <p>
        {patientName(other.patient)}, {birthdayLabel(other.patient)}. Case there: {careStatus(other.patient).label}.{" "}
        {atHome(other)}
      </p>
      {waits && <p>Nothing new can be approved in either record before somebody has said so.</p>}
    </Alert>
  );
}

/** What is at home, or on its way, by the other record; nothing for who isn't shown medicines. */
function atHome({ medicines }: RecordPair["other"]): string {
  if (medicines === null) return "";
  const sent = medicines.flatMap(({ athomeuntil, ...medicine }) =>
    athomeuntil === null ? [] : [`${medicineName(medicine)} through ${formatCalendarDay(athomeuntil)}`],
  );
  return sent.length === 0 ? "Nothing is at home by it." : `At home or on its way by it: ${sent.join(", ")}.`;
}
