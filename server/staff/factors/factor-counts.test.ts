import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { factorsOf } from "../members/factors.ts";
import { addMember } from "../testing/member-rows.ts";
import { factorCounts, hasFactor } from "./factor-counts.ts";

let server: TestServer;
let ines: string;
let ola: string;
beforeAll(async () => {
  server = await sharedTestServer();
});
beforeEach(async () => {
  [ines, ola] = [(await addMember(server)).id, (await addMember(server)).id];
});

const at = new Date(Date.UTC(2020, 0, 1));
const addPasskey = (memberId: string) =>
  server.services.db
    .insertInto("staff_passkey")
    .values({
      ...{ id: newId(), member_id: memberId, credential_id: newId(), public_key: "k", counter: 0, transports: [] },
      ...{ name: "Key", created_at: at },
    })
    .execute();
const addApp = (memberId: string, confirmedAt: Date | null) =>
  server.services.db
    .insertInto("staff_authenticator")
    .values({
      ...{ id: newId(), member_id: memberId, secret_sealed: Buffer.from("s"), created_at: at },
      confirmed_at: confirmedAt,
    })
    .execute();
const addCode = (memberId: string, usedAt: Date | null) =>
  server.services.db
    .insertInto("staff_recovery_code")
    .values({ member_id: memberId, code_hash: Buffer.from(newId()), used_at: usedAt })
    .execute();
/** What both ways to count say of somebody, and whether they have anything to prove with. */
async function factors(memberId: string) {
  const { db } = server.services;
  const counts = await db.selectNoFrom([...factorCounts(db, sql.val(memberId))]).executeTakeFirstOrThrow();
  const has = await db.selectFrom("staff_member").select("id").where("id", "=", memberId).where(hasFactor).execute();
  const { passkeys, authenticatorsince, recoverycodesleft } = await factorsOf({ db }, memberId);
  const counted = [Number(counts.passkeys), Number(counts.authenticators), Number(counts.recovery_codes)];
  expect(counted).toEqual([passkeys.length, authenticatorsince === null ? 0 : 1, recoverycodesleft]);
  return [...counted, has.length === 1];
}

describe("what somebody of the practice can prove with that it is them", () => {
  test("is a passkey or an app that was confirmed; recovery codes alone are nothing", async () => {
    expect([await factors(ines), await factors(ola)]).toEqual([
      [0, 0, 0, false],
      [0, 0, 0, false],
    ]);
    await addApp(ola, at);
    await addApp(ines, null);
    await addCode(ines, null);
    expect([await factors(ines), await factors(ola)]).toEqual([
      [0, 0, 1, false],
      [0, 1, 0, true],
    ]);
    await addPasskey(ines);
    expect(await factors(ines)).toEqual([1, 0, 1, true]);
  });

  test("is counted of one person: codes that were used aren't left", async () => {
    for (const used of [at, null, null]) await addCode(ines, used);
    for (const used of [at, at, at, null]) await addCode(ola, used);
    await addPasskey(ola);
    expect([await factors(ines), await factors(ola)]).toEqual([
      [0, 0, 2, false],
      [1, 0, 1, true],
    ]);
  });
});
