import css from "./doctor-note.module.css";

/** The doctor's words to her with the decision; `from` names the doctor where nothing around it does. */
export function DoctorNote({ note, from }: { note: string; from?: string }) {
  return (
    <figure className={css["note"]}>
      <blockquote className={css["words"]}>{note}</blockquote>
      {from && <figcaption className={css["from"]}>{from}</figcaption>}
    </figure>
  );
}
