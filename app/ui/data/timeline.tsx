import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { StopMark, type StopState, statePrefix } from "./stop-mark.tsx";
import css from "./timeline.module.css";

export type TimelineItem = {
  title: ReactNode;
  /** Ready to show: "June 3, 2024". */
  date?: string | undefined;
  detail?: ReactNode;
  state: StopState;
};

export function Timeline({ label, items }: { label: string; items: readonly TimelineItem[] }) {
  return (
    <ol className={css["timeline"]} aria-label={label}>
      {items.map((item, index) => (
        <li
          key={index}
          className={cx(css["item"], css[item.state])}
          aria-current={item.state === "current" ? "step" : undefined}
        >
          <StopMark state={item.state} />
          <div className={css["text"]}>
            <p className={css["title"]}>
              <span className="visually-hidden">{statePrefix[item.state]}</span>
              {item.title}
            </p>
            {item.date && <p className={css["date"]}>{item.date}</p>}
            {item.detail && <div className={css["detail"]}>{item.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
