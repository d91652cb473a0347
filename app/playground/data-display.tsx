import { formatCents } from "#contract/fields/numbers.ts";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Disclosure } from "#app/ui/actions/disclosure.tsx";
import { DoctorCard } from "#app/ui/data/doctor-card.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { TrashIcon } from "#app/ui/brand/base-icons.tsx";
import { EmptyBasket } from "#app/ui/brand/illustrations/empty-basket.tsx";
import { Price } from "#app/ui/data/price.tsx";
import { ProductCard } from "#app/ui/data/product-card.tsx";
import { Progress, Steps } from "#app/ui/data/progress.tsx";
import { QuantityStepper } from "#app/ui/actions/quantity-stepper.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { SummaryList } from "#app/ui/data/summary-list.tsx";
import { Timeline } from "#app/ui/data/timeline.tsx";
import css from "./gallery.module.css";
import { Section, Example } from "./section.tsx";

const steps = ["Cart", "Account", "Shipping", "Checkout"].map((label) => ({ label, href: "#things" }));

export function DataDisplay() {
  const [added, setAdded] = useState(true);
  const [quantity, setQuantity] = useState(1);
  return (
    <Section id="things" title="Products, orders, people">
      <Example name="ProductCard" wide>
        <div className={css["triple"]}>
          <ProductCard
            level={4}
            picture="/products/patch.svg"
            name="Estradiol patch"
            detail="Patch, 0.05 mg a day"
            cents={8900}
            per="/ month"
            rx
            hsa
            selected={added}
            onSelectedChange={setAdded}
          />
          <ProductCard
            level={4}
            picture="/products/magnesium.svg"
            name="Magnesium"
            detail="Capsules, 200 mg"
            cents={2400}
            was={3000}
            hsa
            onSelectedChange={() => {}}
          />
          <ProductCard
            level={4}
            picture="/products/jar-cream.svg"
            name="Estriol face cream with a rather long name"
            detail="Cream, 0.3%"
            cents={12050}
            rx
            action={<Button variant="secondary">Learn more</Button>}
          >
            For skin that has grown thin and dry.
          </ProductCard>
        </div>
      </Example>
      <Example name="ProductCard, row">
        <ProductCard
          level={4}
          layout="row"
          picture="/products/vitamin-d.svg"
          name="Vitamin D"
          detail="Softgels, 2,000 IU"
          cents={1900}
          action={
            <>
              <QuantityStepper label="Vitamin D" value={quantity} onChange={setQuantity} />
              <Button variant="quiet" aria-label="Remove Vitamin D">
                <TrashIcon />
              </Button>
            </>
          }
        />
      </Example>
      <Example name="SummaryList, Price">
        <Card>
          <Stack gap={3}>
            <SummaryList
              rows={[
                { label: "Order Sub-total", value: formatCents(13200) },
                { label: "Welcome discount", value: `−${formatCents(1500)}`, highlight: true },
                { label: "Tax", value: formatCents(1043) },
                { label: "Grand Total", value: formatCents(12743), total: true },
              ]}
            />
            <p>
              <Price cents={2400} was={3000} per="/ month" />
            </p>
          </Stack>
        </Card>
      </Example>
      <Example name="DoctorCard">
        <Stack>
          <DoctorCard
            level={3}
            photo="/doctors/doctor-1.svg"
            name="Dr. Ellen Hart"
            credentials="MD, OB/GYN"
            action={<Button variant="secondary">Send a message</Button>}
          >
            Cares for women in midlife for 22 years.
          </DoctorCard>
          <DoctorCard photo="/doctors/doctor-4.svg" name="Dr. Samuel Ortiz" credentials="MD, Internal medicine" />
        </Stack>
      </Example>
      <Example name="Timeline">
        <Timeline
          label="Order 10482"
          items={[
            { title: "Order placed", date: "June 1, 2026", state: "done" },
            { title: "Approved by Dr. Hart", date: "June 2, 2026", state: "done" },
            { title: "On its way", date: "June 3, 2026", detail: "Arrives by Friday, June 6.", state: "current" },
            { title: "Delivered", state: "todo" },
          ]}
        />
      </Example>
      <Example name="Progress, Steps">
        <Stack gap={6}>
          <Progress label="Your progress" value={3} max={8} showText />
          <Steps label="Checkout" steps={steps} current={2} />
        </Stack>
      </Example>
      <Example name="Disclosure">
        <Disclosure summary="How to use it">
          <p>One patch on the lower belly, changed twice a week.</p>
        </Disclosure>
      </Example>
      <Example name="Skeleton">
        <Stack>
          <Skeleton />
          <Skeleton shape="row" count={2} label="" />
        </Stack>
      </Example>
      <Example name="EmptyState">
        <EmptyState
          level={3}
          illustration={<EmptyBasket />}
          title="Oops! Your cart is empty."
          action={<Button>View treatments</Button>}
        >
          Nothing is lost. Your saved treatments are where you left them.
        </EmptyState>
      </Example>
      <Example name="ErrorState">
        <ErrorState level={3} onRetry={() => {}} />
      </Example>
    </Section>
  );
}
