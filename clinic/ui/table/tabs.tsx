import css from "./tabs.module.css";

export interface Tab {
  readonly path: string;
  readonly label: string;
  /** How much in it needs somebody, like “3” or “50+”; “0” isn't shown. */
  readonly count?: string | undefined;
}

/** The parts of a page, each with an address of its own. */
export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav aria-label={label}>
      <ul className={css["tabs"]}>
        {tabs.map(({ path, label: text, count = "0" }) => (
          <li key={path}>
            <a href={path} className={css["tab"]} aria-current={path === current ? "page" : undefined}>
              {text}
              {count !== "0" && (
                <b className={css["count"]}>
                  {count}
                  <span className="visually-hidden"> to look at</span>
                </b>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
