import { type Ref, useState } from "react";
import css from "./height-field.module.css";
import { controlClassName, FieldGroup, type FieldProps } from "#app/ui/forms/field.tsx";

/** A height in feet and inches; the value is whole inches as text, "" while there are no feet. Text that is no number is passed on for the form to refuse. */
export function HeightField({
  label,
  hint,
  error,
  name,
  value,
  onChange,
  onBlur,
  ref,
}: FieldProps & {
  name: string;
  value: string;
  onChange: (inches: string) => void;
  onBlur: () => void;
  ref: Ref<HTMLInputElement>;
}) {
  const [parts, setParts] = useState(() => split(value));
  // What is typed stays on the screen; a value from outside (a restored form) wins.
  const shown = value === join(parts) ? parts : split(value);

  function type(part: "feet" | "inches", typed: string) {
    const next = { ...shown, [part]: typed.trim() };
    setParts(next);
    onChange(join(next));
  }

  return (
    <FieldGroup {...{ label, hint, error }}>
      <div className={css["parts"]}>
        {(["feet", "inches"] as const).map((part) => (
          <label key={part} className={css["part"]}>
            <input
              ref={part === "feet" ? ref : undefined}
              className={controlClassName}
              name={`${name}-${part}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={part === "feet" ? 1 : 2}
              value={shown[part]}
              aria-label={part === "feet" ? "Feet" : "Inches"}
              aria-invalid={error ? true : undefined}
              onChange={(event) => type(part, event.target.value)}
              onBlur={onBlur}
            />
            <span aria-hidden="true">{part === "feet" ? "ft" : "in"}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

interface Parts {
  readonly feet: string;
  readonly inches: string;
}

/** `"66"` is 5 feet 6 inches. */
function split(value: string): Parts {
  const inches = Number(value);
  if (value === "" || !Number.isInteger(inches)) return { feet: "", inches: "" };
  return { feet: String(Math.floor(inches / 12)), inches: String(inches % 12) };
}

/** Without inches it is whole feet; 12 inches or more are no inches of a height, so the form refuses them as text. */
function join({ feet, inches }: Parts): string {
  if (feet === "") return inches === "" ? "" : "?";
  return /^\d$/.test(feet) && /^(?:|\d|1[01])$/.test(inches) ? String(Number(feet) * 12 + Number(inches)) : "?";
}
