import { type ReactNode, useId, useState } from "react";
import { ChevronDownIcon } from "../brand/base-icons.tsx";
import { Card } from "./card.tsx";
import css from "./folded-card.module.css";

/** A section whose heading opens it. On a wide screen, where it stands beside others, it is open from the start; `open`: on a phone too. */
export function FoldedCard({
  title,
  tone,
  open = false,
  children,
}: {
  title: string;
  tone?: "tint" | undefined;
  open?: boolean | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const [opensItself] = useState(() => matchMedia("(width >= 60rem)").matches);
  return (
    <Card as="section" tone={tone} aria-labelledby={id} className={css["card"]}>
      <details open={opensItself || open}>
        <summary className={css["summary"]}>
          <h2 id={id} className={css["title"]}>
            {title}
          </h2>
          <ChevronDownIcon />
        </summary>
        <div className={css["content"]}>{children}</div>
      </details>
    </Card>
  );
}
