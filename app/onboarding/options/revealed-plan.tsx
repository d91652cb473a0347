import type { CatalogueProduct } from "#contract/catalogue.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import { shortCents } from "#app/formats/money.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Suspense, useEffect, useRef } from "react";
import { moveFocusTo } from "#app/ui/focus.ts";
import { NoticesLeft } from "../notices/notices-left.tsx";
import type { SeenNotices } from "../notices/use-answer-notices.ts";
import { BeforeYouStart, readingSheet } from "../plan/before-you-start.tsx";
import { PlanBar, PlanLayout, PlanRefusal } from "../plan/plan-layout.tsx";
import { PlanNews } from "../plan/plan-news.tsx";
import { PlanSummary, rowsBeforeTax, type SummaryItem, supplyText } from "../plan/plan-summary.tsx";
import type { ReadNotices } from "./use-read-notices.ts";
import { type ChoiceControls, submitChoices } from "./choice-form.tsx";
import { ExcludedTreatments, OtherOptions } from "./other-options.tsx";
import { PlanBuilder } from "./plan-builder.tsx";
import {
  type Choices,
  chosenPricing,
  missingRequired,
  planCents,
  productsInPlan,
  putInPlan,
} from "./product-choices.ts";
import type { ProductReveal } from "./product-reveal.tsx";

/** The plan with its risks, the other options, and the way on. */
export function RevealedPlan({
  choices,
  onChange,
  error,
  errorRef,
  busy,
  view,
  reveal,
  products,
  reading,
  seen,
}: ChoiceControls & {
  view: StepView;
  reveal: ProductReveal;
  products: readonly CatalogueProduct[];
  reading: ReadNotices;
  seen: SeenNotices;
}) {
  const groups = reading.groupsOf(choices);
  const count = groups.flatMap(({ notices }) => notices).length;
  const total = planCents(choices, products);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The button that was pressed is gone with its row: the plan is read next, as it is now. */
  function change(changed: Choices) {
    onChange(changed);
    requestAnimationFrame(() => {
      moveFocusTo(heading.current);
      heading.current?.scrollIntoView({ block: "center" });
    });
  }
  useEffect(() => void readingSheet.preload(), []);
  const missing = error === undefined ? [] : missingRequired(choices, products);
  return (
    <PlanLayout
      summary={
        // The plan itself stands beside it.
        <PlanSummary items={null} rows={rowsBeforeTax(total)} doctor={reveal.doctor} />
      }
    >
      <PlanNews news={view.plan?.news ?? []} />
      {products.length === 0 && (
        <p>None of our treatments is safe for you right now. Look at the add-ons, or talk to a doctor near you.</p>
      )}
      {products.length > 0 && (
        <PlanBuilder
          choices={choices}
          products={products}
          nameRef={heading}
          onChange={(changed) => (changed.length === choices.length ? onChange(changed) : change(changed))}
        >
          {count > 0 && (
            <BeforeYouStart
              count={count}
              unread={reading.unreadOf(choices)}
              closedUnread={reading.closedUnread}
              onOpen={reading.openSheet}
            />
          )}
        </PlanBuilder>
      )}
      <OtherOptions
        choices={choices}
        products={products}
        forms={reveal.forms}
        preferredForm={reveal.treatmentform}
        onChange={(changed, product) => {
          reading.readCard(product);
          change(changed);
        }}
      />
      <ExcludedTreatments items={reveal.excluded} />
      <PlanRefusal ref={errorRef}>
        {error && <Alert tone="warning">{error}</Alert>}
        {missing.map((product) => (
          <Button
            key={product.productid}
            variant="secondary"
            onClick={() => onChange(putInPlan(choices, product, products))}
          >
            Add {product.name}
          </Button>
        ))}
      </PlanRefusal>
      <NoticesLeft seen={seen} />
      <PlanBar amount={shortCents(total)} note={total > 0 ? "held today" : "so far"}>
        <Button
          type="submit"
          busy={busy}
          busyLabel="Saving"
          onClick={(event) => {
            if (!reading.mayContinue(choices)) event.preventDefault();
          }}
        >
          Continue
        </Button>
      </PlanBar>
      {reading.wasOpened && (
        <Suspense fallback={null}>
          <readingSheet.Part
            open={reading.open}
            groups={groups}
            goesOn={reading.goesOn}
            onClose={(seen) => reading.close(choices, seen)}
            onRead={() => {
              reading.close(choices, true);
              if (reading.goesOn) submitChoices();
            }}
          />
        </Suspense>
      )}
    </PlanLayout>
  );
}

/** The chosen products as the summary lists them. */
export const summaryItems = (choices: Choices, products: readonly CatalogueProduct[]): SummaryItem[] =>
  productsInPlan(choices, products).map((product) => {
    const { dayssupply = 0, price = 0 } = chosenPricing(choices, product) ?? {};
    const { productid: id, name, strength, picture } = product;
    return { id, name, picture, detail: supplyText({ strength, dayssupply }), price };
  });
