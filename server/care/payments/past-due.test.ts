import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { pastDueMails, writeOffReasons } from "#contract/care/past-due.ts";
import { formatCents } from "#contract/fields/numbers.ts";
import { payment } from "#contract/payment.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { runBilling } from "#server/treatment/billing/run-billing.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  askedByPhone,
  capturedCents,
  declineCard,
  home,
  inCare,
  type InCare,
  mailSubjects,
  passDays,
  patientDueIn,
  putCard,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();
const asked = { ...askedByPhone, callerproved: "birthday_and_phone" } as const;

const owedBy = async ({ id }: InCare) => (await server.call(care.pastDue, { params: { id } }, { apiKey })).ok;
const statuses = async (rosa: InCare) => (await home(server, rosa)).subscriptions.map(({ status }) => status);

/** A patient whose renewal failed today. */
async function pastDue(reason = "insufficient_funds"): Promise<InCare> {
  const rosa = await patientDueIn(server, 0);
  await declineCard(server, rosa, reason);
  await runBilling(server.services);
  await server.jobs.drain();
  return rosa;
}
const acceptCard = ({ id }: InCare) =>
  server.services.db
    .updateTable("sandbox.payment_method")
    .set({ charge_decline: null })
    .where(
      "id",
      "in",
      server.services.db.selectFrom("payment_source").select("gateway_method_id").where("patient_id", "=", id),
    )
    .execute();
const charge = ({ id }: InCare, amount: number, key = newId()) =>
  server.call(
    care.chargePastDue,
    { params: { id }, body: { asked, amount } },
    { apiKey, headers: { "idempotency-key": key } },
  );
const listed = async (status: "past_due" | "written_off", { id }: InCare) =>
  (await server.call(care.orders, { query: { status } }, { apiKey })).ok.items.filter(
    ({ patient }) => patient.id === id,
  );

describe("decisions §20 charging again for a patient who asks", () => {
  test("charges what was said yes to, once for a press, and keeps that it was asked", async () => {
    const rosa = await pastDue();
    const before = (await capturedCents(server, rosa)).length;
    await acceptCard(rosa);
    const { amount, chargeobstacle, card } = await owedBy(rosa);
    expect([amount > 0, chargeobstacle, card?.last4]).toEqual([true, null, "4242"]);
    const key = newId();
    const first = await charge(rosa, amount, key);
    expect(first.ok).toMatchObject({ outcome: "paid", amount });
    expect((await charge(rosa, amount, key)).ok).toEqual(first.ok);
    await server.jobs.drain();
    expect((await capturedCents(server, rosa)).slice(before)).toEqual([Math.round(amount * 100)]);
    expect(await statuses(rosa)).not.toContain("past_due");
    const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
    expect(ok.requests).toMatchObject([{ action: "charge", callerproved: "birthday_and_phone", channel: "phone" }]);
    const subjects = await mailSubjects(server, rosa);
    expect(subjects.filter((subject) => subject === "You asked us to try your card again")).toHaveLength(1);
    expect(await owedBy(rosa)).toMatchObject({ amount: 0, charges: [], chargeobstacle: "Nothing is past due." });
  });

  test("a card that is declined again is said, and nothing is taken", async () => {
    const rosa = await pastDue();
    const before = await capturedCents(server, rosa);
    const { amount } = await owedBy(rosa);
    expect((await charge(rosa, amount)).ok).toMatchObject({ outcome: "declined" });
    expect(await capturedCents(server, rosa)).toEqual(before);
    expect(await statuses(rosa)).toContain("past_due");
  });

  test("another amount than the patient heard is charged to nobody", async () => {
    const rosa = await pastDue();
    await acceptCard(rosa);
    const { amount } = await owedBy(rosa);
    const before = await capturedCents(server, rosa);
    for (const wrong of [amount - 1, amount + 1]) expect((await charge(rosa, wrong)).problem.code).toBe("conflict");
    expect(await capturedCents(server, rosa)).toEqual(before);
  });

  test("asks how it was shown that it's this patient, and tries three times a day at most", async () => {
    const rosa = await pastDue();
    const { amount } = await owedBy(rosa);
    const body = { asked: { channel: "phone", on: asked.on }, amount } as const;
    const without = await server.call(care.chargePastDue, { params: { id: rosa.id }, body }, { apiKey });
    expect([without.status, without.problem.details?.fields?.map(({ path }) => path)]).toEqual([
      400,
      ["asked.callerproved"],
    ]);
    const tries = [];
    for (let count = 0; count < 4; count += 1) tries.push((await charge(rosa, amount)).status);
    expect(tries).toEqual([200, 200, 200, 429]);
  });

  test.each<readonly [string, RegExp, (rosa: InCare) => Promise<unknown>]>([
    [
      "there is no card",
      /no card on file/,
      ({ id }) =>
        server.services.db
          .updateTable("payment_source")
          .set({ is_default: false })
          .where("patient_id", "=", id)
          .execute(),
    ],
    [
      "the bank won't let it be used",
      /won’t let us/,
      ({ id }) =>
        server.services.db
          .updateTable("payment_source")
          .set({ refused_at: server.clock.now() })
          .where("patient_id", "=", id)
          .execute(),
    ],
    [
      "somebody says that the patient died",
      /says that this patient died/,
      async ({ id }) => {
        const values = { who: "Peter Winter", relation: "Husband", came: "phone" };
        const fields = Object.entries(values).map(([field, value]) => ({ id: field, value }));
        const body = { kind: "death", words: "The husband called.", fields };
        const { status } = await server.call(care.addPatientLog, { params: { id }, body }, { apiKey });
        expect(status).toBe(201);
        const { mails } = await owedBy({ id } as InCare);
        expect(mails.map(({ obstacle }) => obstacle)).toEqual(mails.map(() => expect.stringMatching(/died/)));
      },
    ],
    [
      "the practice has ended their care",
      /ended this patient’s care/,
      ({ id }) =>
        server.services.db
          .updateTable("patient")
          .set({ care_ends_on: clinicToday(server.services) })
          .where("id", "=", id)
          .execute(),
    ],
    [
      "it waits for the doctor",
      /waits for the doctor/,
      ({ id }) =>
        server.services.db
          .updateTable("prescription_order")
          .set({ held_back_from: "2026-01-01" })
          .where("patient_id", "=", id)
          .where("failed_on", "is not", null)
          .execute(),
    ],
  ])("not where %s: it says so before, and refuses", async (_, text, prepare) => {
    const rosa = await pastDue();
    const { amount } = await owedBy(rosa);
    await prepare(rosa);
    expect((await owedBy(rosa)).chargeobstacle).toMatch(text);
    const refused = await charge(rosa, amount);
    expect([refused.status, refused.problem.message]).toEqual([409, expect.stringMatching(text)]);
  });
});

