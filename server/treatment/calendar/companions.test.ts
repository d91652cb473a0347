import { describe, expect, test } from "vitest";
import { treatment } from "#contract/treatment/calls.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { runBilling } from "../billing/run-billing.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { agreeToChange, newestChange, changeTreatment, stronger, weaker } from "../testing/changes.ts";
import {
  deliver,
  deliverPaid,
  home,
  inCare,
  type InCare,
  passDays,
  putCard,
  declineCard,
  subscriptionOf,
  prescriptionOrderIn,
  tokenOf,
} from "../testing/in-care.ts";
import { parcelPartnersOf } from "./companions.ts";
import { planCharges } from "./plan-charges.ts";

const server = serverAtNoon();
const capsule = "progesterone_capsule_100";
const both =
  /(?:Estradiol patch|Progesterone capsule) and (?:Progesterone capsule|Estradiol patch) go together, so this covers both\./u;
const options = async (rosa: InCare) => ({ token: await tokenOf(server, rosa) });
const dayOf = async (rosa: InCare, product?: string) =>
  prescriptionOrderIn(await subscriptionOf(server, rosa, product), "scheduled").plannedon;
const planned = async (rosa: InCare, product?: string) =>
  prescriptionOrderIn(await subscriptionOf(server, rosa, product), "scheduled").id;

/** Both come on one day, in one charge. */
async function expectOneCharge(rosa: InCare): Promise<void> {
  const { charges } = await home(server, rosa);
  expect(charges.map(({ items }) => items.length)).toEqual([2]);
}

const skip = async (rosa: InCare, body: { separately?: boolean } | null, product?: string) =>
  server.call(treatment.skip, { params: { id: await planned(rosa, product) }, body }, await options(rosa));
const pause = async (rosa: InCare, alone: boolean, product?: string) => {
  const { id: subscriptionid } = await subscriptionOf(server, rosa, product);
  const body = { months: 1, subscriptionid, ...(alone && { separately: true }) };
  return server.call(treatment.pause, { params: { id: rosa.id }, body }, await options(rosa));
};

