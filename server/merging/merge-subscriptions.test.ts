import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import type { GoesOn } from "#contract/care/merges.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { shopAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  declineCard,
  deliver,
  home,
  inCare,
  type InCare,
  mailSubjects,
  passDays,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { ask, linked, mergeAccounts, mergeCode } from "./testing/two-accounts.ts";

const server = shopAtNoon();

interface Two {
  readonly surviving: TestPatient;
  readonly retired: InCare;
  readonly pair: string;
}

/** Two accounts of one person, of which the one that closes has a patch and capsules. */
async function two(surviving: TestPatient | Promise<TestPatient> = inCare(server)): Promise<Two> {
  const both = [await surviving, await inCare(server)] as const;
  return { surviving: both[0], retired: both[1], pair: await linked(server, both) };
}

const merged = async (accounts: Two, goeson: GoesOn = "surviving") => {
  await mergeAccounts(server, accounts, "surviving", goeson);
  return accounts;
};
const undo = (pair: string) =>
  server.call(care.undoMerge, { params: { id: pair }, body: { reason: "They are two people." } }, { apiKey });
const choiceOf = async ({ pair, surviving }: Two) => {
  const { choices } = (await server.call(care.pairMerge, { params: { id: pair } }, { apiKey })).ok;
  const found = choices.find(({ survivingid }) => survivingid === surviving.id);
  if (!found) throw new Error("It's no choice");
  return found;
};
const subscriptionsOf = ({ id }: TestPatient) =>
  server.services.db
    .selectFrom("subscription")
    .select(["id", "product_id", "status"])
    .where("patient_id", "=", id)
    .orderBy("product_id")
    .execute();
const statusesOf = async (patient: TestPatient) => (await subscriptionsOf(patient)).map(({ status }) => status);
const renewalsOf = async ({ id }: TestPatient): Promise<number> =>
  (
    await server.services.db
      .selectFrom("customer_order")
      .select("id")
      .where("patient_id", "=", id)
      .where("kind", "=", "renewal")
      .execute()
  ).length;
const tasksOf = async ({ id }: TestPatient) =>
  (await server.call(care.patientTasks, { params: { id }, query: {} }, { apiKey })).ok.items;
const titlesAt = async (patient: TestPatient) =>
  (await server.call(notifications.list, { query: {} }, { token: await tokenOf(server, patient) })).ok.items.map(
    ({ title }) => title,
  );
/** The charges of an account, planned or under way. */
const plannedOf = ({ id }: TestPatient) =>
  server.services.db
    .selectFrom("prescription_order")
    .select("id")
    .where("patient_id", "=", id)
    .where("status", "=", "scheduled")
    .execute();
const setStatus = ({ id }: TestPatient, status: "paused" | "past_due" | "active") =>
  server.services.db.updateTable("subscription").set({ status }).where("patient_id", "=", id).execute();
const paused = async (patient: InCare) => {
  const options = { token: await tokenOf(server, patient), key: newId() };
  const { status } = await server.call(treatment.pause, { params: { id: patient.id }, body: { months: 1 } }, options);
  expect(status).toBe(200);
  return patient;
};

