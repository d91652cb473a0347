import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { limits } from "#contract/constants.ts";
import { hashSecret } from "#server/platform/crypto/secrets.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { isWaitedFor } from "#server/testing/while-orders-locked.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { insertAccount } from "../patients/account-queries.ts";
import { createRevocationPoll } from "./authenticator.ts";
import { issueOneTimeToken, redeemOneTimeToken } from "./one-time-token.ts";
import {
  insertSession,
  isLiveSession,
  liveSessions,
  lockPatientShared,
  revokeSessions,
  sessionOfRefreshToken,
  sessionsRevokedSince,
  sessionsSince,
} from "./session-queries.ts";
import { endAllSessions, endSession, endSessionOfRefreshToken, refreshSession, startSession } from "./session.ts";

let server: TestServer;
let rosa: string;
let other: string;
const minute = (number: number) => new Date(Date.UTC(2020, 0, 1, 12, number));
/** At this minute, with what was ended in memory. */
const at = (number: number) => {
  const ended: string[] = [];
  const revokedSessions = { add: (ids: readonly string[]) => void ended.push(...ids) } as Services["revokedSessions"];
  return { ...server.services, clock: { ...server.services.clock, now: () => minute(number) }, revokedSessions, ended };
};
beforeAll(async () => {
  server = await sharedTestServer();
});
/** An account that nobody has signed in to. */
async function account(): Promise<string> {
  const id = newId();
  const names = { firstname: null, lastname: null, termsVersion: null, invitationCode: null };
  const given = { ...names, id, email: `${id}@example.com`, passwordHash: "", nonRxOnly: false, now: minute(0) };
  await inTransaction(server.services, (tx) => insertAccount(tx, given));
  return id;
}
beforeEach(async () => {
  [rosa, other] = [await account(), await account()];
});
/** A session of this minute, live until the tenth. */
async function session(patientId: string, used: number, expires = 10, id = newId()) {
  await inTransaction(server.services, ({ db }) =>
    insertSession(db, { id, patientId, now: minute(used), expiresAt: minute(expires), userAgent: `At ${used}` }),
  );
  return id;
}
const revokedOf = async (...ids: readonly string[]) => {
  const rows = await server.services.db
    .selectFrom("session")
    .select(["id", "revoked_at"])
    .where("id", "in", ids)
    .execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.revoked_at);
};

describe("live sessions", () => {
  test("are a patient's own, neither ended nor over, the one used last first", async () => {
    // What was used last isn't what began last.
    const [second, first] = [await session(rosa, 2), await session(rosa, 1)];
    const ended = await session(rosa, 3);
    await revokeSessions(server.services.db, rosa, minute(4), { only: ended });
    const over = await session(rosa, 3, 5);
    const others = await session(other, 3);
    const { db } = server.services;
    expect(await liveSessions(db, rosa, minute(5))).toEqual([
      { id: second, user_agent: "At 2", created_at: minute(2), last_used_at: minute(2) },
      { id: first, user_agent: "At 1", created_at: minute(1), last_used_at: minute(1) },
    ]);
    const isLive = (id: string, now = 5) => isLiveSession(db, rosa, id, minute(now));
    expect([await isLive(first), await isLive(over, 4)]).toEqual([true, true]);
    expect([await isLive(ended), await isLive(over), await isLive(others)]).toEqual([false, false, false]);
  });

  test("of one moment have one order", async () => {
    const ids = [newId(), newId()];
    for (const id of ids) await session(rosa, 1, 10, id);
    for (const id of ids.toReversed())
      await session(
        other,
        1,
        10,
        id.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      );
    for (const patient of [rosa, other]) {
      const found = await withoutIndexes(server, (db) => liveSessions(db, patient, minute(5)));
      const listed = found.map(({ id }) => id);
      expect(listed).toEqual(listed.toSorted().toReversed());
    }
  });
});

