import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { daysBetween } from "#server/platform/clock/calendar-days.ts";
import { loadDispensedBoxes, medicineUseSpans } from "#server/prescriptions/public.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { inCare, type InCare, passDays } from "../testing/in-care.ts";
import { treatmentScenarios } from "../testing/scenarios.ts";

const server = serverAtNoon();
const { approveAll, today } = treatmentScenarios(() => server);
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];
/** A year, plus the time the next year's prescription takes to matter. */
const yearDays = 400;

/** The pharmacy ships what is paid after two days, and each parcel arrives on its day after the charge. */
async function shipAndDeliver({ id }: InCare, delays: readonly number[]): Promise<void> {
  const orders = await server.services.db
    .selectFrom("customer_order")
    .select(["id", "status", "placed_at"])
    .where("patient_id", "=", id)
    .orderBy("placed_at")
    .execute();
  for (const [index, order] of orders.entries()) {
    const delay = delays[index % delays.length] ?? 0;
    const since = Math.round((server.clock.now().getTime() - order.placed_at.getTime()) / 86_400_000);
    const params = { id: order.id };
    if (order.status === "paid" && since >= Math.min(2, delay))
      await server.call(
        care.shipOrder,
        { params, body: { carrier: "Meadow Post", trackingnumber: "MP-1" } },
        { apiKey: testApiKey },
      );
    if (["paid", "shipped"].includes(order.status) && since >= delay)
      await server.call(care.deliverOrder, { params, body: {} }, { apiKey: testApiKey });
  }
}

describe("decisions §9 a year of patches and capsules", () => {
  test.each([
    ["28 and 28 days", {}, [0, 7, 3, 5], [28, 28]],
    ["28 and 28 days, each parcel as late as may be", {}, [7], [28, 28]],
    ["84 and 28 days", { patch: "3m" }, [4, 0, 7], [84, 28]],
    ["84 and 84 days", { patch: "3m", capsule: "3m" }, [7, 1], [84, 84]],
  ] as const)(
    "%s: no day without medicine, no box too early, charged together",
    async (_, packs, delays, [ofPatch, ofCapsule]) => {
      const rosa = await inCare(server, { delivered: false, ...packs });
      await shipAndDeliver(rosa, delays);
      for (let day = 0; day < yearDays; day += 1) {
        // The doctor takes up to five days to renew.
        if (day % 5 === 0) await approveAll(rosa);
        await passDays(server, 1);
        await shipAndDeliver(rosa, delays);
      }
      const boxes = await loadDispensedBoxes(server.services.db, rosa.id, server.services.content.brand.timezone);
      const charged = [patch, capsule].map((product, which) => {
        const own = boxes.get(product) ?? [];
        const days = which === 0 ? ofPatch : ofCapsule;
        const spans = medicineUseSpans(own, today());
        expect(daysBetween(spans[0]?.from ?? "", spans.at(-1)?.until ?? "")).toBeGreaterThanOrEqual(yearDays);
        for (const [index, { from }] of spans.entries()) {
          if (index > 0) expect(from).toBe(spans[index - 1]?.until);
          expect(daysBetween(own[index]?.deliveredOn ?? from, from)).toBeLessThanOrEqual(7);
          if (index > 1) expect(daysBetween(own[index - 1]?.orderedOn ?? "", own[index]?.orderedOn ?? "")).toBe(days);
        }
        return own.map(({ orderedOn }) => orderedOn);
      });
      // A box of the one never comes without the other when both are due.
      const [fewer = [], more = []] = charged;
      expect(fewer.filter((day) => !more.includes(day))).toEqual([]);
    },
  );
});
