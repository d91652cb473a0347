import type { ReactNode, Ref } from "react";
import { cx } from "../cx.ts";
import css from "./lead-block.module.css";

/**
 * The one dark block that leads a screen: one sentence that matters now, what it means, and its one action. `now`: it asks for something, so
 * its primary button stands out. Buttons and links inside take its colors.
 */
export function LeadBlock({
  id,
  level = 2,
  title,
  titleRef,
  now = false,
  actions,
  picture,
  children,
}: {
  id: string;
  level?: 1 | 2 | 3 | 4 | undefined;
  title: ReactNode;
  /** Takes the focus when a change of the block removed what had it. */
  titleRef?: Ref<HTMLHeadingElement> | undefined;
  now?: boolean | undefined;
  actions?: ReactNode;
  /** Decorative. */
  picture?: ReactNode;
  children: ReactNode;
}) {
  const Title = `h${level}` as const;
  return (
    <section className={cx(css["lead"], now && css["now"])} aria-labelledby={id}>
      <div className={css["words"]}>
        <Title ref={titleRef} id={id} className={css["title"]}>
          {title}
        </Title>
        <p className={css["text"]}>{children}</p>
        {actions && <div className={css["actions"]}>{actions}</div>}
      </div>
      {picture && (
        <div className={css["picture"]} aria-hidden="true">
          {picture}
        </div>
      )}
    </section>
  );
}
