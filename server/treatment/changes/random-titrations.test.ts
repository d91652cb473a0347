import fc from "fast-check";
import { expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { daysBetween } from "#server/platform/clock/calendar-days.ts";
import { propertyRuns } from "#server/testing/property-runs.ts";
import { runTitration } from "../testing/run-titration.ts";
import { firstDay, horizon, strengths, titrations } from "../testing/titration.ts";

/*
 * Whatever a doctor changes, whatever a patient agrees to, and however long parcels take: there's medicine each day and one strength at a time; doses, record
 * and the label of the box in use say the same of it, as fast as it's counted; and each charge is for what was agreed to, at its price.
 */

const content = await shippedContent();

test("decisions §19 10,000 random titrations: never a day without or of two strengths, never back to one before; label, doses, record and charges agree", () => {
  let [onDays, changed, doubled, halved, cheaper, refusals] = [0, 0, 0, 0, 0, 0];
  fc.assert(
    fc.property(titrations, (titration) => {
      const { used, problems, sent, bridges, charges, refused } = runTitration(content, titration);
      expect(problems).toEqual([]);
      const order = used.map((product) => strengths.indexOf(product as (typeof strengths)[number]));
      expect(order).toEqual(order.toSorted((one, other) => one - other));
      for (const { beginsOn, product, arrivesOn } of sent) {
        if (beginsOn == null) continue;
        onDays += 1;
        const from = daysBetween(firstDay, beginsOn > arrivesOn ? beginsOn : arrivesOn);
        if (from >= horizon || from < 1) continue;
        expect([product, used.slice(0, from).includes(product)]).toEqual([product, false]);
        const later = used[from] ?? "";
        expect(later >= product, "in use from its day, unless it was changed again").toBe(true);
      }
      refusals += refused;
      changed += new Set(used).size - 1;
      for (const { product, cents, agreed, today } of charges) {
        expect({ product, cents }).toEqual({ product: agreed.product, cents: Math.min(agreed.cents, today) });
        if (cents < agreed.cents) cheaper += 1;
      }
      for (const pace of bridges)
        if (pace === "double") doubled += 1;
        else halved += 1;
    }),
    propertyRuns(10_000, 50_000),
  );
  expect([onDays > 500, changed > 2500, doubled > 100, halved > 500, cheaper > 250, refusals > 200]).not.toContain(
    false,
  );
});
