import { ChevronDownIcon } from "#app/ui/brand/base-icons.tsx";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { FormFilter } from "./dosage-form-filter.tsx";
import { OptionRow } from "./option-row.tsx";
import { type Choices, isChosen } from "./product-choices.ts";
import css from "./other-options.module.css";

/** What else the answers allow, as rows to open; in sight at once where nothing is chosen. */
export function OtherOptions({
  choices,
  products,
  forms,
  preferredForm,
  onChange,
}: {
  choices: Choices;
  products: readonly CatalogueProduct[];
  forms: readonly { id: string; name: string }[];
  preferredForm: string | null;
  onChange: (choices: Choices, product: CatalogueProduct) => void;
}) {
  const others = products.filter(({ productid }) => !isChosen(choices, productid));
  if (others.length === 0) return null;
  const rows = (
    <>
      <ul className={css["rows"]}>
        {others.map((product) => (
          <li key={product.productid}>
            <OptionRow product={product} choices={choices} products={products} onChange={onChange} />
          </li>
        ))}
      </ul>
      {forms.length > 1 && <FormFilter forms={forms} chosen={preferredForm} />}
    </>
  );
  if (choices.length === 0)
    return (
      <section className={css["options"]} aria-label="Your options">
        {rows}
      </section>
    );
  return (
    <details className={css["options"]}>
      <summary className={css["summary"]}>
        <span>{others.length === 1 ? "See 1 other option" : `See ${others.length} other options`}</span>
        <ChevronDownIcon />
      </summary>
      {rows}
    </details>
  );
}

/** The treatments left out for the patient's safety, and why. */
export function ExcludedTreatments({ items }: { items: readonly { name: string; reason: string }[] }) {
  if (items.length === 0) return null;
  return (
    <details className={css["left"]}>
      <summary className={css["summary"]}>
        <span>Left out for your safety: {items.length}</span>
        <ChevronDownIcon />
      </summary>
      <dl>
        {items.map(({ name, reason }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
