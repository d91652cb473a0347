import { ChevronRightIcon } from "../brand/base-icons.tsx";
import css from "./link-list.module.css";
import type { SettingsEntry } from "#app/account/settings/settings-links.tsx";

/** Links to pages, each with a line about it. */
export function LinkList({ pages }: { pages: readonly SettingsEntry[] }) {
  return (
    <ul className={css["list"]}>
      {pages.map(({ href, title, text, icon }) => (
        <li key={href}>
          <a href={href} className={css["entry"]}>
            <span className={css["icon"]}>{icon}</span>
            <span className={css["words"]}>
              <span className={css["title"]}>{title}</span>
              <span className={css["text"]}>{text}</span>
            </span>
            <ChevronRightIcon />
          </a>
        </li>
      ))}
    </ul>
  );
}
