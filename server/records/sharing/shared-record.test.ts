import { beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import type { RecordPart } from "#contract/documents/record-codes.ts";
import { updatePatient } from "#server/auth/public.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { linked, mergeAccounts } from "#server/merging/testing/two-accounts.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare, mailSubjects, tokenOf } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
let address = 0;
beforeAll(async () => {
  server = await startTestServer();
  return () => server.close();
});

const minute = 60_000;
const birthday = "1971-03-04";
/** In care, named and born as no other patient. */
async function rosaInCare() {
  const patient = await inCare(server);
  await updatePatient(server.services, patient.id, { firstname: "Rosa", lastname: "Lind", birthday });
  return patient;
}
const make = async (patient: TestPatient, opens: RecordPart = "record") =>
  (await server.call(documents.makeRecordCode, { body: { opens } }, { token: await tokenOf(server, patient) })).ok;
const codesOf = async (patient: TestPatient) =>
  (await server.call(documents.recordCodes, { query: {} }, { token: await tokenOf(server, patient) })).ok.items;
const stateOf = async (patient: TestPatient) => (await codesOf(patient)).map(({ state }) => state);
const takeBack = async (patient: TestPatient, id: string) =>
  server.call(documents.endRecordCode, { params: { id } }, { token: await tokenOf(server, patient) });

/** Each from another network, unless one is named. */
const send = (path: string, fields: Readonly<Record<string, string>>, from = `10.1.${(address += 1)}.1`) =>
  server.app.inject({
    ...{ method: "POST", url: `/shared-record${path}`, remoteAddress: from },
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  });
const keyIn = (html: string) => /name="key" value="([^"]+)"/.exec(html)?.[1] ?? "";
const newKey = async () => keyIn((await server.app.inject({ url: "/shared-record" })).payload);
const reader = { name: "Dr. Ana Roe, MD", practice: "Lakeside Clinic, Duluth" };
const open = async (code: string, more: Readonly<Record<string, string>> = {}) => {
  const key = more["key"] ?? (await newKey());
  const answer = await send("", { code, birthday: "3/4/1971", ...reader, ...more, key });
  return { key, status: answer.statusCode, html: answer.payload, headers: answer.headers };
};
const read = (key: string, file: "pdf" | "fhir" = "pdf") => send(`/${file}`, { key });

