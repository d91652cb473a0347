import { beforeAll, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { deleteExpiredStaffRows } from "./jobs.ts";
import { addMember } from "./testing/member-rows.ts";

const now = new Date(Date.UTC(1990, 5, 30, 12));
const ago = (days: number, more = 0) => new Date(now.getTime() - days * 86_400_000 - more);
const bytes = () => Buffer.from(newId());

let server: TestServer;
let member_id: string;
beforeAll(async () => {
  server = await sharedTestServer();
  member_id = (await addMember(server)).id;
});

/** What is kept of each, by when it ended; each row says so by one of its columns. */
const kinds = {
  "a way to the provider": {
    days: 1,
    add: async (expires_at: Date) => {
      const row = { state_hash: bytes(), browser_hash: bytes(), nonce: "n", code_verifier: "v", return_to: "/" };
      await server.services.db
        .insertInto("staff_oidc_login")
        .values({ ...row, expires_at })
        .execute();
    },
    left: () => server.services.db.selectFrom("staff_oidc_login").select("expires_at as at").execute(),
  },
  "a claim": {
    days: 1,
    add: async (ends_at: Date) => {
      const row = { kind: "case", object_id: newId(), member_id, claimed_at: ago(99) };
      await server.services.db
        .insertInto("staff_claim")
        .values({ ...row, ends_at })
        .execute();
    },
    left: () =>
      server.services.db.selectFrom("staff_claim").select("ends_at as at").where("member_id", "=", member_id).execute(),
  },
  "a session": {
    days: 30,
    add: async (ends_at: Date) => {
      const row = {
        id: newId(),
        member_id,
        token_hash: bytes(),
        stage: "open",
        created_at: ago(99),
        used_at: ago(0),
      } as const;
      await server.services.db
        .insertInto("staff_session")
        .values({ ...row, ends_at })
        .execute();
    },
    left: () =>
      server.services.db
        .selectFrom("staff_session")
        .select("ends_at as at")
        .where("member_id", "=", member_id)
        .execute(),
  },
  "a link of theirs": {
    days: 30,
    add: async (expires_at: Date) => {
      const row = { digest: bytes(), purpose: "staff_invitation", member_id } as const;
      await server.services.db
        .insertInto("single_use_link")
        .values({ ...row, expires_at })
        .execute();
    },
    left: () =>
      server.services.db
        .selectFrom("single_use_link")
        .select("expires_at as at")
        .where("member_id", "=", member_id)
        .execute(),
  },
  "a draft": {
    days: 30,
    add: async (updated_at: Date) => {
      const row = { id: newId(), member_id, kind: "note", object_id: newId(), text_sealed: bytes() };
      await server.services.db
        .insertInto("staff_draft")
        .values({ ...row, updated_at })
        .execute();
    },
    left: () =>
      server.services.db
        .selectFrom("staff_draft")
        .select("updated_at as at")
        .where("member_id", "=", member_id)
        .execute(),
  },
};

test.each(Object.entries(kinds))(
  "%s is deleted once it has been over for its days, and no sooner",
  async (_, { days, add, left }) => {
    for (const at of [ago(days, 1), ago(days), ago(0)]) await add(at);
    await deleteExpiredStaffRows(server.services.db, now);
    const kept = (await left()).map(({ at }) => at.getTime()).filter((at) => at <= now.getTime());
    expect(kept.toSorted((one, other) => one - other)).toEqual([ago(days), ago(0)].map((at) => at.getTime()));
  },
);

test("a patient's link is no concern of theirs", async () => {
  const { id: patient_id } = await server.newPatient();
  const row = { digest: bytes(), purpose: "password_recovery", patient_id, expires_at: ago(99) } as const;
  await server.services.db.insertInto("single_use_link").values(row).execute();
  await deleteExpiredStaffRows(server.services.db, now);
  const links = server.services.db.selectFrom("single_use_link").select("digest").where("patient_id", "=", patient_id);
  expect(await links.execute()).toHaveLength(1);
});
