import { type KeyboardEvent, useState } from "react";
import { MinusIcon, PlusIcon } from "../brand/base-icons.tsx";
import css from "./quantity-stepper.module.css";

/** Plus, minus and a number to type; a typed number counts on leaving the field or pressing Enter.
    `label` is the product's name. */
export function QuantityStepper({
  value,
  onChange,
  label,
  min = 1,
  max = 99,
  disabled = false,
}: {
  value: number;
  onChange: (value: number) => void;
  label: string;
  min?: number | undefined;
  max?: number | undefined;
  disabled?: boolean | undefined;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problemText, setProblemText] = useState("");

  function applyTyped() {
    if (typed === null) return;
    setTyped(null);
    if (typed === "") return;
    const { quantity, problem } = parseQuantity(typed, { value, min, max });
    setProblemText(problem);
    if (quantity !== value) onChange(quantity);
  }
  function step(by: number) {
    setTyped(null);
    setProblemText("");
    onChange(Math.min(max, Math.max(min, value + by)));
  }
  function press(event: KeyboardEvent) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Enter") applyTyped();
    else if (by === undefined) return;
    else step(by);
    event.preventDefault();
  }

  return (
    <div className={css["quantity"]}>
      <fieldset className={css["stepper"]} disabled={disabled}>
        <legend className="visually-hidden">Quantity of {label}</legend>
        <button
          type="button"
          className={css["step"]}
          aria-label={`One less ${label}`}
          disabled={value <= min}
          onClick={() => step(-1)}
        >
          <MinusIcon />
        </button>
        <input
          className={css["number"]}
          aria-label={`Quantity of ${label}`}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? value}
          onChange={(event) => setTyped(event.target.value.slice(0, 6))}
          onBlur={applyTyped}
          onKeyDown={press}
        />
        <button
          type="button"
          className={css["step"]}
          aria-label={`One more ${label}`}
          disabled={value >= max}
          onClick={() => step(1)}
        >
          <PlusIcon />
        </button>
      </fieldset>
      <output className={css["said"]}>{problemText}</output>
    </div>
  );
}

/** The quantity a typed text stands for, and a message when that is something else. */
export function parseQuantity(
  typed: string,
  { value, min, max }: { readonly value: number; readonly min: number; readonly max: number },
): { readonly quantity: number; readonly problem: string } {
  const text = typed.trim();
  if (!/^\d+$/.test(text)) return { quantity: value, problem: `Please type a whole number. We left it at ${value}.` };
  const typedQuantity = Number(text);
  if (typedQuantity > max)
    return { quantity: max, problem: `You can order up to ${max} at once, so we set it to ${max}.` };
  if (typedQuantity < min) return { quantity: min, problem: `The smallest number is ${min}, so we set it to ${min}.` };
  return { quantity: typedQuantity, problem: "" };
}