test("sign-ins since a moment are the patients' own, that moment's as well, the newest ones, of one moment in one order", async () => {
  const { db } = server.services;
  await session(rosa, 1);
  await session(other, 2);
  await session(await account(), 2);
  const ids = [newId(), newId(), newId()].toSorted();
  for (const [index, id] of [ids[1], ids[2], ids[0]].entries()) {
    await session(rosa, 3, 10, id);
    await db
      .updateTable("session")
      .set({ last_used_at: minute(4 + index), user_agent: `${9 - index}` })
      .where("id", "=", id ?? "")
      .execute();
  }
  const signIns = (since: number, limit: number) =>
    withoutIndexes(server, async (one) =>
      (await sessionsSince(one, [rosa, other], minute(since), limit)).map((row) => [
        row.created_at.getUTCMinutes(),
        row.last_used_at.getUTCMinutes(),
      ]),
    );
  const newest = [
    [3, 5],
    [3, 4],
    [3, 6],
  ];
  expect(await signIns(2, 9)).toEqual([...newest, [2, 2]]);
  expect(await signIns(1, 2)).toEqual(newest.slice(0, 2));
});

describe("ending sessions", () => {
  test("ends one, all but one or all of a patient, each once", async () => {
    const [one, two, three] = [await session(rosa, 1), await session(rosa, 2), await session(rosa, 3)];
    const others = await session(other, 1);
    const { db } = server.services;
    expect(await revokeSessions(db, other, minute(4), { only: one })).toEqual([]);
    expect(await revokeSessions(db, rosa, minute(4), { only: one })).toEqual([one]);
    expect(await revokeSessions(db, rosa, minute(5), { except: two })).toEqual([three]);
    expect(await revokedOf(one, two, three, others)).toEqual([minute(4), null, minute(5), null]);
    expect(await revokeSessions(db, rosa, minute(6))).toEqual([two]);
    const since = async (number: number) =>
      (await sessionsRevokedSince(db, minute(number)).execute()).flatMap(({ id }) =>
        [one, two, three, others].includes(id) ? id : [],
      );
    expect((await since(5)).toSorted()).toEqual([two, three].toSorted());
    expect(await since(6)).toEqual([two]);
  });

  test("is known at once on this node: of one, of the one a token continues, of all", async () => {
    const [one, others] = [await session(rosa, 1), await session(other, 1)];
    const services = at(4);
    expect(await endSession(services, rosa, others)).toBe(false);
    expect(services.ended).toEqual([]);
    expect(await endSession(services, rosa, one)).toBe(true);
    expect(await endSession(services, rosa, one)).toBe(false);
    const started = await inTransaction(services, ({ db }) =>
      startSession(db, services, { patientId: rosa, userAgent: "A" }),
    );
    await endSessionOfRefreshToken(services, "unknown");
    expect(services.ended).toEqual([one]);
    await endSessionOfRefreshToken(services, started.refreshToken);
    expect(services.ended).toEqual([one, started.sessionId]);
    const left = [await session(rosa, 1), await session(rosa, 2)] as const;
    const end = (except?: string) => inTransaction(services, ({ db }) => endAllSessions(db, services, rosa, except));
    expect(await end(left[1])).toEqual([left[0]]);
    expect(await end()).toEqual([left[1]]);
    expect(await revokedOf(others)).toEqual([null]);
  });

  test("on another node is found by the next look, which reaches back over slow commits", async () => {
    const ids = [await session(rosa, 1), await session(rosa, 2), await session(rosa, 3)];
    const { db } = server.services;
    const services = at(30);
    let now = 30;
    const clock = { ...services.clock, now: () => minute(now) };
    const seconds = limits.accessTokenSeconds + 60;
    const [long, first] = [
      new Date(minute(30).getTime() - (seconds + 1) * 1000),
      new Date(minute(30).getTime() - seconds * 1000),
    ];
    await revokeSessions(db, rosa, long, { only: ids[0] ?? "" });
    await revokeSessions(db, rosa, first, { only: ids[1] ?? "" });
    const poll = createRevocationPoll({ ...services, clock });
    const mine = () => services.ended.splice(0).filter((id) => ids.includes(id));
    await poll.now();
    expect(mine()).toEqual([ids[1]]);
    now = 40;
    await poll.now();
    await revokeSessions(db, rosa, minute(39), { only: ids[2] ?? "" });
    now = 41;
    mine();
    await poll.now();
    expect(mine()).toEqual([ids[2]]);
    await poll.now();
    expect(mine()).toEqual([]);
  });
});

