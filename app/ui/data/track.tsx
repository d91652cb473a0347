import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { StopMark, type StopState, statePrefix } from "./stop-mark.tsx";
import css from "./track.module.css";

export interface TrackStop {
  readonly label: string;
  /** A short date: “May 12”, “by May 14”. */
  readonly detail?: ReactNode;
  readonly state: StopState;
}

/** The few stops of something under way, the place it has reached marked. `label` names it: "Order 10482". */
export function Track({ label, stops }: { label: string; stops: readonly TrackStop[] }) {
  return (
    <ol className={css["track"]} aria-label={label}>
      {stops.map((stop) => (
        <li
          key={stop.label}
          className={cx(css["stop"], css[stop.state])}
          aria-current={stop.state === "current" ? "step" : undefined}
        >
          <StopMark state={stop.state} />
          <span className={css["text"]}>
            <span className={css["label"]}>
              <span className="visually-hidden">{statePrefix[stop.state]}</span>
              {stop.label}
            </span>
            {stop.detail && <span className={css["detail"]}>{stop.detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
