import { useScopes } from "#clinic/session/current.ts";
import { OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import type { PatientRecord } from "#contract/care/patients.ts";
import { mayChangeContact } from "./contact-data.ts";
import { ContactDialog } from "./contact-dialog.tsx";

/** Changes name, phone, e-mail or address for a patient who asked for it, where the person's role may. */
export function EditContact({ record }: { record: PatientRecord }) {
  const scopes = useScopes();
  if (!mayChangeContact(scopes)) return null;
  return (
    <OpensDialog label="Change contact data">{(dialog) => <ContactDialog record={record} {...dialog} />}</OpensDialog>
  );
}