describe("a medicine that both accounts have", () => {
  test("goes on in the account that is kept, once; the other one's is canceled, and nothing is charged for it", async () => {
    const accounts = await merged(await two());
    const { surviving, retired } = accounts;
    expect(await statusesOf(surviving)).toEqual(["active", "active"]);
    expect(await statusesOf(retired)).toEqual(["cancelled", "cancelled"]);
    expect(await plannedOf(retired)).toEqual([]);
    expect(await tasksOf(surviving)).toEqual([]);
    const title = "We canceled subscriptions in your other account";
    expect((await titlesAt(surviving)).filter((each) => each === title)).toHaveLength(1);
    expect(await mailSubjects(server, surviving)).toContain("We canceled the subscriptions in your other account");
    expect(await mailSubjects(server, retired)).not.toContain("Your subscription is canceled");
    await passDays(server, 60);
    expect(await renewalsOf(retired)).toBe(0);
    expect(await renewalsOf(surviving)).toBeGreaterThan(0);
  });

  test("is charged in the younger account only once what came to either is used up", async () => {
    const [retired, surviving] = [
      await inCare(server, { delivered: false }),
      await inCare(server, { delivered: false }),
    ];
    for (const { orderId } of [retired, surviving]) await deliver(server, orderId);
    await merged({ surviving, retired, pair: await linked(server, [retired, surviving]) });
    await passDays(server, 27);
    expect([await renewalsOf(surviving), await renewalsOf(retired)]).toEqual([0, 0]);
    await passDays(server, 33);
    expect([(await renewalsOf(surviving)) > 0, await renewalsOf(retired)]).toEqual([true, 0]);
  });

  test("is asked about: each has to be answered, no other, and what is only in the one can't go on in the other", async () => {
    const accounts = await two();
    const { pair, surviving, retired } = accounts;
    const { subscriptions } = await choiceOf(accounts);
    expect(subscriptions.map((each) => each.surviving?.runs)).toEqual([true, true]);
    const answers = subscriptions.map(({ subscriptionid }) => ({ subscriptionid, goeson: "surviving" as const }));
    const own = (await subscriptionsOf(surviving)).map(({ id: subscriptionid }) => ({
      ...{ subscriptionid, goeson: "surviving" as const },
    }));
    const asking = (body: object) =>
      server.call(care.askMerge, { params: { id: pair }, body: { survivingid: surviving.id, ...body } }, { apiKey });
    for (const wrong of [undefined, [], answers.slice(1), own, [...answers, ...own.slice(1)]]) {
      const { status, problem } = await asking({ subscriptions: wrong });
      expect([status, problem.code, problem.message]).toEqual([
        409,
        "wrong_state",
        expect.stringContaining("look again"),
      ]);
    }
    const alone = await two(server.newPatient());
    const ids = (await choiceOf(alone)).subscriptions.map(({ subscriptionid }) => subscriptionid);
    const refused = await server.call(
      care.askMerge,
      {
        params: { id: alone.pair },
        body: {
          survivingid: alone.surviving.id,
          subscriptions: ids.map((subscriptionid) => ({ subscriptionid, goeson: "surviving" as const })),
        },
      },
      { apiKey },
    );
    expect(refused.status).toBe(409);
    expect((await asking({ subscriptions: answers })).status).toBe(200);
    expect((await asking({ subscriptions: answers.toReversed() })).status).toBe(200);
    const otherwise = answers.map((each) => ({ ...each, goeson: "retired" as const }));
    expect((await asking({ subscriptions: otherwise })).problem.message).toContain("asked already");
    expect(await statusesOf(retired)).toEqual(["active", "active"]);
  });

  test("is named only to whoever reads what is prescribed", async () => {
    const { pair, surviving } = await two();
    const body = { name: "Identity", scopes: ["identity" as const] };
    const { ok: made } = await server.call(integrations.createKey, { body }, { apiKey });
    const read = async (key: string) => {
      const { choices, merge } = (await server.call(care.pairMerge, { params: { id: pair } }, { apiKey: key })).ok;
      const medicines = choices.flatMap(({ subscriptions }) =>
        subscriptions.flatMap((each) => [each.medicine, each.surviving?.medicine]),
      );
      return [...medicines, ...(merge?.subscriptions ?? []).map(({ medicine }) => medicine)];
    };
    expect(await read(made.secret)).toEqual(Array.from({ length: 8 }, () => null));
    expect(await read(apiKey)).not.toContain(null);
    await ask(server, pair, surviving);
    expect(await read(made.secret)).toEqual([null, null]);
    expect(await read(apiKey)).not.toContain(null);
  });

  test("where the other account's is to go on, the prescribers are asked to see to it, and what runs stays", async () => {
    const { surviving } = await merged(await two(), "retired");
    expect(await statusesOf(surviving)).toEqual(["active", "active"]);
    const [task, ...others] = await tasksOf(surviving);
    expect(others).toEqual([]);
    expect(task).toMatchObject({ kind: "task", for: { role: "physician", memberid: null } });
    expect(task?.words).toMatch(
      /Estradiol.+at home or on its way through .+; in this account Estradiol.+which goes on\./u,
    );
    expect(task?.words).toMatch(/Progesterone/u);
  });

  test.each(["paused", "past_due"] as const)(
    "%s in the account that is kept: nobody is without it unnoticed",
    async (status) => {
      const accounts = await two();
      await setStatus(accounts.surviving, status);
      expect(
        (await choiceOf(accounts)).subscriptions.map(({ surviving }) => [surviving?.status, surviving?.runs]),
      ).toEqual([
        [status, false],
        [status, false],
      ]);
      await merged(accounts);
      expect(await statusesOf(accounts.surviving)).toEqual([status, status]);
      expect((await tasksOf(accounts.surviving))[0]?.words).toContain(
        status === "paused" ? "which is paused" : "whose payment failed",
      );
    },
  );

  test("another strength in the account that is kept: a doctor looks at what is at home", async () => {
    const accounts = await two();
    await server.services.db
      .updateTable("subscription")
      .set({ product_id: "estradiol_patch_0_1" })
      .where("patient_id", "=", accounts.surviving.id)
      .where("product_id", "=", "estradiol_patch_0_05")
      .execute();
    const { subscriptions } = await choiceOf(accounts);
    expect(subscriptions.map(({ surviving }) => [surviving?.runs, surviving?.sameproduct])).toEqual(
      expect.arrayContaining([
        [true, false],
        [true, true],
      ]),
    );
    await merged(accounts);
    const [task] = await tasksOf(accounts.surviving);
    expect(task?.words).toMatch(/0\.05.+at home.+in this account .+0\.1.+, which goes on\./u);
    expect(task?.words).not.toMatch(/Progesterone/u);
  });

  test("held back by a doctor in the account that is kept: nobody is without it unnoticed", async () => {
    const accounts = await two();
    await server.services.db
      .updateTable("prescription_order")
      .set({ held_back_from: "2026-01-01" })
      .where("patient_id", "=", accounts.surviving.id)
      .where("status", "=", "scheduled")
      .execute();
    await merged(accounts);
    expect((await tasksOf(accounts.surviving))[0]?.words).toContain("which is on hold");
  });

  test("canceled in the account that is kept after it was asked: nobody is without it unnoticed", async () => {
    const { surviving, retired, pair } = await two();
    await ask(server, pair, surviving);
    const [one, other] = [await mergeCode(server, surviving.email), await mergeCode(server, retired.email)];
    const options = { token: await tokenOf(server, surviving), key: newId() };
    await server.call(treatment.cancel, { params: { id: surviving.id }, body: {} }, options);
    await server.call(account.confirmMerge, { body: { code: one, signin: "this" } });
    const { ok } = await server.call(account.confirmMerge, { body: { code: other, signin: "other" } });
    expect(ok.merged).toBe(true);
    expect((await tasksOf(surviving))[0]?.words).toContain("nothing of it in this account");
  });
});

