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
