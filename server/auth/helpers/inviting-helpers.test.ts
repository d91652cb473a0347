import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { helperOf, helperPassword, invite, joinedHelper, linkCode } from "./testing/helpers.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const newPatient = (firstname = "Rosa") => server.newPatient({ firstname, lastname: "Frost" });
const check = (code: string) => server.call(account.checkHelperLink, { body: { code } });
const use = (code: string, password = helperPassword) =>
  server.call(account.useHelperLink, { body: { code, password } });
const signIn = (email: string, password = helperPassword, helperid?: string) =>
  server.call(account.helperSignIn, { body: { email, password, ...(helperid && { helperid }) } });
const helpersOf = async (patient: TestPatient) => (await server.call(account.helpers, {}, { token: patient.token })).ok;
const subjects = async (email: string) => {
  await server.jobs.drain();
  return (await server.mailbox.list(email)).map(({ subject }) => subject);
};

describe("inviting", () => {
  test("somebody who joins meanwhile is known: what they agreed to stays", async () => {
    const patient = await newPatient();
    const { email, ok } = await invite(server, patient, { parts: ["orders"] });
    const id = ok.items[0]?.id ?? "";
    const [joining, joined] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = inTransaction(server.services, async ({ db, clock }) => {
      await db.updateTable("helper").set({ joined_at: clock.now() }).where("id", "=", id).execute();
      joining.resolve();
      await joined.promise;
    });
    await joining.promise;
    const again = invite(server, patient, { email, parts: ["messages", "documents"] });
    await setTimeout(700);
    joined.resolve();
    await held;
    const { problem } = await again;
    expect([problem.code, problem.details?.fields?.[0]?.path]).toEqual(["wrong_state", "email"]);
    expect((await helperOf(server, patient, id)).parts).toEqual(["orders"]);
  });

  test("takes the patient's password, and mails both", async () => {
    const patient = await newPatient();
    const refused = await invite(server, patient, { password: "not this one at all" });
    expect([refused.status, refused.problem.code]).toEqual([401, "wrong_credentials"]);
    expect((await helpersOf(patient)).items).toEqual([]);
    const { email, status, ok } = await invite(server, patient, { parts: ["orders", "documents"] });
    expect(status).toBe(201);
    expect(ok.items).toMatchObject([
      { firstname: "Ana", lastname: "Frost", email, parts: ["orders", "documents"], status: "invited", acts: [] },
    ]);
    expect(await subjects(email)).toEqual(["Rosa would like your help"]);
    expect(await subjects(patient.email)).toContain("You invited someone to help you");
  });

  test("each mail greets who it's to, and names the other one", async () => {
    const patient = await newPatient();
    const { id, email } = await joinedHelper(server, patient, { firstname: "Olga" });
    await server.call(account.helperForgotPassword, { body: { email } });
    await server.jobs.drain();
    await server.call(account.endHelper, { params: { id } }, { token: patient.token });
    await server.jobs.drain();
    const texts = async (to: string) => (await server.mailbox.list(to)).map(({ text }) => text);
    const [own, ofHelper] = [(await texts(patient.email)).filter((text) => text.includes("Olga")), await texts(email)];
    expect([own.length, ofHelper.length]).toEqual([3, 3]);
    for (const text of own) expect(text).toMatch(/^Hello Rosa,/);
    for (const text of ofHelper) expect(text).toMatch(/^Hello Olga,/);
  });

  test("the patient agrees to the text of today, for twelve months", async () => {
    const patient = await newPatient();
    const { authorization } = await helpersOf(patient);
    expect(authorization.text).toMatch(/This lasts until \w+ \d+, 20\d\d\./);
    const { ok } = await invite(server, patient);
    const [helper] = ok.items;
    const until = new Date(helper?.authorizedat ?? "");
    until.setUTCMonth(until.getUTCMonth() + 12);
    expect(helper?.until).toBe(until.toISOString());
    const older = await server.call(
      account.inviteHelper,
      {
        body: {
          ...{ firstname: "Ana", lastname: "Frost", email: "other@example.com", parts: ["orders"] },
          ...{ authorization: "2020-01-01", password: patient.password },
        },
      },
      { token: patient.token },
    );
    expect([older.status, older.problem.code]).toEqual([409, "conflict"]);
    const { authorization_version } = await server.services.db
      .selectFrom("helper")
      .select("authorization_version")
      .where("patient_id", "=", patient.id)
      .executeTakeFirstOrThrow();
    expect(authorization_version).toBe(authorization.version);
  });

  test("again before they joined: what was chosen last counts, and the earlier link ends", async () => {
    const patient = await newPatient();
    const { email } = await invite(server, patient, { parts: ["messages"] });
    const first = await linkCode(server, email);
    server.clock.advance(60_000);
    const { ok } = await invite(server, patient, { email: email.toUpperCase(), parts: ["documents"] });
    expect(ok.items.map(({ parts }) => parts)).toEqual([["documents"]]);
    expect((await check(first)).problem.code).toBe("link_expired");
    expect((await check(await linkCode(server, email))).ok.parts.map(({ id }) => id)).toEqual(["documents"]);
  });

  test("not oneself, not whoever helps already, not a sixth", async () => {
    const patient = await newPatient();
    const self = await invite(server, patient, { email: patient.email.toUpperCase() });
    expect([self.status, self.problem.message]).toEqual([
      409,
      "This is your own email address. Please enter the one of the person who helps you.",
    ]);
    const { email } = await joinedHelper(server, patient);
    expect((await invite(server, patient, { email })).problem.message).toMatch(/^Ana helps you already\./);
    const id = (await helpersOf(patient)).items[0]?.id ?? "";
    const row = await server.services.db
      .selectFrom("helper")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const more = [1, 2, 3, 4].map((each) => ({ ...row, id: newId(), email: `${each}.${row.email}` }));
    await server.services.db.insertInto("helper").values(more).execute();
    const sixth = await invite(server, patient);
    expect([sixth.status, sixth.problem.message]).toEqual([
      409,
      "You can have 5 helpers. To invite someone else, please end one first.",
    ]);
    expect((await helpersOf(patient)).obstacle).toBe(sixth.problem.message);
    await server.call(account.endHelper, { params: { id } }, { token: patient.token });
    expect((await helpersOf(patient)).obstacle).toBeNull();
    expect((await invite(server, patient)).ok.items.map(({ status }) => status).toSorted()).toEqual([
      ...["active", "active", "active", "active", "ended", "invited"],
    ]);
  });

  test("the page has who helps or is invited first, then the newest; of two at one moment always the same one first", async () => {
    const patient = await newPatient();
    await invite(server, patient);
    const { db } = server.services;
    const row = await db
      .selectFrom("helper")
      .selectAll()
      .where("patient_id", "=", patient.id)
      .executeTakeFirstOrThrow();
    const at = (minutes: number) => new Date(row.authorized_at.getTime() - minutes * 60_000);
    const [low, high] = [newId(), newId()].toSorted() as [string, string];
    const ended = { ended_at: row.authorized_at, ended_by: "patient" } as const;
    const more = [
      { lastname: "Ended last", authorized_at: at(0), ...ended },
      { lastname: "Ended", authorized_at: at(1), ...ended },
      { lastname: "Third", authorized_at: at(2), id: high },
      { lastname: "Second", authorized_at: at(2), id: low },
      { lastname: "Fourth", authorized_at: at(3) },
    ];
    await db
      .insertInto("helper")
      .values(more.map((each, index) => ({ ...row, id: newId(), email: `${index}.${row.email}`, ...each })))
      .execute();
    expect((await helpersOf(patient)).items.map(({ lastname }) => lastname)).toEqual([
      ...["Frost", "Second", "Third", "Fourth", "Ended last", "Ended"],
    ]);
  });

  test("a name that could be an advertisement is in no mail", async () => {
    const patient = await newPatient();
    const { email } = await invite(server, patient, { firstname: "Win at www.example.com" });
    await server.jobs.drain();
    expect(JSON.stringify(await server.mailbox.list(email))).not.toContain("www.example.com");
  });
});

