import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { useScopes } from "#clinic/session/current.ts";
import { Said } from "#clinic/ui/page.tsx";
import type { PatientRecord } from "#contract/care/patients.ts";
import { mayChangeContact } from "./contact-data.ts";
import { ContactDialog } from "./contact-dialog.tsx";

/** Changes name, phone, e-mail or address for a patient who asked for it, where the person's role may. */
export function EditContact({ record }: { record: PatientRecord }) {
  const scopes = useScopes();
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  if (!mayChangeContact(scopes)) return null;
  return (
    <>
      <Said>{said}</Said>
      <Button
        variant="quiet"
        onClick={() => {
          setSaid("");
          setOpen(true);
        }}
      >
        Change contact data
      </Button>
      {open && (
        <ContactDialog
          record={record}
          onClose={() => setOpen(false)}
          onDone={(text) => {
            setOpen(false);
            setSaid(text);
          }}
        />
      )}
    </>
  );
}
