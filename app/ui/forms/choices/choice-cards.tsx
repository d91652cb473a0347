import { type ChangeEvent, type ComponentProps, type MouseEvent, type ReactNode, type Ref, useId, useRef } from "react";
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
  quick,
  onQuickPress,
  onChange,
  name,
  required,
  ...rest
}: Omit<ComponentProps<"input">, keyof FieldProps | keyof SeveralChoices | "type"> &
  FieldProps & {
    options: readonly ChoiceOption[];
    columns?: boolean | undefined;
    /** Options of which a press with a pointer, not a choice by key, can be all the form needs. */
    quick?: readonly string[] | undefined;
    /** Left out while the form needs more than the press. */
    onQuickPress?: ((value: string, form: HTMLFormElement | null) => void) | undefined;
  } & (OneChoice | SeveralChoices)) {
  const ownName = useId();
  const pressed = usePointerPress();
  const { multiple = false, exclusive, value, defaultValue, onValueChange: _, ...input } = rest;

  function change(event: ChangeEvent<HTMLInputElement>) {
    onChange?.(event);
    if (rest.multiple) changeSeveral(event.target, rest);
    else rest.onValueChange?.(event.target.value);
  }

  return (
    <FieldGroup radios={!multiple} {...{ label, hint, error, hideLabel, mark, id, required, className }}>
      <div className={cx(css["list"], columns && css["columns"], error && css["invalid"])}>
        {noneFirst(options, exclusive).map((option) => (
          <label
            key={option.value}
            className={cx(css["card"], option.value === exclusive && !columns && css["exclusive"])}
            data-quick={quick?.includes(option.value) ? quickState(onQuickPress) : undefined}
            onClickCapture={pressed.note}
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
              onClick={(event) => {
                const { checked, form } = event.currentTarget;
                if (pressed.isPress(event) && checked && quick?.includes(option.value))
                  onQuickPress?.(option.value, form);
              }}
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

/** An option that can lead on has room for its arrow before it does: the arrow moves nothing when it shows. */
const quickState = (onQuickPress: unknown): "now" | "later" => (onQuickPress === undefined ? "later" : "now");

/** Whoever has none of them needn't read them all. */
const noneFirst = (options: readonly ChoiceOption[], exclusive: string | undefined) =>
  exclusive === undefined
    ? options
    : [...options.filter(({ value }) => value === exclusive), ...options.filter(({ value }) => value !== exclusive)];

/**
 * Tells a press of a pointer from a choice by key. A press beside the box is a click on its label first; the click it gives the box looks like a key's.
 */
function usePointerPress() {
  const onLabel = useRef(false);
  return {
    note: ({ target, detail }: MouseEvent) => {
      if (!(target instanceof HTMLInputElement)) onLabel.current = detail > 0;
    },
    isPress: ({ detail }: MouseEvent) => {
      const isPress = detail > 0 || onLabel.current;
      onLabel.current = false;
      return isPress;
    },
  };
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
  // Uncontrolled: the others are unchecked by real clicks, so that their registered handlers run.
  if (box.checked) {
    for (const other of siblingBoxes(box)) if (other.checked && excludes(other.value)) other.click();
  }
}

function siblingBoxes(box: HTMLInputElement): HTMLInputElement[] {
  const boxes = box.closest("fieldset")?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [];
  return [...boxes].filter((other) => other !== box);
}

export const choiceListClassName = css["list"];

/** One checkbox as such a card; what a choice opens stands within it. */
export function CheckCard({
  label,
  checked,
  onCheckedChange,
  quick = false,
  onQuickPress,
  ref,
  children,
}: {
  label: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** A press with a pointer can be all the form needs. */
  quick?: boolean | undefined;
  /** Left out while the form needs more than the press. */
  onQuickPress?: ((form: HTMLFormElement | null) => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  children?: ReactNode;
}) {
  const pressed = usePointerPress();
  return (
    <div className={css["opening"]}>
      <label
        className={css["card"]}
        data-quick={quick ? quickState(onQuickPress) : undefined}
        onClickCapture={pressed.note}
      >
        <input
          ref={ref}
          type="checkbox"
          className={css["input"]}
          checked={checked}
          onChange={(event) => onCheckedChange(event.target.checked)}
          onClick={(event) => {
            const { checked: isChecked, form } = event.currentTarget;
            if (pressed.isPress(event) && isChecked) onQuickPress?.(form);
          }}
        />
        <span className={cx(css["text"], css["title"])}>{label}</span>
      </label>
      {children}
    </div>
  );
}
