import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { staff } from "#contract/staff/calls.ts";
import { hashSecret, randomSecret } from "#server/platform/crypto/secrets.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { openTestDatabase } from "#server/platform/database/testing/test-databases.ts";
import { newId } from "#server/platform/ids.ts";
import { invited, staffBrowser, staffPassword } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { invite, joinedHelper } from "./helpers/testing/helpers.ts";
import { deleteExpiredAuthRows } from "./jobs.ts";
import { endLinks, issueLink, linkDigests, liveLink, useLink } from "./single-use-links.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
beforeEach(() => server.clock.setOffset(0));
afterAll(() => server.close());

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * 3_600_000);

describe("a single-use link", () => {
  const issued = async (seconds = 60) => {
    const { id } = await server.newPatient();
    const { secret } = await issueLink(server.services, "password_recovery", id, seconds);
    const digests = linkDigests(server.services.secrets, secret);
    const isLive = async () =>
      (await liveLink(server.services, ["password_recovery"], digests).select("digest").executeTakeFirst()) !==
      undefined;
    return { id, secret, digests, isLive };
  };

  test("opens its own purpose, once, also for two at once; looking doesn't use it", async () => {
    const { digests, isLive } = await issued();
    expect([await isLive(), await isLive()]).toEqual([true, true]);
    expect(await useLink(server.services, "email_change", digests)).toBeUndefined();
    const used = await Promise.all([1, 2].map(() => useLink(server.services, "password_recovery", digests)));
    expect(used.filter((each) => each !== undefined)).toHaveLength(1);
    expect(await isLive()).toBe(false);
  });

  test("ends with its time, and when its subject's links of the purpose end", async () => {
    const [aged, ended] = [await issued(), await issued(120)];
    server.clock.advance(60_000);
    expect([await aged.isLive(), await ended.isLive()]).toEqual([false, true]);
    await endLinks(server.services, ["email_change"], ended.id);
    expect(await ended.isLive()).toBe(true);
    await endLinks(server.services, ["password_recovery"], ended.id);
    expect(await ended.isLive()).toBe(false);
    const endedAt = () =>
      server.services.db
        .selectFrom("single_use_link")
        .select("ended_at")
        .where("digest", "in", ended.digests)
        .executeTakeFirst();
    const first = await endedAt();
    server.clock.advance(1000);
    await endLinks(server.services, ["password_recovery"], ended.id);
    expect(await endedAt(), "when it ended is kept").toEqual(first);
    for (const { digests } of [aged, ended])
      expect(await useLink(server.services, "password_recovery", digests)).toBeUndefined();
  });

  test("is stored as a keyed digest: who can write to the database alone makes none", async () => {
    const { id, secret } = await issued();
    const rows = await server.services.db
      .selectFrom("single_use_link")
      .select("digest")
      .where("patient_id", "=", id)
      .execute();
    expect(rows.map(({ digest }) => Buffer.from(digest).toString("hex"))).not.toContain(
      hashSecret(secret).toString("hex"),
    );
  });

  test("to stop a change of e-mail is there for its week, after the one that confirms it is gone", async () => {
    const { id } = await server.newPatient();
    const { db } = server.services;
    const [confirming, stopping] = [
      await issueLink(server.services, "email_change", id, 24 * 3600),
      await issueLink(server.services, "email_change_stop", id, 7 * 24 * 3600),
    ];
    await db
      .insertInto("email_change")
      .values({
        ...{ code_hash: confirming.digest, stop_hash: stopping.digest, patient_id: id, new_email: `${id}@example.com` },
        ...{ previous_email: "before@example.com", asked_at: inHours(0), expires_at: confirming.expiresAt },
      })
      .execute();
    const changes = async (after: number) => {
      await deleteExpiredAuthRows(db, inHours(after));
      return (await db.selectFrom("email_change").select("code_hash").where("patient_id", "=", id).execute()).length;
    };
    expect([await changes(3 * 24), await changes(7 * 24), await changes(8 * 24 + 1)]).toEqual([1, 1, 0]);
  });
});

