import type { Selectable, Updateable } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { staffLimits } from "#contract/staff/constants.ts";
import { issueLink } from "#server/auth/public.ts";
import { hashSecret } from "#server/platform/crypto/secrets.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { CookieJar } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { addMember } from "../testing/member-rows.ts";
import {
  currentStaffSession,
  endStaffSessions,
  findStaffSession,
  isFreshlyProven,
  lockStaffSession,
  openStaffSession,
  presentStaffSession,
  recordStaffUse,
  requireStaffSession,
  stageAt,
  startStaffSession,
} from "./session.ts";

type SessionRow = Selectable<Tables["staff_session"]>;
const second = (count: number) => new Date(Date.UTC(2020, 0, 1, 12) + count * 1000);
const minute = (count: number) => second(60 * count);
const stages = ["second_factor", "enrolling", "open", "locked"] as const;

test.each(stages)("a session that is %s is locked after fifteen minutes without a use, where it was open", (stage) => {
  const at = (seconds: number) => stageAt({ stage, used_at: second(0) }, second(seconds));
  const idle = 60 * staffLimits.idleMinutes;
  expect([at(0), at(idle - 1), at(idle), at(9 * idle)]).toEqual([
    ...[stage, stage],
    ...(stage === "open" ? ["locked", "locked"] : [stage, stage]),
  ]);
});

test("a proof is fresh for five minutes, and what was never proven isn't", () => {
  const isFresh = (seconds: number) => isFreshlyProven({ proven_at: second(0) }, second(seconds));
  const long = 60 * staffLimits.freshProofMinutes;
  expect([isFresh(0), isFresh(long - 1), isFresh(long)]).toEqual([true, true, false]);
  expect(isFreshlyProven({ proven_at: null }, second(0))).toBe(false);
});

