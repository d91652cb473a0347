import { Bar } from "#app/ui/layout/cluster.tsx";
import type { ReactNode } from "react";
import { Card } from "#app/ui/layout/card.tsx";
import css from "./settings-section.module.css";

/** A card with a heading and an action beside it. */
export function SettingsSection({
  id,
  title,
  action,
  children,
}: {
  id: string;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card as="section" gap={4} aria-labelledby={id}>
      <Bar className={css["head"]}>
        <h2 id={id} className={css["title"]}>
          {title}
        </h2>
        {action}
      </Bar>
      {children}
    </Card>
  );
}
