import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { linked, mergeAccounts } from "#server/merging/testing/two-accounts.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { endExpiredHelpers } from "./end-helper.ts";
import { helperOf, helperPassword, invite, type Joined, joinedHelper, linkCode } from "./testing/helpers.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const newPatient = () => server.newPatient({ firstname: "Rosa", lastname: "Frost" });
const subjects = async (email: string) => {
  await server.jobs.drain();
  return (await server.mailbox.list(email)).map(({ subject }) => subject);
};
const toHelper = "Your help has ended";
const toPatient = "Someone can't see your account anymore";

/** What still opens for a helper: their token, their session, their password, and a link that waits for them. */
async function stillOpen({ email, token, refreshToken }: Joined): Promise<string[]> {
  const answers = {
    token: await server.call(account.helperOrders, {}, { token }),
    session: await server.call(auth.refreshToken, { body: {} }, { cookies: { refreshToken } }),
    password: await server.call(account.helperSignIn, { body: { email, password: helperPassword } }),
  };
  return Object.entries(answers).flatMap(([name, { status }]) => (status === 200 ? name : []));
}
const all = ["token", "session", "password"];
const rowOf = ({ id }: Joined) =>
  server.services.db
    .selectFrom("helper")
    .select(["ended_by", "account_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const accounts = async ({ email }: Joined) =>
  (await server.services.db.selectFrom("helper_account").select("id").where("email", "=", email).execute()).length;

/** Each way in which it ends, by whom, and who is mailed. */
const ways: Readonly<
  Record<
    string,
    { by: string; mailed: readonly string[]; act: (patient: TestPatient, ana: Joined) => Promise<unknown> }
  >
> = {
  "the patient says so": {
    ...{ by: "patient", mailed: ["helper", "patient"] },
    act: ({ token }, { id }) => server.call(account.endHelper, { params: { id } }, { token }),
  },
  "the helper says so": {
    ...{ by: "helper", mailed: ["helper", "patient"] },
    act: (_, { token }) => server.call(account.stopHelping, {}, { token }),
  },
  "the account is closed": {
    ...{ by: "account", mailed: ["helper"] },
    act: ({ token, password }) => server.call(account.closeAccount, { body: { password } }, { token }),
  },
  "the account becomes part of another one": {
    ...{ by: "account", mailed: ["helper"] },
    act: async (retired) => {
      const surviving = await newPatient();
      await mergeAccounts(server, { surviving, retired, pair: await linked(server, [surviving, retired]) });
    },
  },
  "the patient died": {
    ...{ by: "account", mailed: [] },
    act: async ({ id }) => {
      const values = { who: "Joan Frost", relation: "Sister", came: "phone" };
      const fields = Object.entries(values).map(([field, value]) => ({ id: field, value }));
      const body = { kind: "death", words: "She passed on Sunday.", fields };
      const { ok } = await server.call(care.addPatientLog, { params: { id }, body }, { apiKey });
      const settled = { outcome: "settled" as const, logoutcome: "confirmed", note: "Death certificate, seen by us" };
      await server.call(care.endTask, { params: { id: ok.id }, body: settled }, { apiKey });
    },
  },
};

describe("what a helper may do ends, at once", () => {
  test.each(Object.entries(ways))("%s", async (_, { by, mailed, act }) => {
    const [patient, other] = [await newPatient(), await newPatient()];
    const [ana, others] = [await joinedHelper(server, patient), await joinedHelper(server, other)];
    expect(await stillOpen(ana)).toEqual(all);
    await act(patient, ana);
    expect(await stillOpen(ana)).toEqual([]);
    expect(await rowOf(ana)).toEqual({ ended_by: by, account_id: null });
    expect(await accounts(ana)).toBe(0);
    const got = [
      ...((await subjects(ana.email)).includes(toHelper) ? ["helper"] : []),
      ...((await subjects(patient.email)).includes(toPatient) ? ["patient"] : []),
    ];
    expect(got).toEqual(mailed);
    expect(await stillOpen(others)).toEqual(all);
  });

  test("of two patients only for the one", async () => {
    const [rosa, joan] = [await newPatient(), await newPatient()];
    const first = await joinedHelper(server, rosa);
    const second = await joinedHelper(server, joan, { email: first.email });
    await server.call(account.endHelper, { params: { id: first.id } }, { token: rosa.token });
    expect(await stillOpen(second)).toEqual(all);
    expect(await accounts(first)).toBe(1);
    await server.call(account.endHelper, { params: { id: second.id } }, { token: joan.token });
    expect(await accounts(first)).toBe(0);
  });

  test("by itself after twelve months, also of what is signed in; both are mailed once", async () => {
    const patient = await newPatient();
    const { email, ok } = await invite(server, patient);
    const code = await linkCode(server, email);
    await server.call(account.useHelperLink, { body: { code, password: helperPassword } });
    const [helper] = ok.items;
    server.clock.setOffset(Date.parse(helper?.until ?? "") - Date.now() - 3_600_000);
    const { ok: signedIn, cookies } = await server.call(account.helperSignIn, {
      body: { email, password: helperPassword },
    });
    const ana = {
      ...{ id: helper?.id ?? "", email, token: signedIn.idToken ?? "" },
      refreshToken: cookies["refreshToken"] ?? "",
    };
    expect(await stillOpen(ana)).toEqual(all);
    server.clock.advance(3_600_000 - 60_000);
    const late = await server.call(account.helperSignIn, { body: { email, password: helperPassword } });
    const token = late.ok.idToken ?? "";
    expect((await server.call(account.helperOrders, {}, { token })).status).toBe(200);
    server.clock.advance(120_000);
    expect((await server.call(account.helperOrders, {}, { token })).status).toBe(401);
    expect(await stillOpen(ana)).toEqual([]);
    for (let run = 0; run < 2; run += 1) await endExpiredHelpers(server.services);
    expect(await rowOf(ana)).toEqual({ ended_by: "expired", account_id: null });
    expect((await subjects(email)).filter((each) => each === toHelper)).toHaveLength(1);
    expect((await subjects(patient.email)).filter((each) => each === toPatient)).toHaveLength(1);
    server.clock.setOffset(0);
  });

  test("while a sign-in is under way, the session it starts", async () => {
    const patient = await newPatient();
    const ana = await joinedHelper(server, patient);
    const body = { email: ana.email, password: helperPassword };
    const [signedIn] = await Promise.all([
      server.call(account.helperSignIn, { body }),
      server.call(account.endHelper, { params: { id: ana.id } }, { token: patient.token }),
    ]);
    if (signedIn.status === 200)
      expect((await server.call(account.helperOrders, {}, { token: signedIn.ok.idToken ?? "" })).status).toBe(401);
    expect(await stillOpen(ana)).toEqual([]);
  });
});

describe("while somebody says that the patient died", () => {
  const report = async ({ id }: TestPatient) => {
    const values = { who: "Joan Frost", relation: "Sister", came: "phone" };
    const fields = Object.entries(values).map(([field, value]) => ({ id: field, value }));
    const body = { kind: "death", words: "She passed on Sunday.", fields };
    return (await server.call(care.addPatientLog, { params: { id }, body }, { apiKey })).ok.id;
  };
  const takeBack = (id: string) => {
    const body = { outcome: "settled" as const, logoutcome: "mistaken", note: "She called" };
    return server.call(care.endTask, { params: { id }, body }, { apiKey });
  };
  const signIn = (email: string, helperid?: string) =>
    server.call(account.helperSignIn, { body: { email, password: helperPassword, ...(helperid && { helperid }) } });

  test("a helper of two has access for the other one only, and nothing ends; taken back, they sign in again", async () => {
    const [rosa, joan] = [await newPatient(), await newPatient()];
    const forRosa = await joinedHelper(server, rosa);
    await joinedHelper(server, joan, { email: forRosa.email });
    const { email } = forRosa;
    const forOther = await signIn(
      email,
      (await server.call(account.helpers, {}, { token: joan.token })).ok.items[0]?.id,
    );
    const again = await signIn(email, forRosa.id);
    const entry = await report(rosa);
    const renew = ({ cookies }: typeof again) =>
      server.call(auth.refreshToken, { body: {} }, { cookies: { refreshToken: cookies["refreshToken"] ?? "" } });
    expect((await server.call(account.helperOrders, {}, { token: again.ok.idToken ?? "" })).status).toBe(401);
    expect((await renew(again)).status).toBe(401);
    expect((await server.call(account.helperOrders, {}, { token: forOther.ok.idToken ?? "" })).status).toBe(200);
    const only = await signIn(email);
    expect(only.ok.people).toHaveLength(1);
    expect((await signIn(email, forRosa.id)).status).toBe(401);
    expect((await renew(only)).status).toBe(200);
    expect((await server.call(account.sessions, {}, { token: rosa.token })).ok.items).toHaveLength(1);
    expect(await rowOf(forRosa)).toMatchObject({ ended_by: null });
    await takeBack(entry);
    expect((await signIn(email)).ok.people).toHaveLength(2);
    expect((await signIn(email, forRosa.id)).status).toBe(200);
  });

  test("nobody is mailed an invitation or a link for a new password; one mailed before opens nothing until it's taken back", async () => {
    const rosa = await newPatient();
    const ana = await joinedHelper(server, rosa);
    const { email: waiting } = await invite(server, rosa);
    const code = await linkCode(server, waiting);
    const entry = await report(rosa);
    const { status, email } = await invite(server, rosa);
    expect([status, await subjects(email)]).toEqual([201, []]);
    const before = await subjects(ana.email);
    await server.call(account.helperForgotPassword, { body: { email: ana.email } });
    expect(await subjects(ana.email)).toEqual(before);
    const use = () => server.call(account.useHelperLink, { body: { code, password: helperPassword } });
    expect((await use()).problem.code).toBe("link_expired");
    await takeBack(entry);
    expect((await use()).status).toBe(200);
  });

  test("a link for a new password that waits to be mailed isn't", async () => {
    const [rosa, joan] = [await newPatient(), await newPatient()];
    const [ana, others] = [await joinedHelper(server, rosa), await joinedHelper(server, joan)];
    const { db, clock, jobs, secrets } = server.services;
    for (const [{ email }, { id }] of [
      [ana, rosa],
      [others, joan],
    ] as const)
      await queueMail(
        { db, clock, jobs, secrets },
        {
          mail: "helper_new_password",
          to: email,
          about: id,
          values: { helper: "Ana", link: "https://example.com", minutes: "60" },
        },
      );
    await report(rosa);
    const counts = [(await subjects(ana.email)).length, (await subjects(others.email)).length];
    expect(counts).toEqual([1, 2]);
  });

  test("a sign-in under way as it's reported leaves nothing open", async () => {
    const rosa = await newPatient();
    const ana = await joinedHelper(server, rosa);
    const [signedIn] = await Promise.all([signIn(ana.email), report(rosa)]);
    const token = signedIn.status === 200 ? (signedIn.ok.idToken ?? "") : "";
    expect((await server.call(account.helperOrders, {}, { token })).status).toBe(401);
    expect(await stillOpen(ana)).toEqual([]);
  });
});

describe("ending", () => {
  test("somebody else's helper isn't found, and stays", async () => {
    const [patient, stranger] = [await newPatient(), await newPatient()];
    const ana = await joinedHelper(server, patient);
    const { status } = await server.call(account.endHelper, { params: { id: ana.id } }, { token: stranger.token });
    expect(status).toBe(404);
    expect(await stillOpen(ana)).toEqual(all);
  });

  test("twice changes nothing and mails once; an invitation ends with its link, and mails nobody", async () => {
    const patient = await newPatient();
    const ana = await joinedHelper(server, patient);
    const end = (id: string) => server.call(account.endHelper, { params: { id } }, { token: patient.token });
    await end(ana.id);
    const { endedat } = await helperOf(server, patient, ana.id);
    server.clock.advance(60_000);
    expect((await end(ana.id)).status).toBe(200);
    expect((await helperOf(server, patient, ana.id)).endedat).toBe(endedat);
    expect((await subjects(ana.email)).filter((each) => each === toHelper)).toHaveLength(1);
    const { email, ok } = await invite(server, patient);
    const code = await linkCode(server, email);
    await end(ok.items[0]?.id ?? "");
    const used = await server.call(account.useHelperLink, { body: { code, password: helperPassword } });
    expect(used.problem.code).toBe("link_expired");
    expect(await subjects(email)).not.toContain(toHelper);
  });

  test("they can be invited again", async () => {
    const patient = await newPatient();
    const ana = await joinedHelper(server, patient);
    await server.call(account.endHelper, { params: { id: ana.id } }, { token: patient.token });
    server.clock.advance(60_000);
    const again = await joinedHelper(server, patient, { email: ana.email, parts: ["documents"] });
    expect(again.id).not.toBe(ana.id);
    expect((await server.call(account.helperOrders, {}, { token: again.token })).status).toBe(403);
  });

  test("a new password of the patient's signs helpers out, and ends nothing", async () => {
    const patient = await newPatient();
    const ana = await joinedHelper(server, patient);
    const body = { password: patient.password, newpassword: "another calm noon" };
    await server.call(auth.changePassword, { body }, { token: patient.token });
    expect(await stillOpen(ana)).toEqual(["password"]);
  });
});

test("the practice sees on the record who helps, with which parts, until it ends", async () => {
  const [patient, other] = [await newPatient(), await newPatient()];
  const ana = await joinedHelper(server, patient, { parts: ["documents"] });
  const invited = await invite(server, patient, { parts: ["orders"] });
  const gone = await joinedHelper(server, patient);
  await server.call(account.endHelper, { params: { id: gone.id } }, { token: patient.token });
  const helpersOf = async ({ id }: TestPatient) =>
    (await server.call(care.patient, { params: { id } }, { apiKey })).ok.helpers.map(
      ({ name, email, parts, joinedat }) => ({ name, email, parts, joined: joinedat !== null }),
    );
  expect(
    (await helpersOf(patient)).toSorted((one, two) => one.parts[0]?.localeCompare(two.parts[0] ?? "") ?? 0),
  ).toEqual([
    { name: "Ana Frost", email: ana.email, parts: ["documents"], joined: true },
    { name: "Ana Frost", email: invited.email, parts: ["orders"], joined: false },
  ]);
  expect(await helpersOf(other)).toEqual([]);
});
