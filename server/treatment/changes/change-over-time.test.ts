import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { type ChangeBegins, changeBegins, type ChangeUntil, changeUntil } from "#contract/treatment/changes.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { readWellbeing } from "#server/wellbeing/testing/wellbeing.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { agreeToChange, changeTreatment, newestChange, refuseChange, stronger, weaker } from "../testing/changes.ts";
import {
  capturedCents,
  declineCard,
  deliver,
  home,
  inCare,
  type InCare,
  passDays,
  prescriptionOrderIn,
  putCard,
  subscriptionOf,
} from "../testing/in-care.ts";

const server = serverAtNoon();
const strong = "estradiol_patch_0_1";
const half = "Half a patch, twice a week.";

/** Where a change stands; `box_ended` is the day the box the patient had is used up, with the new one at home. */
const phases = ["waiting", "refused", "withdrawn", "agreed", "sent", "delivered", "box_ended"] as const;
type Phase = (typeof phases)[number];

/** Which patch the patient uses, and by whose words. */
type Used = "before" | "other words" | "new" | "nothing";

/** The table: what is used today, by when it begins, what holds until then, and how far it got. */
function usedBy(begins: ChangeBegins, until: ChangeUntil, phase: Phase): Used {
  const untilThen = { go_on: "before", stop: "nothing", directions: "other words" } as const;
  if (phase === "withdrawn") return "before";
  if (phase === "refused") return until === "stop" ? "nothing" : "before";
  if (phase === "box_ended") return "new";
  if (phase === "delivered" && (begins === "now" || until === "stop")) return "new";
  return untilThen[until];
}

const withdraw = (id: string) =>
  server.call(care.withdrawChange, { params: { id }, body: { note: "Let's wait a little." } }, { apiKey });

const reached: Readonly<Record<Phase, (rosa: InCare) => Promise<unknown>>> = {
  waiting: async () => undefined,
  withdrawn: async (rosa) => withdraw((await subscriptionOf(server, rosa)).id),
  refused: async (rosa) => refuseChange(server, rosa, await newestChange(server, rosa)),
  agreed: async (rosa) => agreeToChange(server, rosa, await newestChange(server, rosa)),
  async sent(rosa) {
    while ((await capturedCents(server, rosa)).length < 2) await passDays(server, 1);
    const body = { carrier: "Meadow Post", trackingnumber: "M-01" };
    return server.call(care.shipOrder, { params: { id: await newOrder(rosa) }, body }, { apiKey });
  },
  delivered: async (rosa) =>
    server.call(care.deliverOrder, { params: { id: await newOrder(rosa) }, body: {} }, { apiKey }),
  box_ended: () => passDays(server, 27),
};

/** The order that brings the stronger patch. */
async function newOrder(rosa: InCare): Promise<string> {
  const { prescriptionorders } = await subscriptionOf(server, rosa, strong);
  return prescriptionorders.find(({ orderid }) => orderid !== null)?.orderid ?? "";
}

/** What each screen says is used: the doses, home and plan, and the record of the practice. */
async function screens(rosa: InCare) {
  const doses = (await readWellbeing(server, rosa)).doses.items.filter(({ name }) => name.includes("patch"));
  const { subscriptions } = await home(server, rosa);
  const { item, usednow } = subscriptions.find(({ item: each }) => each.name.includes("patch")) ?? {};
  const record = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
  return {
    doses: doses.map(({ dosage, directions }) => [dosage, directions]),
    plan: [usednow ?? item].map((each) => [each?.dosage, each?.directions]),
    record: (record.ok.prescriptions ?? [])
      .filter(({ productid, usednow: isUsed }) => productid.includes("patch") && isUsed)
      .map(({ dosage, directions }) => [dosage, directions]),
  };
}

describe("decisions §19 never a day without, never two strengths: what is taken today is one answer on every screen", () => {
  const paths: readonly (readonly Phase[])[] = [
    ["waiting", "refused"],
    ["waiting", "withdrawn", "waiting", "agreed", "sent", "delivered", "box_ended"],
  ];
  for (const begins of changeBegins)
    for (const until of changeUntil)
      test.each(paths)(`${begins}, ${until}: %s, %s …`, async (...path) => {
        const rosa = await inCare(server);
        const before = (await subscriptionOf(server, rosa)).item.directions;
        for (const phase of path) {
          if (phase === "waiting") await change(rosa, begins, until);
          await reached[phase](rosa);
          const used = usedBy(begins, until, phase);
          const texts = {
            before: [["0.05 mg/day", before]],
            "other words": [["0.05 mg/day", half]],
            new: [["0.1 mg/day", "The new one, twice a week."]],
            nothing: [],
          }[used];
          const { doses, record, plan } = await screens(rosa);
          expect([phase, doses, record]).toEqual([phase, texts, texts]);
          // With nothing in use the plan names what is prescribed next, or what was stopped.
          if (texts.length > 0) expect([phase, plan]).toEqual([phase, texts]);
        }
      });
});

async function change(rosa: InCare, begins: ChangeBegins, until: ChangeUntil): Promise<void> {
  const made = await changeTreatment(server, rosa, {
    ...{ pricingid: stronger, begins, until, note: "More.", directions: "The new one, twice a week." },
    ...(until === "directions" && { untildirections: half }),
  });
  expect(made.ok.status).toBe("waiting");
}