describe("a medicine that only the account that closes has", () => {
  test("is canceled, and both the prescribers and the patient read that something doesn't go on by itself", async () => {
    const accounts = await merged(await two(server.newPatient()));
    expect(await statusesOf(accounts.retired)).toEqual(["cancelled", "cancelled"]);
    const [task] = await tasksOf(accounts.surviving);
    expect(task?.words).toContain("nothing of it in this account");
    await server.jobs.drain();
    const [mail] = (await server.mailbox.list(accounts.surviving.email)).filter(({ subject }) =>
      subject.startsWith("We canceled"),
    );
    expect(mail?.text).toContain("Our care team will look at it");
    expect((await home(server, accounts.surviving)).subscriptions).toEqual([]);
    await passDays(server, 60);
    expect([await renewalsOf(accounts.retired), await renewalsOf(accounts.surviving)]).toEqual([0, 0]);
  });

  test("paused: the pause doesn't end in a charge", async () => {
    const accounts = await two(server.newPatient());
    await paused(accounts.retired);
    await merged(accounts);
    await passDays(server, 60);
    expect([await statusesOf(accounts.retired), await renewalsOf(accounts.retired)]).toEqual([
      ["cancelled", "cancelled"],
      0,
    ]);
  });
});

describe("what is charged at that moment", () => {
  /** The account that would close is due within a day, and both mailboxes but one have agreed. */
  async function almostMerged() {
    const accounts = await two(server.newPatient());
    for (let day = 0; day < 40; day += 1) {
      const [due] = await server.services.db
        .selectFrom("prescription_order")
        .select("reminded_on")
        .where("patient_id", "=", accounts.retired.id)
        .where("status", "=", "scheduled")
        .where("reminded_on", "is not", null)
        .execute();
      if (due) break;
      await passDays(server, 1);
    }
    await passDays(server, 4);
    expect((await ask(server, accounts.pair, accounts.surviving)).status).toBe(200);
    const [one, code] = [
      await mergeCode(server, accounts.surviving.email),
      await mergeCode(server, accounts.retired.email),
    ];
    await server.call(account.confirmMerge, { body: { code: one, signin: "this" } });
    return { ...accounts, answer: () => server.call(account.confirmMerge, { body: { code, signin: "other" } }) };
  }

  test("a renewal whose bank hasn't answered is in the way; nothing is canceled, and what is charged is sent", async () => {
    const { retired, answer } = await almostMerged();
    let during: Awaited<ReturnType<typeof answer>> | undefined;
    server.beforeGatewayAnswer(async () => void (during = await answer()));
    await passDays(server, 2);
    expect([during?.status, during?.problem.code]).toEqual([409, "wrong_state"]);
    expect([await renewalsOf(retired), await statusesOf(retired)]).toEqual([1, ["active", "active"]]);
    expect((await answer()).status).toBe(409);
  });

  test("both at once: the renewal or the merge, never a charge of an account that closed", async () => {
    for (let round = 0; round < 3; round += 1) {
      const { retired, answer } = await almostMerged();
      const [merge] = await Promise.all([answer(), passDays(server, 2)]);
      expect([
        [200, 0, ["cancelled", "cancelled"]],
        [409, 1, ["active", "active"]],
      ]).toContainEqual([merge.status, await renewalsOf(retired), await statusesOf(retired)]);
    }
  });

  test("a charge that failed and is owed is in the way, as before", async () => {
    const accounts = await two(server.newPatient());
    await declineCard(server, accounts.retired, "insufficient_funds");
    for (let day = 0; day < 40 && (await renewalsOf(accounts.retired)) === 0; day += 1) await passDays(server, 1);
    expect(await statusesOf(accounts.retired)).toContain("past_due");
    const { refusals } = await choiceOf(accounts);
    expect(refusals.join(" ")).toMatch(/still owed/);
    expect((await ask(server, accounts.pair, accounts.surviving)).status).toBe(409);
  });

  test("past due without an amount that's owed: nothing is tried again", async () => {
    const accounts = await two(server.newPatient());
    await setStatus(accounts.retired, "past_due");
    const today = clinicToday(server.services);
    await server.services.db
      .updateTable("prescription_order")
      .set({ failed_on: today, attempts: 1, retry_on: addDays(today, 3) })
      .where("patient_id", "=", accounts.retired.id)
      .where("status", "=", "scheduled")
      .execute();
    await merged(accounts);
    await passDays(server, 40);
    expect([await statusesOf(accounts.retired), await renewalsOf(accounts.retired)]).toEqual([
      ["cancelled", "cancelled"],
      0,
    ]);
  });
});

