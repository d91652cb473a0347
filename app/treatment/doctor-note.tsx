import css from "./doctor-note.module.css";

/** The doctor's words to her with the decision. */
export function DoctorNote({ note, from }: { note: string; from: string | undefined }) {
  return (
    <figure className={css["note"]}>
      <blockquote className={css["words"]}>{note}</blockquote>
      <figcaption className={css["from"]}>{from ?? "Your doctor"}</figcaption>
    </figure>
  );
}
