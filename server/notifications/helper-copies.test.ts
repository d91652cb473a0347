import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MailId, mailIds, mailPlaceholders, type PatientMailId } from "#content/schema/texts/mails.ts";
import { account } from "#contract/account/calls.ts";
import { type HelperCopy, helperCopies } from "#contract/account/helpers.ts";
import { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { copiedMails, isCopied } from "#server/auth/helpers/helper-copies.ts";
import { helperOf, invite, type Joined, joinedHelper } from "#server/auth/helpers/testing/helpers.ts";
import { newId } from "#server/platform/ids.ts";
import { type Mail, MailNotSent } from "#server/platform/mail/mailer.ts";
import { queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import { forbidsCopies } from "#server/tasks/chart-effects.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { copiesToHelpers } from "./helper-copies.ts";
import { isPatientMail } from "./mail-kinds.ts";

let server: TestServer;
/** Every mail that left, with repeats. */
const sent: Mail[] = [];
const refused = new Set<string>();
beforeAll(async () => {
  const send = async (mail: Mail) => {
    if (refused.has(mail.to)) throw new MailNotSent("no_such_recipient 550 5.1.1", "final");
    sent.push(mail);
    await server.mailbox.send(mail);
  };
  server = await startTestServer({ mailer: { send } });
});
afterAll(() => server.close());

let [rosa, joan]: [TestPatient, TestPatient] = [] as never;
beforeEach(async () => {
  refused.clear();
  rosa = await server.newPatient({ firstname: "Rosa" });
  joan = await server.newPatient({ firstname: "Joan" });
});

const choose = ({ token }: TestPatient, { id }: Pick<Joined, "id">, copies: readonly HelperCopy[]) =>
  server.call(account.chooseHelperCopies, { params: { id }, body: { copies: [...copies] } }, { token });
async function helperWith(patient: TestPatient, copies: readonly HelperCopy[], firstname = "Ana"): Promise<Joined> {
  const helper = await joinedHelper(server, patient, { firstname });
  expect((await choose(patient, helper, copies)).status).toBe(200);
  await server.jobs.drain();
  return helper;
}
const valuesOf = (mail: MailId) =>
  Object.fromEntries(mailPlaceholders[mail].map((name) => [name, `value of ${name}`])) as never;
const mailTo = ({ id, email }: TestPatient, mail: PatientMailId) =>
  queuePatientMail(server.services, { mail, patientId: id, to: email, values: valuesOf(mail) });
const copiesTo = async ({ email }: Pick<Joined, "email">) => {
  await server.jobs.drain();
  return sent.filter(({ to, subject }) => to === email && subject.startsWith("A copy for you"));
};
const staffMails = async ({ id }: TestPatient) =>
  (await server.call(care.patientMails, { params: { id }, query: {} }, { apiKey })).ok.items;

describe("copies of a patient's mails", () => {
  test.each(Object.entries(copiedMails))("%s goes to the helper for whom it was chosen", async (mail, { copy }) => {
    const chosen = await helperWith(rosa, [copy], "Mina");
    const others = await helperWith(
      rosa,
      helperCopies.filter((each) => each !== copy),
      "Olga",
    );
    const ofJoan = await helperWith(joan, [copy], "Pia");
    await mailTo(rosa, mail as PatientMailId);
    const [got, ...more] = await copiesTo(chosen);
    expect(more).toEqual([]);
    expect(got?.text).toContain("Hello Mina,");
    expect(got?.text).toContain("Rosa");
    expect(got?.text).toMatch(/\/helper\n/);
    expect(got?.unsubscribe).toContain(`/api/unsubscribe/copies/${chosen.id}/`);
    expect(await copiesTo(others)).toEqual([]);
    expect(await copiesTo(ofJoan)).toEqual([]);
    expect(sent.filter(({ to, subject }) => to === rosa.email && subject.startsWith("A copy"))).toEqual([]);
  });

  test("says no more than the patient's mail, and leads only to the helper's page", async () => {
    const ana = await helperWith(rosa, helperCopies);
    for (const mail of Object.keys(copiedMails) as PatientMailId[]) await mailTo(rosa, mail);
    const copies = await copiesTo(ana);
    expect(copies).toHaveLength(Object.keys(copiedMails).length);
    for (const { text, subject } of copies) {
      const values = [...text.matchAll(/value of (\w+)/g)].map(([, name]) => name);
      expect(values.filter((name) => !["date", "total"].includes(name ?? ""))).toEqual([]);
      const links = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => new URL(link).pathname);
      expect(links).toEqual(["/helper"]);
      expect(subject).not.toContain("Rosa");
    }
  });

  test("no other mail to a patient is copied: nothing about signing in, about health, or that can't wait", async () => {
    const ana = await helperWith(rosa, helperCopies);
    const others = mailIds.filter((mail) => isPatientMail(mail) && !isCopied(mail)) as PatientMailId[];
    expect(others).toEqual(expect.arrayContaining(["recovery", "urgent_message", "care_ends", "renewal_asked"]));
    for (const mail of others) await mailTo(rosa, mail);
    expect(await copiesTo(ana)).toEqual([]);
  });

  test("is sent once, however often the patient's mail is tried", async () => {
    const ana = await helperWith(rosa, ["messages"]);
    const leaving = { id: newId(), mail: "message_waiting", patientId: rosa.id, values: {} } as const;
    const { leaves } = copiesToHelpers(forbidsCopies);
    for (let time = 0; time < 3; time += 1) {
      await leaves(server.services, leaving);
      expect(await copiesTo(ana)).toHaveLength(1);
    }
  });

  test("comes also where the patient's own mail is refused", async () => {
    const ana = await helperWith(rosa, ["payments"]);
    refused.add(rosa.email);
    await mailTo(rosa, "payment_failed");
    expect(await copiesTo(ana)).toHaveLength(1);
  });

  test("a refused copy says nothing about a patient's address, also where it's the same", async () => {
    const ana = await helperWith(rosa, ["messages"]);
    const twin = await server.newPatient({ email: ana.email });
    await server.jobs.drain();
    refused.add(ana.email);
    await mailTo(rosa, "message_waiting");
    await server.jobs.drain();
    const marks = await server.services.db
      .selectFrom("patient")
      .select(["id", "email_refused_at"])
      .where("id", "in", [rosa.id, twin.id])
      .execute();
    expect(marks.map(({ email_refused_at: at }) => at)).toEqual([null, null]);
    const copy = (await staffMails(rosa)).find(({ kind }) => kind === "helper_copy_message");
    expect(copy?.status).toBe("refused");
  });

  test("an address that takes no mail is the patient's to read, and gets no more copies until its server takes one again", async () => {
    const ana = await helperWith(rosa, ["messages", "payments"]);
    const [mina, ofJoan] = [await helperWith(rosa, ["payments"], "Mina"), await helperWith(joan, ["payments"])];
    const since = async (patient: TestPatient, { id }: Joined) => (await helperOf(server, patient, id)).emailrefusedat;
    const practiceSees = async () => {
      const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
      return ok.helpers
        .map(({ email, copies }) => [email === ana.email, copies.length] as const)
        .toSorted(([a], [b]) => Number(a) - Number(b));
    };
    expect([await since(rosa, ana), await practiceSees()]).toEqual([
      null,
      [
        [false, 1],
        [true, 2],
      ],
    ]);
    refused.add(ana.email);
    await mailTo(rosa, "message_waiting");
    await server.jobs.drain();
    expect([await since(rosa, mina), await since(joan, ofJoan)]).toEqual([null, null]);
    expect([await since(rosa, ana), await practiceSees()]).toEqual([
      expect.any(String),
      [
        [false, 1],
        [true, 0],
      ],
    ]);
    await mailTo(rosa, "payment_failed");
    expect([await copiesTo(ana), (await copiesTo(mina)).length]).toEqual([[], 1]);
    expect((await staffMails(rosa)).filter(({ kind }) => kind.startsWith("helper_copy"))).toHaveLength(2);
    // What was refused is asked once more after an hour.
    refused.clear();
    server.clock.advance(3_601_000);
    await sql`update pgboss.job set start_after = now() where state in ('created', 'retry')`.execute(
      server.services.db,
    );
    expect(await copiesTo(ana)).toHaveLength(1);
    expect((await practiceSees()).at(-1)).toEqual([true, 2]);
    await mailTo(rosa, "payment_failed");
    expect(await copiesTo(ana)).toHaveLength(2);
  });

  test("an invitation that's refused says so, to nobody else; inviting again begins anew", async () => {
    const email = `${newId()}@example.com`;
    refused.add(email);
    await invite(server, rosa, { email });
    await server.jobs.drain();
    const invited = async (patient: TestPatient) =>
      (await server.call(account.helpers, {}, { token: patient.token })).ok.items.map((each) => each.emailrefusedat);
    expect([await invited(rosa), await invited(joan)]).toEqual([[expect.any(String)], []]);
    refused.clear();
    await invite(server, rosa, { email });
    expect(await invited(rosa)).toEqual([null]);
  });
});

const log = async ({ id }: TestPatient, body: Input<typeof care.addPatientLog>["body"]) =>
  expect((await server.call(care.addPatientLog, { params: { id }, body }, { apiKey })).status).toBe(201);
const field = (id: string, value: string) => ({ id, value });
/** What ends copies, each at once. */
const endings: Readonly<Record<string, (ana: Joined) => Promise<unknown>>> = {
  "the patient chooses none": (ana) => choose(rosa, ana, []),
  "the patient chooses others": (ana) => choose(rosa, ana, ["charges", "documents"]),
  "the patient ends the help": ({ id }) => server.call(account.endHelper, { params: { id } }, { token: rosa.token }),
  "the helper ends the help": ({ token }) => server.call(account.stopHelping, {}, { token }),
  "the helper stops them": ({ token }) => server.call(account.wantCopies, { body: { want: false } }, { token }),
  "the helper's mail program unsubscribes": async (ana) => {
    await mailTo(rosa, "message_waiting");
    const url = new URL((await copiesTo(ana)).at(-1)?.unsubscribe ?? "").pathname;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const { statusCode } = await server.app.inject({
      method: "POST",
      url,
      headers,
      payload: "List-Unsubscribe=One-Click",
    });
    expect(statusCode).toBe(200);
  },
  "the account is closed": () =>
    server.call(account.closeAccount, { body: { password: rosa.password } }, { token: rosa.token }),
  "somebody says that the patient died": () =>
    log(rosa, {
      ...{ kind: "death", words: "She passed on Sunday." },
      fields: [field("who", "Ana"), field("relation", "Sister"), field("came", "phone")],
    }),
  "something isn't to be disclosed": () =>
    log(rosa, {
      ...{ kind: "restriction", words: "Not to her sister" },
      fields: [field("whom", "person"), field("askedon", "2026-11-30")],
    }),
  "the patient is reached another way": () =>
    log(rosa, { kind: "contact_way", words: "Somebody reads the mail", fields: [field("voicemail", "never")] }),
  "its time is over": ({ id }) =>
    server.services.db
      .updateTable("helper")
      .set({ expires_at: new Date(server.clock.now().getTime() - 1000) })
      .where("id", "=", id)
      .execute(),
  "the part is taken away": ({ id }) =>
    server.services.db
      .updateTable("helper")
      .set({ parts: ["orders"], copies: ["charges"] })
      .where("id", "=", id)
      .execute(),
};

describe("copies end at once", () => {
  test.each(Object.entries(endings))("%s", async (_, end) => {
    const ana = await helperWith(rosa, ["messages"]);
    const ofJoan = await helperWith(joan, ["messages"]);
    await end(ana);
    const before = (await copiesTo(ana)).length;
    for (const patient of [rosa, joan]) await mailTo(patient, "message_waiting");
    expect(await copiesTo(ana)).toHaveLength(before);
    expect(await copiesTo(ofJoan)).toHaveLength(1);
  });

  test.each(Object.entries(endings))("also those queued already: %s", async (_, end) => {
    const ana = await helperWith(rosa, ["messages"]);
    const { leaves } = copiesToHelpers(forbidsCopies);
    const { enqueue } = server.services.jobs;
    // Kept aside until it has ended, as a mail that waits for its next try.
    const waiting: Parameters<typeof enqueue>[] = [];
    const jobs = {
      ...server.services.jobs,
      enqueue: async (...job: Parameters<typeof enqueue>) => void waiting.push(job),
    };
    const leaving = { id: newId(), mail: "message_waiting", patientId: rosa.id, values: {} } as const;
    await leaves({ ...server.services, jobs }, leaving);
    expect(waiting).toHaveLength(1);
    await end(ana);
    const before = (await copiesTo(ana)).length;
    for (const [, queue, data] of waiting) await enqueue(server.services.db, queue, data);
    expect(await copiesTo(ana)).toHaveLength(before);
    const rows = await server.services.db
      .selectFrom("patient_mail")
      .select("dropped_at")
      .where("helper_id", "=", ana.id)
      .where("accepted_at", "is", null)
      .execute();
    expect(rows).toEqual([{ dropped_at: expect.any(Date) }]);
  });

  test("a helper who stopped them may have them again, as the patient chose meanwhile", async () => {
    const ana = await helperWith(rosa, ["messages", "charges"]);
    const want = (wanted: boolean) => server.call(account.wantCopies, { body: { want: wanted } }, { token: ana.token });
    expect((await want(false)).ok).toMatchObject({ copieswanted: false });
    expect((await helperOf(server, rosa, ana.id)).copiesstoppedat).not.toBeNull();
    await choose(rosa, ana, ["charges"]);
    expect((await want(true)).ok).toMatchObject({ copieswanted: true, copies: [{ id: "charges" }] });
    for (const mail of ["message_waiting", "charge_reminder"] as const) await mailTo(rosa, mail);
    expect((await copiesTo(ana)).map(({ subject }) => subject)).toEqual(["A copy for you: an order is coming up"]);
  });

  test("wanting them is the helper's, not the patient's", async () => {
    expect((await server.call(account.wantCopies, { body: { want: false } }, { token: rosa.token })).status).toBe(404);
  });
});

describe("choosing copies", () => {
  test("a helper has none before any is chosen; what is chosen replaces what was", async () => {
    const ana = await joinedHelper(server, rosa);
    const shown = async () => (await helperOf(server, rosa, ana.id)).copies.filter(({ on }) => on).map(({ id }) => id);
    expect(await shown()).toEqual([]);
    await choose(rosa, ana, ["documents", "charges"]);
    expect(await shown()).toEqual(["charges", "documents"]);
    await choose(rosa, ana, ["messages"]);
    expect(await shown()).toEqual(["messages"]);
  });

  test.each(["orders", "messages", "documents"] as const)("with the part %s, only what is in it", async (part) => {
    const ana = await joinedHelper(server, rosa, { parts: [part] });
    const offered = (await helperOf(server, rosa, ana.id)).copies.map(({ id }) => id);
    expect(offered).toEqual(part === "orders" ? ["charges", "payments", "packages"] : [part]);
    for (const copy of helperCopies)
      expect((await choose(rosa, ana, [copy])).status).toBe(offered.includes(copy) ? 200 : 409);
  });

  test("nobody who hasn't joined, and no other patient's helper", async () => {
    const { ok, email } = await invite(server, rosa);
    const invited = ok.items.find((each) => each.email === email);
    expect(invited?.copies).toEqual([]);
    expect((await choose(rosa, { id: invited?.id ?? "" }, ["charges"])).problem.code).toBe("wrong_state");
    const ofJoan = await joinedHelper(server, joan);
    expect((await choose(rosa, ofJoan, ["charges"])).status).toBe(404);
    expect((await choose(rosa, { id: newId() }, [])).status).toBe(404);
  });

  test("fewer, but none that is new, while the chart forbids it", async () => {
    const ana = await helperWith(rosa, ["charges", "messages"]);
    await log(rosa, {
      ...{ kind: "restriction", words: "Not to her sister" },
      fields: [field("whom", "person"), field("askedon", "2026-11-30")],
    });
    const { ok } = await server.call(account.helpers, {}, { token: rosa.token });
    expect(ok.copiesobstacle).toContain("private");
    expect((await choose(rosa, ana, ["charges", "packages"])).problem.code).toBe("wrong_state");
    expect((await choose(rosa, ana, ["charges"])).status).toBe(200);
    expect((await server.call(account.helpers, {}, { token: joan.token })).ok.copiesobstacle).toBeNull();
  });
});

describe("what the practice sees", () => {
  const resend = ({ id }: TestPatient, mailid: string) =>
    server.call(
      care.resendMail,
      { params: { id, mailid }, body: {} },
      { apiKey, headers: { "idempotency-key": newId() } },
    );

  test("a copy beside the patient's mail, as one to that helper, which isn't sent again", async () => {
    const ana = await helperWith(rosa, ["messages"]);
    await helperWith(rosa, ["charges"], "Olga");
    await mailTo(rosa, "message_waiting");
    await server.jobs.drain();
    const mails = (await staffMails(rosa)).filter(({ subject }) => subject.includes("new message"));
    expect(new Map(mails.map(({ kind, copyto }) => [kind, copyto]))).toEqual(
      new Map([
        ["helper_copy_message", "Ana Frost"],
        ["message_waiting", null],
      ]),
    );
    expect(mails).toHaveLength(2);
    const copy = mails.find(({ copyto }) => copyto !== null);
    expect(copy).toMatchObject({ status: "accepted", address: `a…${ana.email.slice(ana.email.indexOf("@"))}` });
    expect(copy?.obstacle).toContain("helper");
    expect((await resend(rosa, copy?.id ?? "")).problem.code).toBe("wrong_state");
  });

  test("what it sends again goes to the patient alone", async () => {
    const ana = await helperWith(rosa, ["messages"]);
    await mailTo(rosa, "message_waiting");
    expect(await copiesTo(ana)).toHaveLength(1);
    const mail = (await staffMails(rosa)).find(({ kind }) => kind === "message_waiting");
    const before = sent.length;
    expect((await resend(rosa, mail?.id ?? "")).status).toBe(200);
    await server.jobs.drain();
    expect(sent.slice(before).map(({ to }) => to)).toEqual([rosa.email]);
  });

  test("on the record, which copies a helper gets now", async () => {
    const ana = await helperWith(rosa, ["charges", "messages"]);
    await helperWith(rosa, ["documents"], "Olga");
    const onRecord = async () => {
      const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
      return Object.fromEntries(ok.helpers.map(({ name, copies }) => [name, copies]));
    };
    expect(await onRecord()).toEqual({ "Ana Frost": ["charges", "messages"], "Olga Frost": ["documents"] });
    await server.call(account.wantCopies, { body: { want: false } }, { token: ana.token });
    expect(await onRecord()).toEqual({ "Ana Frost": [], "Olga Frost": ["documents"] });
    await log(rosa, { kind: "contact_way", words: "In confidence", fields: [field("voicemail", "never")] });
    expect(await onRecord()).toEqual({ "Ana Frost": [], "Olga Frost": [] });
  });
});
