import { settings } from "#app/settings.ts";
import { EmergencyText } from "./emergency-text.tsx";
import css from "./emergency-numbers.module.css";

/** Messages are not for emergencies: whom to call then. */
export function EmergencyNumbers() {
  const { emergency, suicide } = settings.brand.crisis;
  return (
    <p className={css["numbers"]}>
      <EmergencyText>{`${emergency} ${suicide}`}</EmergencyText>
    </p>
  );
}