describe("decisions §9 estrogen and its progestogen come on one day", () => {
  test("from the start, and each lists the other", async () => {
    const rosa = await inCare(server);
    await expectOneCharge(rosa);
    expect((await subscriptionOf(server, rosa)).sharesparcelwith).toEqual(["Progesterone capsule"]);
    expect((await subscriptionOf(server, rosa, capsule)).sharesparcelwith).toEqual(["Estradiol patch"]);
  });

  test("the reminder of their charge links to where both are skipped, paused and cancelled", async () => {
    const rosa = await inCare(server);
    const reminders = async () => {
      await server.jobs.drain();
      return (await server.mailbox.list(rosa.email)).filter(
        ({ subject }) => subject === "Your next order is coming up",
      );
    };
    for (let day = 0; day < 40 && (await reminders()).length === 0; day += 1) await passDays(server, 1);
    const [mail, ...others] = await reminders();
    expect(others).toEqual([]);
    const ids = (await home(server, rosa)).subscriptions.map(({ id }) => id).join("|");
    expect(mail?.text).toMatch(new RegExp(`Skip this one: \\S+/subscription/(?:${ids})\\?do=skip\\s`));
    expect(mail?.text).toMatch(new RegExp(`Take a break: \\S+/subscription/(?:${ids})\\?do=pause\\s`));
    expect(mail?.text).toMatch(/Cancel: \S+\/cancel-subscription\s/);
  });

  test.each([undefined, capsule])(
    "get next on one (%s) takes both, says so before, and charges that amount",
    async (product) => {
      const rosa = await inCare(server);
      await skip(rosa, {});
      await passDays(server, 23);
      const { id, getnext } = prescriptionOrderIn(await subscriptionOf(server, rosa, product), "scheduled");
      expect(getnext?.names.toSorted()).toEqual(["Estradiol patch", "Progesterone capsule"]);
      const { ok } = await server.call(treatment.getNext, { params: { id } }, await options(rosa));
      expect(ok.message).toContain("go together");
      expect(ok.order?.summary.totalamount).toBe(getnext?.amount);
      expect(ok.order?.detail).toHaveLength(2);
      await expectOneCharge(rosa);
      expect((await home(server, rosa)).charges[0]?.chargeon).toBe(getnext?.nextchargeon);
    },
  );

  test.each<[string, () => Promise<InCare>]>([
    [
      "that has no fill left",
      async () => {
        const rosa = await inCare(server);
        await skip(rosa, {});
        await passDays(server, 23);
        await server.services.db
          .updateTable("prescription")
          .set({ refills_left: 0 })
          .where("patient_id", "=", rosa.id)
          .where("product_id", "!=", capsule)
          .execute();
        return rosa;
      },
    ],
    [
      "it is too early for that",
      async () => {
        const rosa = await inCare(server, { capsule: "3m" });
        for (const days of [21, 28, 16]) {
          await passDays(server, days);
          await deliverPaid(server, rosa);
        }
        expect(await dayOf(rosa)).toBe(await dayOf(rosa, capsule));
        return rosa;
      },
    ],
  ])("get next on one promises and charges nothing of the other while %s", async (_, waiting) => {
    const rosa = await waiting();
    const { id, getnext } = prescriptionOrderIn(await subscriptionOf(server, rosa, capsule), "scheduled");
    expect(getnext?.names).toEqual(["Progesterone capsule"]);
    const { ok } = await server.call(treatment.getNext, { params: { id } }, await options(rosa));
    expect(ok.order?.detail.map(({ productid }) => productid)).toEqual([capsule]);
    expect(ok.order?.summary.totalamount).toBe(getnext?.amount);
  });

  test.each([undefined, capsule])("skipping one (%s) skips both, and the answer says so", async (product) => {
    const rosa = await inCare(server);
    const { ok } = await skip(rosa, null, product);
    expect(ok.message).toMatch(both);
    expect(ok.message).not.toContain("ask your doctor");
    await expectOneCharge(rosa);
    expect(await dayOf(rosa)).toBe(await dayOf(rosa, capsule));
  });

  test("pausing one pauses both, and resuming one resumes both", async () => {
    const rosa = await inCare(server);
    expect((await pause(rosa, false)).ok.message).toMatch(both);
    expect((await home(server, rosa)).subscriptions.map(({ status }) => status)).toEqual(["paused", "paused"]);
    await expectOneCharge(rosa);
    const { id: subscriptionid } = await subscriptionOf(server, rosa, capsule);
    const input = { params: { id: rosa.id }, body: { subscriptionid } };
    const { ok } = await server.call(treatment.resume, input, await options(rosa));
    expect(ok.message).toMatch(both);
    expect((await home(server, rosa)).subscriptions.map(({ status }) => status)).toEqual(["active", "active"]);
    await expectOneCharge(rosa);
  });

  test("a treatment change of one keeps the day: what is at home is used up first", async () => {
    const rosa = await inCare(server);
    const day = await dayOf(rosa);
    await changeTreatment(server, rosa, { pricingid: weaker });
    expect(await dayOf(rosa, "estradiol_patch_0_025")).toBe(day);
    await expectOneCharge(rosa);
  });

  test("also when the patient agreed to a more expensive one", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: stronger });
    await passDays(server, 2);
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    await expectOneCharge(rosa);
  });

  test("a late payment: both are retried together, and the next charges stay together", async () => {
    const rosa = await inCare(server);
    await declineCard(server, rosa, "insufficient_funds");
    await passDays(server, 23);
    await putCard(server, rosa);
    await expectOneCharge(rosa);
    const [order] = (await home(server, rosa)).orders;
    await deliver(server, order?.id ?? "");
    await expectOneCharge(rosa);
  });

  test("a slow parcel moves both", async () => {
    const rosa = await inCare(server, { delivered: false });
    const before = await dayOf(rosa);
    await passDays(server, 6);
    await deliver(server, rosa.orderId);
    await expectOneCharge(rosa);
    expect(Date.parse(await dayOf(rosa)) - Date.parse(before)).toBe(6 * 86_400_000);
  });
});

