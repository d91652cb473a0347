import { Stack } from "../layout/stack.tsx";
import css from "./trend-chart.module.css";

export type Direction = "better" | "worse" | "same";

/** Which way something that bothers moved; 0 is no bother. */
export const directionOf = (then: number, now: number): Direction =>
  now < then ? "better" : now > then ? "worse" : "same";

export const directionTexts: Readonly<Record<Direction, string>> = {
  better: "better",
  worse: "worse",
  same: "the same",
};

/**
 * Then and now on a small scale from 0 to `max`, its ticks aligned with a `Scale` of the same width: a ring for then, a full dot for now, a line
 * between. The text below says the same, so the drawing is hidden from assistive technology. `now` null: not answered yet.
 */
export function TrendChart({
  label,
  then,
  now,
  max,
  direction,
  text,
}: {
  /** What changed; announced before the text. */
  label: string;
  then: number;
  now: number | null;
  max: number;
  /** Direction of the change, as judged by the caller. */
  direction: Direction | null;
  text: string;
}) {
  // oxlint-disable-next-line formats/cents-at-home -- a place in a chart, in percent of its width
  const at = (position: number) => `${((position + 0.5) / (max + 1)) * 100}%`;
  const positions = Array.from({ length: max + 1 }, (_, position) => position);
  return (
    <Stack as="figure" gap={1} className={direction ? css[direction] : undefined}>
      <svg className={css["drawing"]} height="24" aria-hidden="true" focusable="false">
        <line className={css["track"]} x1={at(0)} x2={at(max)} y1="12" y2="12" />
        {positions.map((position) => (
          <circle key={position} className={css["place"]} cx={at(position)} cy="12" r="3" />
        ))}
        {now !== null && now !== then && <line className={css["line"]} x1={at(then)} x2={at(now)} y1="12" y2="12" />}
        <circle className={css["then"]} cx={at(then)} cy="12" r="9" />
        {now !== null && <circle className={css["now"]} cx={at(now)} cy="12" r={now === then ? 5 : 10} />}
      </svg>
      <figcaption className={css["words"]} aria-live="polite">
        <span className="visually-hidden">{label}: </span>
        {text}
      </figcaption>
    </Stack>
  );
}
