import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from "react";
import css from "./choice-cards.module.css";
import { cx } from "../../cx.ts";
import { FieldGroup, type FieldProps } from "../field.tsx";

export type ChoiceOption = {
  value: string;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean | undefined;
};

type OneChoice = {
  multiple?: false | undefined;
  exclusive?: undefined;
  value?: string | null | undefined;
  defaultValue?: string | undefined;
  onValueChange?: ((value: string) => void) | undefined;
};

type SeveralChoices = {
  multiple: true;
  /** The value of "none of these". */
  exclusive?: string | undefined;
  value?: readonly string[] | undefined;
  defaultValue?: readonly string[] | undefined;
  onValueChange?: ((value: string[]) => void) | undefined;
};

/** One answer out of several, or any number with `multiple`. Use `register` (the form value is a string, or a string[]),
    or control it with `value` (null = none) and `onValueChange`. */
export function ChoiceCards({
  label,
  hint,
  error,
  hideLabel,
  mark,
  id,
  className,
  options,
  columns = false,
  onChange,
  name,
  required,
  ...rest
}: Omit<ComponentProps<"input">, keyof FieldProps | keyof SeveralChoices | "type"> &
  FieldProps & { options: readonly ChoiceOption[]; columns?: boolean | undefined } & (OneChoice | SeveralChoices)) {
  const ownName = useId();
  const { multiple = false, exclusive, value, defaultValue, onValueChange: _, ...input } = rest;

  function change(event: ChangeEvent<HTMLInputElement>) {
    onChange?.(event);
    if (rest.multiple) changeSeveral(event.target, rest);
    else rest.onValueChange?.(event.target.value);
  }

  return (
    <FieldGroup radios={!multiple} {...{ label, hint, error, hideLabel, mark, id, required, className }}>
      <div className={cx(css["list"], columns && css["columns"], error && css["invalid"])}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(css["card"], option.value === exclusive && !columns && css["exclusive"])}
          >
            <input
              {...input}
              type={multiple ? "checkbox" : "radio"}
              className={css["input"]}
              name={name ?? ownName}
              value={option.value}
              disabled={input.disabled || option.disabled}
              // A checkbox's own `required` would ask for every single one.
              {...(multiple ? { "aria-invalid": error ? true : undefined } : { required })}
              onChange={change}
              {...(value !== undefined && { checked: isChosen(value, option) })}
              {...(defaultValue !== undefined && { defaultChecked: isChosen(defaultValue, option) })}
            />
            <span className={css["text"]}>
              <span className={css["title"]}>{option.label}</span>
              {option.description && <span className={css["description"]}>{option.description}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

const isChosen = (value: string | readonly string[] | null, option: ChoiceOption) =>
  Array.isArray(value) ? value.includes(option.value) : value === option.value;

function changeSeveral(box: HTMLInputElement, { value, exclusive, onValueChange }: SeveralChoices) {
  const excludes = (other: string) => other !== box.value && (box.value === exclusive || other === exclusive);
  if (value !== undefined) {
    const others = value.filter((one) => one !== box.value && !(box.checked && excludes(one)));
    onValueChange?.(box.checked ? [...others, box.value] : others);
    return;
  }
  // Uncontrolled: the others are unticked by real clicks, so that their registered handlers run.
  if (box.checked) {
    for (const other of siblingBoxes(box)) if (other.checked && excludes(other.value)) other.click();
  }
}

function siblingBoxes(box: HTMLInputElement): HTMLInputElement[] {
  const boxes = box.closest("fieldset")?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [];
  return [...boxes].filter((other) => other !== box);
}
