import { useEffect, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { isDrawable } from "#app/browser/file-rules.ts";
import { saveFile } from "#app/browser/save-file.ts";
import { formatDay } from "#app/formats/dates.ts";
import { call } from "#clinic/api/call.ts";
import { TextButton } from "#clinic/ui/text-button.tsx";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import css from "./care.module.css";

type Photo = NonNullable<PatientRecord["photos"]>[number];

const names: Readonly<Record<Photo["kind"], string>> = { photo_id: "Photo ID", selfie: "Selfie" };

/** Photos of the identity check, where they are asked about. Each is read only when somebody wants to see it: each look is in the audit. */
export const IdentityPhotos = ({ patientId, photos }: { patientId: string; photos: readonly Photo[] }) => (
  <ul className={css["photos"]} aria-label="Identity photos">
    {photos.map((photo) => (
      <li key={photo.id}>
        <IdentityPhoto patientId={patientId} photo={photo} />
      </li>
    ))}
  </ul>
);

function IdentityPhoto({ patientId, photo: { id, kind, uploadedat } }: { patientId: string; photo: Photo }) {
  const [url, setUrl] = useState<string | null>(null);
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState("");
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);
  const name = `${names[kind]}, sent ${formatDay(uploadedat)}`;

  async function show() {
    if (loading) return;
    setLoading(true);
    setProblem("");
    try {
      const file = await call(care.photo, { params: { id: patientId, photoid: id } });
      // Only what is known to be a picture is drawn.
      if (isDrawable(file.type)) setUrl(URL.createObjectURL(file));
      else {
        saveFile(file, kind);
        setProblem("It can’t be shown here, so it was saved to your downloads. Delete it there once you’ve looked.");
      }
    } catch (error) {
      setProblem(`It couldn’t be loaded. ${errorMessage(error)}`);
    } finally {
      setLoading(false);
    }
  }

  return (
    <>
      {url === null ? (
        <TextButton aria-busy={loading || undefined} onClick={() => void show()}>
          {loading ? "Loading" : "Show"} {name}
        </TextButton>
      ) : (
        <figure>
          <img
            src={url}
            alt={name}
            onError={() => {
              setUrl(null);
              setProblem("This file is damaged and can’t be shown. The patient has to send it again.");
            }}
          />
          <figcaption className={css["written"]}>
            {name}
            <TextButton onClick={() => setUrl(null)}>Hide</TextButton>
          </figcaption>
        </figure>
      )}
      {problem && <p role="alert">{problem}</p>}
    </>
  );
}
