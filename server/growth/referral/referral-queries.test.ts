import { beforeAll, describe, expect, test } from "vitest";
import type { Tx } from "#server/platform/database/open.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { rolledBack, withoutTriggers } from "#server/treatment/testing/rolled-back.ts";
import {
  countInvitationsTo,
  deleteInvitationsBefore,
  findGrantedRewards,
  findInvitations,
  findReferralCode,
  findReferrer,
  hasOptedOut,
  insertInvitation,
  insertInvitationOptOut,
  insertReferralCode,
  insertReward,
  markInvitationResent,
} from "./referral-queries.ts";
import {
  deleteReward,
  findDueRewards,
  findUndecidedReferralOrders,
  insertReferralDisqualification,
  isReferralDisqualified,
  lockDueReward,
  markRewardGranted,
  rewardedFriends,
} from "./reward-queries.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour));

let server: TestServer;
/** Rosa and Ana have a code; Eva and Lea signed up with Rosa's. */
let [rosa, ana, eva, lea] = [] as unknown as [InCare, InCare, InCare, InCare];
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, ana, eva, lea] = [await inCare(server), await inCare(server), await inCare(server), await inCare(server)];
});

const withCodes = (act: (tx: Tx) => Promise<void>): Promise<void> =>
  rolledBack(server, async (tx) => {
    for (const [patient, code] of [
      [rosa, "ROSATEST"],
      [ana, "ANATEST"],
    ] as const) {
      await tx.deleteFrom("referral_code").where("patient_id", "=", patient.id).execute();
      await insertReferralCode(tx, { patientId: patient.id, code, now: at(0) });
    }
    await act(tx);
  });

describe("of two patients who invite", () => {
  test("each has a code of their own, once, and a code is one patient's", () =>
    withCodes(async (tx) => {
      await insertReferralCode(tx, { patientId: rosa.id, code: "SECOND", now: at(1) });
      await insertReferralCode(tx, { patientId: eva.id, code: "ROSATEST", now: at(1) });
      expect([await findReferralCode(tx, rosa.id), await findReferralCode(tx, ana.id)]).toEqual([
        "ROSATEST",
        "ANATEST",
      ]);
      expect([await findReferrer(tx, "ROSATEST"), await findReferrer(tx, "ANATEST")]).toEqual([rosa.id, ana.id]);
      expect(await findReferrer(tx, "SECOND")).toBeUndefined();
    }));

  test("the invitations are each patient's, newest first; mails to a friend count whoever sent them, since then", () =>
    withCodes(async (tx) => {
      const [friend, other] = [Buffer.from(`friend of ${rosa.id}`), Buffer.from(`other of ${rosa.id}`)];
      const invite = (patient: InCare, digest: Buffer, hour: number) =>
        insertInvitation(tx, { patientId: patient.id, digest, seal: (id) => Buffer.from(id), now: at(hour) });
      const first = await invite(rosa, friend, 1);
      const second = await invite(rosa, other, 2);
      const third = await invite(ana, friend, 3);
      const idsOf = async (patient: InCare) => (await findInvitations(tx, patient.id)).map(({ id }) => id);
      expect([await idsOf(rosa), await idsOf(ana)]).toEqual([[second.id, first.id], [third.id]]);
      const counts = [at(0), at(1), at(3)].map((since) => countInvitationsTo(tx, friend, since));
      expect((await Promise.all(counts)).map(Number)).toEqual([2, 1, 0]);
      expect(await markInvitationResent(tx, first.id, at(4))).toMatchObject({
        id: first.id,
        mails: 2,
        mailed_at: at(4),
      });
      expect(await findInvitations(tx, rosa.id)).toMatchObject([
        { id: first.id, mails: 2 },
        { id: second.id, mails: 1, mailed_at: at(2) },
      ]);
      await deleteInvitationsBefore(tx, at(3));
      expect([await idsOf(rosa), await idsOf(ana)]).toEqual([[first.id], [third.id]]);
      await insertInvitationOptOut(tx, friend, at(5));
      await insertInvitationOptOut(tx, friend, at(6));
      expect([await hasOptedOut(tx, friend), await hasOptedOut(tx, other)]).toEqual([true, false]);
    }));

  test("a reward is due from its day on until it is granted; once for a friend", () =>
    withCodes(async (tx) => {
      const reward = (patient: InCare, friend: InCare, dueOn: string) =>
        insertReward(tx, { patientId: patient.id, friendId: friend.id, orderId: friend.orderId, dueOn, now: at(1) });
      await reward(rosa, eva, "2020-03-01");
      await reward(rosa, lea, "2020-02-01");
      await reward(ana, eva, "2020-01-01");
      await reward(ana, rosa, "2020-02-02");
      const rows = await tx
        .selectFrom("referral_reward")
        .selectAll()
        .where("patient_id", "in", [rosa.id, ana.id])
        .execute();
      const idOf = (friend: InCare) => rows.find(({ friend_id }) => friend_id === friend.id)?.id ?? "";
      const due = async (day: string) =>
        (await findDueRewards(tx, day)).filter((id) => rows.some((row) => row.id === id));
      expect(rows).toHaveLength(3);
      expect([await due("2020-02-01"), await due("2020-03-01")]).toEqual([
        [idOf(lea)],
        [idOf(lea), idOf(rosa), idOf(eva)],
      ]);
      expect(new Set(await rewardedFriends(tx, rosa.id))).toEqual(new Set([eva.id, lea.id]));
      await markRewardGranted(tx, idOf(lea), at(2));
      expect(await due("2020-03-01")).toEqual([idOf(rosa), idOf(eva)]);
      expect(await lockDueReward(tx, idOf(lea))).toBeUndefined();
      expect(await lockDueReward(tx, idOf(eva))).toEqual({
        ...{ patient_id: rosa.id, friend_id: eva.id, order_id: eva.orderId },
      });
      await markRewardGranted(tx, idOf(eva), at(3));
      await markRewardGranted(tx, idOf(rosa), at(4));
      expect(await findGrantedRewards(tx, rosa.id)).toEqual([{ granted_at: at(3) }, { granted_at: at(2) }]);
      await deleteReward(tx, idOf(eva));
      expect([await rewardedFriends(tx, rosa.id), await rewardedFriends(tx, ana.id)]).toEqual([[lea.id], [rosa.id]]);
    }));
});

