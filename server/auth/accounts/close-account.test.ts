import { beforeAll, expect, test } from "vitest";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sharedTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { whileOrdersLocked } from "#server/testing/while-orders-locked.ts";
import { accountById } from "../patients/account-queries.ts";
import { patientById } from "../patients/patients.ts";
import { issueLink } from "../single-use-links.ts";
import { closeAccount } from "./close-account.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const purposes = ["password_recovery", "email_change", "email_change_stop", "record_merge"] as const;
const linksOf = async ({ id }: TestPatient) =>
  (
    await server.services.db
      .selectFrom("single_use_link")
      .select("purpose")
      .where("patient_id", "=", id)
      .where("ended_at", "is", null)
      .orderBy("purpose")
      .execute()
  ).map(({ purpose }) => purpose);
const liveSessions = ({ id }: TestPatient) =>
  server.services.db
    .selectFrom("session")
    .select("id")
    .where("patient_id", "=", id)
    .where("revoked_at", "is", null)
    .execute();

test("nothing is left that anybody could sign in with: no password, e-mail, link or session; another account has all of them", async () => {
  const { services } = server;
  const [rosa, other] = [await server.newPatient(), await server.newPatient()];
  for (const { id } of [rosa, other]) for (const purpose of purposes) await issueLink(services, purpose, id, 3600);
  const [before, others] = [await accountById(services.db, rosa.id), await accountById(services.db, other.id)];
  const steps: string[] = [];
  const now = new Date(Date.UTC(2090, 0, 1));
  const refuse = (code: string) => new Refusal(code as never);
  const close = (password: string) =>
    closeAccount(
      { ...services, clock: { ...services.clock, now: () => now }, refuse } as never,
      ...([rosa.id, password, [async (_tx: unknown, id: string) => void steps.push(id)]] as const),
    );
  await expect(close(newId())).rejects.toMatchObject({ code: "wrong_credentials" });
  expect([steps, await accountById(services.db, rosa.id)]).toEqual([[], before]);
  await close(rosa.password);
  expect(steps).toEqual([rosa.id]);
  const after = await accountById(services.db, rosa.id);
  expect(after.closed_at).toEqual(now);
  expect((await patientById(services, rosa.id)).email, "which the practice still knows").toBe(rosa.email);
  expect(after.email).toMatch(new RegExp(`^closed-${rosa.id.slice(0, 8)}-[a-z0-9]{24}@closed\\.invalid$`));
  expect(after.password_hash).not.toBe(before.password_hash);
  expect([await linksOf(rosa), await liveSessions(rosa)]).toEqual([[], []]);
  expect(await accountById(services.db, other.id)).toEqual(others);
  expect(await linksOf(other)).toEqual(purposes.toSorted());
  expect(await liveSessions(other)).toHaveLength(1);
});

test("of two who close it at once one does, and its owner gets a mail of it", async () => {
  const rosa = await server.newPatient();
  let steps = 0;
  const refuse = (code: string) => new Refusal(code as never);
  const close = () =>
    closeAccount({ ...server.services, refuse } as never, rosa.id, rosa.password, [async () => void (steps += 1)]);
  const ends = await Promise.allSettled([close(), close()]);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(ends.flatMap((end) => (end.status === "rejected" ? (end.reason as Refusal).code : []))).toEqual([
    "wrong_credentials",
  ]);
  expect(steps).toBe(1);
  await server.jobs.drain();
  const mails = (await server.mailbox.list(rosa.email)).map(({ subject }) => subject);
  expect(mails.filter((subject) => /closed/i.test(subject))).toHaveLength(1);
});

test.skipIf(testDatabaseUrl() === null)("it waits for an order that is being placed", async () => {
  const rosa = await server.newPatient();
  const refuse = (code: string) => new Refusal(code as never);
  const { waited } = await whileOrdersLocked(server, rosa.id, () =>
    closeAccount({ ...server.services, refuse } as never, rosa.id, rosa.password, []),
  );
  expect(waited).toBe(true);
});
