import { cx } from "../cx.ts";
import { DividedList } from "./divided-list.tsx";
import type { ReactNode } from "react";
import { ChevronRightIcon } from "../brand/base-icons.tsx";
import css from "./link-list.module.css";

export interface LinkListEntry {
  readonly href: string;
  readonly title: string;
  readonly text: string;
  readonly icon: ReactNode;
}

/** Links to pages, each with a line about it; `compact` where there are many. */
export function LinkList({ pages, compact = false }: { pages: readonly LinkListEntry[]; compact?: boolean }) {
  return (
    <DividedList>
      {pages.map(({ href, title, text, icon }) => (
        <li key={href}>
          <a href={href} className={cx(css["entry"], compact && css["compact"])}>
            <span className={css["icon"]}>{icon}</span>
            <span className={css["words"]}>
              <span className={css["title"]}>{title}</span>
              <span className={css["text"]}>{text}</span>
            </span>
            <ChevronRightIcon />
          </a>
        </li>
      ))}
    </DividedList>
  );
}
