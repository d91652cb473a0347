import { Cluster } from "#app/ui/layout/cluster.tsx";
import type { Emergency } from "#contract/emergency/emergency.ts";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import css from "./emergency-panel.module.css";
import { EmergencyText } from "./emergency-text.tsx";
import { WarningIcon } from "#app/ui/brand/base-icons.tsx";
import { MedicineAtHome } from "./medicine-at-home.tsx";

const scrollIntoView = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: "nearest" });

/** Whom to contact in an emergency, shown at once and until dismissed. Whom to call comes first: a small screen shows no more. */
export function EmergencyPanel({
  emergency: { title, text, phones, athome },
  onDismiss,
  className,
}: {
  emergency: Emergency;
  onDismiss?: (() => void) | undefined;
  className?: string | undefined;
}) {
  return (
    <section
      ref={scrollIntoView}
      role="alert"
      aria-label="Urgent help"
      className={[css["panel"], className].filter(Boolean).join(" ")}
    >
      <h2 className={css["title"]}>
        <WarningIcon />
        {title}
      </h2>
      <Cluster rowGap={2} align="normal">
        {phones.map(({ label, href }, index) => (
          <ButtonLink key={href} href={href} variant={index === 0 ? "danger" : "secondary"}>
            {label}
          </ButtonLink>
        ))}
      </Cluster>
      <p>
        <EmergencyText>{text}</EmergencyText>
      </p>
      <MedicineAtHome athome={athome} level={3} />
      {onDismiss && (
        <Button variant="quiet" onClick={onDismiss} className={css["dismiss"]}>
          I’ve read this
        </Button>
      )}
    </section>
  );
}
