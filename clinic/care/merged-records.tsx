import { Alert } from "#app/ui/feedback/alert.tsx";
import { recordPath } from "#clinic/work/record-path.ts";
import type { PatientRecord } from "#contract/care/patients.ts";

/** Where two accounts became one: the way from either record to the other. */
export const MergedRecords = ({
  record: { mergedinto, mergedfrom },
}: {
  record: Pick<PatientRecord, "mergedinto" | "mergedfrom">;
}) => (
  <>
    {mergedinto !== null && (
      <Alert
        tone="warning"
        title="This account became part of another one"
        actions={<a href={recordPath(mergedinto)}>Open the record in use</a>}
      >
        What happened until then stays here. Whatever comes next is done there.
      </Alert>
    )}
    {mergedfrom.map((id) => (
      <Alert
        key={id}
        tone="info"
        title="Another account became part of this one"
        actions={<a href={recordPath(id)}>Open its record</a>}
      >
        Its orders, prescriptions, answers and messages are in its own record. Read both.
      </Alert>
    ))}
  </>
);
