import { expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { caseRecord, order } from "#clinic/testing/cases.ts";
import { TimelineEntry } from "#contract/orders/orders.ts";
import { timelineOf } from "./timeline.ts";

test("decisions §11 the practice reads the steps of an order in words for the practice, not those that speak to the patient", async () => {
  const { sentences } = await shippedContent();
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

test("an emergency is in the case with what was told and what was done, also after it was closed", () => {
  const at = "2026-11-25T10:00:00Z";
  const action = { actor: "staff:1", name: "Nora Nurse", reached: null, text: null } as const;
  const reported = {
    ...{ id: "1", source: "message", title: "Call 911", words: "my chest hurts", reportedat: at },
    ...{ acknowledgedat: "2026-11-25T10:03:00Z", closedat: "2026-11-25T11:00:00Z" },
    actions: [
      { ...action, id: "a", kind: "acknowledged", at: "2026-11-25T10:03:00Z" },
      { ...action, id: "b", kind: "call", reached: "other", at: "2026-11-25T10:05:00Z", text: "Her son drives her" },
      { ...action, id: "c", kind: "closed", at: "2026-11-25T11:00:00Z", text: "Seen in the ER" },
    ],
  } as const;
  const timeline = (record: Partial<Parameters<typeof caseRecord>[0]>) =>
    timelineOf(caseRecord({ ...record, answers: [] }), [], "America/Chicago").filter(({ key }) =>
      key.startsWith("emergency"),
    );
  expect(
    timeline({ emergencies: [reported] as never, emergencysince: null }).map(({ title, detail }) => [title, detail]),
  ).toEqual([
    ["Emergency: closed", "Seen in the ER · Nora Nurse"],
    ["Emergency: call, reached: somebody with the patient", "Her son drives her · Nora Nurse"],
    ["Emergency: acknowledged", "Nora Nurse"],
    ["Reported an emergency", "my chest hurts"],
  ]);
  expect(timeline({ emergencies: undefined, emergencysince: at }).map(({ title }) => title)).toEqual([
    "Reported an emergency",
  ]);
});