describe("a patient's code opens the record to another doctor", () => {
  test("once, for an hour, with the name and practice they gave; the patient sees who, and gets a mail that says nothing of health", async () => {
    const rosa = await rosaInCare();
    const { code, id } = await make(rosa);
    expect(code).toMatch(/^[FHKMQRTWXY234679]{3}(-[FHKMQRTWXY234679]{3}){2}$/);
    expect(await codesOf(rosa)).toMatchObject([{ id, state: "waiting", opens: "record", opened: null, endedby: null }]);
    const { key, status, html } = await open(code.toLowerCase().replaceAll("-", " "));
    expect(status).toBe(200);
    expect(html).toContain("Rosa Lind");
    expect(html).toContain("March 4, 1971");
    expect(await codesOf(rosa)).toMatchObject([{ state: "reading", opened: { ...reader, pdf: false, data: false } }]);
    const pdf = await read(key);
    expect([pdf.statusCode, pdf.headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect((await readPdf(pdf.rawPayload)).text).toContain("Rosa Lind");
    expect(await codesOf(rosa)).toMatchObject([{ opened: { pdf: true, data: false } }]);
    const fhir = await read(key, "fhir");
    expect([fhir.headers["content-type"], fhir.headers["content-disposition"]]).toEqual([
      expect.stringContaining("application/fhir+json"),
      expect.stringContaining("attachment"),
    ]);
    expect(await codesOf(rosa)).toMatchObject([{ opened: { pdf: true, data: true } }]);
    expect(await mailSubjects(server, rosa)).toContain("Somebody used the code you made");
    const mail = (await server.mailbox.list(rosa.email)).find(({ subject }) => subject.includes("code"));
    for (const word of ["Ana Roe", "Lakeside", "record", "doctor", code]) expect(mail?.text).not.toContain(word);
    server.clock.advance(60 * minute);
    expect([(await read(key)).statusCode, await stateOf(rosa)]).toEqual([410, ["read"]]);
    expect((await open(code)).status).toBe(400);
  });

  test("leaves nothing in the browser: no cookie, no script, nothing stored, nothing from another host", async () => {
    const rosa = await rosaInCare();
    const { code } = await make(rosa);
    const form = await server.app.inject({ url: "/shared-record" });
    const opened = await open(code);
    const file = await read(opened.key);
    for (const { headers } of [form, opened, file]) {
      expect([headers["set-cookie"], headers["cache-control"]]).toEqual([undefined, "no-store"]);
      expect(headers["referrer-policy"]).toBe("no-referrer");
    }
    for (const html of [form.payload, opened.html]) expect(html).not.toMatch(/<script|https?:\/\/|style="/);
    expect(opened.html).not.toContain(code);
  });

  test("opens what the patient chose: of the medicines nothing that was answered, decided or logged", async () => {
    const rosa = await rosaInCare();
    const alert = {
      kind: "may_speak_to",
      words: "She asked for it by phone.",
      fields: [
        { id: "name", value: "Otto Lind" },
        { id: "relation", value: "Husband" },
        { id: "parts", value: "all" },
      ],
    };
    await server.call(care.addPatientLog, { params: { id: rosa.id }, body: alert }, { apiKey });
    const [all, some] = [await make(rosa, "record"), await make(rosa, "medicines")];
    const texts = async (code: string) => {
      const { key, html } = await open(code);
      const pdf = await readPdf((await read(key)).rawPayload);
      const bundle = JSON.parse((await read(key, "fhir")).payload) as {
        entry: { resource: { resourceType: string } }[];
      };
      const types = new Set(bundle.entry.map(({ resource }) => resource.resourceType));
      return { html, text: pdf.text, types, data: JSON.stringify(bundle) };
    };
    const [record, medicines] = [await texts(all.code), await texts(some.code)];
    expect([record.html, medicines.html].map((html) => html.includes("The whole record"))).toEqual([true, false]);
    for (const part of ["Allergies", "Prescriptions"]) expect(medicines.text).toContain(part);
    for (const part of ["Plan and decision", "Health questions", "Otto Lind"]) {
      expect(record.text).toContain(part);
      expect(medicines.text).not.toContain(part);
    }
    expect([...record.types]).toEqual(
      expect.arrayContaining(["Communication", "DocumentReference", "MedicationRequest"]),
    );
    expect(medicines.types.has("MedicationRequest")).toBe(true);
    for (const type of ["QuestionnaireResponse", "Communication", "DocumentReference", "Observation", "Flag"])
      expect(medicines.types.has(type)).toBe(false);
    expect([record.data.includes("Otto Lind"), medicines.data.includes("Otto Lind")]).toEqual([true, false]);
  });

  test("is a disclosure in the log, with to whom and why, and in the audit", async () => {
    const rosa = await rosaInCare();
    const { code } = await make(rosa, "medicines");
    await open(code, { birthday: "1970-01-01" });
    const { key } = await open(code);
    await read(key);
    const { ok } = await server.call(care.patientLog, { params: { id: rosa.id }, query: {} }, { apiKey });
    expect(ok.items).toMatchObject([
      { words: "Allergies and medicines", ended: { actor: `patient:${rosa.id}` }, log: { kind: "disclosure" } },
    ]);
    expect(ok.items[0]?.log?.fields.map(({ value }) => value)).toEqual([
      expect.stringMatching(/^\d{4}-/),
      "Dr. Ana Roe, MD, Lakeside Clinic, Duluth",
      "The patient’s own code",
    ]);
    const rows = await server.services.db
      .selectFrom("audit_event")
      .select(["call", "status"])
      .where("patient_id", "=", rosa.id)
      .where("actor", "=", "anonymous")
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { call: "sharedrecord.open", status: 400 },
      { call: "sharedrecord.open", status: 200 },
      { call: "sharedrecord.pdf", status: 200 },
    ]);
  });
});

describe("what opens nothing", () => {
  test("says the same of a wrong code, a wrong birthday, a used, an expired and an ended one", async () => {
    const rosa = await rosaInCare();
    const [used, expired, ended, waiting] = [await make(rosa), await make(rosa), await make(rosa), await make(rosa)];
    await open(used.code);
    await takeBack(rosa, ended.id);
    const answers = [
      await open("FFF-FFF-FFF"),
      await open(waiting.code, { birthday: "03/05/1971" }),
      await open(used.code),
      await open(ended.code),
    ];
    server.clock.advance(60 * minute);
    answers.push(await open(expired.code));
    const shown = ({ status, html }: { status: number; html: string }) => [
      status,
      /role="alert">([^<]+)</.exec(html)?.[1],
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(shown(answer))))).toHaveLength(1);
    expect(shown(answers[0] as never)).toEqual([400, expect.stringContaining("don’t open anything")]);
    expect(await stateOf(rosa)).toEqual(["expired", "ended", "expired", "read"]);
  });

  test("a code ends with its fifth wrong birthday, of which another code knows nothing", async () => {
    const rosa = await rosaInCare();
    const [tried, other] = [await make(rosa), await make(rosa)];
    for (let count = 0; count < 4; count += 1) await open(tried.code, { birthday: `1/${count + 1}/1980` });
    expect(await stateOf(rosa)).toEqual(["waiting", "waiting"]);
    await open(tried.code, { birthday: "1/5/1980" });
    expect((await open(tried.code)).status).toBe(400);
    expect(await codesOf(rosa)).toMatchObject([
      { id: other.id, state: "waiting" },
      { state: "ended", endedby: "tries" },
    ]);
    expect((await open(other.code)).status).toBe(200);
  });

  test("too many tries from one network wait, whatever they try", async () => {
    const rosa = await rosaInCare();
    const { code } = await make(rosa);
    const from = "10.9.9.9";
    const guess = { code: "FFF-FFF-FFF", birthday: "1/1/1970", ...reader, key: await newKey() };
    for (let count = 0; count < 20; count += 1) expect((await send("", guess, from)).statusCode).toBe(400);
    const refused = await send("", { ...guess, code, birthday: "3/4/1971" }, from);
    expect([refused.statusCode, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect((await open(code)).status).toBe(200);
  });

  test.each([
    ["code", "", "Please enter the code."],
    ["birthday", "31/31/1971", "Please enter month, day and year"],
    ["birthday", "2/30/1971", "Please enter month, day and year"],
    ["name", "  ", "Please enter your name."],
    ["practice", "", "Please enter where you work."],
  ])("a form without a %s (%j) keeps what was typed, and uses up nothing", async (field, value, message) => {
    const rosa = await rosaInCare();
    const { code } = await make(rosa);
    const { status, html } = await open(code, { name: '<b>"Roe"', [field]: value });
    expect([status, html.includes(message)]).toEqual([400, true]);
    expect(html).not.toContain("<b>");
    if (field !== "name") expect(html).toContain("&lt;b&gt;");
    expect(await stateOf(rosa)).toEqual(["waiting"]);
  });

  test("a form that's shown again has a secret of its own: one that somebody put there reads nothing", async () => {
    const rosa = await rosaInCare();
    const { code } = await make(rosa);
    const put = await newKey();
    const from = "10.8.8.8";
    const shown = [
      (await open("", { key: put })).html,
      (await open("FFF-FFF-FFF", { key: put })).html,
      (await send("", { code, ...reader, key: put, birthday: "1/1/19" }, from)).payload,
    ];
    for (let count = 0; count < 19; count += 1) await send("", { key: put }, from);
    shown.push((await send("", { key: put }, from)).payload);
    const keys = shown.map(keyIn);
    expect(new Set([put, ...keys]).size).toBe(5);
    expect((await open(code, { key: keys[0] ?? "" })).status).toBe(200);
    expect([(await read(put)).statusCode, (await read(keys[0] ?? "")).statusCode]).toEqual([410, 200]);
  });

  test("a secret that isn't of a page, or another page's, reads nothing", async () => {
    const rosa = await rosaInCare();
    const { code } = await make(rosa);
    await open(code);
    for (const key of ["", "short", await newKey()]) expect((await read(key)).statusCode).toBe(410);
  });
});

describe("of a code that was used", () => {
  test("the same page gets the same again, as after a lost answer; another page doesn't, and there is one entry and one mail", async () => {
    const rosa = await rosaInCare();
    const { code } = await make(rosa);
    const { key } = await open(code);
    const again = await open(code, { key, name: "Somebody else" });
    expect([again.status, (await open(code)).status]).toEqual([200, 400]);
    expect((await codesOf(rosa))[0]?.opened?.name).toBe(reader.name);
    const { ok } = await server.call(care.patientLog, { params: { id: rosa.id }, query: {} }, { apiKey });
    expect(ok.items).toHaveLength(1);
    const mails = (await mailSubjects(server, rosa)).filter((subject) => subject.includes("code"));
    expect(mails).toHaveLength(1);
  });

  test("each has an entry and a mail of its own", async () => {
    const rosa = await rosaInCare();
    for (const { code } of [await make(rosa), await make(rosa, "medicines")]) await open(code);
    const { ok } = await server.call(care.patientLog, { params: { id: rosa.id }, query: {} }, { apiKey });
    expect(ok.items.map(({ words }) => words).toSorted()).toEqual(["Allergies and medicines", "The whole record"]);
    expect((await mailSubjects(server, rosa)).filter((subject) => subject.includes("code"))).toHaveLength(2);
  });

  test("of two who use it at once one reads", async () => {
    const rosa = await rosaInCare();
    const { code } = await make(rosa);
    const both = await Promise.all([open(code), open(code)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
    const files = await Promise.all(both.map(async ({ key }) => (await read(key)).statusCode));
    expect(files.toSorted((one, other) => one - other)).toEqual([200, 410]);
  });
});

describe("it ends", () => {
  const states = async (patient: TestPatient) => (await codesOf(patient)).map(({ state, endedby }) => [state, endedby]);

  test("as the patient takes it back, also what is being read; a repeat changes nothing, and nobody else can", async () => {
    const [rosa, other] = [await rosaInCare(), await rosaInCare()];
    const [waiting, used] = [await make(rosa), await make(rosa)];
    const { key } = await open(used.code);
    const [others, later] = [await make(other), await open((await make(other)).code)];
    expect((await takeBack(other, used.id)).status).toBe(404);
    for (const { id } of [waiting, used, used]) expect((await takeBack(rosa, id)).ok.endedby).toBe("patient");
    expect([(await open(waiting.code)).status, (await read(key)).statusCode]).toEqual([400, 410]);
    expect(await states(rosa)).toEqual([
      ["read", "patient"],
      ["ended", "patient"],
    ]);
    expect([(await open(others.code)).status, (await read(later.key)).statusCode]).toEqual([200, 200]);
    // Used in its last minute, it's read for an hour, and taken back in any of these.
    server.clock.advance(60 * minute);
    const last = await make(rosa);
    server.clock.advance(59 * minute);
    const late = await open(last.code);
    server.clock.advance(30 * minute);
    expect((await read(late.key)).statusCode).toBe(200);
    expect((await takeBack(rosa, last.id)).ok.endedby).toBe("patient");
    expect((await read(late.key)).statusCode).toBe(410);
    const expired = await make(rosa);
    server.clock.advance(60 * minute);
    expect((await takeBack(rosa, expired.id)).ok).toMatchObject({ state: "expired", endedby: null });
  });

  test("with a new password, and as the patient signs out everywhere; another patient's work on", async () => {
    const acts = {
      password: (rosa: TestPatient, token: string) =>
        server.call(
          auth.changePassword,
          { body: { password: rosa.password, newpassword: "another calm noon" } },
          { token },
        ),
      everywhere: (_: TestPatient, token: string) => server.call(auth.globalSignOut, { body: {} }, { token }),
    };
    for (const act of Object.values(acts)) {
      const [rosa, other] = [await rosaInCare(), await rosaInCare()];
      const [waiting, used, others] = [await make(rosa), await make(rosa), await make(other)];
      const { key } = await open(used.code);
      const { key: othersKey } = await open((await make(other)).code);
      expect((await act(rosa, await tokenOf(server, rosa))).status).toBe(200);
      expect([(await open(waiting.code)).status, (await read(key)).statusCode]).toEqual([400, 410]);
      expect([(await open(others.code)).status, (await read(othersKey)).statusCode]).toEqual([200, 200]);
      const { db } = server.services;
      const rows = await db.selectFrom("record_code").select("ended_by").where("patient_id", "=", rosa.id).execute();
      expect(rows).toEqual([{ ended_by: "patient" }, { ended_by: "patient" }]);
    }
  });

  test("with a merge after which somebody else's password signs in", async () => {
    const [surviving, retired] = [await rosaInCare(), await server.newPatient()];
    await updatePatient(server.services, retired.id, { birthday });
    const ends = await make(surviving);
    await mergeAccounts(server, { surviving, retired, pair: await linked(server, [surviving, retired]) }, "retired");
    expect((await open(ends.code)).status).toBe(400);
  });

  test("with the account", async () => {
    const rosa = await rosaInCare();
    const [waiting, used] = [await make(rosa), await make(rosa)];
    const { key } = await open(used.code);
    const body = { password: rosa.password };
    expect((await server.call(account.closeAccount, { body }, { token: await tokenOf(server, rosa) })).status).toBe(
      200,
    );
    expect([(await open(waiting.code)).status, (await read(key)).statusCode]).toEqual([400, 410]);
    const rows = await server.services.db
      .selectFrom("record_code")
      .select("ended_by")
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(rows).toEqual([{ ended_by: "account" }, { ended_by: "account" }]);
  });

  test("with an account that becomes part of another one, whose own code works on", async () => {
    const [surviving, retired] = [await rosaInCare(), await server.newPatient()];
    await updatePatient(server.services, retired.id, { birthday });
    const [goesOn, ends] = [await make(surviving), await make(retired)];
    await mergeAccounts(server, { surviving, retired, pair: await linked(server, [surviving, retired]) });
    expect([(await open(goesOn.code)).status, (await open(ends.code)).status]).toEqual([200, 400]);
  });

  test("while somebody says that the patient died: a code and what it opened wait, and the patient's word opens them again", async () => {
    const [rosa, other] = [await rosaInCare(), await rosaInCare()];
    const [waiting, used, others] = [await make(rosa), await make(rosa), await make(other)];
    const { key } = await open(used.code);
    const fields = [
      { id: "who", value: "Ana Diaz" },
      { id: "relation", value: "Daughter" },
      { id: "came", value: "phone" },
    ];
    const death = { kind: "death", words: "She passed.", fields };
    const { ok } = await server.call(care.addPatientLog, { params: { id: rosa.id }, body: death }, { apiKey });
    expect([(await open(waiting.code)).status, (await read(key)).statusCode]).toEqual([400, 410]);
    expect((await open(others.code)).status).toBe(200);
    const mistaken = { outcome: "settled", logoutcome: "mistaken", note: "She called." } as const;
    await server.call(care.endTask, { params: { id: ok.id }, body: mistaken }, { apiKey });
    expect([(await read(key)).statusCode, (await open(waiting.code)).status]).toEqual([200, 200]);
  });
});

test("a patient makes ten codes an hour, and has a page of fifty", async () => {
  const rosa = await rosaInCare();
  const token = await tokenOf(server, rosa);
  const codes = [];
  for (let count = 0; count < 10; count += 1) codes.push((await make(rosa)).code);
  expect(new Set(codes)).toHaveLength(10);
  const { status } = await server.call(documents.makeRecordCode, { body: { opens: "record" } }, { token });
  expect(status).toBe(429);
});

test("a person of the practice sees to whom it was disclosed, whatever their health role", async () => {
  const rosa = await rosaInCare();
  const { code } = await make(rosa);
  await open(code);
  const administrator = await signedInStaff(server, ["administrator"]);
  const { ok } = await administrator.browser.call(care.log, { query: { kind: "disclosure" } });
  expect(ok.items.filter(({ patient }) => patient?.id === rosa.id)).toHaveLength(1);
});
