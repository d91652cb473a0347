import { call } from "#clinic/api/call.ts";
import { TextButton } from "#clinic/ui/text-button.tsx";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import css from "./care.module.css";
import { useFile } from "./use-file.ts";

type Sent = NonNullable<PatientRecord["documents"]>[number];

/** The file of a document. */
export function PatientDocument({
  patientId,
  sent: { id, title, filename },
}: {
  patientId: string;
  sent: Pick<Sent, "id" | "title" | "filename">;
}) {
  const read = () => call(care.patientDocument, { params: { id: patientId, documentid: id } });
  const { url, isLoading, isSaved, message, open, hide } = useFile(read, filename);
  return (
    <>
      <TextButton aria-busy={isLoading || undefined} onClick={url === null ? open : hide}>
        {isLoading ? "Loading" : url === null ? "Open" : "Hide"}
        <span className="visually-hidden">: {title}</span>
      </TextButton>
      {url !== null && <img className={css["picture"]} src={url} alt={title} />}
      <output className={css["quiet"]}>{isSaved ? " Saved on this computer." : ""}</output>
      {message && <p role="alert">{message}</p>}
    </>
  );
}