describe("a session in the database", () => {
  let server: TestServer;
  let [nora, ines] = [] as unknown as [Awaited<ReturnType<typeof addMember>>, Awaited<ReturnType<typeof addMember>>];
  beforeAll(async () => {
    server = await sharedTestServer();
  });
  beforeEach(async () => {
    [nora, ines] = [await addMember(server), await addMember(server)];
  });
  /** The services of this moment, with a browser's cookies. */
  function at(now: Date, cookie?: string) {
    const set: (readonly [name: string, value: string, seconds: number])[] = [];
    const cookies = {
      get: () => cookie,
      set: (...given: (typeof set)[number]) => void set.push(given),
    } as unknown as CookieJar;
    const { services } = server;
    const refuse = (code: string) => new Refusal(code as never);
    return { ...services, clock: { ...services.clock, now: () => now }, cookies, set, refuse };
  }
  const rowOf = (id: string): Promise<SessionRow> =>
    server.services.db.selectFrom("staff_session").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  /** A session that was used at noon and ends an hour later. */
  async function session(member: { readonly id: string }, values: Partial<SessionRow> = {}, secret: string = newId()) {
    const row = await server.services.db
      .insertInto("staff_session")
      .values({
        ...{ id: newId(), member_id: member.id, token_hash: hashSecret(secret), stage: "open" as const },
        ...{ created_at: minute(0), used_at: minute(0), ends_at: minute(60), ...values },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...row, secret };
  }
  const update = (member: { readonly id: string }, values: Updateable<Tables["staff_member"]>) =>
    server.services.db.updateTable("staff_member").set(values).where("id", "=", member.id).execute();

  test("is found by its secret or its id, with its person, until it ends or they are gone", async () => {
    const [own, others] = [await session(nora), await session(ines)];
    const found = async (secret: string, now = minute(1)) => {
      const live = await findStaffSession(at(now), secret);
      return live && [live.id, live.member.id, live.stage];
    };
    expect([await found(own.secret), await found(others.secret), await found("made up")]).toEqual([
      ...[[own.id, nora.id, "open"], [others.id, ines.id, "open"], null],
    ]);
    expect((await found(own.secret, minute(15)))?.[2]).toBe("locked");
    const locked = await inTransaction(at(minute(1)), (tx) =>
      lockStaffSession({ ...tx, clock: at(minute(1)).clock }, own.id),
    );
    expect(locked).toMatchObject({ id: own.id, member: { id: nora.id }, stage: "open" });
    expect([(await found(own.secret, second(3599))) !== null, await found(own.secret, minute(60))]).toEqual([
      true,
      null,
    ]);
    expect(await found((await session(nora, { ended_at: minute(0) })).secret)).toBeNull();
    await update(nora, { disabled_at: minute(0) });
    expect([await found(own.secret), (await found(others.secret)) !== null]).toEqual([null, true]);
  });

  test("of a request is that of its cookie; without one that lives there is none", async () => {
    const own = await session(nora);
    expect((await currentStaffSession(at(minute(1), own.secret)))?.id).toBe(own.id);
    expect((await requireStaffSession(at(minute(1), own.secret))).id).toBe(own.id);
    for (const cookie of [undefined, "", "made up"]) {
      expect(await currentStaffSession(at(minute(1), cookie))).toBeNull();
      await expect(requireStaffSession(at(minute(1), cookie))).rejects.toMatchObject({ code: "staff_session_ended" });
    }
  });

  test.each([
    ["second_factor", staffLimits.secondFactorMinutes],
    ["enrolling", 60 * staffLimits.sessionHours],
  ] as const)("that begins with %s lasts %d minutes, in the cookie too", async (stage, minutes) => {
    const now = at(minute(5));
    const { id, member } = await startStaffSession(now, nora, stage);
    expect(member.id).toBe(nora.id);
    const row = await rowOf(id);
    expect(row).toMatchObject({
      ...{ member_id: nora.id, stage, created_at: minute(5), used_at: minute(5), ends_at: minute(5 + minutes) },
      ...{ proven_at: null, ended_at: null },
    });
    const [[name, secret, seconds] = expect.fail("No cookie")] = now.set;
    expect([name, seconds, hashSecret(secret).equals(Buffer.from(row.token_hash))]).toEqual([
      ...["staffSession", 60 * minutes, true],
    ]);
  });

  test.each(stages)(
    "that is %s is opened by a proof, the first time under a new secret for twelve hours",
    async (stage) => {
      const isFirst = stage === "second_factor" || stage === "enrolling";
      const [own, beside] = [await session(nora, { stage, challenge: "asked" }), await session(nora)];
      const { digest } = await issueLink(server.services, "staff_recovery", nora.id, 3600);
      const now = at(minute(5));
      const opened = await openStaffSession(now, { id: own.id, row: own, member: nora, stage });
      expect(opened).toMatchObject({ id: own.id, stage: "open", member: { id: nora.id } });
      const row = await rowOf(own.id);
      const isSame = Buffer.from(row.token_hash).equals(Buffer.from(own.token_hash));
      expect([row.stage, row.used_at, row.proven_at, row.challenge]).toEqual(["open", minute(5), minute(5), null]);
      expect([isSame, row.ends_at]).toEqual([!isFirst, isFirst ? minute(5 + 12 * 60) : minute(60)]);
      expect(
        now.set.map(([name, secret, seconds]) => [
          name,
          hashSecret(secret).equals(Buffer.from(row.token_hash)),
          seconds,
        ]),
      ).toEqual(isFirst ? [["staffSession", true, 12 * 3600]] : []);
      const { last_signed_in_at } = await server.services.db
        .selectFrom("staff_member")
        .select("last_signed_in_at")
        .where("id", "=", nora.id)
        .executeTakeFirstOrThrow();
      expect(last_signed_in_at).toEqual(isFirst ? minute(5) : null);
      const link = await server.services.db
        .selectFrom("single_use_link")
        .select("ended_at")
        .where("digest", "=", digest)
        .executeTakeFirstOrThrow();
      expect(link.ended_at).toEqual(isFirst ? minute(5) : null);
      const { secret: _, ...unchanged } = beside;
      expect(await rowOf(beside.id)).toEqual(unchanged);
    },
  );

  test("is used to within half a minute, it alone", async () => {
    const [own, beside] = [await session(nora), await session(nora)];
    const usedAt = async (seconds: number) => {
      await recordStaffUse(at(second(seconds)), { id: own.id, row: own, member: nora, stage: "open" });
      return (await rowOf(own.id)).used_at;
    };
    expect([await usedAt(29), await usedAt(30)]).toEqual([second(0), second(30)]);
    expect((await rowOf(beside.id)).used_at).toEqual(second(0));
  });

  test("ends with all others of its person, or but for one; what ended before keeps its end", async () => {
    const [one, two, before, others] = [
      await session(nora),
      await session(nora),
      await session(nora, { ended_at: minute(1) }),
      await session(ines),
    ];
    const ended = () => Promise.all([one, two, before, others].map(async ({ id }) => (await rowOf(id)).ended_at));
    await endStaffSessions(at(minute(5)), nora.id, { except: two.id });
    expect(await ended()).toEqual([minute(5), null, minute(1), null]);
    await endStaffSessions(at(minute(6)), nora.id);
    expect(await ended()).toEqual([minute(5), minute(6), minute(1), null]);
  });

  test.each([
    ["second_factor", null, [], null, null],
    ["enrolling", "named", [], null, null],
    ["open", "named", "some", minute(15), minute(6)],
    ["locked", "named", [], null, null],
  ] as const)("that is %s shows its person: %s, and what they may: %j", async (stage, named, may, locks, fresh) => {
    const own = await session(nora, { stage, proven_at: minute(1) });
    const shown = await presentStaffSession(at(minute(2)), { id: own.id, row: own, member: nora, stage });
    expect(shown).toMatchObject({
      ...{ stage, proofs: [], endsat: minute(60).toISOString() },
      ...{ locksat: locks?.toISOString() ?? null, freshuntil: fresh?.toISOString() ?? null },
    });
    const { member } = shown;
    if (named === null) return expect(member).toBeNull();
    expect(member).toMatchObject({
      id: nora.id,
      name: nora.name,
      email: nora.email,
      roles: ["nurse"],
      doctorname: null,
    });
    expect([(member?.permissions.length ?? 0) > 0, (member?.scopes.length ?? 0) > 0]).toEqual([
      may === "some",
      may === "some",
    ]);
    const late = await presentStaffSession(at(minute(6)), { id: own.id, row: own, member: nora, stage });
    return expect(late.freshuntil).toBeNull();
  });
});
