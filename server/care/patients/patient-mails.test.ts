import { beforeEach, describe, expect, test, vi } from "vitest";
import { mailIds, mailPlaceholders } from "#content/schema/texts/mails.ts";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { isPatientMail, repeatsOf } from "#server/notifications/mail-kinds.ts";
import { keepTriedMail, mailCleanupQueue } from "#server/notifications/patient-mails.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { MailNotSent } from "#server/platform/mail/mailer.ts";
import { queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { askedByPhone, mailSubjects } from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();
const dayMs = 86_400_000;
const proved = { ...askedByPhone, callerproved: "birthday_and_address" } as const;

const mailsOf = async ({ id }: TestPatient) => {
  await server.jobs.drain();
  return (await server.call(care.patientMails, { params: { id }, query: {} }, { apiKey })).ok.items;
};
const resend = ({ id }: TestPatient, mailid: string) =>
  server.call(
    care.resendMail,
    { params: { id, mailid }, body: {} },
    { apiKey, headers: { "idempotency-key": newId() } },
  );

/** A mail that says what stays true, as any feature queues it. */
const mailReceipt = ({ id: patientId, email: to }: TestPatient, ordernumber = "100234") =>
  inTransaction(server.services, (tx) =>
    queuePatientMail(tx, {
      mail: "receipt",
      ...{ patientId, to },
      values: { firstname: "Rosa", ordernumber, total: "$59.00", link: "https://example.com/order" },
    }),
  );

let rosa: TestPatient;
let other: TestPatient;
beforeEach(async () => {
  rosa = await server.newPatient();
  other = await server.newPatient();
});

describe("decisions §20 what was mailed to a patient", () => {
  test("says which mail, when, to which address, and that the server took it; of this patient alone", async () => {
    await mailReceipt(rosa);
    await mailReceipt(other, "100999");
    const [mail, ...more] = (await mailsOf(rosa)).filter(({ kind }) => kind === "receipt");
    expect(more).toEqual([]);
    expect(mail).toEqual({
      ...{ id: expect.any(String), kind: "receipt", subject: "Receipt for order …", current: true },
      address: `${rosa.email.slice(0, 1)}…${rosa.email.slice(rosa.email.indexOf("@"))}`,
      ...{ queuedat: expect.any(String), status: "accepted", statusat: expect.any(String) },
      ...{ copyto: null, sentby: null, repeatsid: null, obstacle: null },
    });
  });

  test.each([
    ["accepted", "accepted"],
    ["waiting", "waiting"],
    ["refused", "refused"],
    ["dropped", "not_sent"],
  ] as const)("a mail that was %s is %s", async (outcome, status) => {
    const tried = { mail: "receipt", to: rosa.email, values: {}, queuedAt: server.clock.now() } as const;
    await keepTriedMail(server.services, { id: newId(), ...tried, outcome });
    expect((await mailsOf(rosa)).find(({ kind }) => kind === "receipt")?.status).toBe(status);
  });

  test("a mail that waited and was taken later is taken, once", async () => {
    const tried = { id: newId(), mail: "receipt", to: rosa.email, values: {}, queuedAt: server.clock.now() } as const;
    await keepTriedMail(server.services, { ...tried, outcome: "waiting" });
    await keepTriedMail(server.services, { ...tried, outcome: "accepted" });
    expect((await mailsOf(rosa)).filter(({ kind }) => kind === "receipt").map(({ status }) => status)).toEqual([
      "accepted",
    ]);
  });

  test("a mail that waited, and went to another address then, is shown with that one", async () => {
    const tried = {
      id: newId(),
      mail: "receipt",
      values: {},
      queuedAt: server.clock.now(),
      patientId: rosa.id,
    } as const;
    await keepTriedMail(server.services, { ...tried, to: rosa.email, outcome: "waiting" });
    await keepTriedMail(server.services, { ...tried, to: "safe@elsewhere.example", outcome: "accepted" });
    const [mail] = (await mailsOf(rosa)).filter(({ kind }) => kind === "receipt");
    expect(mail).toMatchObject({ address: "s…@elsewhere.example", status: "accepted" });
  });

  test("an old address is no longer that of the patient, and stays masked", async () => {
    await mailReceipt(rosa);
    await server.jobs.drain();
    const email = `new-${newId()}@example.com`;
    await server.services.db.updateTable("patient").set({ email }).where("id", "=", rosa.id).execute();
    const mail = (await mailsOf(rosa)).find(({ kind }) => kind === "receipt");
    expect([mail?.current, mail?.address.includes("…")]).toEqual([false, true]);
  });

  test("what a mail to somebody else, or to the practice, says is in no record", async () => {
    const tried = { to: rosa.email, values: {}, queuedAt: server.clock.now(), outcome: "accepted" } as const;
    for (const mail of mailIds.filter((id) => !isPatientMail(id)))
      await keepTriedMail(server.services, { id: newId(), mail, ...tried });
    await keepTriedMail(server.services, { ...tried, id: newId(), mail: "receipt", to: `${newId()}@example.com` });
    expect((await mailsOf(rosa)).filter(({ kind }) => !isPatientMail(kind) || kind === "receipt")).toEqual([]);
  });

  test("after 90 days it's forgotten, and no sooner", async () => {
    await mailReceipt(rosa);
    await server.jobs.drain();
    const forget = async (days: number) => {
      server.clock.advance(days * dayMs);
      // A run goes at most a day further than the one before.
      await server.services.db.deleteFrom("setting").where("name", "=", `deleted_until:${mailCleanupQueue}`).execute();
      await server.jobs.enqueue(server.services.db, mailCleanupQueue, {});
      return (await mailsOf(rosa)).length;
    };
    expect(await forget(89)).toBeGreaterThan(0);
    expect(await forget(2)).toBe(0);
  });
});

describe("decisions §20 sending a mail again", () => {
  test("goes to the address of today, with what it said, and says who had it sent", async () => {
    await mailReceipt(rosa);
    const first = (await mailsOf(rosa)).find(({ kind }) => kind === "receipt")!;
    const email = `new-${newId()}@example.com`;
    await server.services.db.updateTable("patient").set({ email }).where("id", "=", rosa.id).execute();
    const sam = await signedInStaff(server, ["patient_services"]);
    const { ok } = await sam.browser.call(care.resendMail, { params: { id: rosa.id, mailid: first.id }, body: {} });
    expect(ok.mail).toMatchObject({ repeatsid: first.id, current: true, status: "waiting" });
    expect(ok.mail.sentby).not.toBeNull();
    const [mail, ...more] = (await server.jobs.drain(), await server.mailbox.list(email));
    expect([mail?.subject, more]).toEqual(["Receipt for order 100234", []]);
    expect((await mailsOf(rosa)).find(({ repeatsid }) => repeatsid === first.id)?.status).toBe("accepted");
  });

  test("the same press sends it once; another one a second time, and no third", async () => {
    await mailReceipt(rosa);
    const { id } = (await mailsOf(rosa)).find(({ kind }) => kind === "receipt")!;
    const press = { apiKey, headers: { "idempotency-key": newId() } };
    const input = { params: { id: rosa.id, mailid: id }, body: {} };
    const [one, same] = [
      await server.call(care.resendMail, input, press),
      await server.call(care.resendMail, input, press),
    ];
    expect(same.ok).toEqual(one.ok);
    // A repeat counts as what it repeats.
    expect((await resend(rosa, (await server.jobs.drain(), one.ok.mail.id))).status).toBe(200);
    await server.jobs.drain();
    const third = await resend(rosa, id);
    expect([third.status, third.problem.message]).toEqual([409, expect.stringContaining("twice")]);
    expect((await mailSubjects(server, rosa)).filter((subject) => subject.startsWith("Receipt"))).toHaveLength(3);
    expect((await mailsOf(rosa)).find((mail) => mail.id === id)?.obstacle).toBe(third.problem.message);
  });

  test("a mail with an amount is of an order that was placed, or of money on its way back: what's owed is never said again", () => {
    const again = mailIds.filter((id) => isPatientMail(id) && repeatsOf[id] === "again");
    const ofNoOrder = again.filter((id) => {
      const says = (name: string) => (mailPlaceholders[id] as readonly string[]).includes(name);
      return (says("total") || says("amount")) && !says("ordernumber");
    });
    expect([ofNoOrder, again.length > 20]).toEqual([["supply_refunded"], true]);
  });

  test("what stays true may be sent again, and nothing else: a mail that's added here is a decision", () => {
    const again = mailIds.filter((id) => isPatientMail(id) && repeatsOf[id] === "again");
    expect(again.toSorted()).toEqual([
      ...["answers_told", "care_ended", "care_ends", "contact_changed", "done_as_asked", "fill_voided", "helper_asked"],
      ...["helper_joined", "helper_stopped", "letter_issued", "message_waiting", "offer_taken", "order_confirmation"],
      ...["order_part_shipped", "order_placed", "order_refunded", "order_shipped", "order_withdrawn", "plan_approved"],
      ...["plan_approved_in_part", "receipt", "renewal_approved", "renewal_charged", "request_answered"],
      ...["supply_refunded", "urgent_message", "welcome"],
    ]);
  });

  const others = mailIds.filter((id) => isPatientMail(id) && repeatsOf[id] !== "again");
  test.each(others)("%s is never sent again, and what was in it isn't kept", async (mail) => {
    const tried = {
      mail,
      to: rosa.email,
      values: { link: "https://example.com/secret" },
      queuedAt: server.clock.now(),
    };
    await keepTriedMail(server.services, { id: newId(), ...tried, outcome: "accepted" });
    const kept = await server.services.db
      .selectFrom("patient_mail")
      .select(["id", "values_sealed"])
      .where("patient_id", "=", rosa.id)
      .where("mail", "=", mail)
      .executeTakeFirstOrThrow();
    const refused = await resend(rosa, kept.id);
    expect([kept.values_sealed, refused.status, refused.problem.code]).toEqual([null, 409, "wrong_state"]);
  });

  test.each<readonly [string, RegExp, (id: string) => Promise<unknown>]>([
    [
      "the server refuses the address",
      /takes no mail/,
      (id) =>
        server.services.db
          .updateTable("patient")
          .set({ email_refused_at: server.clock.now() })
          .where("id", "=", id)
          .execute(),
    ],
    ["it's more than 30 days old", /30 days/, () => Promise.resolve(server.clock.advance(31 * dayMs))],
    [
      "it isn't sent yet",
      /hasn’t taken it/,
      (id) =>
        server.services.db
          .updateTable("patient_mail")
          .set({ accepted_at: null })
          .where("patient_id", "=", id)
          .execute(),
    ],
  ])("not where %s, and the list says so before", async (_, text, prepare) => {
    await mailReceipt(rosa);
    const { id } = (await mailsOf(rosa)).find(({ kind }) => kind === "receipt")!;
    await prepare(rosa.id);
    expect((await mailsOf(rosa)).find((mail) => mail.id === id)?.obstacle).toMatch(text);
    expect((await resend(rosa, id)).status).toBe(409);
  });

  test("not by another patient's record, and not more than five a day", async () => {
    for (let count = 0; count < 6; count += 1) await mailReceipt(rosa, `10000${count}`);
    const ids = (await mailsOf(rosa)).flatMap(({ id, kind }) => (kind === "receipt" ? id : []));
    expect((await resend(other, ids[0]!)).status).toBe(404);
    const statuses: number[] = [];
    for (const id of ids) statuses.push((await resend(rosa, id)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("finance, the pharmacy and an administrator see none of it", async () => {
    const statuses = [];
    for (const role of ["finance", "pharmacy", "administrator"] as const) {
      const { browser } = await signedInStaff(server, [role]);
      statuses.push((await browser.call(care.patientMails, { params: { id: rosa.id }, query: {} })).status);
    }
    expect(statuses).toEqual([403, 403, 403]);
  });
});

describe("decisions §20 a reset link for a patient who asks", () => {
  const send = ({ id }: TestPatient, asked: object = proved) =>
    server.call(
      care.sendRecoveryLink,
      { params: { id }, body: { asked: asked as typeof proved } },
      { apiKey, headers: { "idempotency-key": newId() } },
    );
  const linksTo = async (patient: TestPatient) =>
    (await mailSubjects(server, patient)).filter((subject) => subject === "Choose a new password").length;

  test("goes to the address on record alone, is in no answer, and stays in the record with how it was asked", async () => {
    const { status, raw } = await send(rosa);
    expect([status, raw.payload.includes("http")]).toEqual([200, false]);
    expect([await linksTo(rosa), await linksTo(other)]).toEqual([1, 0]);
    const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
    expect(ok.requests).toMatchObject([
      { action: "recovery_link", subscriptionid: null, channel: "phone", callerproved: "birthday_and_address" },
    ]);
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select("call")
      .where("patient_id", "=", rosa.id)
      .where("call", "=", "care.sendRecoveryLink")
      .execute();
    expect(audited).toHaveLength(1);
    expect((await mailsOf(rosa)).find(({ kind }) => kind === "recovery")?.obstacle).toContain("works once");
  });

  test("asks how it was shown that it's this patient, but of one who wrote in the app", async () => {
    const without = await send(rosa, { channel: "phone", on: askedByPhone.on });
    expect([without.status, without.problem.details?.fields?.map(({ path }) => path)]).toEqual([
      400,
      ["asked.callerproved"],
    ]);
    expect(await linksTo(rosa)).toBe(0);
    expect((await send(rosa, { ...askedByPhone, channel: "message" })).status).toBe(200);
  });

  test("says the same of an address nobody verified, and of one that the server refuses", async () => {
    const set = (change: object, { id }: TestPatient) =>
      server.services.db.updateTable("patient").set(change).where("id", "=", id).execute();
    await set({ email_verified_at: null }, rosa);
    await set({ email_refused_at: server.clock.now() }, other);
    const [one, two] = [await send(rosa), await send(other)];
    expect([one.status, one.ok]).toEqual([200, two.ok]);
  });

  test("at most three an hour, and none for a closed account", async () => {
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await send(rosa)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const { password, token } = other;
    expect((await server.call(account.closeAccount, { body: { password } }, { token })).status).toBe(200);
    expect((await send(other)).status).toBe(409);
  });
});

test("a mail that the server doesn't take is shown as not sent yet", async () => {
  const failing = vi.spyOn(server.services.mailer, "send").mockRejectedValue(new MailNotSent("busy", "for_now"));
  try {
    await mailReceipt(rosa);
    expect((await mailsOf(rosa)).find(({ kind }) => kind === "receipt")?.status).toBe("waiting");
  } finally {
    failing.mockRestore();
  }
});
