import type { Tone } from "#app/ui/brand/tones.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import type { RaisedRule } from "./rule-severity.ts";
import css from "./care.module.css";

const tones: Readonly<Record<RaisedRule["level"], Tone>> = { stop: "danger", clinician: "warning", info: "info" };
const labels: Readonly<Record<RaisedRule["level"], string>> = { stop: "Stop", clinician: "Weigh", info: "Note" };

/** Rules with their level in a word. */
export function RuleList({ rules, label }: { rules: readonly RaisedRule[]; label: string }) {
  if (rules.length === 0) return null;
  return (
    <ul className={css["rules"]} aria-label={label}>
      {rules.map(({ ruleid, level, text }) => (
        <li key={ruleid}>
          <StatusBadge tone={tones[level]}>{labels[level]}</StatusBadge>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** The first of these rules with its level, and how many more there are: for one line of a list. */
export function RuleFlags({ rules: [first, ...more] }: { rules: readonly RaisedRule[] }) {
  if (!first) return null;
  return (
    <span className={css["flag"]}>
      <StatusBadge tone={tones[first.level]}>{labels[first.level]}</StatusBadge>
      <span className={css["flagText"]} title={first.text}>
        {first.text}
      </span>
      {more.length > 0 && (
        <span className={css["more"]}>
          +{more.length}
          <span className="visually-hidden"> more</span>
        </span>
      )}
    </span>
  );
}