describe("decisions §19 a change that begins now", () => {
  test("is charged and sent on the patient's yes, before the box they have is used up, even at the same price", async () => {
    const rosa = await inCare(server);
    const { ok } = await changeTreatment(server, rosa, { pricingid: weaker, begins: "now" });
    expect(ok).toMatchObject({ status: "waiting", price: 59, before: 59 });
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    const change = await newestChange(server, rosa);
    expect(change.then).toContain("we'll charge you today");
    const agreed = await agreeToChange(server, rosa, change);
    expect(agreed.ok.message).toBe("Thank you. It's paid, and the pharmacy has your order. Start it when it comes.");
    expect((await capturedCents(server, rosa)).slice(1)).toEqual([5900]);
    expect((await agreeToChange(server, rosa, change)).status).toBe(200);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("is no way to a second early box: the next one waits until most of the new one is used", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: stronger, begins: "now" });
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    const order = prescriptionOrderIn(await subscriptionOf(server, rosa, strong), "processing");
    await deliver(server, order.orderid ?? "");
    const planned = prescriptionOrderIn(await subscriptionOf(server, rosa, strong), "scheduled");
    expect(planned.actions).not.toContain("getnext");
    // 28 days from the day it came, less the lead time; what is left of the old box isn't waited for.
    expect([planned.getnextfrom, planned.chargeon]).toEqual(planFrom(21, 21));
  });

  test("a declined card leaves it to be paid, and what the patient has continues", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: stronger, begins: "now" });
    await declineCard(server, rosa, "insufficient_funds");
    const agreed = await agreeToChange(server, rosa, await newestChange(server, rosa));
    expect(agreed.ok.message).toContain("Your card didn't go through");
    expect((await screens(rosa)).doses.map(([dosage]) => dosage)).toEqual(["0.05 mg/day"]);
    expect((await putCard(server, rosa)).retried).toMatchObject({ outcome: "paid", amount: 62 });
  });

  test("keeps its companion: the capsules continue from their own day", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: stronger, begins: "now" });
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    const order = prescriptionOrderIn(await subscriptionOf(server, rosa, strong), "processing");
    await deliver(server, order.orderid ?? "");
    for (let day = 0; day < 60; day += 1) {
      await passDays(server, 1);
      for (const { id, status } of (await home(server, rosa)).orders) if (status === "paid") await deliver(server, id);
      const items = (await readWellbeing(server, rosa)).doses.items.map(({ name }) => name);
      expect([day, items.toSorted()]).toEqual([day, ["Estradiol patch", "Progesterone capsule"]]);
    }
  });
});

test("when a change begins is what its newest order says, not one before", async () => {
  const rosa = await inCare(server);
  const { id: subscriptionId } = await subscriptionOf(server, rosa);
  await changeTreatment(server, rosa, { pricingid: weaker });
  const then = async (ordered: "on_arrival" | null, scheduled: "on_arrival" | null) => {
    for (const [status, begins] of Object.entries({ ordered, scheduled }))
      await server.services.db
        .updateTable("prescription_order")
        .set({ begins })
        .where("subscription_id", "=", subscriptionId)
        .where("status", "=", status as "ordered" | "scheduled")
        .execute();
    return (await newestChange(server, rosa)).then;
  };
  const [neither, before, newest] = [
    await then(null, null),
    await then("on_arrival", null),
    await then(null, "on_arrival"),
  ];
  expect(before).toBe(neither);
  expect(newest).not.toBe(neither);
});

describe("decisions §19 silence changes nothing", () => {
  test("an unanswered change: the next box is the one the patient has, at its price, and the change still waits", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: stronger });
    await passDays(server, 35);
    expect((await capturedCents(server, rosa)).slice(1)).toEqual([5900 + 3500]);
    expect((await home(server, rosa)).orders[0]?.detail.map(({ dosage }) => dosage)).toContain("0.05 mg/day");
    expect((await newestChange(server, rosa)).status).toBe("waiting");
  });

  test("other directions come with their words, and only with them", async () => {
    const rosa = await inCare(server);
    for (const body of [{ until: "directions" as const }, { untildirections: half }])
      expect((await changeTreatment(server, rosa, { pricingid: stronger, ...body })).problem.code).toBe("bad_request");
  });

  test("two doctors change it at once: the second one looks again", async () => {
    const rosa = await inCare(server);
    const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
    const { revision } = ok;
    expect((await changeTreatment(server, rosa, { pricingid: stronger, revision })).status).toBe(201);
    const second = await changeTreatment(server, rosa, { pricingid: weaker, revision });
    expect([second.problem.code, second.problem.details?.["changed"]]).toEqual(["conflict", ["decision"]]);
    expect((await newestChange(server, rosa)).to.dosage).toBe("0.1 mg/day");
  });

  test("taken back: not twice, and not once it's answered", async () => {
    const rosa = await inCare(server);
    const { id } = await subscriptionOf(server, rosa);
    expect((await withdraw(id)).problem.code).toBe("wrong_state");
    await changeTreatment(server, rosa, { pricingid: stronger, until: "stop" });
    expect((await withdraw(id)).ok.subscription.nextchargeon).not.toBeNull();
    expect((await withdraw(id)).problem.code).toBe("wrong_state");
    await changeTreatment(server, rosa, { pricingid: stronger });
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    expect((await withdraw(id)).problem.code).toBe("wrong_state");
  });
});

/** Days from today, as `YYYY-MM-DD` of the practice. */
const planFrom = (...days: readonly number[]): string[] =>
  days.map((count) => new Date(server.clock.now().getTime() + count * 86_400_000).toISOString().slice(0, 10));
