import { settings } from "#app/settings.ts";
import css from "./crisis-card.module.css";
import { UrgentHelp } from "./urgent-help.tsx";

/** Whom to call in an emergency. */
export function CrisisCard() {
  const { emergency, suicide } = settings.brand.crisis;
  return (
    <UrgentHelp sentences={[emergency, suicide]} labelledBy="crisis">
      <h2 id="crisis" className={css["title"]}>
        If it can't wait
      </h2>
    </UrgentHelp>
  );
}
