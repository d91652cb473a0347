import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { availableDiscounts } from "#server/discounts/public.ts";
import { linked, mergeAccounts } from "#server/merging/testing/two-accounts.ts";
import { openShop, type Shop } from "#server/orders/testing/shop.ts";
import { newId } from "#server/platform/ids.ts";
import { type TestPatient, testApiKey } from "#server/testing/harness.ts";
import {
  referralCodeOf,
  overwriteReferralCode,
  referredFriend,
  grantNextMonthRewards,
  placeOrder,
  addAddressAndCard,
} from "../testing/referrals.ts";
import { grantRewards } from "./grant-rewards.ts";
import { firstOfNextMonth } from "./reward-queries.ts";
import { rewardReferral } from "./reward-referral.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
beforeEach(() => shop.faults.clear());
afterAll(() => shop.close());

const rewardsOf = async ({ token }: TestPatient) => {
  await grantNextMonthRewards(shop);
  return rewardsShown({ token });
};
const rewardsShown = async ({ token }: Pick<TestPatient, "token">) =>
  (await shop.call(growth.referral, { body: {} }, { token })).ok.rewardsearned;
const unusedDiscounts = async ({ id }: TestPatient) =>
  (await availableDiscounts(shop.services.db, id)).map(({ source, amountCents }) => [source, amountCents]);
/** Rosa, and a friend who uses Rosa's code. */
async function rosaAndMia() {
  const [rosa, mia] = [await shop.newPatient(), await shop.newPatient()];
  const code = await referralCodeOf(shop, rosa);
  expect((await overwriteReferralCode(shop, mia, code)).status).toBe(200);
  return { rosa, mia, code };
}

describe("§7 POST /referral/check", () => {
  test("says what a friend gets, to a visitor and to a patient, however the code is written", async () => {
    const [rosa, mia] = [await shop.newPatient(), await shop.newPatient()];
    const code = await referralCodeOf(shop, rosa);
    const { friend } = shop.services.content.referral.rewards;
    for (const options of [{}, { token: mia.token }]) {
      const { ok } = await shop.call(
        growth.checkReferral,
        { body: { referralcode: ` ${code.toLowerCase()} ` } },
        options,
      );
      expect(ok).toEqual({ referralcode: code, friendreward: friend.words, percent: null, amount: 20 });
    }
  });

  test("refuses an unknown code, the patient's own, and any code for a patient who has ordered", async () => {
    const { rosa, mia, code } = await rosaAndMia();
    const ask = async (referralcode: string, { token }: Partial<TestPatient>) =>
      (await shop.call(growth.checkReferral, { body: { referralcode } }, token === undefined ? {} : { token })).problem
        .code;
    expect(await ask("NOSUCHCODE", {})).toBe("referral_not_found");
    expect(await ask(code, rosa)).toBe("referral_own");
    await addAddressAndCard(shop, mia);
    await placeOrder(shop, mia);
    expect(await ask(code, mia)).toBe("referral_used");
  });
});

