import { beforeAll, beforeEach, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { sharedTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import type { SignIns } from "../dismissed-email.ts";
import { accountById, updatePasswordHash } from "../patients/account-queries.ts";
import { issueLink } from "../single-use-links.ts";
import { mergeSignIns, separateSignIns } from "./merge-accounts.ts";

let server: TestServer;
let [rosa, twin, other]: TestPatient[] = [];
beforeAll(async () => {
  server = await sharedTestServer();
});
beforeEach(async () => {
  [rosa, twin, other] = [await server.newPatient(), await server.newPatient(), await server.newPatient()];
});

const purposes = ["email_change", "email_change_stop", "password_recovery", "record_merge"] as const;
const hour = (number: number) => new Date(Date.UTC(2090, 0, 1, number));
const at = <T>(number: number, work: (tx: Parameters<typeof mergeSignIns>[0]) => Promise<T>) =>
  inTransaction(server.services, (tx) => work({ ...tx, clock: { ...tx.clock, now: () => hour(number) } }));
/** What signs in to an account and is open of it. */
async function stateOf({ id }: TestPatient) {
  const { db } = server.services;
  const { email, password_hash } = await accountById(db, id);
  const row = await db
    .selectFrom("patient")
    .select(["password_changed_at", "closed_at", "closed_email_sealed"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const links = db.selectFrom("single_use_link").select("purpose").where("patient_id", "=", id);
  const sessions = db.selectFrom("session").select("id").where("patient_id", "=", id).where("revoked_at", "is", null);
  return {
    ...{ email, hash: password_hash, changed: row.password_changed_at, closed: row.closed_at },
    keepsEmail: row.closed_email_sealed !== null,
    links: (await links.where("ended_at", "is", null).orderBy("purpose").execute()).map(({ purpose }) => purpose),
    sessions: (await sessions.execute()).length,
  };
}
type State = Awaited<ReturnType<typeof stateOf>>;
const statesOf = async () => [await stateOf(rosa!), await stateOf(twin!), await stateOf(other!)] as const;
const ended = { links: [], sessions: 0 };
const [nobodys, newHash] = ["a hash of no password", "a new hash"];

const closed = (): State => ({
  ...{ email: expect.stringMatching(/@closed\.invalid$/) as string, hash: nobodys, changed: hour(1), closed: hour(1) },
  ...{ keepsEmail: true, ...ended },
});

test.each<[keyof SignIns, (before: readonly State[]) => readonly unknown[]]>([
  ["surviving", ([own]) => [{ ...own, links: [] }, closed()]],
  [
    "retired",
    ([own, retired]) => [{ ...own, email: retired?.email, hash: retired?.hash, changed: hour(1), ...ended }, closed()],
  ],
])(
  "of two accounts the %s one's e-mail and password sign in; the other is closed, and nobody else's is",
  async (keeps, expected) => {
    for (const patient of [rosa!, twin!, other!])
      for (const purpose of purposes) await issueLink(server.services, purpose, patient.id, 3600);
    const before = await statesOf();
    const accounts = { survivingId: rosa!.id, retiredId: twin!.id, keeps };
    const merged = await at(1, (tx) => mergeSignIns(tx, accounts, nobodys));
    expect(merged.before).toEqual({
      surviving: { email: before[0].email, passwordHash: before[0].hash },
      retired: { email: before[1].email, passwordHash: before[1].hash },
    });
    expect(merged.ended).toHaveLength(keeps === "retired" ? 2 : 1);
    expect(await statesOf()).toEqual([...expected(before), before[2]]);
  },
);

test.each<[keyof SignIns, (before: readonly State[]) => readonly unknown[], number]>([
  [
    "surviving",
    ([own, retired]) => [
      { ...own, hash: newHash, sessions: 2 },
      { ...retired, sessions: 0 },
    ],
    0,
  ],
  [
    "retired",
    ([own, retired]) => [
      { ...own, sessions: 0 },
      { ...retired, hash: newHash, sessions: 0 },
    ],
    1,
  ],
])(
  "undone where the %s one's was kept, each signs in as before, by the password it has now",
  async (keeps, expected, endedSessions) => {
    const before = await statesOf();
    const accounts = { survivingId: rosa!.id, retiredId: twin!.id, keeps };
    const merged = await at(1, (tx) => mergeSignIns(tx, accounts, nobodys));
    const { email, password } = keeps === "retired" ? twin! : rosa!;
    await server.call(auth.signIn, { body: { email, password } });
    for (const purpose of purposes) await issueLink(server.services, purpose, rosa!.id, 3600);
    await at(2, ({ db }) => updatePasswordHash(db, rosa!.id, newHash, hour(2)));
    const separated = await at(2, (tx) => separateSignIns(tx, accounts, merged.before));
    expect(separated).toHaveLength(endedSessions);
    const changed = expected(before).map((state) => ({ ...(state as State), changed: hour(2) }));
    expect(await statesOf()).toEqual([...changed, before[2]]);
  },
);
