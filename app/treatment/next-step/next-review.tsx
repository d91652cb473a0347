import { CalendarIcon } from "#app/ui/brand/app-icons.tsx";
import type { Treatment } from "#contract/treatment/overview.ts";
import css from "./next-review.module.css";

/** The day on which the doctor wants to hear from the patient again. */
export const NextReview = ({ text }: { text: Treatment["nextreview"] }) =>
  text !== null && (
    <p className={css["review"]}>
      <CalendarIcon />
      {text}
    </p>
  );
