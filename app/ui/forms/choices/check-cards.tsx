import { type ChangeEvent, type ComponentProps, useId } from "react";
import css from "./choice.module.css";
import { cx } from "../../cx.ts";
import { FieldGroup, type FieldProps } from "../field.tsx";
import { type ChoiceOption, ChoiceText } from "./radio-cards.tsx";

/** Any number of answers; `exclusive` is the value of "none of these". Use `register` (the form value is a string[]),
    or control it with `value` and `onValueChange`. */
export function CheckCards({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  options,
  exclusive,
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
    exclusive?: string | undefined;
    columns?: boolean | undefined;
    value?: readonly string[] | undefined;
    defaultValue?: readonly string[] | undefined;
    onValueChange?: ((value: string[]) => void) | undefined;
  }) {
  const ownName = useId();

  function change(event: ChangeEvent<HTMLInputElement>) {
    onChange?.(event);
    const { checked, value: changed } = event.target;
    const excludes = (other: string) => other !== changed && (changed === exclusive || other === exclusive);
    if (value !== undefined) {
      const others = value.filter((one) => one !== changed && !(checked && excludes(one)));
      onValueChange?.(checked ? [...others, changed] : others);
      return;
    }
    // Uncontrolled: the others are unticked by real clicks, so that their registered handlers run.
    if (checked) {
      for (const other of siblingBoxes(event.target)) if (other.checked && excludes(other.value)) other.click();
    }
  }

  return (
    <FieldGroup {...{ label, hint, error, hideLabel, id, required, className }}>
      <div className={cx(css["list"], columns && css["columns"], error && css["invalid"])}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(css["card"], option.value === exclusive && !columns && css["exclusive"])}
          >
            <input
              {...input}
              type="checkbox"
              className={css["input"]}
              name={name ?? ownName}
              value={option.value}
              disabled={input.disabled || option.disabled}
              aria-invalid={error ? true : undefined}
              onChange={change}
              {...(value !== undefined && { checked: value.includes(option.value) })}
              {...(defaultValue !== undefined && { defaultChecked: defaultValue.includes(option.value) })}
            />
            <ChoiceText option={option} />
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

function siblingBoxes(box: HTMLInputElement): HTMLInputElement[] {
  const boxes = box.closest("fieldset")?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [];
  return [...boxes].filter((other) => other !== box);
}
