import { PlanCard } from "#app/catalogue/plan/plan-card.tsx";
import { planName } from "#app/catalogue/plan/plan-pricings.ts";
import { shortCents } from "#app/formats/money.ts";
import { useVisitUpsells } from "#app/growth/upsell/visit-upsell.tsx";
import { useSettled } from "#app/browser/use-delayed.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { toCents } from "#contract/fields/numbers.ts";
import { NoticesLeft } from "../notices/notices-left.tsx";
import { type SeenNotices, useSeenNotices } from "../notices/use-answer-notices.ts";
import { PlanBar, PlanLayout, PlanRefusal } from "../plan/plan-layout.tsx";
import { PlanNews } from "../plan/plan-news.tsx";
import { chosenItems, NarrowPlanDoctor, PlanSummary, rowsBeforeTax, SummaryItems } from "../plan/plan-summary.tsx";
import { previousHref } from "../flow/step-addresses.ts";
import { StepFrame } from "../flow/step-frame.tsx";
import { type StepProps, StepPage, StepSkeleton } from "../flow/step-page.tsx";
import { AddonList } from "./addon-list.tsx";
import { type ChoiceControls, ChoiceForm } from "../options/choice-form.tsx";
import { dropUnavailable, planCents } from "../options/product-choices.ts";
import { type ProductReveal, ProductRevealLoader } from "../options/product-reveal.tsx";
import { summaryItems } from "../options/revealed-plan.tsx";
import { useSavePlan } from "../options/use-save-plan.ts";

/** `/treatment-addons`: the plan, with two optional add-ons that fit and a way to all. Continuing without one is as easy as with one. */
export default function TreatmentAddons() {
  return <StepPage path="/treatment-addons">{(stepProps) => <Addons {...stepProps} />}</StepPage>;
}

/** Requests the products and the upsells side by side. */
function Addons(props: StepProps) {
  const { isFetching } = useVisitUpsells();
  return (
    <ProductRevealLoader>
      {(reveal) => <AddonsWithUpsells {...props} offer={reveal} upsellsPending={isFetching} />}
    </ProductRevealLoader>
  );
}

function AddonsWithUpsells({
  upsellsPending,
  ...props
}: StepProps & { offer: ProductReveal; upsellsPending: boolean }) {
  return useSettled(true, upsellsPending) ? <AddonsForm {...props} /> : <StepSkeleton />;
}

function AddonsForm({ record, view, offer: reveal }: StepProps & { offer: ProductReveal }) {
  const seen = useSeenNotices();
  const save = useSavePlan(view.step, reveal.addons, seen);
  return (
    <StepFrame
      view={view}
      back={previousHref(view)}
      title="Would you like to add something?"
      lead="All of these are optional. Your plan works without them."
      wide
    >
      <ChoiceForm
        initialChoices={dropUnavailable(view.chosen, reveal.addons)}
        products={reveal.addons}
        draft={`${record.id}:addons`}
        onSubmit={save}
      >
        {(controls) => <PlanWithAddons {...controls} view={view} reveal={reveal} seen={seen} />}
      </ChoiceForm>
    </StepFrame>
  );
}

function PlanWithAddons({
  choices,
  onChange,
  error,
  errorRef,
  busy,
  view,
  reveal,
  seen,
}: ChoiceControls & { view: StepProps["view"]; reveal: ProductReveal; seen: SeenNotices }) {
  const { addons, suggestedaddons, doctor } = reveal;
  const treatments = chosenItems(view.plan).filter(({ id }) => !addons.some(({ productid }) => productid === id));
  const items = [...treatments, ...summaryItems(choices, addons)];
  const total = treatments.reduce((sum, { price }) => sum + toCents(price), 0) + planCents(choices, addons);
  return (
    <PlanLayout summary={<PlanSummary items={items} rows={rowsBeforeTax(total)} doctor={doctor} />}>
      <PlanNews news={view.plan?.news ?? []} />
      <PlanCard
        name={items.length > 0 ? planName(items.map(({ name }) => name)) : "Nothing chosen yet"}
        amount={items.length > 0 && `${shortCents(total)} today`}
        amountNote={items.length > 0 && "Held until your doctor says yes"}
      >
        <SummaryItems items={items} />
      </PlanCard>
      <AddonList view={view} addons={addons} suggestedIds={suggestedaddons} choices={choices} onChange={onChange} />
      <PlanRefusal ref={errorRef}>{error && <Alert tone="warning">{error}</Alert>}</PlanRefusal>
      <NarrowPlanDoctor doctor={doctor} />
      <NoticesLeft seen={seen} />
      <PlanBar amount={shortCents(total)} note="held today">
        <Button type="submit" busy={busy} busyLabel="Saving">
          {choices.length === 0 ? "No, thank you. Continue" : `Continue with ${choices.length} added`}
        </Button>
      </PlanBar>
    </PlanLayout>
  );
}
