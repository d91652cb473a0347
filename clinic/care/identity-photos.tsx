import { useState } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { call } from "#clinic/api/call.ts";
import { TextButton } from "#clinic/ui/text-button.tsx";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import css from "./care.module.css";
import { useFile } from "./use-file.ts";

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
  const read = () => call(care.photo, { params: { id: patientId, photoid: id } });
  const { url, isLoading, isSaved, message, open, hide } = useFile(read, kind);
  const [isDamaged, setDamaged] = useState(false);
  const name = `${names[kind]}, sent ${formatDay(uploadedat)}`;
  const problem = isDamaged
    ? "This file is damaged and can’t be shown. The patient has to send it again."
    : isSaved
      ? "It can’t be shown here, so your browser was asked to save it. Once you’ve looked, delete the file."
      : message && `It couldn’t be loaded. ${message}`;
  function show() {
    setDamaged(false);
    open();
  }
  return (
    <>
      {url === null ? (
        <TextButton aria-busy={isLoading || undefined} onClick={show}>
          {isLoading ? "Loading" : "Show"} {name}
        </TextButton>
      ) : (
        <figure>
          <img
            src={url}
            alt={name}
            onError={() => {
              hide();
              setDamaged(true);
            }}
          />
          <figcaption className={css["byline"]}>
            {name}
            <TextButton onClick={hide}>Hide</TextButton>
          </figcaption>
        </figure>
      )}
      {problem && <p role="alert">{problem}</p>}
    </>
  );
}
