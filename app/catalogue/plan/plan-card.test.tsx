import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PlanCard } from "./plan-card.tsx";
import { ProductRow } from "./product-row.tsx";
import { DaysSupplySwitch } from "./days-supply-switch.tsx";

const doctor = { name: "Dr. Ellen Hart", profileUrl: "/doctors/doctor-1.svg" };
const texts = (html: string) => html.replaceAll(/<[^>]*>/g, "|").replaceAll(/\|+/g, "|");

test("a plan is one article under its name: price, what becomes of it, and a doctor's words", () => {
  const html = renderToStaticMarkup(
    <PlanCard
      name="Estradiol patch + progesterone capsule"
      amount="$94 today"
      amountNote="Held until your doctor says yes"
      word={{ text: "A patch keeps it steady.", doctor }}
    />,
  );
  const [, id] = /aria-labelledby="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(`<h2 id="${id}"`);
  expect(texts(html)).toBe(
    "|Your plan|Estradiol patch + progesterone capsule|$94 today|Held until your doctor says yes|Dr. Ellen Hart|A patch keeps it steady.|",
  );
});

test("a doctor's note on the plan names its doctor, and nothing it is based on", () => {
  const html = renderToStaticMarkup(<PlanCard name="Insert" word={{ text: "A good fit.", doctor }} />);
  expect(texts(html)).toBe("|Your plan|Insert|Dr. Ellen Hart|A good fit.|");
});

test("a product's row opens to more; with nothing more to say there is nothing to press", () => {
  const row = (more?: string, open?: boolean) =>
    renderToStaticMarkup(
      <ProductRow picture="/p.svg" name="Patch" detail="0.05 mg/day" {...(open && { open })}>
        {more}
      </ProductRow>,
    );
  expect(row("Directions")).not.toContain("open=");
  expect(row("Directions", true)).toContain('open=""');
  expect(row()).not.toMatch(/details|summary/);
});

test("why it fits stands in its lead, each reason once", () => {
  const html = renderToStaticMarkup(<PlanCard name="Insert" reasons={["It eases dryness.", "It's tiny."]} />);
  expect(texts(html)).toBe("|Your plan|Insert|It eases dryness.|It&#x27;s tiny.|");
});

test("without a doctor nobody is said to have said it", () => {
  const html = renderToStaticMarkup(<PlanCard name="Insert" word={{ text: "A tiny insert.", doctor: null }} />);
  expect(texts(html)).toBe("|Your plan|Insert|A tiny insert.|");
});

test("the supply switch is one radio group; its labels say what each supply costs and saves", () => {
  const pricings = [
    { months: 1, label: "28 days", cents: 9400, savedCents: 0 },
    { months: 3, label: "84 days", cents: 25_300, savedCents: 2900 },
  ];
  const html = renderToStaticMarkup(<DaysSupplySwitch pricings={pricings} months={3} onChange={() => {}} />);
  expect(html).toContain('role="radiogroup"');
  expect(texts(html)).toBe("|How much at a time|28 days|: $94|84 days|: $253|saves $29|");
  expect(html.match(/<input[^>]*>/g)?.map((input) => input.includes("checked"))).toEqual([false, true]);
});
