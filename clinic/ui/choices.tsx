import type { ReactNode } from "react";
import { FieldError } from "#app/ui/forms/field.tsx";
import css from "./choices.module.css";

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** What choosing it does, or why it can't be chosen. */
  readonly effect?: ReactNode;
  readonly isPossible?: boolean;
}

/** One of a few, each with what it does beside it. */
export function Choices<Value extends string>({
  name,
  legend,
  choices,
  chosen,
  isMissing,
  onChoose,
}: {
  /** Of the choice, in the form. */
  name: string;
  legend: string;
  choices: readonly Choice<Value>[];
  chosen: Value | null;
  isMissing: boolean;
  onChoose: (value: Value) => void;
}) {
  return (
    <fieldset className={css["choices"]} aria-describedby={isMissing ? `${name}-missing` : undefined}>
      <legend>{legend}</legend>
      {choices.map(({ value, label, effect, isPossible = true }) => (
        <div key={value}>
          {isPossible ? (
            <label>
              <input
                type="radio"
                name={name}
                checked={chosen === value}
                aria-describedby={effect === undefined ? undefined : `${name}-${value}`}
                onChange={() => onChoose(value)}
              />
              {label}
            </label>
          ) : (
            <b>{label}</b>
          )}
          {effect !== undefined && (
            <div id={`${name}-${value}`} className={css["effect"]}>
              {effect}
            </div>
          )}
        </div>
      ))}
      <FieldError id={`${name}-missing`}>{isMissing && "Choose one."}</FieldError>
    </fieldset>
  );
}

/** Puts the focus on the first of the choices of this name: what is missing is there. */
export const focusChoices = (name: string) =>
  document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
