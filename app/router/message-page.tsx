import type { ReactNode } from "react";
import css from "./message-page.module.css";

/** One message instead of a page; `inside` a shell the page's landmark is there already. */
export function MessagePage({
  title,
  action,
  inside: withinShell = false,
  children,
}: {
  title: string;
  action?: ReactNode;
  inside?: boolean;
  children?: ReactNode;
}) {
  const Landmark = withinShell ? "div" : "main";
  return (
    <Landmark className={css[withinShell ? "within" : "screen"]}>
      <div className={css["inner"]} role="alert">
        <h1 className={css["title"]}>{title}</h1>
        {children && <p className={css["text"]}>{children}</p>}
        {action && <div className={css["action"]}>{action}</div>}
      </div>
    </Landmark>
  );
}
