import { useState } from "react";
import { call } from "#app/api/call.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { SavedFile } from "#app/ui/feedback/saved-file.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import { DownloadIcon } from "#app/ui/brand/app-icons.tsx";
import { documents, type PatientDocument } from "#contract/documents/calls.ts";
import { saveFile, type SavedFile as Saved } from "#app/browser/save-file.ts";

/** Saves the file of a document on the patient's device. */
export function DownloadFile({ item }: { item: PatientDocument }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [saved, setSaved] = useState<Saved>();
  async function download() {
    setBusy(true);
    setProblem(undefined);
    setSaved(undefined);
    try {
      setSaved(saveFile(await call(documents.file, { params: { id: item.id } }), item.file.name));
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button variant="secondary" busy={busy} busyLabel="Preparing" onClick={() => void download()}>
        <DownloadIcon /> Download<span className="visually-hidden">: {item.title}</span>
      </Button>
      {saved?.handedOver === false && <SavedFile saved={saved} />}
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </>
  );
}
