import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { care } from "#contract/care/calls.ts";
import { addDays, clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { doseOf, pickDays } from "#server/wellbeing/testing/wellbeing.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { agreeToChange, changeTreatment, newestChange, refuseChange, stronger } from "../testing/changes.ts";
import { deliver, inCare, type InCare, passDays, prescriptionOrderIn, subscriptionOf } from "../testing/in-care.ts";

const server = serverAtNoon();
const { products } = (await shippedContent()).catalogue;
const strong = "estradiol_patch_0_1";
const twoPatches = products.find(({ productid }) => productid === "estradiol_patch_0_05")?.double?.directions ?? "";
const inDays = (days: number) => addDays(clinicToday(server.services), days);

/** The doctor prescribes the stronger patch, and how the other one is used until then. */
const bridge = (rosa: InCare, more: Partial<Parameters<typeof changeTreatment>[2]> = {}) =>
  changeTreatment(server, rosa, {
    ...{ pricingid: stronger, begins: "now", until: "directions", untildirections: twoPatches, untilpace: "double" },
    ...more,
  });
const ask = async (rosa: InCare, query: object = {}) =>
  server.call(
    care.treatmentChangeQuote,
    {
      params: { id: (await subscriptionOf(server, rosa)).id },
      query: {
        productid: strong,
        pricingid: stronger,
        begins: "now",
        until: "directions",
        untilpace: "double",
        ...query,
      },
    },
    { apiKey },
  );
const endsOn = async (rosa: InCare) => (await subscriptionOf(server, rosa)).onhanduntil;
const chargeOf = async (rosa: InCare) => prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled").chargeon;
const directionsOf = async (rosa: InCare) => (await doseOf(server, rosa, "patch")).directions;

describe("decisions §19 two of a weaker patch until the stronger one is there", () => {
  test("hold from the patient's yes: home, doses and days at home follow; the new one ends them", async () => {
    const rosa = await inCare(server);
    const before = await directionsOf(rosa);
    await pickDays(server, rosa, (await doseOf(server, rosa, "patch")).id, [1, 4]);
    expect((await ask(rosa)).ok).toMatchObject({ onhanduntil: inDays(13), double: twoPatches, obstacle: null });
    expect((await bridge(rosa)).ok.status).toBe("waiting");
    const change = await newestChange(server, rosa);
    expect(change).toMatchObject({ today: "Keep using Estradiol patch, 0.05 mg/day as before." });
    expect(change.then).toContain(
      `From the day you agree until then, use Estradiol patch, 0.05 mg/day this way: ${twoPatches}`,
    );
    expect([await directionsOf(rosa), await endsOn(rosa)], "silence changes nothing").toEqual([before, inDays(27)]);

    await passDays(server, 4);
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    // 24 days are left of the box.
    expect(await newestChange(server, rosa)).toMatchObject({
      today: `For now, use Estradiol patch, 0.05 mg/day this way: ${twoPatches}`,
      then: "Start Estradiol patch, 0.1 mg/day when it comes.",
    });
    const { usednow } = await subscriptionOf(server, rosa, strong);
    expect(usednow).toMatchObject({ dosage: "0.05 mg/day", directions: twoPatches });
    const dose = await doseOf(server, rosa, "patch");
    expect(dose).toMatchObject({ dosage: "0.05 mg/day", directions: twoPatches, schedule: { days: [1, 4] } });
    expect(dose.missed?.text).toContain("two new patches");
    const order = prescriptionOrderIn(await subscriptionOf(server, rosa, strong), "processing");
    await passDays(server, 3);
    await deliver(server, order.orderid ?? "");
    const used = await doseOf(server, rosa, "patch");
    expect([used.dosage, used.directions, used.missed?.text]).toEqual([
      "0.1 mg/day",
      before,
      expect.stringContaining("only one patch"),
    ]);
  });

  test("a yes on the last day on which the box still lasts until the new one is there: it's used so", async () => {
    const rosa = await inCare(server);
    await bridge(rosa);
    await passDays(server, 14);
    // The box is used up on the day the new one may be there at the latest.
    expect((await ask(rosa)).ok).toMatchObject({ onhanduntil: inDays(6), obstacle: null });
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    expect([await directionsOf(rosa), (await newestChange(server, rosa)).until]).toEqual([twoPatches, "directions"]);
  });

  test("a yes so late that the box wouldn't last until the new one is there: it's used as before", async () => {
    const rosa = await inCare(server);
    const before = await directionsOf(rosa);
    await bridge(rosa, { begins: "on_day", beginson: inDays(12) });
    await passDays(server, 16);
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    expect([await directionsOf(rosa), (await newestChange(server, rosa)).until]).toEqual([before, "go_on"]);
    expect(await newestChange(server, rosa)).toMatchObject({ today: expect.stringContaining("as before") });
  });

  test.each([
    ["of more than the strongest there is", { product: strong }, "more than the strongest"],
    ["until the box ends, which would bring the charge sooner", { begins: "when_box_ends" }, "the next charge come"],
    [
      "beyond what is at home, with the day it runs out",
      { begins: "on_day", in: 15 },
      "What the patient has lasts until",
    ],
  ] as const)("%s is refused, and said before", async (_, wanted, message) => {
    const rosa = await inCare(server);
    if ("product" in wanted) {
      await changeTreatment(server, rosa, { pricingid: stronger, begins: "now" });
      await agreeToChange(server, rosa, await newestChange(server, rosa));
      await deliver(
        server,
        prescriptionOrderIn(await subscriptionOf(server, rosa, strong), "processing").orderid ?? "",
      );
    }
    const more = {
      ...("begins" in wanted && { begins: wanted.begins }),
      ...("in" in wanted && { beginson: inDays(wanted.in) }),
      ...("product" in wanted && {
        product: strong,
        productid: "estradiol_patch_0_075",
        pricingid: "estradiol_patch_0_075_1m",
      }),
    };
    expect((await bridge(rosa, more)).problem).toMatchObject({
      code: "wrong_state",
      message: expect.stringContaining(message),
    });
  });

  test("a box that would run out before the new one may be there is refused with both days", async () => {
    const rosa = await inCare(server);
    await passDays(server, 16);
    const { obstacle, onhanduntil } = (await ask(rosa)).ok;
    expect(onhanduntil).toBe(inDays(5));
    expect(obstacle).toContain(
      `runs out on ${formatDay(inDays(6))}, and the new one may be there only on ${formatDay(inDays(7))}`,
    );
    expect((await bridge(rosa)).problem.message).toBe(obstacle);
  });

  test("a pace without words for the patient is no bridge", async () => {
    const rosa = await inCare(server);
    const refused = await bridge(rosa, { until: "go_on", untildirections: undefined });
    expect(refused.problem).toMatchObject({ code: "bad_request", details: { fields: [{ path: "untilpace" }] } });
  });
});

describe("decisions §19 half of what the patient has until the other one begins", () => {
  const half = { begins: "when_box_ends", untilpace: "half", untildirections: "Half a patch, twice a week." } as const;

  test.each(["refused", "withdrawn"] as const)(
    "holds at once and lasts twice as long; %s, it's as before",
    async (ending) => {
      const rosa = await inCare(server);
      const [before, charge] = [await directionsOf(rosa), await chargeOf(rosa)];
      await passDays(server, 8);
      await bridge(rosa, half);
      expect([await directionsOf(rosa), await endsOn(rosa)]).toEqual([half.untildirections, inDays(39)]);
      expect([charge, await chargeOf(rosa)]).toEqual([inDays(13), inDays(33)]);
      await passDays(server, 4);
      if (ending === "refused") await refuseChange(server, rosa, await newestChange(server, rosa));
      else {
        const { id } = await subscriptionOf(server, rosa);
        await server.call(care.withdrawChange, { params: { id }, body: { note: "Let's wait." } }, { apiKey });
      }
      // 20 days were left, and 2 of them were used in 4.
      expect([await directionsOf(rosa), await endsOn(rosa), await chargeOf(rosa)]).toEqual([
        before,
        inDays(17),
        inDays(11),
      ]);
    },
  );
});

describe("decisions §19 what was planned waits behind how it's used until the other one begins", () => {
  const [thirdly, until] = ["Every third time.", "On Mondays only, until the new one comes."];
  const planned = async (rosa: InCare) => {
    const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
    const { id = "" } = ok.prescriptions?.find(({ productid }) => productid === "estradiol_patch_0_05") ?? {};
    const body = {
      directions: thirdly,
      pace: "third",
      beginson: inDays(9),
      reason: "Sleepy",
      message: "Slower.",
    } as const;
    expect((await server.call(care.changeDirections, { params: { id }, body }, { apiKey })).status).toBe(200);
  };

  test.each(["half", undefined] as const)(
    "used %s: no outlet names its day, its day changes nothing, and the days at home are counted so",
    async (untilpace) => {
      const rosa = await inCare(server);
      await planned(rosa);
      expect(await directionsOf(rosa)).toContain(thirdly);
      // 19 of 28 days are left then, and last three times as long.
      expect(await endsOn(rosa)).toBe(inDays(9 + 3 * 19 - 1));
      const wanted = { begins: "when_box_ends", untildirections: until, untilpace } as const;
      expect((await bridge(rosa, wanted)).ok.status).toBe("waiting");
      const lasts = untilpace === "half" ? 56 : 28;
      for (const day of [0, 10]) {
        await passDays(server, day);
        expect([await directionsOf(rosa), await endsOn(rosa)], `after ${day} days`).toEqual([
          until,
          inDays(lasts - day - 1),
        ]);
      }
      await refuseChange(server, rosa, await newestChange(server, rosa));
      expect([await directionsOf(rosa), (await subscriptionOf(server, rosa)).item.directions]).toEqual([
        thirdly,
        thirdly,
      ]);
    },
  );
});

test("two at once are never more than the strongest of their family", () => {
  const amount = (strength: string) => Number.parseFloat(strength);
  const doubled = products.filter(({ double }) => double !== null);
  expect(doubled.length).toBeGreaterThan(2);
  for (const { family, strength, dosing } of doubled) {
    const most = Math.max(...products.filter((each) => each.family === family).map((each) => amount(each.strength)));
    expect([strength, 2 * amount(strength) <= most, dosing != null]).toEqual([strength, true, true]);
  }
});
