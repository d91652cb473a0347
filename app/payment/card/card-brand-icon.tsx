import css from "./card-brand-icon.module.css";
import type { CardBrand } from "./card-number.ts";

const brandLetters: Partial<Record<CardBrand, string>> = {
  visa: "VISA",
  amex: "AMEX",
  jcb: "JCB",
  discover: "DISC",
  unionpay: "UP",
};

/** A small card with our own drawing of the brand's sign; a blank card while the brand is unknown. */
export function CardBrandIcon({ brand }: { brand?: CardBrand | undefined }) {
  const word = brand && brandLetters[brand];
  return (
    <svg viewBox="0 0 44 28" width="44" height="28" aria-hidden="true" focusable="false" className={css["icon"]}>
      <rect x="0.75" y="0.75" width="42.5" height="26.5" rx="4" className={css["card"]} />
      {!brand && <path d="M1 9h42M6 20h8" className={css["stripe"]} />}
      {brand === "mastercard" && (
        <>
          <circle cx="18" cy="14" r="7.5" className={css["warm"]} />
          <circle cx="26" cy="14" r="7.5" className={css["deep"]} />
        </>
      )}
      {brand === "diners" && (
        <>
          <circle cx="22" cy="14" r="9" className={css["ring"]} />
          <path d="M19.5 8.5v11M24.5 8.5v11" className={css["stripe"]} />
        </>
      )}
      {word && (
        <text x="22" y="18.3" textAnchor="middle" className={css["word"]}>
          {word}
        </text>
      )}
    </svg>
  );
}
