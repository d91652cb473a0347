import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, inTransaction, type Tx } from "#server/platform/database/open.ts";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { isWaitedFor } from "#server/testing/while-orders-locked.ts";
import { accountById } from "../patients/account-queries.ts";
import { askForEmailChange, stopEmailChange } from "./email-change-by-practice.ts";
import { confirmEmailChange } from "./email-change.ts";
import { setPassword } from "./set-password.ts";

// The embedded database has one connection, so nothing can wait there.
describe.skipIf(testDatabaseUrl() === null)("a change of an e-mail that is confirmed and stopped at once", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.close());

  const on = (db: Database = server.services.db) =>
    ({ ...server.services, db, refuse: (code: string) => new Refusal(code as never) }) as never;
  const confirm = (code: string, db?: Database) => confirmEmailChange(on(db), code);
  const stop = (code: string, db?: Database) => stopEmailChange(on(db), code);

  /** A patient for whom the practice asked for another e-mail, with the codes of both mailboxes. */
  async function asked() {
    const patient = await server.newPatient();
    const { id, email } = patient;
    const newEmail = `changed-${newId()}@example.com`;
    const words = { how: "by phone", date: "March 9", who: "Dana" };
    await inTransaction(server.services, (tx) =>
      askForEmailChange(tx, { id, email, firstname: "Rosa" }, newEmail, words),
    );
    await server.jobs.drain();
    const codeIn = async (to: string, kind: string) => {
      const texts = (await server.mailbox.list(to)).map(({ text }) => text).join(" ");
      return new RegExp(`/email-change#${kind}\\.([\\w-]{43})`).exec(texts)?.[1] ?? expect.fail(`No link to ${kind}`);
    };
    return { id, email, newEmail, code: await codeIn(newEmail, "confirm"), stopCode: await codeIn(email, "stop") };
  }

  /** Does `first` in a transaction that commits once `second` waits for it; what becomes of both. */
  async function atOnce<A, B>(first: (db: Database) => Promise<A>, second: () => Promise<B>) {
    let [isSettled, waited] = [false, false];
    let late: Promise<B | Refusal> | undefined;
    const early = await server.services.db
      .withoutPlugins()
      .transaction()
      .execute(async (tx) => {
        const result = await first(tx);
        late = second()
          .catch((error: unknown) => (error instanceof Refusal ? error : Promise.reject(error as Error)))
          .finally(() => (isSettled = true));
        while (!isSettled && !waited) waited = await isWaitedFor(tx);
        return result;
      });
    const result = await late;
    return { waited, early, late: result instanceof Refusal ? result.code : result };
  }
  const emailOf = async (id: string) => (await accountById(server.services.db, id)).email;

  test("is not confirmed once it was stopped", async () => {
    const { id, email, code, stopCode } = await asked();
    const both = await atOnce(
      (db) => stop(stopCode, db),
      () => confirm(code),
    );
    expect(both).toEqual({ waited: true, early: { email, takenBack: false }, late: "link_expired" });
    expect(await emailOf(id)).toBe(email);
  });

  test("is taken back once it was confirmed", async () => {
    const { id, email, newEmail, code, stopCode } = await asked();
    const both = await atOnce(
      (db) => confirm(code, db),
      () => stop(stopCode),
    );
    expect(both).toEqual({ waited: true, early: newEmail, late: { email, takenBack: true } });
    expect(await emailOf(id)).toBe(email);
  });

  test("is confirmed once, and twice the same", async () => {
    const { id, newEmail, code } = await asked();
    const both = await atOnce(
      (db) => confirm(code, db),
      () => confirm(code),
    );
    expect(both).toEqual({ waited: true, early: newEmail, late: newEmail });
    expect(await emailOf(id)).toBe(newEmail);
  });

  test("is not confirmed once the password was changed", async () => {
    const { id, email, code } = await asked();
    const change = (db: Database) => {
      const tx = db as Tx;
      return setPassword({ ...server.services }, tx, { id, email, firstname: null }, "a hash");
    };
    const both = await atOnce(change, () => confirm(code));
    expect(both).toMatchObject({ waited: true, late: "link_expired" });
    expect(await emailOf(id)).toBe(email);
  });
});
