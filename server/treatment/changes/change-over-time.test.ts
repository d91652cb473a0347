import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { type ChangeBegins, changeBegins, type ChangeUntil, changeUntil } from "#contract/treatment/changes.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { readWellbeing } from "#server/wellbeing/testing/wellbeing.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { agreeToChange, changeTreatment, newestChange, refuseChange, stronger, weaker } from "../testing/changes.ts";
import {
  capturedCents,
  declineCard,
  deliver,
  deliverPaid,
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
  if (phase === "delivered" && begins !== "on_day" && (begins === "now" || until === "stop")) return "new";
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
    ...(begins === "on_day" && { beginson: planFrom(20)[0] }),
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

  test("comes with the next order where a box of what it replaces waits at the pharmacy, whatever else was changed and paid", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: stronger, begins: "now" });
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    const product = "progesterone_capsule_100";
    await changeTreatment(server, rosa, { product, pricingid: "progesterone_capsule_200_1m", begins: "now" });
    const returned = { returned_at: server.clock.now(), return_reason: "other" } as const;
    await server.services.db.updateTable("shipment").set(returned).where("order_id", "=", rosa.orderId).execute();
    const agreed = await agreeToChange(server, rosa, await newestChange(server, rosa));
    expect(agreed.ok.message).toContain("You'll get it with your next order on");
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
      await deliverPaid(server, rosa);
      const items = (await readWellbeing(server, rosa)).doses.items.map(({ name }) => name);
      expect([day, items.toSorted()]).toEqual([day, ["Estradiol patch", "Progesterone capsule"]]);
    }
  });
});

