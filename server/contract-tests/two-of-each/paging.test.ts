import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { clinicAccessOf, type Endpoint } from "#contract/http/endpoint.ts";
import { permits } from "#contract/policy/policy.ts";
import { roles } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { type CallResult, startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { type Crowd, gatherCrowd, takeOut } from "./crowd.ts";
import { type PagedList, pagedLists } from "./paged-lists.ts";

const cursorFields = ["nextpage", "cursor", "after"];
const shapeOf = (schema: unknown) =>
  Object.keys((schema as { _zod?: { def: { shape?: object } } } | undefined)?._zod?.def.shape ?? {});

/** The calls that go on where a page ended, by the field that says where. */
const pagedCalls = new Map<string, { readonly call: Endpoint; readonly field: string }>(
  [...everyCall()].flatMap(({ feature, name, call }) => {
    const field = [...shapeOf(call.query), ...shapeOf(call.body)].find((each) => cursorFields.includes(each));
    return field === undefined ? [] : [[`${feature}.${name}`, { call: call as Endpoint, field }] as const];
  }),
);
const lists = Object.entries(pagedLists)
  .filter((entry): entry is [string, PagedList] => typeof entry[1] !== "string")
  // What a list needs made is there for those after it.
  .toSorted(([, one], [, other]) => Number(one.prepare !== undefined) - Number(other.prepare !== undefined));
const onlyReasons = 12;

type Ask = (cursor: string | null) => Promise<CallResult<unknown>>;
interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly nextpage?: string | null;
  readonly cursor?: string | null;
}

let server: TestServer;
let crowd: Crowd;
const people = new Map<string, StaffPerson>();
const counts = { lists: 0, walks: 0, pages: 0 };
beforeAll(async () => {
  server = await startTestServer();
  crowd = await gatherCrowd(server);
  for (const role of roles)
    people.set(role, await signedInStaff(server, [role], role === "physician" ? "elena_marsh" : undefined));
});
afterAll(async () => {
  process.stdout.write(
    `Paged: ${counts.lists} lists of ${pagedCalls.size} calls, ${counts.walks} walks, ${counts.pages} pages\n`,
  );
  await server.close();
});

/** Everybody who may make a call. */
function callersOf(call: Endpoint, list: PagedList): readonly (readonly [string, Ask])[] {
  const { field } = [...pagedCalls.values()].find((each) => each.call === call)!;
  const inputOf = (cursor: string | null) => {
    const own = { ...list.body, ...list.query, ...(cursor !== null && { [field]: cursor }) };
    return { params: list.params?.(crowd), ...(list.body ? { body: own } : { query: own }) } as never;
  };
  if (call.access.caller === "patient")
    return [["the patient", (cursor) => server.call(call, inputOf(cursor), { token: crowd.one.token })]];
  const needs = list.needs ?? clinicAccessOf(call)?.needs ?? [];
  const open = roles.filter((role) => permits(permissionsOfRoles(role), needs));
  return [
    ["the practice's system", (cursor) => server.call(call, inputOf(cursor), { apiKey: testApiKey })],
    ...open.map((role): readonly [string, Ask] => [
      role,
      (cursor) => withReason(people.get(role)!, (person) => person.browser.call(call, inputOf(cursor))),
    ]),
  ];
}

/** Gives a reason where a record asks for one. */
async function withReason(person: StaffPerson, ask: (person: StaffPerson) => Promise<CallResult<unknown>>) {
  const result = await ask(person);
  if (result.status !== 403 || result.problem.code !== "reason_required") return result;
  const params = { id: crowd.one.id };
  await person.browser.call(staff.openRecord, { params, body: { reason: "colleague" } });
  return ask(person);
}

/** The ids of a page, and where the next one begins. */
async function read(ask: Ask, cursor: string | null) {
  counts.pages += 1;
  const { status, ok, raw } = await ask(cursor);
  expect(status, raw.payload).toBe(200);
  const page = ok as Page;
  return { ids: page.items.map(({ id }) => id), next: page.nextpage ?? page.cursor ?? null };
}

async function walk(ask: Ask, from: string | null = null): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor = from;
  do {
    const { ids, next } = await read(ask, cursor);
    pages.push(ids);
    cursor = next;
  } while (cursor !== null && pages.length < 50);
  counts.walks += 1;
  return pages;
}

/** Every row of one moment, and written in an order that is no column's. */
async function toOneMoment({ table, at, alsoIn }: PagedList): Promise<void> {
  const moment = new Date(server.clock.now().getTime() - 3_600_000).toISOString();
  const earlier = at === "decided_at" && table === "care_case" ? "- interval '200 days'" : "";
  for (const each of alsoIn === undefined ? [table] : [table, alsoIn])
    await server.database.script(`begin; set local session_replication_role = replica;
      do $$ declare each record; begin
        for each in select ctid as place from ${each} where ${at} is not null order by md5(ctid::text) loop
          update ${each} set ${at} = '${moment}'::timestamptz ${earlier} where ctid = each.place;
        end loop;
      end $$; commit`);
}

describe("a list of three pages, all of one moment", () => {
  test("every paged call is in the table, and few of them only with a reason", () => {
    expect(pagedCalls.size).toBeGreaterThan(25);
    const named = new Set(Object.keys(pagedLists).map((title) => title.split(" ")[0]));
    expect(Array.from(named, String).toSorted()).toEqual([...pagedCalls.keys()].toSorted());
    expect(Object.keys(pagedLists).length - lists.length).toBeLessThanOrEqual(onlyReasons);
  });

  test.each(lists)("%s: each item once, for everybody, also while one comes and goes", async (title, list) => {
    const { call } = pagedCalls.get(title.split(" ")[0] ?? "")!;
    await list.prepare?.(server, crowd);
    await toOneMoment(list);
    counts.lists += 1;
    const callers = callersOf(call, list);
    for (const [caller, ask] of callers) {
      const pages = await walk(ask);
      const ids = pages.flat();
      expect(pages.length, caller).toBeGreaterThanOrEqual(list.pages ?? 3);
      expect(new Set(ids).size, `${caller} is shown none twice`).toBe(ids.length);
      expect(
        pages.every((page) => page.length > 0),
        `${caller} is shown no empty page`,
      ).toBe(true);
      if (caller === callers[0]?.[0]) await comesAndGoes(ask, list, pages);
    }
  });
});

/** One is taken out while a caller is between two pages, and put back while they are there again: nothing else is missing or twice. */
async function comesAndGoes(ask: Ask, { table, rows }: PagedList, pages: readonly string[][]): Promise<void> {
  const all = pages.flat();
  const { ids: first, next } = await read(ask, null);
  for (const id of (pages[1] ?? []).slice(5)) {
    const putBack = await takeOut(server, rows ?? [{ table, key: "id" }], id);
    if (putBack === null) continue;
    const without = [...first, ...(await walk(ask, next)).flat()];
    await putBack();
    expect(without, "with one taken out").toEqual(all.filter((each) => each !== id));
    expect([...first, ...(await walk(ask, next)).flat()], "with one put back").toEqual(all);
    return;
  }
  throw new Error(`No item of the second page is a row of ${table}`);
}
