import { EmergencyText } from "#app/ui/emergency-text.tsx";
import { WarningIcon } from "#app/ui/icons.tsx";
import { MedicineAtHome } from "#app/ui/medicine-at-home.tsx";
import { isCall } from "#contract/emergency.ts";
import type { NextStep } from "#contract/treatment.ts";
import { ActionButton } from "./next-step-panel.tsx";
import css from "./safety-panel.module.css";

/**
 * After an answer that speaks against a medicine: above everything else of the page, and its heading. Whom to call, what to do with the
 * medicine at home, and the doctor.
 */
export function SafetyPanel({ step: { kind, title, text, action, safety } }: { step: NextStep }) {
  if (!safety) return null;
  const { calls, athome, more } = safety;
  const urgent = calls.filter(({ href }) => isCall(href));
  const later = calls.filter(({ href }) => !isCall(href));
  const emergency = kind === "emergency";
  return (
    <section className={css["panel"]} aria-labelledby="safety">
      <div className={css["head"]}>
        <span className={css["icon"]}>
          <WarningIcon />
        </span>
        <h1 id="safety" className={css["title"]}>
          {title}
        </h1>
      </div>
      <p className={css["text"]}>
        <EmergencyText>{text}</EmergencyText>
      </p>
      {urgent.length > 0 && (
        <div className={css["calls"]}>
          {urgent.map((call, index) => (
            <ActionButton
              key={call.href}
              action={call}
              variant={index === 0 ? "danger" : "secondary"}
              className={index === 0 ? css["first"] : undefined}
            />
          ))}
        </div>
      )}
      <MedicineAtHome athome={athome} level={2} />
      {more && (
        <p>
          <EmergencyText>{more}</EmergencyText>
        </p>
      )}
      <div className={css["calls"]}>
        {action && <ActionButton action={action} variant={emergency || urgent.length > 0 ? "secondary" : "primary"} />}
        {later.map((each) => (
          <ActionButton key={each.href} action={each} variant="secondary" />
        ))}
      </div>
    </section>
  );
}
