import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

test("privacy: no e-mail, name, password, token or code is logged, or readable in a job", async () => {
  const email = `canary-${newId()}@example.com`;
  const [password, wrong, nextPassword] = ["canary password one", "canary password two", "canary password three"];
  const [firstname, lastname, pharmacy] = ["Canaryfirst", "Canarylast", "Canary Pharmacy, 1 Main St"];
  const { token, refreshToken } = await server.newPatient({ email, password, firstname, lastname });
  const cookies = { refreshToken };
  const newEmail = `canary-new-${newId()}@example.com`;

  await server.call(auth.signIn, { body: { email, password: wrong } });
  await server.call(auth.signUp, { body: { email, password: wrong } });
  await server.call(auth.forgotPassword, { body: { email } });
  await server.call(account.updatePharmacy, { body: { pharmacy } }, { token });
  await server.call(account.changeEmail, { body: { email: newEmail, password } }, { token });
  await server.call(account.joinMailingList, { body: { email, firstname } });
  const { ok: carried } = await server.call(auth.getOneTimeToken, { body: {} }, { token });
  await server.call(auth.getToken, { body: carried });
  const { ok: refreshed } = await server.call(auth.refreshToken, { body: {} }, { cookies });
  const jobs = async () => {
    const { rows } = await sql`select data from pgboss.job`.execute(server.services.db);
    return JSON.stringify(rows);
  };
  const waiting = await jobs();
  await server.jobs.drain();
  const code = /c=([\w-]{43})/.exec((await server.mailbox.list(email)).map(({ text }) => text).join())?.[1] ?? "";
  expect(code).not.toBe("");
  await server.call(auth.confirmPassword, { body: { email, code, password: nextPassword } });
  await server.call(auth.getToken, { body: { onetimetoken: "canary-token-that-is-not-known" } });
  const done = await jobs();

  const secrets = [email, newEmail, password, wrong, nextPassword, firstname, lastname, pharmacy, token, refreshToken];
  const canaries = [...secrets, refreshed.idToken, carried.onetimetoken, code, "canary"];
  const logged = server.logged();
  expect(logged).toContain("/api/signin");
  for (const canary of canaries) {
    for (const [place, text] of Object.entries({ logged, waiting, done })) {
      expect(text.toLowerCase().includes(canary.toLowerCase()), `${canary} in ${place}`).toBe(false);
    }
  }
});

test("privacy: phone, birthday and pharmacy are encrypted in the database", async () => {
  const { token, id } = await server.newPatient();
  const body = { phoneno: "5552345678", birthday: "1971-02-03" };
  await server.call(account.updateUser, { body }, { token });
  await server.call(account.updatePharmacy, { body: { pharmacy: "Elm Street Pharmacy" } }, { token });
  const row = await server.services.db.selectFrom("patient").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  for (const sealed of [row.phone_sealed, row.birthday_sealed, row.pharmacy_sealed]) {
    expect(sealed?.length).toBeGreaterThan(28);
    expect(Buffer.from(sealed ?? []).toString("latin1")).not.toMatch(/5552345678|1971|Elm/);
  }
});