describe("joining", () => {
  test("the link says what it's about, and looking doesn't use it", async () => {
    const patient = await newPatient();
    const { email } = await invite(server, patient, { parts: ["orders"] });
    const code = await linkCode(server, email);
    for (let look = 0; look < 2; look += 1)
      expect((await check(code)).ok).toMatchObject({
        ...{ kind: "invitation", firstname: "Ana", email, patient: "Rosa" },
        parts: [{ id: "orders", title: "Orders and charges" }],
      });
    expect((await check(`${code.slice(0, -1)}${code.endsWith("A") ? "B" : "A"}`)).problem.code).toBe("link_expired");
  });

  test("once, with a password that isn't common, in a week", async () => {
    const patient = await newPatient();
    const { email } = await invite(server, patient);
    const code = await linkCode(server, email);
    expect((await use(code, "password1234")).problem.code).toBe("common_password");
    const both = await Promise.all([use(code), use(code)]);
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["200", "400"]);
    expect((await subjects(patient.email)).includes("Your helper can log in now")).toBe(true);
    const late = await invite(server, patient);
    const lateCode = await linkCode(server, late.email);
    server.clock.advance(7 * 86_400_000 + 1000);
    expect((await use(lateCode)).problem.code).toBe("link_expired");
    const { items } = await helpersOf(await signedInAgain(patient));
    expect(items.find((each) => each.email === late.email)?.status).toBe("link_expired");
    server.clock.setOffset(0);
  });

  test("no, the link can be declined; the patient is mailed", async () => {
    const patient = await newPatient();
    const { email, ok } = await invite(server, patient);
    const code = await linkCode(server, email);
    expect((await server.call(account.declineHelperLink, { body: { code } })).status).toBe(200);
    expect((await use(code)).problem.code).toBe("link_expired");
    expect(await helperOf(server, patient, ok.items[0]?.id ?? "")).toMatchObject({
      status: "ended",
      endedby: "helper",
    });
    expect((await subjects(patient.email))[0]).toBe("Someone can't see your account anymore");
  });
});

