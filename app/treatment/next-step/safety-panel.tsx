import { Stack } from "#app/ui/layout/stack.tsx";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { InfoIcon, WarningIcon } from "#app/ui/brand/base-icons.tsx";
import { MedicineAtHome } from "#app/emergency/medicine-at-home.tsx";
import { isPhoneLink } from "#contract/emergency/emergency.ts";
import type { NextStep } from "#contract/treatment/next-step.ts";
import { ServerActionLink } from "./next-step-lead.tsx";
import css from "./safety-panel.module.css";

/**
 * Shown when an answer reveals that a medicine may be unsafe: whom to call, what to do with the medicine at home, and how to reach the
 * doctor. It comes before everything else on the page, and its heading is the page's heading.
 */
export function SafetyPanel({ step: { kind, title, text, action, safety } }: { step: NextStep }) {
  if (!safety) return null;
  const { calls, athome, more, calm = false } = safety;
  const callActions = calls.filter(({ href }) => isPhoneLink(href));
  const otherActions = calls.filter(({ href }) => !isPhoneLink(href));
  const emergency = kind === "emergency";
  return (
    <Stack as="section" className={css["panel"]} data-calm={calm || undefined} aria-labelledby="safety">
      <div className={css["head"]}>
        <span className={css["icon"]}>{calm ? <InfoIcon /> : <WarningIcon />}</span>
        <h1 id="safety" className={css["title"]}>
          {title}
        </h1>
      </div>
      <p className={css["text"]}>
        <EmergencyText>{text}</EmergencyText>
      </p>
      {callActions.length > 0 && (
        <div className={css["calls"]}>
          {callActions.map((call, index) => (
            <ServerActionLink
              key={call.href}
              action={call}
              variant={index === 0 && !calm ? "danger" : "secondary"}
              className={index === 0 && !calm ? css["first"] : undefined}
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
        {action && (
          <ServerActionLink
            action={action}
            variant={!calm && (emergency || callActions.length > 0) ? "secondary" : "primary"}
          />
        )}
        {otherActions.map((each) => (
          <ServerActionLink key={each.href} action={each} variant="secondary" />
        ))}
      </div>
    </Stack>
  );
}