describe("the mail with a link isn't sent once the link has expired", () => {
  /** When each mail that was queued meanwhile makes no sense any more. */
  async function endsOfMails(act: () => Promise<unknown>): Promise<(string | undefined)[]> {
    const enqueue = vi.spyOn(server.services.jobs, "enqueue");
    await act();
    await server.jobs.drain();
    const ends = enqueue.mock.calls.flatMap(([, queue, data]) => (queue.startsWith("mail") ? [data["until"]] : []));
    enqueue.mockRestore();
    return ends.filter((end) => end !== undefined) as string[];
  }
  const patient = () => server.newPatient();

  test.each<[string, () => Promise<() => Promise<unknown>>]>([
    [
      "password_recovery",
      async () => {
        const { email } = await patient();
        return () => server.call(auth.forgotPassword, { body: { email } });
      },
    ],
    [
      "email_change",
      async () => {
        const { password, token } = await patient();
        const body = { email: `changed-${newId()}@example.com`, password };
        return () => server.call(account.changeEmail, { body }, { token });
      },
    ],
    [
      "helper_invitation",
      async () => {
        const rosa = await patient();
        return () => invite(server, rosa);
      },
    ],
    [
      "helper_recovery",
      async () => {
        const { email } = await joinedHelper(server, await patient());
        return () => server.call(account.helperForgotPassword, { body: { email } });
      },
    ],
    ["staff_invitation", async () => () => invited(server, ["nurse"])],
    [
      "staff_recovery",
      async () => {
        const { id } = await invited(server, ["nurse"]);
        return () => server.call(staff.recoverMember, { params: { id }, body: {} }, { apiKey });
      },
    ],
  ])("%s", async (purpose, prepare) => {
    const act = await prepare();
    await server.jobs.drain();
    const before = await linksOf(purpose);
    const ends = await endsOfMails(act);
    const made = (await linksOf(purpose)).filter(
      ({ digest }) => !before.some((each) => Buffer.compare(each.digest, digest) === 0),
    );
    expect(made).toHaveLength(1);
    expect(ends).toEqual(made.map(({ expires_at: at }) => at.toISOString()));
  });

  const linksOf = (purpose: string) =>
    server.services.db
      .selectFrom("single_use_link")
      .select(["digest", "expires_at"])
      .where("purpose", "=", purpose as "staff_recovery")
      .execute();
});

describe("beside nodes of the version before", () => {
  /** What such a node writes: a plain hash of the secret. */
  const made = (write: (hash: Buffer) => ReturnType<typeof sql>) => async () => {
    const secret = randomSecret();
    await write(hashSecret(secret)).execute(server.services.db);
    return secret;
  };

  test("their link for a new password opens once, and one used here is used there", async () => {
    const { id, email } = await server.newPatient();
    const code = await made(
      (hash) =>
        sql`insert into recovery_code (code_hash, patient_id, expires_at) values (${hash}, ${id}, ${inHours(0.4)})`,
    )();
    const confirm = () => server.call(auth.confirmPassword, { body: { email, code, password: "another calm noon" } });
    expect([(await confirm()).status, (await confirm()).status]).toEqual([200, 400]);
    const { rows } = await sql<{ used: boolean }>`
      select used_at is not null as used from recovery_code where code_hash = ${hashSecret(code)}`.execute(
      server.services.db,
    );
    expect(rows).toEqual([{ used: true }]);
  });

  test("their one-time token opens here, and one they used doesn't", async () => {
    const { id } = await server.newPatient();
    const token = made(
      (hash) => sql`insert into one_time_token (token_hash, session_id, expires_at)
        select ${hash}, id, ${inHours(0.01)} from session where patient_id = ${id} limit 1`,
    );
    const redeem = (onetimetoken: string) => server.call(auth.getToken, { body: { onetimetoken } });
    expect((await redeem(await token())).status).toBe(200);
    const used = await token();
    const { rows } = await sql`update one_time_token set used_at = now()
      where token_hash = ${hashSecret(used)} and used_at is null returning session_id`.execute(server.services.db);
    expect(rows).toHaveLength(1);
    expect((await redeem(used)).problem.code).toBe("invalid_token");
  });

  test("their change of an e-mail is confirmed here", async () => {
    const { id } = await server.newPatient();
    const email = `changed-${newId()}@example.com`;
    const code = await made(
      (hash) => sql`insert into email_change (code_hash, patient_id, new_email, expires_at)
        values (${hash}, ${id}, ${email}, ${inHours(1)})`,
    )();
    expect((await server.call(account.verifyEmail, { body: { code } })).ok).toEqual({ message: "success", email });
  });

  test("one asked of the practice can be stopped here", async () => {
    const { id, email } = await server.newPatient();
    const code = await made(
      (
        hash,
      ) => sql`insert into email_change (code_hash, patient_id, new_email, expires_at, previous_email, stop_hash, asked_at)
        values (${hashSecret(newId())}, ${id}, ${`changed-${newId()}@example.com`}, ${inHours(24)}, ${email}, ${hash}, ${inHours(0)})`,
    )();
    expect((await server.call(account.stopEmailChange, { body: { code } })).status).toBe(200);
  });

  test("their invitation lets somebody in, and one they ended doesn't", async () => {
    const { id } = await invited(server, ["nurse"]);
    const invitation = made(
      (hash) => sql`insert into staff_invitation (token_hash, member_id, kind, created_at, expires_at)
        values (${hash}, ${id}, 'recovery', ${inHours(0)}, ${inHours(72)})`,
    );
    const read = (token: string) => server.call(staff.invitation, { body: { token } });
    const token = await invitation();
    expect((await read(token)).ok).toMatchObject({ kind: "recovery" });
    const accept = { body: { token, password: staffPassword } };
    expect((await staffBrowser(server).call(staff.acceptInvitation, accept)).ok).toMatchObject({ stage: "enrolling" });
    await sql`update staff_invitation set ended_at = now() where member_id = ${id} and ended_at is null`.execute(
      server.services.db,
    );
    expect((await read(token)).problem.code).toBe("link_expired");
  });
});

