import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { JobHandler } from "#server/platform/jobs/jobs.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { insertAccount } from "./account-queries.ts";
import { findPatientIds, hashSearchTerms, parsePatientSearch } from "./patient-search.ts";
import { defineSearchIndexJob, indexPatients, rebuildSearchTerms } from "./rebuild-patient-search.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function account(firstname: string): Promise<string> {
  const id = newId();
  const given = { lastname: null, termsVersion: null, invitationCode: null, passwordHash: "", nonRxOnly: false };
  await inTransaction(server.services, (tx) =>
    insertAccount(tx, { ...given, id, firstname, email: `${id}@example.com`, now: new Date() }),
  );
  return id;
}
/** Takes terms away: all of them, or the one that says of which version they are. */
const forget = (ids: readonly string[], all: boolean) => {
  const [version = ""] = hashSearchTerms(server.services.secrets, [{ kind: "version", text: "2" }]);
  return sql`delete from patient_search_term where patient_id = any(${ids}::uuid[])
    and (${all} or term_hash = decode(${version}, 'hex'))`.execute(server.services.db);
};
const isFound = async (id: string, name: string) =>
  (await findPatientIds(server.services, parsePatientSearch(name).terms, { after: null, limit: 999 })).includes(id);

test("whose terms are of an earlier version gets them anew, in batches; whose record was erased gets none", async () => {
  await indexPatients(server.services);
  const old: string[] = [];
  for (let count = 0; count < 101; count += 1) old.push(await account("Zenobia"));
  const [current, erased] = [await account("Zenobia"), await account("Zenobia")];
  await forget(old, false);
  await forget([erased], true);
  await server.services.db
    .updateTable("patient")
    .set({ firstname: "Yolanda" })
    .where("id", "in", [...old, current])
    .execute();
  expect(await indexPatients(server.services)).toBe(101);
  for (const id of [old[0] ?? "", old[100] ?? ""])
    expect([await isFound(id, "Yolanda"), await isFound(id, "Zenobia")]).toEqual([true, false]);
  expect([await isFound(current, "Yolanda"), await isFound(erased, "Zenobia")]).toEqual([false, false]);
  expect(await indexPatients(server.services)).toBe(0);
});

test("is looked for every five minutes", async () => {
  const jobs: [queue: string, work: JobHandler, options: unknown][] = [];
  const define = (...job: (typeof jobs)[number]) => void jobs.push(job);
  defineSearchIndexJob({ define } as never, server.services);
  expect(jobs.map(([queue, , options]) => [queue, options])).toEqual([["auth.search_index", { cron: "*/5 * * * *" }]]);
  const id = await account("Xenia");
  await forget([id], false);
  for (const [, work] of jobs) await work({});
  expect(await indexPatients(server.services)).toBe(0);
});

test("all are written anew, a hundred at a time, with what others keep of them", async () => {
  const id = await account("Wilma");
  await forget([id], true);
  const { count } = await server.services.db
    .selectFrom("patient")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  const [written, sizes]: [string[], number[]] = [[], []];
  const writeOthers = (_: unknown, ids: readonly string[]) => {
    sizes.push(ids.length);
    return Promise.resolve(void written.push(...ids));
  };
  expect(await rebuildSearchTerms(server.services, writeOthers)).toBe(Number(count));
  expect([written.length, new Set(written).size, written.includes(id)]).toEqual([Number(count), Number(count), true]);
  expect(sizes[0]).toBe(Math.min(100, Number(count)));
  expect(await isFound(id, "Wilma")).toBe(true);
});
