import type { ReactNode } from "react";
import { RestingFlower } from "#app/ui/brand/illustrations/resting-flower.tsx";
import css from "./message-page.module.css";

/** A page that says what didn't work, and the way on; `withinShell`, where the main landmark already exists. */
export function MessagePage({
  title,
  action,
  withinShell = false,
  children,
}: {
  title: string;
  action?: ReactNode;
  withinShell?: boolean;
  children?: ReactNode;
}) {
  const Landmark = withinShell ? "div" : "main";
  return (
    <Landmark className={css[withinShell ? "within" : "screen"]}>
      <div className={css["inner"]} role="alert">
        <div className={css["picture"]}>
          <RestingFlower />
        </div>
        <h1 className={css["title"]}>{title}</h1>
        {children && <p className={css["text"]}>{children}</p>}
        {action && <div className={css["action"]}>{action}</div>}
      </div>
    </Landmark>
  );
}