test("links that are open when the database is migrated stay open, and used ones used", async () => {
  const database = await openTestDatabase();
  await database.script("drop schema public cascade; drop schema sandbox cascade; create schema public");
  const all = join(import.meta.dirname, "../migrations");
  const folder = mkdtempSync(join(tmpdir(), "calendula-links-"));
  const copy = (names: readonly string[]) => {
    for (const name of names) cpSync(join(all, name), join(folder, name));
  };
  const files = readdirSync(all).sort();
  const at = files.indexOf("0041_single_use_links.sql");
  try {
    copy(files.slice(0, at));
    await migrate(database, { folder });
    const [patient, session, member] = [newId(), newId(), newId()];
    await database.script(`
      insert into patient (id, email, password_hash, created_at, password_changed_at) values ('${patient}', 'a@example.com', '', now(), now());
      insert into session (id, patient_id, created_at, last_used_at, expires_at) values ('${session}', '${patient}', now(), now(), now());
      insert into staff_member (id, email, name, roles, created_at, created_by) values ('${member}', 's@example.com', 'S', '{nurse}', now(), '');
      insert into one_time_token values ('\\x01', '${session}', now(), null), ('\\x02', '${session}', now(), now());
      insert into recovery_code values ('\\x03', '${patient}', now(), null), ('\\x04', '${patient}', now(), now());
      insert into staff_invitation values ('\\x05', '${member}', 'invitation', now(), now(), null), ('\\x06', '${member}', 'recovery', now(), now(), now());
      insert into email_change (code_hash, patient_id, new_email, expires_at, used_at) values ('\\x07', '${patient}', 'b@example.com', now(), null);
      insert into email_change (code_hash, patient_id, new_email, expires_at, used_at, previous_email, stop_hash, asked_at)
        values ('\\x08', '${patient}', 'c@example.com', now(), now(), 'a@example.com', '\\x09', now());
    `);
    copy(files.slice(at));
    await migrate(database, { folder });
    const rows = await database.db.selectFrom("single_use_link").selectAll().orderBy("digest").execute();
    expect(
      rows.map(({ purpose, patient_id, session_id, member_id, ended_at }) => [
        ...[purpose, patient_id ?? session_id ?? member_id, ended_at === null],
      ]),
    ).toEqual([
      ["session_handoff", session, true],
      ["session_handoff", session, false],
      ["password_recovery", patient, true],
      ["password_recovery", patient, false],
      ["staff_invitation", member, true],
      ["staff_recovery", member, false],
      ["email_change", patient, true],
      ["email_change", patient, false],
      ["email_change_stop", patient, true],
    ]);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
});
