import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { useScopes } from "#clinic/session/current.ts";
import { Said } from "#clinic/ui/page.tsx";
import type { PatientRecord } from "#contract/care/patients.ts";
import { offeredCopies } from "./copies.ts";
import { CopyDialog } from "./copy-dialog.tsx";

/** Copies of a record for an insurer, a court, the patient, where the person's roles open what is copied. */
export function MakeCopy({ record }: { record: PatientRecord }) {
  const held = useScopes();
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  if (offeredCopies(held).length === 0) return null;
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
        Make a copy
      </Button>
      {open && (
        <CopyDialog
          record={record}
          held={held}
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
