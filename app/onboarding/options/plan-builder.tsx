import { PlanCard } from "#app/catalogue/plan/plan-card.tsx";
import { planName, planPricings } from "#app/catalogue/plan/plan-pricings.ts";
import { shortCents } from "#app/formats/money.ts";
import { ProductRow } from "#app/catalogue/plan/product-row.tsx";
import { DaysSupplySwitch } from "#app/catalogue/plan/days-supply-switch.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { toCents } from "#contract/fields/numbers.ts";
import type { ReactNode, Ref } from "react";
import {
  type Choices,
  chosenPricing,
  planCents,
  planMonths,
  productsInPlan,
  setChosenWithCompanions,
  setDaysSupply,
} from "./product-choices.ts";
import { ProductFacts } from "./product-facts.tsx";
import css from "./plan-builder.module.css";

/** As many reasons as are read at a glance. */
const mostReasons = 3;

/** Why the plan fits, by the patient's own answers: what leads it first. */
export const mainReasons = (plan: readonly Pick<CatalogueProduct, "reasons">[]): string[] =>
  [...new Set(plan.flatMap(({ reasons }) => reasons))].slice(0, mostReasons);

/** The plan as chosen now: why it fits, its products, and how much comes at a time. */
export function PlanBuilder({
  choices,
  products,
  nameRef,
  onChange,
  children,
}: {
  choices: Choices;
  products: readonly CatalogueProduct[];
  nameRef: Ref<HTMLHeadingElement>;
  onChange: (choices: Choices) => void;
  /** Below the supply. */
  children?: ReactNode;
}) {
  const plan = productsInPlan(choices, products);
  const [lead] = plan;
  if (!lead)
    return (
      <PlanCard
        label={null}
        name="Nothing chosen yet"
        nameRef={nameRef}
        word={{ text: "Look through the options below and pick one.", doctor: null }}
      />
    );
  const pricings = planPricings(plan);
  const reasons = mainReasons(plan);
  return (
    <PlanCard
      label={null}
      nameRef={nameRef}
      name={planName(plan.map(({ name }) => name))}
      amount={`${shortCents(planCents(choices, products))} today`}
      amountNote="Held until your doctor says yes"
      reasons={reasons}
      word={reasons.length > 0 ? null : { text: lead.description, doctor: null }}
    >
      <ul className={css["products"]}>
        {plan.map((product) => (
          <li key={product.productid}>
            <ProductRow
              picture={product.picture}
              name={product.name}
              detail={product.fit === "required" ? `${product.strength}, with estrogen` : product.strength}
              price={shortCents(toCents(chosenPricing(choices, product)?.price ?? 0))}
            >
              <ProductFacts product={product} offered={null}>
                <Button
                  variant="secondary"
                  onClick={() => onChange(setChosenWithCompanions(choices, product, false, products))}
                >
                  Take it off my plan
                  <span className="visually-hidden">: {product.name}</span>
                </Button>
              </ProductFacts>
            </ProductRow>
          </li>
        ))}
      </ul>
      {pricings.length > 1 && (
        <DaysSupplySwitch
          pricings={pricings}
          months={planMonths(choices, products)}
          onChange={(months) => onChange(setDaysSupply(choices, products, months))}
        />
      )}
      {children}
    </PlanCard>
  );
}