describe("decisions §20 writing to a patient past due", () => {
  test.each(pastDueMails)("%s is sent as it was shown, with a link that pays nothing by itself", async (mail) => {
    const rosa = await pastDue("lost_card");
    const shown = (await owedBy(rosa)).mails.find((each) => each.mail === mail)!;
    expect(shown.obstacle).toBeNull();
    const sent = await server.call(care.mailPastDue, { params: { id: rosa.id }, body: { mail } }, { apiKey });
    expect(sent.status).toBe(200);
    await server.jobs.drain();
    const got = (await server.mailbox.list(rosa.email)).find(({ subject }) => subject === shown.subject);
    expect(got?.text).toBe(shown.text);
    expect([...shown.text.matchAll(/https?:\S+/g)].map(([url]) => new URL(url).pathname + new URL(url).search)).toEqual(
      ["/account-settings/billing-details"],
    );
    const [item] = await listed("past_due", rosa);
    expect(item?.pastdue?.mailedat).toBe((await owedBy(rosa)).mailedat);
    expect(item?.pastdue?.mailedat).not.toBeNull();
  });

  test("one in two days, none of an address that takes no mail, and none where nothing is owed", async () => {
    const rosa = await pastDue("lost_card");
    const send = () =>
      server.call(
        care.mailPastDue,
        { params: { id: rosa.id }, body: { mail: "payment_help" } },
        { apiKey, headers: { "idempotency-key": newId() } },
      );
    expect([(await send()).status, (await send()).status]).toEqual([200, 409]);
    server.clock.advance(2 * 86_400_000);
    expect((await send()).status).toBe(200);
    server.clock.advance(2 * 86_400_000);
    const { db } = server.services;
    await server.jobs.drain();
    await db.updateTable("patient").set({ email_refused_at: server.clock.now() }).where("id", "=", rosa.id).execute();
    expect((await send()).problem.message).toMatch(/takes no mail/);
    const well = await inCare(server);
    const unowed = await server.call(
      care.mailPastDue,
      { params: { id: well.id }, body: { mail: "payment_help" } },
      { apiKey },
    );
    expect([unowed.status, unowed.problem.message]).toEqual([409, "Nothing is past due."]);
  });

  test("that we don't try any more isn't said while we do", async () => {
    const rosa = await pastDue();
    const obstacles = (await owedBy(rosa)).mails.map(({ mail, obstacle }) => [mail, obstacle]);
    expect(obstacles).toEqual([
      ["payment_link", null],
      ["payment_help", null],
      ["payment_closing", expect.stringMatching(/We try again on/)],
    ]);
  });
});