describe("a friend's first order whose reward is undecided", () => {
  const paidAt = at(10);
  const undecided = async (tx: Tx, until = paidAt) =>
    [...(await findUndecidedReferralOrders(tx, until))].filter(([, friend]) =>
      [eva.id, lea.id, ana.id].includes(friend),
    );
  const setOrder = (tx: Tx, { orderId }: InCare, order: object) =>
    withoutTriggers(tx, () => tx.updateTable("customer_order").set(order).where("id", "=", orderId).execute());
  /** Eva and Lea used Rosa's code, and paid; so did Ana, without one. */
  const withFriends = (act: (tx: Tx) => Promise<void>) =>
    withCodes(async (tx) => {
      for (const friend of [eva, lea]) {
        const used = { used_referral_code: "ROSATEST" };
        await tx.updateTable("onboarding").set(used).where("patient_id", "=", friend.id).execute();
      }
      await setOrder(tx, eva, { updated_at: paidAt, placed_at: at(1) });
      await setOrder(tx, lea, { updated_at: at(9), placed_at: at(2) });
      await setOrder(tx, ana, { updated_at: at(9), placed_at: at(2) });
      await act(tx);
    });

  test("is found from when it was paid, newest first, with whose it is", () =>
    withFriends(async (tx) => {
      const both = [
        [lea.orderId, lea.id],
        [eva.orderId, eva.id],
      ];
      expect(await undecided(tx)).toEqual(both);
      expect(await undecided(tx, at(9))).toEqual(both.slice(0, 1));
      await tx
        .updateTable("onboarding")
        .set({ used_referral_code: "NOBODYS" })
        .where("patient_id", "=", lea.id)
        .execute();
      expect(await undecided(tx)).toEqual(both.slice(1));
    }));

  test.each<[string, object, isFound: boolean]>([
    ["paid", {}, true],
    ["delivered", { status: "delivered" }, true],
    ["refunded", { status: "refunded" }, false],
    [
      "without a price",
      { subtotal_cents: 0, discount_cents: 0, tax_cents: 0, shipping_cents: 0, total_cents: 0 },
      false,
    ],
    ["not paid", { status: "failed" }, false],
  ])("one that is %s", (_, order, isFound) =>
    withFriends(async (tx) => {
      await setOrder(tx, eva, { ...order, updated_at: paidAt });
      expect((await undecided(tx)).map(([, friend]) => friend).includes(eva.id)).toBe(isFound);
    }),
  );

  test("is the first that was paid: an order after another paid one isn't, even if that was refunded", () =>
    withFriends(async (tx) => {
      // Of Lea's two orders this is the later one.
      const second = { patient_id: lea.id, kind: "cart", idempotency_key: null, placed_at: at(3), updated_at: at(9) };
      await setOrder(tx, ana, second);
      expect((await undecided(tx)).map(([order]) => order)).toEqual([lea.orderId, eva.orderId]);
      await setOrder(tx, lea, { status: "refunded" });
      expect((await undecided(tx)).map(([order]) => order)).toEqual([eva.orderId]);
      await setOrder(tx, lea, { status: "failed" });
      expect((await undecided(tx)).map(([order]) => order)).toEqual([ana.orderId, eva.orderId]);
    }));

  test("is decided by a reward, or by a reason against it, of which the first stays", () =>
    withFriends(async (tx) => {
      const reward = { patientId: rosa.id, friendId: eva.id, orderId: eva.orderId, dueOn: "2026-02-01", now: at(1) };
      await insertReward(tx, reward);
      expect((await undecided(tx)).map(([, friend]) => friend)).toEqual([lea.id]);
      const refuse = (reason: string) =>
        insertReferralDisqualification(tx, { orderId: lea.orderId, friendId: lea.id, reason, now: at(1) });
      await refuse("same_card");
      await refuse("other");
      expect(await undecided(tx)).toEqual([]);
      expect([await isReferralDisqualified(tx, lea.id), await isReferralDisqualified(tx, eva.id)]).toEqual([
        true,
        false,
      ]);
      const rows = await tx
        .selectFrom("referral_disqualification")
        .select(["friend_id", "order_id", "reason"])
        .where("friend_id", "=", lea.id)
        .execute();
      expect(rows).toEqual([{ friend_id: lea.id, order_id: lea.orderId, reason: "same_card" }]);
    }));
});
