import type { ReactNode } from "react";
import css from "./empty-state.module.css";
import { cx } from "../cx.ts";

/** Picture, a sentence, what to do next. `level` fits the heading into the page's outline. */
export function EmptyState({
  illustration,
  title,
  level = 2,
  action,
  className,
  children,
}: {
  illustration?: ReactNode;
  title: ReactNode;
  level?: 1 | 2 | 3 | undefined;
  action?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const Title = `h${level}` as const;
  return (
    <div className={cx(css["empty"], className)}>
      {illustration && <div className={css["picture"]}>{illustration}</div>}
      <Title className={css["title"]}>{title}</Title>
      {children && <div className={css["text"]}>{children}</div>}
      {action && <div className={css["action"]}>{action}</div>}
    </div>
  );
}
