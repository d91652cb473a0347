import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/open.ts";
import type { TxServices } from "#server/platform/services.ts";
import { sharedTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { accountByEmail, accountById } from "../patients/account-queries.ts";
import { hasReportedDeath, isDeathReported } from "../patients/death-reported.ts";
import { updatePatient } from "../patients/patients.ts";
import { issueLink } from "../single-use-links.ts";
import { accountNamed, confirmDeath, isSilenced, noteDeath, takeBackDeath, waitsForReport } from "./death.ts";

let server: TestServer;
let rosa: TestPatient;
let ana: TestPatient;
beforeAll(async () => {
  server = await sharedTestServer();
});
beforeEach(async () => {
  [rosa, ana] = [await server.newPatient(), await server.newPatient()];
});

const inTx = <T>(work: (tx: TxServices) => Promise<T>) => inTransaction(server.services, work);
const note = ({ id }: TestPatient, diedOn: string | null = null) => inTx((tx) => noteDeath(tx, id, diedOn));
const confirm = ({ id }: TestPatient, later = 0) =>
  inTx((tx) => {
    const clock = { ...tx.clock, now: () => new Date(tx.clock.now().getTime() + later) };
    return confirmDeath({ ...tx, clock }, id, "a hash of no password");
  });
/** Of which of these patients a death is reported, asked as statements of many patients ask. */
async function reported(...patients: readonly TestPatient[]): Promise<string[]> {
  const ids = patients.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`select patient.id from patient
    where patient.id = any(${ids}::uuid[]) and ${isDeathReported("patient.id")}`.execute(server.services.db);
  return rows.map(({ id }) => id);
}
const marksOf = ({ id }: TestPatient) =>
  server.services.db
    .selectFrom("patient")
    .select(["death_reported_at", "died_on", "death_confirmed_at", "death_email_digest", "closed_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const unmarked = { death_reported_at: null, died_on: null, death_confirmed_at: null, death_email_digest: null };
async function opened({ id }: TestPatient) {
  const { db } = server.services;
  const links = await db
    .selectFrom("single_use_link")
    .select("purpose")
    .where("patient_id", "=", id)
    .where("ended_at", "is", null)
    .orderBy("purpose")
    .execute();
  const sessions = await db
    .selectFrom("session")
    .select("id")
    .where("patient_id", "=", id)
    .where("revoked_at", "is", null)
    .execute();
  return { links: links.map(({ purpose }) => purpose), sessions: sessions.map((each) => each.id) };
}

describe("decisions §20 a reported death", () => {
  test("is that patient's, once, with the day it was; another one's is theirs", async () => {
    expect([await note(rosa, "2026-01-04"), await note(rosa, "2026-01-05")]).toEqual([true, false]);
    expect((await marksOf(rosa)).died_on).toBe("2026-01-04");
    expect(await marksOf(ana)).toEqual({ ...unmarked, closed_at: null });
    const { db } = server.services;
    expect([await hasReportedDeath(db, rosa.id), await hasReportedDeath(db, ana.id)]).toEqual([true, false]);
    expect(await reported(rosa, ana)).toEqual([rosa.id]);
    expect(await note(ana)).toBe(true);
    expect((await reported(rosa, ana)).toSorted()).toEqual([rosa.id, ana.id].toSorted());
  });

  test("that was wrong goes whole, and leaves another one's", async () => {
    for (const each of [rosa, ana]) await note(each, "2026-01-04");
    await inTx((tx) => takeBackDeath(tx, rosa.id));
    expect(await marksOf(rosa)).toEqual({ ...unmarked, closed_at: null });
    expect(await reported(rosa, ana)).toEqual([ana.id]);
  });

  test("keeps each order here by its number", () => {
    expect(waitsForReport({ number: "4711" })).toContain("Order 4711 stays here");
    for (const order of [{ number: null }, undefined]) expect(waitsForReport(order)).toContain("Order  stays here");
  });

  test("silences the patient and their address, in any letter case, and nobody else", async () => {
    await note(rosa);
    const silenced = (email: string, patientId?: string) => isSilenced(server.services, email, patientId);
    expect([await silenced(ana.email, rosa.id), await silenced(rosa.email, ana.id)]).toEqual([true, false]);
    expect([await silenced(rosa.email), await silenced(rosa.email.toUpperCase())]).toEqual([true, true]);
    expect([await silenced(ana.email), await silenced("nobody@example.com")]).toEqual([false, false]);
    await inTx((tx) => takeBackDeath(tx, rosa.id));
    expect(await silenced(rosa.email)).toBe(false);
  });

  test("of a closed account still silences its address, until somebody makes an account with it", async () => {
    await note(rosa);
    await confirm(rosa);
    const silenced = () => isSilenced(server.services, rosa.email);
    expect(await silenced()).toBe(true);
    const email = { email: rosa.email };
    await server.services.db.updateTable("patient").set(email).where("id", "=", ana.id).execute();
    expect(await silenced()).toBe(false);
    await note(ana);
    expect(await silenced()).toBe(true);
  });

  test("is told of the account with this e-mail and birthday, and of none that has one", async () => {
    await updatePatient(server.services, rosa.id, { birthday: "1971-03-04" });
    await updatePatient(server.services, ana.id, { birthday: "1972-03-04" });
    const named = (email: string, birthday: string) => accountNamed(server.services, { email, birthday });
    expect(await named(rosa.email, "1971-03-04")).toBe(rosa.id);
    expect([await named(rosa.email, "1972-03-04"), await named(ana.email, "1971-03-04")]).toEqual([null, null]);
    await note(rosa);
    expect([await named(rosa.email, "1971-03-04"), await named(ana.email, "1972-03-04")]).toEqual([null, ana.id]);
  });
});

describe("decisions §20 a death that is proved", () => {
  const purposes = ["email_change", "email_change_stop", "password_recovery", "record_merge"] as const;

  test("ends that patient's sign-in, sessions and links, and no other one's", async () => {
    for (const { id } of [rosa, ana])
      for (const purpose of purposes) await issueLink(server.services, purpose, id, 3600);
    for (const each of [rosa, ana]) await note(each, "2026-01-04");
    const [before, others] = [await opened(rosa), await opened(ana)];
    expect([before.sessions.length, before.links]).toEqual([1, [...purposes]]);
    expect(await confirm(rosa)).toEqual(before.sessions);
    expect(await opened(rosa)).toEqual({ links: [], sessions: [] });
    expect(await opened(ana)).toEqual(others);
    const account = await accountById(server.services.db, rosa.id);
    expect(account.email).toMatch(/@closed\.invalid$/);
    expect(account.password_hash).toBe("a hash of no password");
    expect(await accountByEmail(server.services.db, rosa.email)).toBeUndefined();
    const [marks, othersMarks] = [await marksOf(rosa), await marksOf(ana)];
    expect([marks.death_confirmed_at, marks.closed_at, marks.died_on]).toEqual([
      expect.any(Date),
      expect.any(Date),
      "2026-01-04",
    ]);
    expect([othersMarks.death_confirmed_at, othersMarks.closed_at]).toEqual([null, null]);
  });

  test("of an account that is closed already marks it, and leaves when it was closed", async () => {
    await note(rosa);
    await confirm(rosa);
    const { closed_at: closedAt } = await marksOf(rosa);
    const { email } = await accountById(server.services.db, rosa.id);
    expect(await confirm(rosa, 60_000)).toEqual([]);
    expect((await marksOf(rosa)).closed_at).toEqual(closedAt);
    expect((await accountById(server.services.db, rosa.id)).email).toBe(email);
  });

  test("and was another person's loses its marks; the account stays closed", async () => {
    await note(rosa, "2026-01-04");
    await confirm(rosa);
    await inTx((tx) => takeBackDeath(tx, rosa.id));
    expect(await marksOf(rosa)).toEqual({ ...unmarked, closed_at: expect.any(Date) as Date });
  });
});
