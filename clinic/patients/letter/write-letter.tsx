import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { useScopes } from "#clinic/session/current.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { LetterDialog } from "./letter-dialog.tsx";
import { mayHaveLetter } from "./letter.ts";

/** Writes a medical letter about a patient, where the person decides in a doctor's name and a doctor has accepted the patient. */
export function WriteLetter({ record }: { record: PatientRecord }) {
  const scopes = useScopes();
  const [writing, setWriting] = useState(false);
  const [done, setDone] = useState("");
  const said = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (done) said.current?.focus();
  }, [done]);
  if (!care.issueLetter.scopes.some((scope) => scopes.includes(scope)) || !mayHaveLetter(record)) return null;
  return (
    <>
      <output ref={said} tabIndex={-1}>
        {done}
      </output>
      <Button
        variant="quiet"
        onClick={() => {
          setDone("");
          setWriting(true);
        }}
      >
        Write a letter
      </Button>
      {writing && (
        <LetterDialog
          record={record}
          onClose={() => setWriting(false)}
          onDone={(text) => {
            setWriting(false);
            setDone(text);
          }}
        />
      )}
    </>
  );
}
