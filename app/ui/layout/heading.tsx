import type { ReactNode } from "react";
import css from "./heading.module.css";

/** The one heading of a screen, with an eyebrow above and a lead below. `level` and `size` may differ. */
export function Heading({
  level = 1,
  size,
  eyebrow,
  lead,
  centered = false,
  id,
  children,
}: {
  level?: 1 | 2 | 3 | undefined;
  size?: "display" | "page" | "section" | "small" | undefined;
  eyebrow?: ReactNode;
  lead?: ReactNode;
  centered?: boolean | undefined;
  id?: string | undefined;
  children: ReactNode;
}) {
  const Tag = `h${level}` as const;
  const sizeClass = size ?? (["page", "section", "small"] as const)[level - 1] ?? "page";
  return (
    <div className={centered ? css["centered"] : css["heading"]}>
      {eyebrow && <p className={css["eyebrow"]}>{eyebrow}</p>}
      <Tag id={id} className={css[sizeClass]}>
        {children}
      </Tag>
      {lead && <p className={css["lead"]}>{lead}</p>}
    </div>
  );
}
