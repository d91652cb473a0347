import type { ReactNode } from "react";
import css from "./section.module.css";

/** One section of the gallery. */
export function Section({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={css["section"]}>
      <div className={css["head"]}>
        <h2 id={`${id}-title`}>{title}</h2>
        {lead && <p className={css["lead"]}>{lead}</p>}
      </div>
      <div className={css["body"]}>{children}</div>
    </section>
  );
}

/** One example with its caption. */
export function Example({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? css["wide"] : css["specimen"]}>
      <h3 className={css["name"]}>{name}</h3>
      {children}
    </div>
  );
}