describe("decisions §20 writing off", () => {
  const writeOff = (rosa: InCare, ids: readonly string[], reason: (typeof writeOffReasons)[number] = "left") =>
    server.call(
      care.writeOff,
      { params: { id: rosa.id }, body: { prescriptionorderids: [...ids], reason, note: "Moved abroad" } },
      { apiKey, headers: { "idempotency-key": newId() } },
    );
  const idsOf = async (rosa: InCare) =>
    (await listed("past_due", rosa)).flatMap(({ pastdue }) => pastdue?.prescriptionorderid ?? []);

  test.each(writeOffReasons)(
    "for %s: not tried any more, out of the list and the inbox, with who and why",
    async (reason) => {
      const rosa = await pastDue();
      const ids = await idsOf(rosa);
      const fay = await signedInStaff(server, ["finance"]);
      const { ok } = await fay.browser.call(care.writeOff, {
        params: { id: rosa.id },
        body: { prescriptionorderids: ids, reason },
      });
      expect(ok.charges.map(({ writeoff }) => writeoff)).toEqual(ids.map(() => true));
      expect(await listed("past_due", rosa)).toEqual([]);
      const items = await listed("written_off", rosa);
      expect(items.map(({ pastdue }) => [pastdue?.writeoff?.reason, pastdue?.retryon])).toEqual(
        ids.map(() => [reason, null]),
      );
      expect(items[0]?.pastdue?.writeoff?.by).not.toMatch(/^staff:/);
      const inbox = (await server.call(care.inbox, { query: { limit: 100 } }, { apiKey })).ok.items;
      expect(inbox.filter(({ kind, patient }) => kind === "past_due" && patient?.id === rosa.id)).toEqual([]);
      await acceptCard(rosa);
      const before = await capturedCents(server, rosa);
      await passDays(server, 9);
      await server.jobs.drain();
      expect(await capturedCents(server, rosa)).toEqual(before);
    },
  );

  test("the patient can still pay it with another card: then it's written off no more", async () => {
    const rosa = await pastDue();
    await writeOff(rosa, await idsOf(rosa));
    const before = (await capturedCents(server, rosa)).length;
    expect((await putCard(server, rosa)).retried).toMatchObject({ outcome: "paid" });
    await server.jobs.drain();
    expect((await capturedCents(server, rosa)).length).toBe(before + 1);
    expect(await listed("written_off", rosa)).toEqual([]);
    const rows = await server.services.db
      .selectFrom("write_off")
      .select(["ended_at", "ended_by"])
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(rows.map(({ ended_at, ended_by }) => [ended_at !== null, ended_by])).toEqual(rows.map(() => [true, null]));
    expect((await server.call(account.user, {}, { token: await tokenOf(server, rosa) })).ok.hasfailedtransaction).toBe(
      false,
    );
  });

  test("what was written off is in no mail's total and isn't charged by phone; the other charge is", async () => {
    const rosa = await pastDue();
    const [first, second] = (await owedBy(rosa)).charges;
    const whole = await owedBy(rosa);
    const { charges, ...one } = (await writeOff(rosa, [first!.prescriptionorderid])).ok;
    expect(charges.map(({ writeoff }) => writeoff)).toEqual([true, false]);
    expect([one.chargeobstacle, one.amount > 0, one.amount < whole.amount]).toEqual([null, true, true]);
    const link = one.mails.find(({ mail }) => mail === "payment_link")!;
    expect([link.obstacle, link.text.includes(formatCents(Math.round(one.amount * 100)))]).toEqual([null, true]);
    expect(link.text).not.toContain(formatCents(Math.round(whole.amount * 100)));
    await acceptCard(rosa);
    expect((await charge(rosa, whole.amount)).problem.code).toBe("conflict");
    const before = await capturedCents(server, rosa);
    expect((await charge(rosa, one.amount)).ok).toMatchObject({ outcome: "paid", amount: one.amount });
    await server.jobs.drain();
    expect(await capturedCents(server, rosa)).toEqual([...before, Math.round(one.amount * 100)]);
    const left = await owedBy(rosa);
    expect(left.charges.map((each) => [each.prescriptionorderid, each.writeoff])).toEqual([
      [first!.prescriptionorderid, true],
    ]);
    expect(second!.prescriptionorderid).not.toBe(first!.prescriptionorderid);
  });

  test("where all is written off nothing is charged by phone and no mail asks for it", async () => {
    const rosa = await pastDue();
    const { amount } = await owedBy(rosa);
    await writeOff(rosa, await idsOf(rosa));
    await acceptCard(rosa);
    const before = await capturedCents(server, rosa);
    const owed = await owedBy(rosa);
    expect([owed.amount, owed.chargeobstacle]).toEqual([0, expect.stringMatching(/written off/)]);
    expect(owed.mails.map(({ obstacle }) => obstacle)).toEqual(owed.mails.map(() => owed.chargeobstacle));
    expect((await charge(rosa, amount)).problem.message).toMatch(/written off/);
    const body = { mail: "payment_help" } as const;
    expect((await server.call(care.mailPastDue, { params: { id: rosa.id }, body }, { apiKey })).status).toBe(409);
    expect(await capturedCents(server, rosa)).toEqual(before);
  });

  test("a try of the patient that fails doesn't start ours again", async () => {
    const rosa = await pastDue();
    await writeOff(rosa, await idsOf(rosa));
    const body = { source: "tok_chargeCustomerFail" };
    const saved = await server.call(payment.saveSource, { body }, { token: await tokenOf(server, rosa) });
    expect(saved.ok.retried).toMatchObject({ outcome: "declined" });
    expect((await listed("written_off", rosa)).map(({ pastdue }) => pastdue?.retryon)).toEqual(
      (await listed("written_off", rosa)).map(() => null),
    );
    expect((await listed("written_off", rosa)).length).toBeGreaterThan(0);
  });

  test("is taken back: past due again, in the list, and not tried by itself", async () => {
    const rosa = await pastDue();
    const ids = await idsOf(rosa);
    await writeOff(rosa, ids);
    const takeBack = () =>
      server.call(
        care.takeWriteOffBack,
        { params: { id: rosa.id }, body: { prescriptionorderids: ids } },
        { apiKey, headers: { "idempotency-key": newId() } },
      );
    expect((await takeBack()).status).toBe(200);
    expect((await listed("past_due", rosa)).map(({ pastdue }) => [pastdue?.writeoff, pastdue?.retryon])).toEqual(
      ids.map(() => [null, null]),
    );
    expect((await takeBack()).problem.code).toBe("conflict");
    expect((await writeOff(rosa, ids)).status).toBe(200);
  });

  test("what changed since it was seen is refused: another patient's, one that was paid, one that is written off", async () => {
    const [rosa, other] = [await pastDue(), await inCare(server)];
    const ids = await idsOf(rosa);
    expect((await writeOff(other, ids)).problem.code).toBe("conflict");
    expect((await writeOff(rosa, [...ids, newId()])).problem.code).toBe("conflict");
    expect((await writeOff(rosa, ids)).status).toBe(200);
    expect((await writeOff(rosa, ids)).problem.code).toBe("conflict");
  });

  test("patient services can't write off, finance can't charge", async () => {
    const rosa = await pastDue();
    const ids = await idsOf(rosa);
    const [sam, fay] = [await signedInStaff(server, ["patient_services"]), await signedInStaff(server, ["finance"])];
    const written = await sam.browser.call(care.writeOff, {
      params: { id: rosa.id },
      body: { prescriptionorderids: ids, reason: "left" },
    });
    const charged = await fay.browser.call(care.chargePastDue, { params: { id: rosa.id }, body: { asked, amount: 1 } });
    expect([written.status, charged.status]).toEqual([403, 403]);
  });

  test("the books of the month name it, what was taken back, and what was paid after all", async () => {
    const [rosa, other] = [await pastDue(), await pastDue()];
    await writeOff(rosa, await idsOf(rosa));
    await writeOff(other, await idsOf(other));
    await putCard(server, other);
    const today = clinicToday(server.services);
    const query = { from: addDays(today, -31), to: today };
    const { raw } = await server.call(care.accountingFile, { query }, { apiKey });
    const lines = raw.payload.split("\r\n").filter((line) => line.includes("write_off"));
    expect(lines.some((line) => /"write_off",.*"left"/.test(line))).toBe(true);
    expect(lines.some((line) => /"write_off_reversal",.*"paid"/.test(line))).toBe(true);
  });
});
