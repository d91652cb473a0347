import type { ReactNode } from "react";
import css from "./message-screen.module.css";

/** One message instead of a page. */
export function MessageScreen({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <main className={css["screen"]}>
      <div className={css["inner"]} role="alert">
        <h1 className={css["title"]}>{title}</h1>
        {children && <p className={css["text"]}>{children}</p>}
        {action && <div className={css["action"]}>{action}</div>}
      </div>
    </main>
  );
}