describe("a session that starts", () => {
  const day = 24 * 60;
  test.each([
    ["lasts a week", undefined, 7 * day],
    ["ends with the one it comes from", 6 * day, 6 * day],
    ["never lasts longer than a week", 8 * day, 7 * day],
  ])("%s", async (_, notAfter, expected) => {
    const services = at(0);
    const { refreshToken, ...started } = await inTransaction(services, ({ db }) =>
      startSession(db, services, {
        patientId: rosa,
        userAgent: "Lynx",
        ...(notAfter !== undefined && { notAfter: minute(notAfter) }),
      }),
    );
    expect(started).toEqual({ patientId: rosa, sessionId: started.sessionId, expiresAt: minute(expected) });
    const row = await server.services.db
      .selectFrom("session")
      .selectAll()
      .where("id", "=", started.sessionId)
      .executeTakeFirst();
    expect(row).toMatchObject({
      ...{ patient_id: rosa, created_at: minute(0), last_used_at: minute(0), expires_at: minute(expected) },
      ...{ user_agent: "Lynx", revoked_at: null },
    });
    const token = { id: started.sessionId, patient_id: rosa, helper_id: null, parts: null, has_access: true };
    expect(await sessionOfRefreshToken(server.services.db, hashSecret(refreshToken), minute(0))).toEqual(token);
  });

  test("goes on by its tokens, each used once; one used late ends it, and nobody else's", async () => {
    const services = at(1);
    const start = (patientId: string) =>
      inTransaction(services, ({ db }) => startSession(db, services, { patientId, userAgent: "A" }));
    const [own, others] = [await start(rosa), await start(other)];
    const next = await refreshSession(at(2), own.refreshToken);
    expect(next).toEqual({ ...own, refreshToken: expect.not.stringMatching(own.refreshToken) });
    const [row] = await liveSessions(server.services.db, rosa, minute(3));
    expect(row?.last_used_at).toEqual(minute(2));
    expect((await liveSessions(server.services.db, other, minute(3)))[0]?.last_used_at).toEqual(minute(1));
    expect(await refreshSession(at(2), own.refreshToken)).toEqual(next);
    const late = at(3);
    expect(await refreshSession(late, own.refreshToken)).toBeNull();
    expect(late.ended).toEqual([own.sessionId]);
    expect(await refreshSession(at(4), next?.refreshToken ?? "")).toBeNull();
    expect(await refreshSession(at(4), others.refreshToken)).toMatchObject({ sessionId: others.sessionId });
    expect(await refreshSession(at(4), "unknown")).toBeNull();
  });

  test("needs the password that was checked, where one was", async () => {
    const { db } = server.services;
    const hash = "a hash";
    await db.updateTable("patient").set({ password_hash: hash }).where("id", "=", rosa).execute();
    const isUnchanged = (id: string, given?: string) =>
      inTransaction(server.services, (tx) => lockPatientShared(tx.db, id, given));
    expect([await isUnchanged(rosa), await isUnchanged(rosa, hash)]).toEqual([true, true]);
    expect([await isUnchanged(rosa, "another"), await isUnchanged(other, hash), await isUnchanged(newId())]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("in another window comes from a session that is live", async () => {
    const issued = async (ends: number) => {
      const id = await session(rosa, 1, ends);
      return { id, token: await issueOneTimeToken(at(1), id) };
    };
    const redeem = (token: string) => redeemOneTimeToken(at(1), token, "Lynx");
    const [live, ended, over] = [await issued(10), await issued(10), await issued(1)];
    await revokeSessions(server.services.db, rosa, minute(1), { only: ended.id });
    expect(await redeem(live.token)).toMatchObject({ patientId: rosa, expiresAt: minute(10) });
    for (const token of [live.token, ended.token, over.token, "unknown"]) expect(await redeem(token)).toBeNull();
  });

  // The embedded database has one connection, so nothing can wait there.
  test.skipIf(testDatabaseUrl() === null)(
    "in another window doesn't outlive all of them, ended at that moment",
    async () => {
      const token = await issueOneTimeToken(at(1), await session(rosa, 1));
      let [isSettled, waited] = [false, false];
      let redeemed: ReturnType<typeof redeemOneTimeToken> | undefined;
      await server.services.db
        .withoutPlugins()
        .transaction()
        .execute(async (tx) => {
          await endAllSessions(tx, at(1), rosa);
          redeemed = redeemOneTimeToken(at(1), token, "Lynx").finally(() => (isSettled = true));
          while (!isSettled && !waited) waited = await isWaitedFor(tx);
        });
      expect([waited, await redeemed, await liveSessions(server.services.db, rosa, minute(1))]).toEqual([
        true,
        null,
        [],
      ]);
    },
  );
});
