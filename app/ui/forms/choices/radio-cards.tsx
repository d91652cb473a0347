import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from "react";
import css from "./choice.module.css";
import { cx } from "../../cx.ts";
import { FieldGroup, type FieldProps } from "../field.tsx";

export type ChoiceOption = {
  value: string;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean | undefined;
};

/** One answer out of several. Use `register`, or control it with `value` (null = none) and `onValueChange`. */
export function RadioCards({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  options,
  columns = false,
  value,
  defaultValue,
  onValueChange,
  onChange,
  name,
  required,
  ...input
}: Omit<ComponentProps<"input">, keyof FieldProps | "type" | "value" | "defaultValue"> &
  FieldProps & {
    options: readonly ChoiceOption[];
    columns?: boolean | undefined;
    value?: string | null | undefined;
    defaultValue?: string | undefined;
    onValueChange?: ((value: string) => void) | undefined;
  }) {
  const ownName = useId();
  function change(event: ChangeEvent<HTMLInputElement>) {
    onChange?.(event);
    onValueChange?.(event.target.value);
  }
  return (
    <FieldGroup radios {...{ label, hint, error, hideLabel, id, required, className }}>
      <div className={cx(css["list"], columns && css["columns"], error && css["invalid"])}>
        {options.map((option) => (
          <label key={option.value} className={css["card"]}>
            <input
              {...input}
              type="radio"
              className={css["input"]}
              name={name ?? ownName}
              value={option.value}
              disabled={input.disabled || option.disabled}
              required={required}
              onChange={change}
              {...(value !== undefined && { checked: value === option.value })}
              {...(defaultValue !== undefined && { defaultChecked: defaultValue === option.value })}
            />
            <ChoiceText option={option} />
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

export function ChoiceText({ option }: { option: ChoiceOption }) {
  return (
    <span className={css["text"]}>
      <span className={css["title"]}>{option.label}</span>
      {option.description && <span className={css["description"]}>{option.description}</span>}
    </span>
  );
}