describe("what the patient reads before", () => {
  test("the mailbox of the account that closes learns that its subscriptions end, the other one nothing of them", async () => {
    const { pair, surviving, retired } = await two();
    await ask(server, pair, surviving);
    const read = async ({ email }: TestPatient) =>
      (await server.call(account.readMerge, { body: { code: await mergeCode(server, email) } })).ok.subscriptionsend;
    expect([await read(retired), await read(surviving)]).toEqual([true, false]);
    const idle = { surviving: await inCare(server), retired: await server.newPatient() };
    await ask(server, await linked(server, [idle.surviving, idle.retired]), idle.surviving);
    expect([await read(idle.surviving), await read(idle.retired)]).toEqual([false, false]);
  });

  test("what the account that closes has changed since: neither account changes", async () => {
    const accounts = await two();
    await ask(server, accounts.pair, accounts.surviving);
    const [one, other] = [
      await mergeCode(server, accounts.surviving.email),
      await mergeCode(server, accounts.retired.email),
    ];
    const [subscription] = await subscriptionsOf(accounts.retired);
    const options = { token: await tokenOf(server, accounts.retired), key: newId() };
    const body = { subscriptionid: subscription?.id ?? "" };
    expect((await server.call(treatment.cancel, { params: { id: accounts.retired.id }, body }, options)).status).toBe(
      200,
    );
    await server.call(account.confirmMerge, { body: { code: one, signin: "this" } });
    const { status, problem } = await server.call(account.confirmMerge, { body: { code: other, signin: "other" } });
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect(await statusesOf(accounts.retired)).toEqual(["cancelled", "active"]);
    expect(await statusesOf(accounts.surviving)).toEqual(["active", "active"]);
  });
});

describe("undoing it", () => {
  test("starts no subscription and charges nothing; the prescribers are asked for the account that is open again, and the patient may start", async () => {
    const accounts = await merged(await two(server.newPatient()));
    const { retired, surviving, pair } = accounts;
    const { merge } = (await server.call(care.pairMerge, { params: { id: pair } }, { apiKey })).ok;
    expect(merge?.subscriptions.map(({ goeson }) => goeson)).toEqual(["retired", "retired"]);
    expect((await undo(pair)).status).toBe(200);
    expect(await statusesOf(retired)).toEqual(["cancelled", "cancelled"]);
    expect(await tasksOf(surviving)).toEqual([]);
    const [task, ...others] = await tasksOf(retired);
    expect(others).toEqual([]);
    expect(task?.words).toMatch(/stay canceled until the patient starts them again: .*Estradiol/u);
    await passDays(server, 40);
    expect(await renewalsOf(retired)).toBe(0);
    const [first] = (await home(server, retired)).subscriptions;
    expect(first?.actions).toContain("restart");
    const options = { token: await tokenOf(server, retired), key: newId() };
    const restart = { params: { id: retired.id }, body: { subscriptionid: first?.id ?? "" } };
    expect((await server.call(treatment.restart, restart, options)).status).toBe(200);
    expect(await statusesOf(retired)).toContain("active");
  });

  test("of a merge that canceled nothing asks nobody", async () => {
    const [surviving, retired] = [await inCare(server), await server.newPatient()];
    const pair = await linked(server, [surviving, retired]);
    await mergeAccounts(server, { surviving, retired, pair });
    await undo(pair);
    expect([await tasksOf(surviving), await tasksOf(retired)]).toEqual([[], []]);
    expect(await statusesOf(surviving)).toEqual(["active", "active"]);
  });
});
