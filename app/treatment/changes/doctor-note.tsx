import { Stack } from "#app/ui/layout/stack.tsx";
import css from "./doctor-note.module.css";

/** The doctor's note to the patient about the decision; `from` names the doctor where the surroundings don't. */
export function DoctorNote({ note, from }: { note: string; from?: string }) {
  return (
    <Stack as="figure" gap={2} className={css["note"]}>
      <blockquote className={css["words"]}>{note}</blockquote>
      {from && <figcaption className={css["from"]}>{from}</figcaption>}
    </Stack>
  );
}
