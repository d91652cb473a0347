import { useEffect, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { isDrawable } from "#app/browser/file-rules.ts";
import { saveFile } from "#app/browser/save-file.ts";
import { call } from "#clinic/api/call.ts";
import { TextButton } from "#clinic/ui/text-button.tsx";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import css from "./care.module.css";

type Sent = NonNullable<PatientRecord["documents"]>[number];

/** The file of a document. It's read with the session, and only when somebody asks for it: each look is in the audit. */
export function PatientDocument({
  patientId,
  sent: { id, title, filename },
}: {
  patientId: string;
  sent: Pick<Sent, "id" | "title" | "filename">;
}) {
  const [url, setUrl] = useState<string | null>(null);
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState("");
  const [saved, setSaved] = useState(false);
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);

  async function open() {
    if (loading) return;
    setLoading(true);
    setProblem("");
    setSaved(false);
    try {
      const file = await call(care.patientDocument, { params: { id: patientId, documentid: id } });
      // Only what is known to be a picture is drawn; whatever else it is, the browser isn't asked to open it.
      if (isDrawable(file.type)) setUrl(URL.createObjectURL(file));
      else {
        saveFile(file, filename);
        setSaved(true);
      }
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setLoading(false);
    }
  }

  return (
    <>
      <TextButton aria-busy={loading || undefined} onClick={() => (url === null ? void open() : setUrl(null))}>
        {loading ? "Loading" : url === null ? "Open" : "Hide"}
        <span className="visually-hidden">: {title}</span>
      </TextButton>
      {url !== null && <img className={css["picture"]} src={url} alt={title} />}
      <output className={css["quiet"]}>{saved ? " Saved on this computer." : ""}</output>
      {problem && <p role="alert">{problem}</p>}
    </>
  );
}
