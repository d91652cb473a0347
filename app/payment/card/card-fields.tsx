import { useState } from "react";
import { CardBrandIcon } from "./card-brand-icon.tsx";
import css from "./card-fields.module.css";
import {
  type CardBrand,
  cardBrand,
  cardBrandName,
  cardNumberError,
  cvcError,
  cvcLength,
  expiryError,
  formatCardNumber,
  formatExpiry,
  parseExpiry,
} from "./card-number.ts";
import { cx } from "#app/ui/cx.ts";
import { reformatInput } from "#app/ui/forms/digits.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";

export type CardValue = {
  /** Digits only. */
  number: string;
  expMonth: number | undefined;
  expYear: number | undefined;
  cvc: string;
  zip: string;
  brand: CardBrand | undefined;
  /** All fields are filled and valid. */
  complete: boolean;
};

type CardFieldName = "number" | "expiry" | "cvc" | "zip";

/**
 * Card entry. Shows the error of a field once it has been left, or all errors with `showErrors` (pass it after a submit). `errors` are the gateway's
 * own texts, shown instead.
 */
export function CardFields({
  onChange,
  zip = false,
  showErrors = false,
  errors = {},
  disabled = false,
}: {
  onChange: (value: CardValue) => void;
  zip?: boolean | undefined;
  showErrors?: boolean | undefined;
  errors?: Partial<Record<CardFieldName, string | undefined>> | undefined;
  disabled?: boolean | undefined;
}) {
  const [texts, setTexts] = useState({ number: "", expiry: "", cvc: "", zip: "" });
  const [visited, setVisited] = useState<Partial<Record<CardFieldName, true>>>({});
  const brand = cardBrand(texts.number);
  const problems = problemsOf(texts, zip);

  function set(name: CardFieldName, input: HTMLInputElement, format: (text: string) => string) {
    reformatInput(input, format);
    const next = { ...texts, [name]: input.value };
    setTexts(next);
    onChange(valueOf(next, zip));
  }
  function commonProps(name: CardFieldName) {
    return {
      value: texts[name],
      disabled,
      required: true,
      inputMode: "numeric" as const,
      error: errors[name] ?? (showErrors || visited[name] ? problems[name] : undefined),
      onBlur: () => setVisited((before) => (texts[name] ? { ...before, [name]: true } : before)),
    };
  }

  return (
    <div className={css["card"]}>
      <div className={css["number"]}>
        <TextField
          {...commonProps("number")}
          label="Card number"
          autoComplete="cc-number"
          placeholder="1234 1234 1234 1234"
          onChange={(event) => set("number", event.target, formatCardNumber)}
        />
        <span className={css["brand"]}>
          <CardBrandIcon brand={brand} />
          {brand && <span className="visually-hidden">{cardBrandName(brand)}</span>}
        </span>
      </div>
      <TextField
        {...commonProps("expiry")}
        label="Expiry date"
        autoComplete="cc-exp"
        placeholder="MM/YY"
        onChange={(event) => set("expiry", event.target, formatExpiry)}
      />
      <TextField
        {...commonProps("cvc")}
        label="Security code"
        autoComplete="cc-csc"
        placeholder={cvcLength(brand) === 4 ? "1234" : "123"}
        onChange={(event) => set("cvc", event.target, (text) => text.replace(/\D/g, "").slice(0, cvcLength(brand)))}
      />
      {zip && (
        <TextField
          {...commonProps("zip")}
          className={cx(css["zip"])}
          label="ZIP code"
          autoComplete="postal-code"
          placeholder="12345"
          onChange={(event) => set("zip", event.target, (text) => text.replace(/\D/g, "").slice(0, 5))}
        />
      )}
    </div>
  );
}

type CardTexts = Record<CardFieldName, string>;

function problemsOf(texts: CardTexts, zip: boolean): Partial<Record<CardFieldName, string | undefined>> {
  return {
    number: cardNumberError(texts.number),
    expiry: expiryError(texts.expiry, new Date()),
    cvc: cvcError(texts.cvc, cardBrand(texts.number)),
    zip: zip && texts.zip.length !== 5 ? "Enter the 5-digit ZIP code" : undefined,
  };
}

function valueOf(texts: CardTexts, zip: boolean): CardValue {
  const expiry = parseExpiry(texts.expiry);
  return {
    number: texts.number.replace(/\D/g, ""),
    expMonth: expiry?.month,
    expYear: expiry?.year,
    cvc: texts.cvc,
    zip: texts.zip,
    brand: cardBrand(texts.number),
    complete: Object.values(problemsOf(texts, zip)).every((problem) => problem === undefined),
  };
}
