import { beforeAll, describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { toText } from "#server/platform/sentences.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { home, inCare, prescriptionOrderIn, tokenOf } from "../testing/in-care.ts";
import { gapSentence } from "./medicine-gap.ts";

const content = await shippedContent();
const today = "2027-02-01";
const box = (deliveredOn: string | null, days = 28) => ({
  days,
  orderedOn: "2027-01-20",
  shippedOn: deliveredOn,
  deliveredOn,
});

describe("decisions §9 the gap an action would leave is named before it", () => {
  test.each([
    [
      "a break of 20 days",
      { boxes: [box("2027-01-25")], nextCharge: "2027-03-10", leadDays: 4 },
      "What you have lasts until Sunday, February 21. Then you'd be without it for 20 days, until about Sunday, March 14.",
    ],
    [
      "it arrives on the day the box is empty",
      { boxes: [box("2027-01-25")], nextCharge: "2027-02-18", leadDays: 4 },
      null,
    ],
    [
      "it arrives a day later",
      { boxes: [box("2027-01-25")], nextCharge: "2027-02-19", leadDays: 4 },
      "What you have lasts until Sunday, February 21. Then you'd be without it for 1 day, until about Tuesday, February 23.",
    ],
    [
      "what is on its way counts",
      { boxes: [box("2027-01-25"), box(null)], nextCharge: "2027-03-10", leadDays: 4 },
      null,
    ],
    [
      "nothing is left at home",
      { boxes: [box("2026-12-25")], nextCharge: "2027-03-10", leadDays: 4 },
      "You have none at home. You'd be without it until about Sunday, March 14.",
    ],
    [
      "the last box is empty today",
      { boxes: [box("2027-01-04")], nextCharge: "2027-03-10", leadDays: 4 },
      "You have none at home. You'd be without it until about Sunday, March 14.",
    ],
    [
      "nothing more comes",
      { boxes: [box("2027-01-25")], nextCharge: null, leadDays: 4 },
      "What you have lasts until Sunday, February 21. After that, you'd be without it.",
    ],
    ["nothing more comes, and nothing is left", { boxes: [box("2026-12-25")], nextCharge: null, leadDays: 4 }, null],
    ["nothing was ever sent", { boxes: [], nextCharge: null, leadDays: 4 }, null],
  ])("%s", (_, deliveries, text) => {
    const found = gapSentence({ ...deliveries, today });
    expect(found && toText(content, found)).toBe(text);
  });

  let server: TestServer;
  beforeAll(async () => {
    server = await sharedTestServer();
  });
  const lengthOf = (text: string | null | undefined) => Number(/for (\d+) days/.exec(text ?? "")?.[1] ?? 0);

  test("of a skip, of each pause, and of cancelling; longer the longer the pause", async () => {
    const { subscriptions } = await home(server, await inCare(server));
    expect(subscriptions).toHaveLength(2);
    for (const subscription of subscriptions) {
      const lengths = subscription.pausegaps.map(lengthOf);
      expect(lengths).toHaveLength(3);
      expect(lengths[0]).toBeGreaterThan(20);
      expect(lengths[1]).toBeGreaterThan(lengths[0] ?? 0);
      expect(lengths[2]).toBeGreaterThan(lengths[1] ?? 0);
      const next = subscription.prescriptionorders.find(({ status }) => status === "scheduled");
      expect(lengthOf(next?.gap)).toBe(28);
      expect(subscription.cancelgap).toMatch(/^What you have lasts until .+ After that, you'd be without it\.$/);
    }
  });

  test("cancelling a paid order takes its box with it, so the gap is that of the medicine before it", async () => {
    const rosa = await inCare(server, { delivered: false });
    const [subscription] = (await home(server, rosa)).subscriptions;
    const paid = subscription && prescriptionOrderIn(subscription, "processing");
    expect(paid?.actions).toEqual(["cancel"]);
    expect(paid?.gap).toMatch(/^You have none at home\. You'd be without it until about /);
  });

  test("where an action is not possible there is no gap to name; nor of what a doctor has on hold", async () => {
    const rosa = await inCare(server);
    const token = await tokenOf(server, rosa);
    await server.call(treatment.pause, { params: { id: rosa.id }, body: { months: 2 } }, { token });
    const paused = (await home(server, rosa)).subscriptions;
    expect(paused.map(({ pausegaps }) => pausegaps.length)).toEqual([3, 3]);
    expect(paused.every(({ cancelgap }) => cancelgap?.startsWith("What you have lasts until"))).toBe(true);
    await server.call(treatment.cancel, { params: { id: rosa.id }, body: {} }, { token });
    const cancelled = (await home(server, rosa)).subscriptions;
    expect(cancelled.map(({ pausegaps }) => pausegaps)).toEqual([[], []]);
    expect(cancelled.map(({ cancelgap }) => cancelgap)).toEqual([null, null]);
    expect(cancelled.flatMap(({ prescriptionorders }) => prescriptionorders).filter(({ gap }) => gap)).toEqual([]);
  });
});
