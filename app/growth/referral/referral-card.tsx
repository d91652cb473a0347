import { type ReactNode, useId } from "react";
import { Card } from "#app/ui/layout/card.tsx";
import css from "./referral-card.module.css";

/** A section of Refer a Friend with its own heading. */
export function ReferralCard({
  title,
  tone,
  children,
}: {
  title: string;
  tone?: "tint" | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card as="section" tone={tone} gap={4} aria-labelledby={id}>
      <h2 id={id} className={css["title"]}>
        {title}
      </h2>
      {children}
    </Card>
  );
}