describe("decisions §19 a change that begins on a day", () => {
  /** The doctor has the stronger patch begin in so many days. */
  const onDay = (rosa: InCare, days: number, more: Partial<Parameters<typeof changeTreatment>[2]> = {}) =>
    changeTreatment(server, rosa, { pricingid: stronger, begins: "on_day", beginson: planFrom(days)[0], ...more });
  const dosages = async (rosa: InCare) => (await screens(rosa)).doses.map(([dosage]) => dosage);
  const dayOf = (days: number) => formatDay(planFrom(days)[0] ?? "");

  test("is charged in time for it once the patient agrees, used from that day, and the next box follows it", async () => {
    const rosa = await inCare(server);
    expect((await onDay(rosa, 20)).ok.status).toBe("waiting");
    const change = await newestChange(server, rosa);
    expect(change.chargeon).toBe(planFrom(13)[0]);
    expect(change.then).toContain(`in time for ${dayOf(20)}`);
    const [charge, first] = [dayOf(13), dayOf(20)];
    const agreed = await agreeToChange(server, rosa, change);
    expect(agreed.ok.message).toContain(`charge your card on ${charge} and send it. Start it on ${first}`);
    expect(await capturedCents(server, rosa), "nothing is charged before its day").toHaveLength(1);
    expect(prescriptionOrderIn(await subscriptionOf(server, rosa, strong), "scheduled").actions).not.toContain(
      "getnext",
    );
    await passDays(server, 13);
    expect((await capturedCents(server, rosa)).slice(1)).toEqual([6200]);
    await deliver(server, prescriptionOrderIn(await subscriptionOf(server, rosa, strong), "processing").orderid ?? "");
    expect((await newestChange(server, rosa)).then).toBe(
      `Start Estradiol patch, 0.1 mg/day on ${first}, or when it comes if that's later.`,
    );
    expect(prescriptionOrderIn(await subscriptionOf(server, rosa, strong), "scheduled").chargeon).toBe(
      planFrom(7 + 28 - 7)[0],
    );
    await passDays(server, 6);
    expect(await dosages(rosa)).toEqual(["0.05 mg/day"]);
    await passDays(server, 1);
    expect(await dosages(rosa)).toEqual(["0.1 mg/day"]);
  });

  test.each([3, 12])(
    "%i days ahead: too near for a notice, charged on the patient's yes, and it waits for its day at home",
    async (days) => {
      const rosa = await inCare(server);
      await onDay(rosa, days);
      expect((await newestChange(server, rosa)).chargeon).toBe(planFrom(0)[0]);
      const first = dayOf(days);
      const agreed = await agreeToChange(server, rosa, await newestChange(server, rosa));
      expect(agreed.ok.message).toBe(
        `Thank you. It's paid, and the pharmacy has your order. Start it on ${first}, or when it comes if that's later.`,
      );
      expect((await capturedCents(server, rosa)).slice(1)).toEqual([6200]);
      await deliver(
        server,
        prescriptionOrderIn(await subscriptionOf(server, rosa, strong), "processing").orderid ?? "",
      );
      await passDays(server, days - 1);
      expect(await dosages(rosa)).toEqual(["0.05 mg/day"]);
      await passDays(server, 1);
      expect(await dosages(rosa)).toEqual(["0.1 mg/day"]);
    },
  );

  test("is asked for at the same price, too: its charge comes sooner than the one they agreed to", async () => {
    const rosa = await inCare(server);
    expect((await onDay(rosa, 20, { pricingid: weaker })).ok).toMatchObject({
      status: "waiting",
      price: 59,
      before: 59,
    });
    await passDays(server, 20);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    expect(await dosages(rosa), "silence changes nothing").toEqual(["0.05 mg/day"]);
  });

  test("that has passed when the patient agrees begins then, and says so", async () => {
    const rosa = await inCare(server);
    await onDay(rosa, 3);
    await passDays(server, 3);
    const change = await newestChange(server, rosa);
    expect([change.then, change.chargeon]).toEqual([
      "The day your doctor chose to start Estradiol patch, 0.1 mg/day has passed. If you agree, we'll charge you today and send it. Start it when it comes.",
      planFrom(0)[0],
    ]);
    const agreed = await agreeToChange(server, rosa, change);
    expect(agreed.ok.message).toContain("The day your doctor chose has passed, so it's paid now");
    expect((await capturedCents(server, rosa)).slice(1)).toEqual([6200]);
    await deliver(server, prescriptionOrderIn(await subscriptionOf(server, rosa, strong), "processing").orderid ?? "");
    expect(await dosages(rosa)).toEqual(["0.1 mg/day"]);
  });

  test("is after today, within the practice's limit, and said with it alone", async () => {
    const rosa = await inCare(server);
    for (const days of [-1, 0, 91])
      expect((await onDay(rosa, days)).problem.details).toMatchObject({ fields: [{ path: "beginson" }] });
    for (const more of [{ begins: "now" as const }, { beginson: undefined }])
      expect((await onDay(rosa, 10, more)).problem.details).toMatchObject({ fields: [{ path: "beginson" }] });
  });

  test("leaves no day between the two, unless the doctor stops the first", async () => {
    const rosa = await inCare(server);
    const refused = await onDay(rosa, 29);
    expect([refused.problem.code, refused.problem.message]).toEqual([
      "wrong_state",
      `What the patient has lasts until ${dayOf(28)}. Please choose that day or an earlier one, or let it begin when the box ends.`,
    ]);
    expect((await onDay(rosa, 29, { until: "stop" })).ok.status).toBe("waiting");
    expect((await onDay(rosa, 28)).ok.status).toBe("waiting");
  });

  test("never lacks its companion, nor a day of its own", async () => {
    const rosa = await inCare(server);
    await onDay(rosa, 20);
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    for (let day = 1; day < 60; day += 1) {
      await passDays(server, 1);
      await deliverPaid(server, rosa);
      const items = (await readWellbeing(server, rosa)).doses.items.map(({ name, dosage }) => `${name} ${dosage}`);
      const patch = `Estradiol patch ${day < 20 ? "0.05" : "0.1"} mg/day`;
      expect([day, items.toSorted()]).toEqual([day, [patch, expect.stringContaining("Progesterone capsule")]]);
    }
  });

  test("a declined card on its day leaves what the patient has, and a paid retry begins as it comes", async () => {
    const rosa = await inCare(server);
    await onDay(rosa, 13);
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    await declineCard(server, rosa, "insufficient_funds");
    await passDays(server, 15);
    expect(await dosages(rosa)).toEqual(["0.05 mg/day"]);
    expect((await newestChange(server, rosa)).then).toBe("Start Estradiol patch, 0.1 mg/day when it comes.");
    expect((await putCard(server, rosa)).retried).toMatchObject({ outcome: "paid", amount: 62 });
    await deliver(server, prescriptionOrderIn(await subscriptionOf(server, rosa, strong), "processing").orderid ?? "");
    expect(await dosages(rosa)).toEqual(["0.1 mg/day"]);
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
