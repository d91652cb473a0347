import { Stack } from "#app/ui/layout/stack.tsx";
import { EmergencyText } from "./emergency-text.tsx";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { MapPinPlant } from "#app/ui/brand/illustrations/map-pin-plant.tsx";
import { WarningIcon } from "#app/ui/brand/base-icons.tsx";
import { MedicineAtHome } from "./medicine-at-home.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import css from "./stop-notice.module.css";

/**
 * Why it is not safe to continue, or where to get help at once, and what to do. `level` is the heading level; the heading takes the focus.
 */
export function StopNotice({ stop, level = 1 }: { stop: ScreeningStop; level?: 1 | 2 | undefined }) {
  const emergency = stop.kind === "emergency";
  const Title = `h${level}` as const;
  return (
    <section className={css[emergency ? "emergency" : "stop"]} role={emergency ? "alert" : undefined}>
      <div className={css["picture"]}>{emergency ? <WarningIcon /> : <MapPinPlant />}</div>
      <Title ref={moveFocusTo} tabIndex={-1}>
        {stop.title}
      </Title>
      <p className={css["text"]}>
        <EmergencyText>{stop.text}</EmergencyText>
      </p>
      <Stack gap={3}>
        {stop.actions.map((action) => (
          <ButtonLink
            key={action.href}
            href={action.href}
            wide
            variant={action.emphasis ? (emergency ? "danger" : "primary") : "secondary"}
            className={action.emphasis ? css["big"] : undefined}
            {...(/^https/.test(action.href) && { target: "_blank", rel: "noopener noreferrer" })}
          >
            {action.label}
            {/^https/.test(action.href) && <span className="visually-hidden"> (opens in a new tab)</span>}
          </ButtonLink>
        ))}
      </Stack>
      <MedicineAtHome athome={stop.athome} level={level === 1 ? 2 : 3} />
    </section>
  );
}
