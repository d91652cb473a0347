import { useState } from "react";
import { PlanCard } from "#app/catalogue/plan/plan-card.tsx";
import { ProductRow } from "#app/catalogue/plan/product-row.tsx";
import { DaysSupplySwitch } from "#app/catalogue/plan/days-supply-switch.tsx";
import { shortCents } from "#app/formats/money.ts";
import { BeforeYouStart } from "#app/onboarding/plan/before-you-start.tsx";
import { PlanNews } from "#app/onboarding/plan/plan-news.tsx";
import { PlanSummary } from "#app/onboarding/plan/plan-summary.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { Doctor } from "#contract/doctors.ts";
import { Example, Section } from "./section.tsx";

const doctor: Doctor = {
  id: "hart",
  firstname: "Ellen",
  lastname: "Hart",
  name: "Dr. Ellen Hart",
  credentials: "MD, board-certified OB/GYN",
  bio: "",
  profileUrl: "/doctors/doctor-1.svg",
};
const pricings = [
  { months: 1, label: "28 days", cents: 9400, savedCents: 0 },
  { months: 3, label: "84 days", cents: 25_300, savedCents: 2900 },
];
const both = "Estradiol patch + progesterone capsule";
const items = [
  { id: "patch", name: "Estradiol patch", detail: "0.05 mg/day · 28 days", picture: "/products/patch.svg", price: 59 },
  {
    id: "capsule",
    name: "Progesterone capsule",
    detail: "100 mg · 28 days",
    picture: "/products/capsule.svg",
    price: 35,
  },
];
const word = {
  text: "Steady estrogen calms hot flashes by day and sweats at night.",
  doctor,
};
const nothing = () => {};

/** The plan in every state: suggested, chosen, empty, on treatment, changed. */
export function Plans() {
  const [months, setMonths] = useState<number | null>(1);
  const cents = pricings.find((each) => each.months === months)?.cents ?? 0;
  return (
    <Section id="plan" title="The plan" lead="One thing, decided once: what it is, what it does, what it costs.">
      <Example name="PlanCard, as revealed" wide>
        <PlanCard
          level={3}
          name={both}
          amount={`${shortCents(cents)} today`}
          amountNote="Held until your doctor says yes"
          word={word}
        >
          <div>
            {items.map(({ id, name, detail, picture, price }) => (
              <ProductRow key={id} picture={picture} name={name} detail={detail} price={`$${price}`}>
                <p>What it is, why it fits, and how to use it.</p>
              </ProductRow>
            ))}
          </div>
          <DaysSupplySwitch pricings={pricings} months={months} onChange={setMonths} />
          <BeforeYouStart count={4} unread={4} closedUnread={false} onOpen={nothing} />
        </PlanCard>
      </Example>
      <Example name="PlanCard, on treatment">
        <PlanCard
          level={3}
          label="Your plan is approved"
          name={both}
          amount="$253 on February 11, 2027"
          amountNote="Your next charge, with tax and shipping, on Visa ending in 4242."
          word={{ text: "This plan is a good fit for you. Give it a few weeks to work.", doctor }}
        >
          <div>
            {items.map(({ id, name, picture, price }) => (
              <ProductRow key={id} open picture={picture} name={name} detail="Prescription" price={`$${price}`}>
                <p>How to use it, how long it lasts, and where to change it.</p>
              </ProductRow>
            ))}
          </div>
          <Button variant="secondary">Ask Dr. Ellen Hart</Button>
        </PlanCard>
      </Example>
      <Example name="PlanCard, beside a block that leads">
        <PlanCard quiet level={3} name={both}>
          <p>Your box lasts until Friday, August 14.</p>
        </PlanCard>
      </Example>
      <Example name="ProductRow, with nothing more to say">
        <ProductRow picture="/products/patch.svg" name="Estradiol patch" detail="0.05 mg/day" price="$59" />
      </Example>
      <Example name="PlanCard, one product">
        <PlanCard
          level={3}
          name="Vaginal estradiol insert"
          amount="$79 today"
          word={{ text: "A tiny, clean insert for dryness, pain with sex and bladder trouble.", doctor: null }}
        />
      </Example>
      <Example name="PlanCard, nothing chosen">
        <PlanCard
          level={3}
          name="Nothing chosen yet"
          word={{ text: "Look through the options below and pick one.", doctor: null }}
        />
      </Example>
      <Example name="DaysSupplySwitch, supplies that differ">
        <DaysSupplySwitch pricings={pricings} months={null} onChange={nothing} />
      </Example>
      <Example name="BeforeYouStart: new, closed unread, read">
        <Stack>
          <BeforeYouStart count={4} unread={1} closedUnread={false} onOpen={nothing} />
          <BeforeYouStart count={4} unread={4} closedUnread onOpen={nothing} />
          <BeforeYouStart count={4} unread={0} closedUnread={false} onOpen={nothing} />
        </Stack>
      </Example>
      <Example name="PlanNews">
        <PlanNews news={["Estradiol patch is $62.00 now. It was $59.00 when you chose it."]} />
      </Example>
      <Example name="PlanSummary">
        <PlanSummary
          items={items}
          rows={[
            { label: "Tax", value: "$0.00" },
            { label: "Grand Total", value: "$94.00", total: true },
          ]}
          doctor={doctor}
        />
      </Example>
    </Section>
  );
}
