import { useScopes } from "#clinic/session/current.ts";
import { OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import type { PatientRecord } from "#contract/care/patients.ts";
import { CopyDialog } from "./copy-dialog.tsx";
import { offeredCopies } from "./copies.ts";

/** Copies of a record for an insurer, a court, the patient, where the person's roles open what is copied. */
export function MakeCopy({ record }: { record: PatientRecord }) {
  const held = useScopes();
  if (offeredCopies(held).length === 0) return null;
  return (
    <OpensDialog label="Make a copy">{(dialog) => <CopyDialog record={record} held={held} {...dialog} />}</OpensDialog>
  );
}