describe("§7 POST /referral/overwrite", () => {
  const refused = async (mia: TestPatient, code: string) => (await overwriteReferralCode(shop, mia, code)).problem.code;

  test("the last code before the first order counts, and there is one welcome discount", async () => {
    const { rosa, mia } = await rosaAndMia();
    const zoe = await shop.newPatient();
    const other = await referralCodeOf(shop, zoe);
    expect((await overwriteReferralCode(shop, mia, other.toLowerCase())).ok).toEqual({ usedreferralcode: other });
    expect((await overwriteReferralCode(shop, mia, other)).status).toBe(200);
    expect(await unusedDiscounts(mia)).toEqual([["friend", 2000]]);
    const { ok } = await shop.call(onboarding.record, {}, { token: mia.token });
    expect(ok.usedreferralcode).toBe(other);
    await addAddressAndCard(shop, mia);
    const { order } = await placeOrder(shop, mia);
    expect(order?.summary).toMatchObject({ discount: 20, couponid: other, discountfrom: "your friend's invitation" });
    expect([await rewardsOf(rosa), await rewardsOf(zoe)]).toEqual([0, 1]);
  });

  test("is refused for an unknown code, the patient's own, and after the first order", async () => {
    const { rosa, mia, code } = await rosaAndMia();
    expect(await refused(mia, "NOSUCHCODE")).toBe("referral_not_found");
    expect(await refused(rosa, code)).toBe("referral_own");
    await addAddressAndCard(shop, mia);
    await placeOrder(shop, mia);
    expect(await refused(mia, await referralCodeOf(shop, await shop.newPatient()))).toBe("step_completed");
  });

  test("codes in a circle of any length are accepted like any other: nobody learns who used their code", async () => {
    const { rosa, mia } = await rosaAndMia();
    const zoe = await shop.newPatient();
    await overwriteReferralCode(shop, zoe, await referralCodeOf(shop, mia));
    const { friend: gift } = shop.services.content.referral.rewards;
    for (const friend of [mia, zoe]) {
      const referralcode = await referralCodeOf(shop, friend);
      const { ok } = await shop.call(growth.checkReferral, { body: { referralcode } }, { token: rosa.token });
      expect(ok).toMatchObject({ referralcode, friendreward: gift.words });
      expect((await overwriteReferralCode(shop, rosa, referralcode)).status).toBe(200);
    }
    await addAddressAndCard(shop, rosa);
    await placeOrder(shop, rosa);
    expect([await rewardsOf(mia), await rewardsOf(zoe)]).toEqual([0, 0]);
  });

  test("many at once leave the patient one code and one welcome discount", async () => {
    const mia = await shop.newPatient();
    const codes = await Promise.all([1, 2, 3, 4].map(async () => referralCodeOf(shop, await shop.newPatient())));
    const answers = await Promise.all([...codes, ...codes].map((code) => overwriteReferralCode(shop, mia, code)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await unusedDiscounts(mia)).toEqual([["friend", 2000]]);
  });
});

describe("§7 a code at sign-up", () => {
  const signUp = async (referralcode: string) => {
    const email = `${newId()}@example.com`;
    const names = { firstname: "Mia", lastname: "Reed" };
    const body = { email, password: "a long walk at dusk", ...names, referralcode };
    const { ok } = await shop.call(auth.signUp, { body });
    await shop.jobs.drain();
    return { id: ok.userid, token: ok.idToken };
  };

  test("is saved, and its welcome discount waits for an order", async () => {
    const code = await referralCodeOf(shop, await shop.newPatient());
    const { id, token } = await signUp(code.toLowerCase());
    expect((await shop.call(onboarding.record, {}, { token })).ok.usedreferralcode).toBe(code);
    expect((await availableDiscounts(shop.services.db, id)).map(({ source }) => source)).toEqual(["friend"]);
  });

  test("that is invalid is ignored, and the sign-up succeeds", async () => {
    const { token } = await signUp("NOSUCHCODE");
    expect((await shop.call(onboarding.record, {}, { token })).ok.usedreferralcode).toBeNull();
  });
});

describe("§7 the reward", () => {
  test("is earned by a friend's first paid order, is deducted from the next order, and is notified without a name", async () => {
    const rosa = await shop.newPatient();
    const mia = await referredFriend(shop, rosa);
    expect(await rewardsOf(rosa)).toBe(1);
    expect(await unusedDiscounts(rosa)).toEqual([["referral", 2000]]);
    const { ok } = await shop.call(notifications.list, { query: {} }, { token: rosa.token });
    expect(ok.items.map(({ title }) => title)).toEqual(["Thank you for sharing"]);
    expect(JSON.stringify(ok)).not.toContain(mia.id);
    await placeOrder(shop, mia);
    expect(await rewardsOf(rosa)).toBe(1);
    await addAddressAndCard(shop, rosa, { card: "tok_visa" });
    const { order } = await placeOrder(shop, rosa);
    expect(order?.summary).toMatchObject({ discount: 20, discountfrom: "a friend you invited" });
    expect(await unusedDiscounts(rosa)).toEqual([]);
  });

  test("is not earned while the friend's order is only authorized, nor by one the doctor declined", async () => {
    const { rosa, mia } = await rosaAndMia();
    const params = { id: mia.id };
    await handedOver(shop, "IA", null, mia);
    await shop.jobs.drain();
    expect(await rewardsOf(rosa)).toBe(0);
    await shop.call(care.accept, { params, body: {} }, { apiKey: testApiKey });
    await shop.call(
      care.declinePlan,
      { params, body: { reason: "Please see someone first." } },
      { apiKey: testApiKey },
    );
    await shop.jobs.drain();
    expect(await rewardsOf(rosa)).toBe(0);
    expect(await unusedDiscounts(mia)).toEqual([["friend", 2000]]);
  });

  test("is earned when the doctor approves and the payment is captured", async () => {
    const { rosa, mia } = await rosaAndMia();
    const params = { id: mia.id };
    await handedOver(shop, "IA", null, mia);
    await shop.call(care.accept, { params, body: {} }, { apiKey: testApiKey });
    await shop.call(care.approvePlan, { params, body: {} }, { apiKey: testApiKey });
    await shop.jobs.drain();
    expect(await rewardsOf(rosa)).toBe(1);
  });

  test("is not earned by an order that was refunded first, nor by the one after it", async () => {
    const { rosa, mia } = await rosaAndMia();
    await addAddressAndCard(shop, mia);
    const { code } = await firstPaidAndRefunded(mia);
    expect(code).toBeUndefined();
    expect(await rewardsOf(rosa)).toBe(0);
    await placeOrder(shop, mia);
    expect(await rewardsOf(rosa)).toBe(0);
  });

  /** The friend's first order, refunded before the reward is decided. */
  async function firstPaidAndRefunded(mia: TestPatient) {
    const { db } = shop.services;
    const result = await placeOrder(shop, mia, "FSASTORE30");
    await db.deleteFrom("referral_reward").where("friend_id", "=", mia.id).execute();
    await db.updateTable("customer_order").set({ status: "refunded" }).where("patient_id", "=", mia.id).execute();
    await rewardReferral(shop.services, { orderId: result.order?.id ?? "", patientId: mia.id });
    return result;
  }

  test("quality 3: is earned once, when fifty calls report the order at once and its webhooks are redelivered", async () => {
    const { rosa, mia } = await rosaAndMia();
    await addAddressAndCard(shop, mia);
    const { order } = await placeOrder(shop, mia);
    const placedOrder = { orderId: order?.id ?? "", patientId: mia.id };
    await Promise.all(Array.from({ length: 50 }, () => rewardReferral(shop.services, placedOrder)));
    for (const event of await shop.events()) expect(await shop.deliver(event)).toBeLessThan(300);
    await shop.jobs.drain();
    expect(await rewardsOf(rosa)).toBe(1);
    expect(await unusedDiscounts(rosa)).toEqual([["referral", 2000]]);
  });

  test("quality 3: is earned once, when fifty calls report the order before a reward exists", async () => {
    const { rosa, mia } = await rosaAndMia();
    await addAddressAndCard(shop, mia);
    const { order } = await placeOrder(shop, mia);
    const { db } = shop.services;
    await db.deleteFrom("referral_reward").where("friend_id", "=", mia.id).execute();
    await db.deleteFrom("earned_discount").where("patient_id", "=", rosa.id).execute();
    const placedOrder = { orderId: order?.id ?? "", patientId: mia.id };
    await Promise.all(Array.from({ length: 50 }, () => rewardReferral(shop.services, placedOrder)));
    expect(await rewardsOf(rosa)).toBe(1);
    expect(await unusedDiscounts(rosa)).toEqual([["referral", 2000]]);
  });

  /** Undoes what followed the friend's order, as if nothing had been recorded. */
  const deleteRewardsAndDiscounts = async (rosa: TestPatient, mia: TestPatient) => {
    const { db } = shop.services;
    await db.deleteFrom("referral_reward").where("friend_id", "=", mia.id).execute();
    await db.deleteFrom("earned_discount").where("patient_id", "=", rosa.id).execute();
  };
  const runRewardJob = async () => {
    shop.clock.advance(120_000);
    await shop.jobs.enqueue(shop.services.db, "growth.reward-referrals", {});
    await shop.jobs.drain();
  };

  test("is caught up once when the order's listener failed for good", async () => {
    const { rosa, mia } = await rosaAndMia();
    await addAddressAndCard(shop, mia);
    await placeOrder(shop, mia);
    await deleteRewardsAndDiscounts(rosa, mia);
    for (let round = 0; round < 2; round += 1) await runRewardJob();
    expect(await rewardsOf(rosa)).toBe(1);
    expect(await unusedDiscounts(rosa)).toEqual([["referral", 2000]]);
  });

  test("that was refused stays refused, also once its reason is gone", async () => {
    const { rosa, mia } = await rosaAndMia();
    await addAddressAndCard(shop, rosa, { card: "tok_visa" });
    await addAddressAndCard(shop, mia, { card: "tok_visa" });
    await placeOrder(shop, mia);
    await shop.services.db
      .updateTable("payment_source")
      .set({ fingerprint: "another" })
      .where("patient_id", "=", rosa.id)
      .execute();
    await runRewardJob();
    expect(await rewardsOf(rosa)).toBe(0);
  });

  test("is earned once per friend: many friends bring many", async () => {
    const rosa = await shop.newPatient();
    for (let friends = 0; friends < 3; friends += 1) await referredFriend(shop, rosa);
    expect(await rewardsOf(rosa)).toBe(3);
  });
});

describe("decision 27: a reward is granted on the first of the next month", () => {
  const bellOf = async ({ token }: TestPatient) =>
    (await shop.call(notifications.list, { query: {} }, { token })).ok.items.map(({ title }) => title);
  /** A friend's order is paid and its reward recorded. */
  const written = async () => {
    const { rosa, mia } = await rosaAndMia();
    await addAddressAndCard(shop, mia);
    const { order } = await placeOrder(shop, mia);
    return { rosa, mia, orderId: order?.id ?? "" };
  };

  test("until then nothing reveals it: no notification, no count, no discount, no change on the patient's screens", async () => {
    const { rosa, mia } = await rosaAndMia();
    await addAddressAndCard(shop, mia);
    const { db } = shop.services;
    const changes = async () =>
      (await db.selectFrom("change_event").select("seq").where("patient_id", "=", rosa.id).execute()).length;
    const before = await changes();
    await placeOrder(shop, mia);
    await grantRewards(shop.services);
    expect([await rewardsShown(rosa), await unusedDiscounts(rosa), await bellOf(rosa), await changes()]).toEqual([
      0,
      [],
      [],
      before,
    ]);
    await grantNextMonthRewards(shop);
    expect([await rewardsShown(rosa), await unusedDiscounts(rosa), await bellOf(rosa)]).toEqual([
      1,
      [["referral", 2000]],
      ["Thank you for sharing"],
    ]);
    expect(await changes()).toBeGreaterThan(before);
  });

  test.each([
    ["2026-01-31", "2026-02-01"],
    ["2026-02-01", "2026-03-01"],
    ["2026-12-31", "2027-01-01"],
  ])("of %s that is %s", (day, first) => expect(firstOfNextMonth(day)).toBe(first));

  test("earned by an account that was merged since, it goes to the one that goes on", async () => {
    const { rosa } = await written();
    const [surviving, bystander] = [await shop.newPatient(), await shop.newPatient()];
    await mergeAccounts(shop, { surviving, retired: rosa, pair: await linked(shop, [surviving, rosa]) });
    await grantNextMonthRewards(shop);
    expect(await unusedDiscounts(surviving)).toEqual([["referral", 2000]]);
    expect(await bellOf(surviving)).toEqual(["Thank you for sharing"]);
    expect([await unusedDiscounts(rosa), await unusedDiscounts(bystander)]).toEqual([[], []]);
  });

  test("one that fails blocks no other, and is granted in the next round", async () => {
    const [one, other] = [await written(), await written()];
    const { db, clock } = shop.services;
    const notGiven = () => db.selectFrom("referral_reward").select("id").where("granted_at", "is", null).execute();
    const later = new Date(clock.now().getTime() + 32 * 86_400_000);
    let clockReads = 0;
    const now = () => {
      clockReads += 1;
      // The first call is for the day, the second for the first reward.
      if (clockReads === 2) throw new Error("no clock");
      return later;
    };
    await grantRewards({ ...shop.services, clock: { ...clock, now } });
    expect(await notGiven()).toHaveLength(1);
    await grantNextMonthRewards(shop);
    expect([await notGiven(), await rewardsShown(one.rosa), await rewardsShown(other.rosa)]).toEqual([[], 1, 1]);
  });

  test("an order refunded before then earns none", async () => {
    const { rosa, orderId } = await written();
    await shop.services.db
      .updateTable("customer_order")
      .set({ status: "refunded" })
      .where("id", "=", orderId)
      .execute();
    expect([await rewardsOf(rosa), await unusedDiscounts(rosa), await bellOf(rosa)]).toEqual([0, [], []]);
  });

  test("a granted reward stays when the order is refunded later", async () => {
    const { rosa, orderId } = await written();
    expect(await rewardsOf(rosa)).toBe(1);
    await shop.services.db
      .updateTable("customer_order")
      .set({ status: "refunded" })
      .where("id", "=", orderId)
      .execute();
    expect([await rewardsOf(rosa), await unusedDiscounts(rosa)]).toEqual([1, [["referral", 2000]]]);
  });

  test("quality 3: is granted once, when ten nodes grant it at once and again", async () => {
    const { rosa } = await written();
    await Promise.all(Array.from({ length: 10 }, () => grantNextMonthRewards(shop)));
    await grantNextMonthRewards(shop);
    expect([await rewardsShown(rosa), await unusedDiscounts(rosa), await bellOf(rosa)]).toEqual([
      1,
      [["referral", 2000]],
      ["Thank you for sharing"],
    ]);
  });
});

describe("decisions §13 one friend under many names earns one reward", () => {
  test.each([
    ["one card", { card: "tok_discover" }],
    ["one address", { house: { address1: "78 Same Street", city: "Town", state: "IA", zipcode: "52240" } }],
  ])("%s", async (_, shared) => {
    const rosa = await shop.newPatient();
    const code = await referralCodeOf(shop, rosa);
    for (let friends = 0; friends < 3; friends += 1) {
      const mia = await shop.newPatient();
      await overwriteReferralCode(shop, mia, code);
      await addAddressAndCard(shop, mia, shared);
      expect((await placeOrder(shop, mia)).order?.summary.discount).toBe(20);
    }
    expect([await rewardsOf(rosa), await unusedDiscounts(rosa)]).toEqual([1, [["referral", 2000]]]);
  });
});

describe("decisions §13 one person on both sides earns no reward, silently", () => {
  const house = { address1: "77 Peña St.", address2: "Apt 4", city: "Town", state: "IA", zipcode: "52240" };
  const again = { address1: "77 PENA ST", address2: "#4", city: "Town", state: "IA", zipcode: "52240" };

  test.each([
    ["the same card", { card: "tok_visa" }, { card: "tok_visa" }],
    ["the same address, written another way", { house }, { house: again }],
  ])("%s", async (_, one, other) => {
    const { rosa, mia } = await rosaAndMia();
    await addAddressAndCard(shop, rosa, { card: "tok_amex", ...one });
    await addAddressAndCard(shop, mia, { card: "tok_discover", ...other });
    const { order } = await placeOrder(shop, mia);
    expect(order?.summary.discount).toBe(20);
    expect(await rewardsOf(rosa)).toBe(0);
    const logged = shop.logged();
    expect(logged).toContain("a referral brings no reward");
    for (const personal of [rosa.id, mia.id, rosa.email, mia.email, "Peña", "PENA"])
      expect(logged).not.toContain(personal);
  });

  test("another unit in the same building is another address", async () => {
    const { rosa, mia } = await rosaAndMia();
    await addAddressAndCard(shop, rosa, { card: "tok_amex", house });
    await addAddressAndCard(shop, mia, { card: "tok_discover", house: { ...house, address2: "Apt 5" } });
    await placeOrder(shop, mia);
    expect(await rewardsOf(rosa)).toBe(1);
  });

  test("codes exchanged in a circle at the same moment", async () => {
    const { rosa, mia } = await rosaAndMia();
    await shop.services.db
      .updateTable("onboarding")
      .set({ used_referral_code: await referralCodeOf(shop, mia) })
      .where("patient_id", "=", rosa.id)
      .execute();
    await addAddressAndCard(shop, mia);
    await placeOrder(shop, mia);
    expect(await rewardsOf(rosa)).toBe(0);
  });
});
