import { Bar } from "./cluster.tsx";
import { type ReactNode, useId } from "react";
import { Alert } from "../feedback/alert.tsx";
import { Card } from "./card.tsx";
import css from "./settings-card.module.css";
import { StatusMessage } from "../feedback/status-message.tsx";

/** Switches that apply when pressed: their heading, the outcome of the last press, and a `note` set apart below. */
export function SettingsCard({
  title,
  saved,
  problem,
  note,
  children,
}: {
  title: string;
  /** The last press was saved. */
  saved: boolean;
  /** Why the last press was not saved; null when it was. */
  problem: string | null;
  note?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card as="section" gap={5} className={css["card"]} aria-labelledby={id}>
      <Bar rowGap={1} align="baseline">
        <h2 id={id} className={css["title"]}>
          {title}
        </h2>
        <StatusMessage visible>{saved && <span className={css["saved"]}>Saved.</span>}</StatusMessage>
      </Bar>
      {children}
      {problem !== null && (
        <Alert tone="warning" title="This wasn't saved">
          {problem}
        </Alert>
      )}
      {note && <p className={css["note"]}>{note}</p>}
    </Card>
  );
}
