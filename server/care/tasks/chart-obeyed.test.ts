import { beforeEach, describe, expect, test } from "vitest";
import { type MailId, mailIds, mailPlaceholders, type PatientMailId } from "#content/schema/texts/mails.ts";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import type { Role } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { copyRecipients } from "#contract/staff/record-access.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { newId } from "#server/platform/ids.ts";
import { queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { type TestPatient, testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();
beforeEach(() => server.clock.advance(60_000));

const hour = 3_600_000;
type Entry = Input<typeof care.addPatientLog>["body"];
const field = (id: string, value: string) => ({ id, value });
const way = (...fields: Entry["fields"]): Entry => ({ kind: "contact_way", words: "Somebody reads the mail", fields });
const person = (role: Role = "patient_services") => signedInStaff(server, [role]);

async function onChart(by: StaffPerson, { id }: TestPatient, body: Entry) {
  await by.browser.call(staff.openRecord, { params: { id }, body: { reason: "patient_called" } });
  return by.browser.call(care.addPatientLog, { params: { id }, body });
}
const endOf = (by: StaffPerson, id: string) =>
  by.browser.call(care.endTask, { params: { id }, body: { outcome: "done" } });
const freshEmail = () => `safe-${newId()}@example.com`;
const mailsTo = async (email: string) => {
  await server.jobs.drain();
  return server.mailbox.list(email);
};
const codeIn = async (email: string) =>
  /\/email-change#confirm\.([\w-]{43})/.exec((await mailsTo(email)).map(({ text }) => text).join("\n"))?.[1] ?? "";
const confirm = (code: string) => server.call(account.verifyEmail, { body: { code } });
const mailTo = ({ id, email }: TestPatient, mail: PatientMailId) =>
  queuePatientMail(server.services, {
    ...{ mail, patientId: id, to: email },
    values: Object.fromEntries(mailPlaceholders[mail].map((name) => [name, `value of ${name}`])) as never,
  });
/** A patient whose mails go to another address. */
async function reachedElsewhere() {
  const [patient, services, email] = [await server.newPatient(), await person(), freshEmail()];
  const entry = (await onChart(services, patient, way(field("email", email)))).ok;
  const code = await codeIn(email);
  expect((await confirm(code)).ok.email).toBe(email);
  return { patient, services, email, entry, code };
}

/** Mails that aren't a patient's: to the practice, its team, or an address that has to prove whose it is. */
const others: readonly MailId[] = ["email_change", "email_change_asked", "contact_email_asked", "referral_invite"];
const patientMails = mailIds.filter(
  (id): id is PatientMailId => !/^(practice|staff)_/.test(id) && !others.includes(id),
);

describe("decisions §20 another address that a patient asked for", () => {
  test("gets each kind of mail to a patient, and the account's address none; another patient's mails stay where they were", async () => {
    const { patient, email } = await reachedElsewhere();
    const other = await server.newPatient();
    const before = { own: (await mailsTo(patient.email)).length, safe: (await mailsTo(email)).length };
    const ofOther = (await mailsTo(other.email)).length;
    expect(patientMails.length).toBeGreaterThan(50);
    for (const mail of patientMails) {
      await mailTo(patient, mail);
      await mailTo(other, mail);
    }
    expect(await mailsTo(patient.email)).toHaveLength(before.own);
    expect(await mailsTo(email)).toHaveLength(before.safe + patientMails.length);
    expect(await mailsTo(other.email)).toHaveLength(ofOther + patientMails.length);
  });

  test("is where the practice reads that its mails went, and where one that's sent again goes; none once somebody says that the patient died", async () => {
    const { patient, services, email } = await reachedElsewhere();
    await mailTo(patient, "receipt");
    await server.jobs.drain();
    const shown = async () => {
      const { ok } = await services.browser.call(care.patientMails, { params: { id: patient.id }, query: {} });
      return ok.items.filter(({ kind }) => kind === "receipt");
    };
    const masked = `s…${email.slice(email.indexOf("@"))}`;
    expect(await shown()).toMatchObject([{ address: masked, current: true, status: "accepted", obstacle: null }]);
    const before = (await mailsTo(email)).length;
    const [mail] = await shown();
    const params = { id: patient.id, mailid: mail?.id ?? "" };
    expect((await services.browser.call(care.resendMail, { params, body: {} })).ok.message).toContain(masked);
    expect(await mailsTo(email)).toHaveLength(before + 1);
    const fields = [field("who", "Peter"), field("relation", "Husband"), field("came", "phone")];
    expect((await onChart(services, patient, { kind: "death", words: "He called.", fields })).status).toBe(201);
    expect((await shown())[0]?.obstacle).toContain("died");
    expect((await services.browser.call(care.resendMail, { params, body: {} })).problem.code).toBe("wrong_state");
    expect(await mailsTo(email)).toHaveLength(before + 1);
  });

  test("counts once it's confirmed, until its entry is ended; the account's address hears nothing of it", async () => {
    const [patient, services, email] = [await server.newPatient(), await person(), freshEmail()];
    const before = (await mailsTo(patient.email)).length;
    const entry = (await onChart(services, patient, way(field("email", email)))).ok;
    expect(entry.log?.unconfirmed).toBe(true);
    const code = await codeIn(email);
    expect(await mailsTo(patient.email)).toHaveLength(before);
    await mailTo(patient, "reminder");
    expect(await mailsTo(patient.email)).toHaveLength(before + 1);
    expect((await confirm(code)).ok.email).toBe(email);
    // A repeat answers the same.
    expect((await confirm(code)).ok.email).toBe(email);
    const read = await services.browser.call(care.task, { params: { id: entry.id } });
    expect(read.ok.log?.unconfirmed).toBe(false);
    await mailTo(patient, "reminder");
    expect(await mailsTo(patient.email)).toHaveLength(before + 1);
    expect(await mailsTo(email)).toHaveLength(2);
    expect((await endOf(services, entry.id)).status).toBe(200);
    await mailTo(patient, "reminder");
    expect(await mailsTo(patient.email)).toHaveLength(before + 2);
    expect((await confirm(code)).problem.code).toBe("link_expired");
  });

  test("of two the one that was confirmed last; ended, the one before", async () => {
    const { patient, services, email } = await reachedElsewhere();
    const newer = freshEmail();
    const entry = (await onChart(services, patient, way(field("email", newer)))).ok;
    server.clock.advance(60_000);
    await confirm(await codeIn(newer));
    const count = (await mailsTo(email)).length;
    await mailTo(patient, "reminder");
    expect([(await mailsTo(email)).length, (await mailsTo(newer)).length]).toEqual([count, 2]);
    await endOf(services, entry.id);
    await mailTo(patient, "reminder");
    expect([(await mailsTo(email)).length, (await mailsTo(newer)).length]).toEqual([count + 1, 2]);
  });

  test("a link that is a day old confirms nothing, nor one of an entry that has ended", async () => {
    const [patient, services, email, ended] = [await server.newPatient(), await person(), freshEmail(), freshEmail()];
    await onChart(services, patient, way(field("email", email)));
    const entry = (await onChart(services, patient, way(field("email", ended)))).ok;
    const [code, codeOfEnded] = [await codeIn(email), await codeIn(ended)];
    await endOf(services, entry.id);
    expect((await confirm(codeOfEnded)).problem.code).toBe("link_expired");
    server.clock.advance(25 * hour);
    expect((await confirm(code)).problem.code).toBe("link_expired");
  });

  test("gets no link for a new password on its first day, and then the account's address gets none", async () => {
    const { patient, email } = await reachedElsewhere();
    const subjects = async (to: string) => (await mailsTo(to)).map(({ subject }) => subject);
    const { recovery, recovery_waits: waits } = server.services.content.mails;
    await server.call(auth.forgotPassword, { body: { email: patient.email } });
    expect(await subjects(email)).toContain(waits.subject);
    server.clock.advance(25 * hour);
    await server.call(auth.forgotPassword, { body: { email: patient.email } });
    expect(await subjects(email)).toContain(recovery.subject);
    expect(await subjects(patient.email)).not.toContain(recovery.subject);
  });

  test("is where a closed account's last mail goes, and a change of the account's e-mail changes nothing of it", async () => {
    const { patient, email } = await reachedElsewhere();
    const { token, password } = patient;
    const own = (await mailsTo(patient.email)).length;
    const newEmail = freshEmail();
    await server.call(account.changeEmail, { body: { email: newEmail, password } }, { token });
    const [proof] = await mailsTo(newEmail);
    const code = /code=([\w-]{43})/.exec(proof?.text ?? "")?.[1] ?? "";
    await server.call(account.verifyEmail, { body: { code } });
    await server.call(account.closeAccount, { body: { password } }, { token });
    const { email_changed: changed, account_closed: closed } = server.services.content.mails;
    const subjects = (await mailsTo(email)).map(({ subject }) => subject);
    expect(subjects).toContain(changed.subject);
    expect(subjects.some((subject) => subject.startsWith(closed.subject.split("{{")[0] ?? ""))).toBe(true);
    expect(await mailsTo(patient.email)).toHaveLength(own);
    expect(await mailsTo(newEmail)).toHaveLength(1);
  });

  test("what is no address, or of a role that doesn't log it, is refused", async () => {
    const [patient, services, pharmacist] = [await server.newPatient(), await person(), await person("pharmacy")];
    const refused = await onChart(services, patient, way(field("email", "not an address")));
    expect([refused.status, refused.problem.details?.fields?.[0]?.path]).toEqual([400, "fields.email"]);
    expect((await onChart(pharmacist, patient, way(field("email", freshEmail())))).status).toBe(400);
  });
});

test("decisions §20 no voicemail is said at the phone number, for an alert or another way alike, until it's ended", async () => {
  const [asked, alerted, usual, services] = [
    await server.newPatient(),
    await server.newPatient(),
    await server.newPatient(),
    await person(),
  ];
  const voicemail = async ({ id }: TestPatient) =>
    (await server.call(care.patient, { params: { id } }, { apiKey })).ok.voicemail;
  const entry = (await onChart(services, asked, way(field("voicemail", "never")))).ok;
  await onChart(services, alerted, { kind: "alert", words: "Never", fields: [field("what", "voicemail")] });
  await onChart(services, usual, way(field("voicemail", "usual")));
  await onChart(services, usual, { kind: "alert", words: "Deaf", fields: [field("what", "hearing")] });
  expect([await voicemail(asked), await voicemail(alerted), await voicemail(usual)]).toEqual([false, false, true]);
  await endOf(services, entry.id);
  expect(await voicemail(asked)).toBe(true);
});

describe("decisions §20 a package as the patient asked for it", () => {
  const slipOf = async (orderId: string, what: "slips" | "stickers" | "labels") => {
    const body = { orderids: [orderId], what };
    const { raw } = await server.call(care.printOrders, { body }, { apiKey });
    return (await readPdf(raw.rawPayload)).text;
  };
  const packageOf = async (orderId: string) => {
    const { items } = (await server.call(care.orders, { query: { status: "ready" } }, { apiKey })).ok;
    return items.find(({ id }) => id === orderId)?.dispensing?.package;
  };

  test("plain and with another name: on slip and sticker, to whoever packs, and not on another patient's; the medicine's label says what the law asks", async () => {
    const [rosa, other, services] = [
      await inCare(server, { delivered: false }),
      await inCare(server, { delivered: false }),
      await person(),
    ];
    await onChart(services, rosa, way(field("package", "plain"), field("name", "Box 12")));
    const { pharmacy } = server.services.content.brand;
    const birthday = /born [A-Z]/;
    for (const what of ["slips", "stickers"] as const) {
      expect(await slipOf(rosa.orderId, what)).toContain("Box 12");
      expect(await slipOf(rosa.orderId, what)).not.toMatch(birthday);
      expect(await slipOf(other.orderId, what)).toMatch(birthday);
    }
    expect(await slipOf(rosa.orderId, "slips")).not.toContain(pharmacy.name);
    expect(await slipOf(rosa.orderId, "slips")).not.toContain(pharmacy.phone);
    expect(await slipOf(other.orderId, "slips")).toContain(pharmacy.name);
    expect(await slipOf(rosa.orderId, "labels")).toContain(pharmacy.name);
    expect(await slipOf(rosa.orderId, "labels")).not.toContain("Box 12");
    expect(await packageOf(rosa.orderId)).toEqual({
      name: "Box 12",
      plain: true,
      easyopen: null,
      largetype: false,
      language: null,
    });
    expect(await packageOf(other.orderId)).toEqual({
      name: null,
      plain: false,
      easyopen: null,
      largetype: false,
      language: null,
    });
  });

  test("one without the other", async () => {
    const [plain, named, services] = [
      await inCare(server, { delivered: false }),
      await inCare(server, { delivered: false }),
      await person(),
    ];
    await onChart(services, plain, way(field("package", "plain")));
    await onChart(services, named, way(field("name", "R. Lund"), field("package", "usual")));
    expect(await packageOf(plain.orderId)).toEqual({
      name: null,
      plain: true,
      easyopen: null,
      largetype: false,
      language: null,
    });
    expect(await packageOf(named.orderId)).toEqual({
      name: "R. Lund",
      plain: false,
      easyopen: null,
      largetype: false,
      language: null,
    });
    expect(await slipOf(named.orderId, "slips")).toContain(server.services.content.brand.pharmacy.name);
  });
});

describe("decisions §20 a restriction", () => {
  const restriction = (whom: string): Entry => ({
    ...{ kind: "restriction", words: "Paid in cash", fields: [field("whom", whom), field("askedon", "2026-01-02")] },
  });
  const copy = (
    { id }: TestPatient,
    recipient: (typeof copyRecipients)[number],
    looked: { restrictionsread?: true } = {},
  ) =>
    server.call(
      care.copyRecord,
      { params: { id }, body: { of: "record", recipient, words: "Asked by letter", ...looked } },
      { apiKey },
    );
  const looked = { restrictionsread: true } as const;
  const pathOf = async (answer: ReturnType<typeof copy>) => {
    const { status, problem } = await answer;
    return status === 200 ? "copied" : problem.details?.fields?.[0]?.path;
  };

  test("toward insurers forbids them each copy, also one that was looked at; others wait for a look, the patient's own doesn't", async () => {
    const [patient, free, services] = [await inCare(server), await inCare(server), await person()];
    const entry = (await onChart(services, patient, restriction("insurer"))).ok;
    expect((await server.call(care.patient, { params: { id: patient.id } }, { apiKey })).ok.restrictions).toEqual({
      ...{ any: true, insurer: true },
    });
    for (const recipient of copyRecipients) {
      const ofInsurer = recipient === "insurer" ? "recipient" : null;
      const unread = recipient === "patient" ? "copied" : "restrictionsread";
      expect(await pathOf(copy(patient, recipient))).toBe(ofInsurer ?? unread);
      expect(await pathOf(copy(patient, recipient, looked))).toBe(ofInsurer ?? "copied");
      server.clock.advance(60_000);
    }
    expect(await pathOf(copy(free, "insurer"))).toBe("copied");
    await endOf(services, entry.id);
    expect(await pathOf(copy(patient, "insurer"))).toBe("copied");
  });

  test("toward somebody else has whoever makes a copy look first", async () => {
    const [patient, services] = [await inCare(server), await person()];
    await onChart(services, patient, restriction("person"));
    expect(await pathOf(copy(patient, "insurer"))).toBe("restrictionsread");
    expect(await pathOf(copy(patient, "insurer", looked))).toBe("copied");
  });
});
