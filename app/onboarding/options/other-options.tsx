import { ChevronDownIcon, PlusIcon } from "#app/ui/brand/base-icons.tsx";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { type Choices, isChosen, chosenPricing, putInPlan, replacedBy } from "./product-choices.ts";
import css from "./other-options.module.css";
import { ProductRow } from "#app/catalogue/plan/product-row.tsx";
import { planName } from "#app/catalogue/plan/plan-pricings.ts";
import { shortCents } from "#app/formats/money.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { toCents } from "#contract/fields/numbers.ts";
import { ProductFacts } from "./product-facts.tsx";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { queryKey } from "#app/api/query.ts";
import { session } from "#app/api/session/session.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { onboarding } from "#contract/onboarding/calls.ts";

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

/** A product that is not in the plan: a row that opens to the full card, with the button that adds it or swaps it in. */
function OptionRow({
  product,
  choices,
  products,
  onChange,
}: {
  product: CatalogueProduct;
  choices: Choices;
  products: readonly CatalogueProduct[];
  onChange: (choices: Choices, product: CatalogueProduct) => void;
}) {
  const pricing = chosenPricing(choices, product);
  const replaced = replacedBy(choices, product, products);
  return (
    <ProductRow
      picture={product.picture}
      name={product.name}
      detail={pricing && `${shortCents(toCents(pricing.price))} for ${pricing.dayssupply} days`}
    >
      <ProductFacts product={product} offered={{ pricing }}>
        {replaced.length > 0 && <p>It takes the place of: {planName(replaced.map(({ name }) => name))}.</p>}
        <Button onClick={() => onChange(putInPlan(choices, product, products), product)}>
          {replaced.length === 0 && <PlusIcon />}
          {replaced.length === 0 ? "Add to my plan" : "Swap it into my plan"}
          <span className="visually-hidden">: {product.name}</span>
        </Button>
      </ProductFacts>
    </ProductRow>
  );
}

/** The dosage form the patient prefers; the products are sorted by it. */
function FormFilter({ forms, chosen }: { forms: readonly { id: string; name: string }[]; chosen: string | null }) {
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: (treatmentform: string) => call(onboarding.updateTreatmentForm, { body: { treatmentform } }),
    onSuccess: async (record) => {
      session.setRecord(record);
      await cache.invalidateQueries({ queryKey: queryKey(onboarding.productReveal) });
    },
  });
  return (
    <Select
      label="Which form would you like best?"
      hint="We put it first where it’s safe for you."
      placeholder="No preference"
      options={forms.map(({ id, name }) => ({ value: id, label: name }))}
      value={change.variables ?? chosen ?? ""}
      error={change.error ? errorMessage(change.error) : undefined}
      onChange={(event) => event.target.value && change.mutate(event.target.value)}
    />
  );
}
