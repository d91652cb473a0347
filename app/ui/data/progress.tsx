import { cx } from "../cx.ts";
import { CheckIcon } from "../brand/base-icons.tsx";
import css from "./progress.module.css";

/** How far along, in whole steps. `label` is announced with the value: "Your progress". */
export function Progress({
  value,
  max,
  label,
  showText = false,
}: {
  value: number;
  max: number;
  label: string;
  showText?: boolean | undefined;
}) {
  return (
    <div className={css["progress"]}>
      <progress className={css["bar"]} value={value} max={max} aria-label={label} />
      {showText && (
        <span className={css["text"]}>
          {value} of {max}
        </span>
      )}
    </div>
  );
}

/** The named steps of a journey; `current` is an index. Steps before it may carry an `href` to go back. */
export function Steps({
  label,
  steps,
  current,
}: {
  label: string;
  steps: readonly { label: string; href?: string | undefined }[];
  current: number;
}) {
  return (
    <nav aria-label={label}>
      <ol className={css["steps"]}>
        {steps.map((step, index) => {
          const done = index < current;
          const name = done && step.href ? <a href={step.href}>{step.label}</a> : <span>{step.label}</span>;
          return (
            <li
              key={step.label}
              className={cx(css["step"], done && css["done"], index === current && css["current"])}
              aria-current={index === current ? "step" : undefined}
            >
              <span className={css["dot"]} aria-hidden="true">
                {done ? <CheckIcon /> : index + 1}
              </span>
              {name}
              {done && <span className="visually-hidden"> (done)</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