const signedInAgain = async ({ email, password, ...patient }: TestPatient): Promise<TestPatient> => {
  const { ok } = await server.call(auth.signIn, { body: { email, password } });
  return { ...patient, email, password, token: ok.idToken };
};

describe("signing in", () => {
  test("with their own password, whoever else has the e-mail", async () => {
    const [patient, other] = [await newPatient(), await newPatient("Joan")];
    const ana = await joinedHelper(server, patient, { email: other.email });
    const signedIn = await signIn(ana.email);
    expect((await server.call(account.helperSession, {}, { token: signedIn.ok.idToken ?? "" })).ok).toMatchObject({
      patientid: patient.id,
    });
    expect((await signIn(other.email, other.password)).status).toBe(401);
    const own = await server.call(auth.signIn, { body: other });
    expect([own.status, own.ok.userid]).toEqual([200, other.id]);
  });

  test("for one of two patients, the one who was chosen", async () => {
    const [rosa, joan, stranger] = [await newPatient("Rosa"), await newPatient("Joan"), await newPatient("Mia")];
    const ana = await joinedHelper(server, rosa);
    const second = await joinedHelper(server, joan, { email: ana.email, parts: ["documents"] });
    const foreign = await joinedHelper(server, stranger);
    const asked = await signIn(ana.email);
    expect(asked.ok).toEqual({
      ...{ message: "success", idToken: null },
      people: [
        { id: ana.id, firstname: "Rosa" },
        { id: second.id, firstname: "Joan" },
      ],
    });
    const chosen = await signIn(ana.email, helperPassword, second.id);
    expect((await server.call(account.helperSession, {}, { token: chosen.ok.idToken ?? "" })).ok).toMatchObject({
      ...{ patient: "Joan", parts: [{ id: "documents" }] },
    });
    expect((await signIn(ana.email, helperPassword, foreign.id)).status).toBe(401);
    // The second link chose a password, so what was signed in with the one before has ended.
    expect((await server.call(account.helperSession, {}, { token: ana.token })).status).toBe(401);
  });

  test("a forgotten password is chosen anew, and ends what was signed in for each patient; nobody learns whose e-mail it is", async () => {
    const [patient, another] = [await newPatient(), await newPatient()];
    const ana = await joinedHelper(server, patient);
    const second = await joinedHelper(server, another, { email: ana.email });
    const first = await signIn(ana.email, helperPassword, ana.id);
    const tokens = [first.ok.idToken ?? "", second.token];
    const signedIn = () =>
      Promise.all(tokens.map(async (token) => (await server.call(account.helperSession, {}, { token })).status));
    expect(await signedIn()).toEqual([200, 200]);
    const answers = [ana.email, "nobody.at.all@example.com"].map((email) =>
      server.call(account.helperForgotPassword, { body: { email } }),
    );
    expect((await Promise.all(answers)).map(({ raw }) => raw.body)).toEqual(Array(2).fill('{"message":"success"}'));
    server.clock.advance(1000);
    await server.jobs.drain();
    const mail = (await server.mailbox.list(ana.email)).find(({ subject }) => subject === "Choose a new password");
    const code = /#([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await check(code)).ok.kind).toBe("new_password");
    expect((await server.call(account.declineHelperLink, { body: { code } })).problem.code).toBe("link_expired");
    expect((await use(code, "another quiet meadow")).ok.idToken).not.toBeNull();
    expect(await signedIn()).toEqual([401, 401]);
    expect([(await signIn(ana.email)).status, (await signIn(ana.email, "another quiet meadow")).status]).toEqual([
      401, 200,
    ]);
    expect(await server.mailbox.list("nobody.at.all@example.com")).toEqual([]);
  });

  test("wrong passwords are limited, and cost a patient with the same e-mail nothing", async () => {
    const [patient, other] = [await newPatient(), await newPatient("Joan")];
    await joinedHelper(server, patient, { email: other.email });
    const guesses = [];
    for (let guess = 0; guess < 21; guess += 1)
      guesses.push((await signIn(other.email, `wrong ${guess} meadow`)).status);
    expect(guesses.at(-1)).toBe(429);
    expect((await server.call(auth.signIn, { body: other })).status).toBe(200);
  });
});
