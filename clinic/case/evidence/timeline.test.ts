import { expect, test } from "vitest";
import { cachedContent } from "#content/loader/cached-content.ts";
import { caseRecord, order } from "#clinic/testing/cases.ts";
import { TimelineEntry } from "#contract/orders/orders.ts";
import { timelineOf } from "./timeline.ts";

test("decisions §11 the practice reads the steps of an order in words for the practice, not those that speak to the patient", async () => {
  const { sentences } = await cachedContent();
  const timeline = TimelineEntry.shape.event.options.map((event) => ({
    event,
    label: new Map(Object.entries(sentences)).get(`orders.step_${event}`) ?? event,
    at: "2026-11-25T10:00:00Z",
    state: "done" as const,
    detail: null,
    amount: null,
  }));
  const titles = timelineOf(caseRecord({ orders: [order({ timeline })] }), [], "America/Chicago").map(
    ({ title }) => title,
  );
  expect(titles).toContain("Amount held on the card, not charged, order 10005");
  expect(titles).toContain("Paid, order 10005");
  expect(titles.filter((title) => /\byou(r|\b)/i.test(title))).toEqual([]);
});