describe("decisions §9 acting on one without the other is the patient's choice, with a warning", () => {
  test.each([
    ["skip", async (rosa: InCare) => skip(rosa, { separately: true }, capsule)],
    ["pause", async (rosa: InCare) => pause(rosa, true, capsule)],
  ] as const)("%s of the capsules alone: the warning, and the practice is notified", async (_, call) => {
    const rosa = await inCare(server);
    const day = await dayOf(rosa);
    const { ok } = await call(rosa);
    expect(ok.message).not.toContain("go together");
    expect(ok.message).toContain("Please ask your doctor before you stop it");
    expect(await dayOf(rosa)).toBe(day);
    expect((await dayOf(rosa, capsule)) > day).toBe(true);
    await server.jobs.drain();
    const practiceMails = await server.mailbox.list(server.services.content.brand.supportemail);
    expect(practiceMails.filter(({ text }) => text.includes(rosa.id))).toHaveLength(1);
  });
});

test("decisions §9 a parcel's partners are those of its next charge: none of what isn't charged any more", async () => {
  const rosa = await inCare(server);
  const partners = () => inTransaction(server.services, (tx) => parcelPartnersOf(tx, rosa.id, "estradiol_patch_0_05"));
  expect(await partners()).toEqual([capsule]);
  for (const product of ["estradiol_patch_0_05", capsule]) {
    const body = { subscriptionid: (await subscriptionOf(server, rosa, product)).id };
    const params = { id: rosa.id };
    await server.call(treatment.cancel, { params, body }, { token: await tokenOf(server, rosa) });
    expect(await partners()).toEqual([]);
  }
});

test("decisions §9 what is scheduled for another day is not skipped or paused too", async () => {
  const rosa = await inCare(server);
  await skip(rosa, { separately: true }, capsule);
  const day = await dayOf(rosa, capsule);
  expect((await skip(rosa, {})).ok.message).not.toContain("go together");
  expect(await dayOf(rosa, capsule)).toBe(day);
  await skip(rosa, { separately: true });
  expect((await pause(rosa, false)).ok.message).not.toContain("go together");
  expect((await subscriptionOf(server, rosa, capsule)).status).toBe("active");
});

describe("decisions §9 a charge day the patient was notified of", () => {
  test("is kept, or moves later with a new notice five days ahead: never earlier", async () => {
    const rosa = await inCare(server, { delivered: false });
    await passDays(server, 16);
    const remindedDay = await dayOf(rosa);
    await runBilling(server.services);
    await deliver(server, rosa.orderId);
    const moved = await dayOf(rosa);
    expect(Date.parse(moved) - Date.parse(remindedDay)).toBe(16 * 86_400_000);
    const rows = await server.services.db
      .selectFrom("prescription_order")
      .select("reminded_on")
      .where("patient_id", "=", rosa.id)
      .where("status", "=", "scheduled")
      .execute();
    expect(rows.map(({ reminded_on }) => reminded_on)).toEqual([null, null]);
    await passDays(server, 15);
    expect((await home(server, rosa)).orders).toHaveLength(1);
    await passDays(server, 6);
    expect((await home(server, rosa)).orders).toHaveLength(2);
  });

  test("is kept when another part of the treatment is planned again", async () => {
    const rosa = await inCare(server);
    await passDays(server, 18);
    const remindedDay = () =>
      server.services.db
        .selectFrom("prescription_order")
        .select(["charge_on", "reminded_on"])
        .where("patient_id", "=", rosa.id)
        .where("status", "=", "scheduled")
        .execute();
    const before = await remindedDay();
    expect(before.map(({ reminded_on }) => reminded_on)).not.toContain(null);
    await inTransaction(server.services, ({ db }) => planCharges({ ...server.services, db }, rosa.id));
    expect(await remindedDay()).toEqual(before);
  });

  test("the day the box lasts until is shown once it has arrived", async () => {
    const rosa = await inCare(server, { delivered: false });
    expect((await subscriptionOf(server, rosa)).onhanduntil).toBeNull();
    await deliver(server, rosa.orderId);
    const { onhanduntil, nextchargeon } = await subscriptionOf(server, rosa);
    expect(Date.parse(onhanduntil ?? "") - Date.parse(nextchargeon ?? "")).toBe(6 * 86_400_000);
  });
});
