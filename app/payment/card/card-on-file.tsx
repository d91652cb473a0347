import { Button } from "#app/ui/actions/button.tsx";
import { CardBrandIcon } from "./card-brand-icon.tsx";
import type { CardBrand } from "./card-number.ts";
import css from "./card-on-file.module.css";
import type { Source } from "./card-section.tsx";

const twoDigits = (number: number) => String(number).padStart(2, "0");

export function CardOnFile({ source, onChange }: { source: Source; onChange?: (() => void) | undefined }) {
  return (
    <div className={css["card"]}>
      <CardBrandIcon brand={source.brand as CardBrand} />
      <span className={css["text"]}>
        <span className={css["brand"]}>{source.brand}</span> ending in {source.last4}, expires{" "}
        {twoDigits(source.expmonth)}/{twoDigits(source.expyear % 100)}
      </span>
      {onChange && (
        <Button variant="quiet" onClick={onChange}>
          Use another card
        </Button>
      )}
    </div>
  );
}
