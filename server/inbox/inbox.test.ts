import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { type InboxKind, inboxKinds, inboxKindsFor } from "#contract/care/inbox-kinds.ts";
import type { InboxItem } from "#contract/care/inbox.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { permissions, permits } from "#contract/policy/policy.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { openItem, settleItem } from "./testing/items.ts";

type Query = Input<typeof care.inbox>["query"];

const hourMs = 3_600_000;
/** Licensed where the patients of these tests live. */
const doctorId = "elena_marsh";

let server: TestServer;
const people = new Map<Role, StaffPerson>();
const waiting = new Map<InboxKind, { readonly patient: InCare; readonly id: string }>();
beforeAll(async () => {
  server = await startTestServer();
  for (const role of roles)
    people.set(role, await signedInStaff(server, [role], role === "physician" ? doctorId : undefined));
});
afterAll(() => server.close());

const person = (role: Role): StaffPerson => people.get(role) ?? expect.fail();
const read = async (query: Query = {}) => (await server.call(care.inbox, { query }, { apiKey })).ok;
const readAs = async (role: Role, query: Query = {}) => (await person(role).browser.call(care.inbox, { query })).ok;
const countOf = async (kind: InboxKind) => (await read({ limit: 0 })).kinds.find((each) => each.kind === kind)?.waiting;
const ago = (hours: number) => new Date(server.clock.now().getTime() - hours * hourMs);
const idsOf = (items: readonly InboxItem[]) => items.map(({ id }) => id);

/** What people ask each other waits for one role, whoever sees the kind. */
const waitsForRole = (kind: InboxKind, role: Role) => kind !== "task" || role === "nurse";

/** All pages, `limit` at a time. */
async function readAll(query: Query, limit = 3): Promise<InboxItem[]> {
  const items: InboxItem[] = [];
  let nextpage: string | null | undefined;
  while (nextpage !== null) {
    const page = await read({ ...query, limit, ...(nextpage && { nextpage }) });
    items.push(...page.items);
    ({ nextpage } = page);
  }
  return items;
}

test("an inbox in which nothing waits has every kind with nothing in it, and no page", async () => {
  const { items, nextpage, kinds } = await read();
  expect([items, nextpage]).toEqual([[], null]);
  expect(kinds.map(({ kind }) => kind)).toEqual(inboxKinds);
  for (const { promised, late, ...count } of kinds) {
    expect(count).toMatchObject({ waiting: 0, oldest: null, mine: 0, nobodys: 0 });
    expect(late).toBe(promised === null ? null : 0);
  }
});

describe("decisions §11 one of each kind waits", () => {
  beforeAll(async () => {
    for (const [index, kind] of inboxKinds.entries()) {
      const patient = await inCare(server);
      waiting.set(kind, { patient, id: await openItem[kind](server, patient, ago(100 + index)) });
    }
  });

  test.each(roles)("%s sees the kinds of their scopes, and each count is the length of its list", async (role) => {
    if (!inboxKindsFor(permissionsOfRoles(role)).length)
      return expect((await person(role).browser.call(care.inbox, { query: {} })).status).toBe(403);
    const { items, kinds } = await readAs(role);
    expect(kinds.map(({ kind }) => kind)).toEqual(inboxKindsFor(permissionsOfRoles(role)));
    for (const { kind, waiting: count, oldest } of kinds) {
      const listed = (await readAs(role, { kind })).items;
      expect([kind, idsOf(listed)]).toEqual([kind, waitsForRole(kind, role) ? [waiting.get(kind)?.id] : []]);
      expect([count, oldest]).toEqual([listed.length, listed[0]?.since ?? null]);
    }
    expect(new Set(items.map(({ kind }) => kind))).toEqual(
      new Set(kinds.map(({ kind }) => kind).filter((kind) => waitsForRole(kind, role))),
    );
    // A kind that isn't theirs is empty, not refused.
    const foreign = inboxKinds.filter((kind) => !kinds.some((each) => each.kind === kind));
    for (const kind of foreign) expect((await readAs(role, { kind })).items).toEqual([]);
  });

  test("the call is opened by what opens one of the kinds, and by no other", () => {
    expect(inboxKinds.length).toBeGreaterThan(10);
    for (const permission of permissions)
      expect([permission, permits([permission], care.inbox.access.needs)]).toEqual([
        permission,
        inboxKindsFor([permission]).length > 0,
      ]);
  });

  test.each([0, 2, 10])("how many are late is told by each item's own promise, %i days later", async (days) => {
    const { offset } = server.clock;
    server.clock.advance(days * 24 * hourMs);
    const now = server.clock.now().toISOString();
    const { items, kinds } = await read({ limit: 200 });
    server.clock.setOffset(offset);
    for (const { kind, promised, late } of kinds) {
      const until = items.filter((item) => item.kind === kind).map(({ promiseduntil }) => promiseduntil);
      expect([kind, late]).toEqual([kind, promised && until.filter((each) => each !== null && each <= now).length]);
      if (promised && days === 10) expect([kind, late]).toEqual([kind, 1]);
    }
  });

  test("what each says beside who and since when", async () => {
    const { items } = await read({ limit: 200 });
    const of = (kind: InboxKind) => items.find((item) => item.kind === kind);
    expect(of("emergency")).toMatchObject({ title: "Please call 911 now", acknowledgedat: null });
    expect(of("work_item")).toMatchObject({ told: "answers", holdsmedicine: false, flags: [{ ruleid: "lupus" }] });
    expect(of("task")).toMatchObject({
      asked: { kind: "task", log: null, answered: false, words: "Ask for the mammogram", by: null },
    });
    expect(of("conversation")).toMatchObject({ conversation: "patient_services", assignee: null });
    expect(of("contact")).toMatchObject({ name: "Ana Quill", reference: expect.stringMatching(/^C-/) });
    expect(of("past_due")).toMatchObject({ attempts: 2 });
    expect(of("identity")).toMatchObject({ photos: 0 });
    for (const kind of ["incoming", "accepted", "renewal", "upsell", "change", "ready"] as const)
      expect([kind, of(kind)?.medicines.length]).not.toEqual([kind, 0]);
    for (const kind of ["incoming", "accepted", "identity", "followup_due"] as const)
      expect(of(kind)?.refid).toBe(of(kind)?.patient?.id);
    for (const kind of ["mismatch", "ready", "upsell", "dispute"] as const)
      expect(of(kind)?.ordernumber).toMatch(/^\d/);
  });

  test("finance sees neither a product nor that an emergency is open", async () => {
    const patient = waiting.get("past_due")?.patient ?? expect.fail();
    const last = (await readAs("finance")).items.at(-1)?.kind ?? expect.fail();
    const lastPatient = waiting.get(last)?.patient ?? expect.fail();
    for (const each of new Set([patient, lastPatient])) await openItem.emergency(server, each, ago(1));
    const ofFinance = (await readAs("finance")).items;
    expect(ofFinance.flatMap(({ medicines }) => medicines)).toEqual([]);
    expect(ofFinance.map(({ patient: of }) => of?.emergencysince)).toEqual([null, null, null]);
    expect(ofFinance.map(({ since }) => since)).toEqual(ofFinance.map(({ since }) => since).toSorted());
    const services = (await readAs("patient_services")).items;
    expect(services[0]).toMatchObject({ kind: "past_due", patient: { emergencysince: expect.any(String) } });
    for (const each of [patient, lastPatient]) await settleItem.emergency(server, each);
    await settleOne("emergency");
  });

  test("each list of the contract has what its kind has", async () => {
    const rows = async (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
    const list = { query: {} };
    const lists: Partial<Record<InboxKind, () => Promise<readonly { readonly id: string }[]>>> = {
      emergency: async () => (await server.call(care.emergencies, { query: { state: "open" } }, { apiKey })).ok.items,
      work_item: async () => (await server.call(care.workItems, list, { apiKey })).ok.items,
      task: async () => {
        const params = { id: waiting.get("task")?.patient.id ?? "" };
        return (await server.call(care.patientTasks, { params, ...list }, { apiKey })).ok.items;
      },
      conversation: async () => (await server.call(care.conversations, list, { apiKey })).ok.items,
      contact: async () => (await server.call(care.contactMessages, list, { apiKey })).ok.items,
      dispute: async () => (await server.call(care.disputes, list, { apiKey })).ok.items,
    };
    for (const status of [
      "incoming",
      "accepted",
      "renewal",
      "upsell",
      "followup",
      "followup_due",
      "change",
      "identity",
    ] as const)
      lists[status] = async () => (await server.call(care.cases, { query: { status } }, { apiKey })).ok.items;
    for (const status of ["ready", "mismatch", "past_due"] as const)
      lists[status] = async () => (await server.call(care.orders, { query: { status } }, { apiKey })).ok.items;
    // A practice's own system reads these in the inbox alone.
    for (const kind of inboxKinds.filter((each) => each !== "pair"))
      expect([kind, await rows((await lists[kind]?.()) ?? [])]).toEqual([kind, idsOf((await read({ kind })).items)]);
  });

  test("of one patient alone, counts as well", async () => {
    const { patient, id } = waiting.get("renewal") ?? expect.fail();
    const { items, kinds } = await read({ patientid: patient.id });
    expect(idsOf(items)).toEqual([id]);
    expect(kinds.filter(({ waiting: count }) => count > 0).map(({ kind }) => kind)).toEqual(["renewal"]);
  });

  test("whose records were shown is in the audit; numbers alone show nobody's", async () => {
    const { id } = person("nurse");
    const shown = async () =>
      (
        await server.services.db
          .selectFrom("audit_event")
          .select("patient_id")
          .where("actor", "=", `staff:${id}`)
          .where("call", "=", "care.inbox")
          .where("patient_id", "is not", null)
          .execute()
      ).length;
    const before = await shown();
    const numbers = await readAs("nurse", { limit: 0 });
    expect([numbers.items, numbers.nextpage, await shown()]).toEqual([[], null, before]);
    const { items } = await readAs("nurse");
    expect(await shown()).toBe(before + new Set(items.map(({ patient }) => patient?.id)).size);
  });

  test.each(inboxKinds.filter((kind) => kind !== "emergency"))(
    "%s: open desks are told when one opens and when it is settled, and the count moves",
    async (kind) => {
      const before = (await countOf(kind)) ?? 0;
      const patient = await inCare(server);
      const opened = await toldDuring(() => openItem[kind](server, patient, ago(1)));
      // A day that comes is no change.
      expect([opened, await countOf(kind)]).toEqual([kind !== "followup_due", before + 1]);
      const settled = await toldDuring(() => settleItem[kind](server, patient));
      expect([settled, await countOf(kind)]).toEqual([true, before]);
    },
  );

  const settleOne = async (kind: InboxKind) => {
    const found = waiting.get(kind);
    if (found) await settleItem[kind](server, found.patient);
  };
});

/** Whether open desks were told of a change while this ran, and nothing else did. */
async function toldDuring(work: () => Promise<unknown>): Promise<boolean> {
  let told = 0;
  const { signals } = server.services;
  signals.open();
  const stop = signals.on("work_changed", () => void (told += 1));
  await new Promise((resolve) => setTimeout(resolve, 60));
  told = 0;
  await work();
  for (let tries = 0; told === 0 && tries < 40; tries += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  stop?.();
  return told > 0;
}

describe("decisions §11 the inbox is by urgency", () => {
  beforeAll(async () => {
    for (const [kind, { patient }] of waiting) await settleItem[kind](server, patient);
    waiting.clear();
  });
  const settled: (() => Promise<unknown>)[] = [];
  const open = async (kind: InboxKind, since: Date, patient?: InCare) => {
    const of = patient ?? (await inCare(server));
    settled.push(() => settleItem[kind](server, of));
    return { id: await openItem[kind](server, of, since), patient: of };
  };

  test("emergencies, what is too late within a day, then whoever has waited longest", async () => {
    const soonest = await open("work_item", ago(46));
    const soon = await open("work_item", ago(30));
    const later = await open("work_item", ago(20));
    const longest = await open("followup", ago(70));
    const urgent = await open("emergency", ago(0.1));
    const sameRecord = await open("conversation", ago(0.2), urgent.patient);
    const expected = [urgent, sameRecord, soonest, soon, longest, later].map(({ id }) => id);
    // In pages of any size.
    for (const limit of [1, 2, 3, 50])
      expect(idsOf(await readAll({}, limit)).slice(0, expected.length)).toEqual(expected);
    // Acknowledged, it is still with the emergencies, by its wait.
    const acknowledged = { acknowledged_at: server.clock.now() };
    await server.services.db.updateTable("emergency_report").set(acknowledged).where("id", "=", urgent.id).execute();
    expect(idsOf((await read()).items).slice(0, 2)).toEqual([sameRecord.id, urgent.id]);
  });

  test("two that wait equally long are always in the same order", async () => {
    const since = ago(10);
    const same = [await open("renewal", since), await open("renewal", since), await open("change", since)];
    for (const limit of [1, 2, 3, 50])
      expect(idsOf(await readAll({}, limit)).slice(-3)).toEqual(same.map(({ id }) => id).toSorted());
    // Less than a millisecond apart they have an order, too, and a page ends between them.
    const [first = "", second = ""] = same.map(({ id }) => id);
    const later = sql`requested_at + case id when ${first} then 700 else 300 end * interval '1 microsecond'`;
    await sql`update renewal_request set requested_at = ${later} where id in (${first}, ${second})`.execute(
      server.services.db,
    );
    for (const limit of [1, 2, 3, 50]) expect(idsOf(await readAll({}, limit)).slice(-2)).toEqual([second, first]);
  });

  test("the end of its order's authorization is when an upsell is too late", async () => {
    const upsell = await open("upsell", ago(1));
    const placed = ago(7 * 24 - 3);
    const order = { status: "authorized" as const, placed_at: placed };
    await sql`alter table customer_order disable trigger user`.execute(server.services.db);
    await server.services.db
      .updateTable("customer_order")
      .set(order)
      .where("id", "=", upsell.patient.orderId)
      .execute();
    await sql`alter table customer_order enable trigger user`.execute(server.services.db);
    const [item] = (await read({ kind: "upsell" })).items;
    expect(item?.expires).toBe(new Date(placed.getTime() + 7 * 24 * hourMs).toISOString());
    // Between what is due in two hours and what is due in eighteen, in pages of any size.
    for (const limit of [1, 2, 50]) expect(idsOf(await readAll({}, limit)).findIndex((id) => id === upsell.id)).toBe(3);
  });

  test("what is settled between two pages is left out, and nothing else is missed or repeated", async () => {
    const all = idsOf(await readAll({}));
    const first = await read({ limit: 4 });
    const [gone, seen] = [all[5] ?? "", all[1] ?? ""];
    const kindOf = (await read()).items.find(({ id }) => id === gone)?.kind ?? expect.fail();
    const table =
      { work_item: "work_item", followup: "followup", renewal: "renewal_request" }[kindOf as string] ??
      expect.fail(kindOf);
    await sql`delete from ${sql.table(table)} where id = ${gone}`.execute(server.services.db);
    const rest = await read({ limit: 50, nextpage: first.nextpage ?? "" });
    expect([...idsOf(first.items), ...idsOf(rest.items)]).toEqual(all.filter((id) => id !== gone));
    expect(idsOf(rest.items)).not.toContain(seen);
    expect(rest.nextpage).toBeNull();
  });

  test("beyond the end there is an empty page; a place no list handed out is refused", async () => {
    const { items, nextpage } = await read({ limit: 1 });
    for (const settle of settled) await settle();
    const beyond = await read({ limit: 50, nextpage: nextpage ?? "" });
    expect([items.length, beyond.items, beyond.nextpage]).toEqual([1, [], null]);
    for (const wrong of ["x", "MjAyNg", nextpage?.slice(0, -4) ?? ""]) {
      const { status, problem } = await server.call(care.inbox, { query: { nextpage: wrong } }, { apiKey });
      expect([status, problem.code]).toEqual([400, "bad_request"]);
    }
    expect((await server.call(care.inbox, { query: { limit: 201 } }, { apiKey })).status).toBe(400);
  });

  test("plans are those that are accepted and those that aren't, in one order", async () => {
    const [one, two, three] = [
      await open("accepted", ago(3)),
      await open("incoming", ago(2)),
      await open("accepted", ago(1)),
    ];
    await open("renewal", ago(4));
    expect(idsOf((await read({ kind: "plan" })).items)).toEqual([one.id, two.id, three.id]);
    for (const { patient } of [one, two, three]) await settleItem.accepted(server, patient);
  });
});

describe("list, counts and badge are one answer", () => {
  test("decisions §11 mine and nobody's are counted from the list; an assignment that doesn't count is nobody's", async () => {
    const patients = [await inCare(server), await inCare(server), await inCare(server)];
    const ids: string[] = [];
    for (const [index, patient] of patients.entries())
      ids.push(await openItem.conversation(server, patient, ago(9 - index)));
    const nurse = person("nurse");
    const assign = (id: string, memberid: string) =>
      server.call(care.assignConversation, { params: { id }, body: { memberid } }, { apiKey });
    expect((await assign(ids[0] ?? "", nurse.id)).status).toBe(200);
    expect((await assign(ids[1] ?? "", person("patient_services").id)).status).toBe(200);
    const seen = async (role: Role) => {
      const kinds = (await readAs(role, { limit: 0 })).kinds.find(({ kind }) => kind === "conversation");
      const listed = async (whose: "mine" | "nobodys") =>
        idsOf((await readAs(role, { kind: "conversation", whose })).items);
      return {
        counts: [kinds?.waiting, kinds?.mine, kinds?.nobodys],
        mine: await listed("mine"),
        nobodys: await listed("nobodys"),
      };
    };
    expect(await seen("nurse")).toEqual({ counts: [3, 1, 1], mine: [ids[0]], nobodys: [ids[2]] });
    expect(await seen("patient_services")).toEqual({ counts: [3, 1, 1], mine: [ids[1]], nobodys: [ids[2]] });
    const [first] = (await readAs("nurse", { kind: "conversation" })).items;
    expect(first?.assignee).toMatchObject({ memberid: nurse.id, name: "Ines Falk" });
    // Somebody who doesn't work here any more has nothing, also where the assignment is still written.
    await sql`alter table staff_member disable trigger user`.execute(server.services.db);
    await server.services.db
      .updateTable("staff_member")
      .set({ disabled_at: server.clock.now() })
      .where("id", "=", person("patient_services").id)
      .execute();
    await sql`alter table staff_member enable trigger user`.execute(server.services.db);
    expect((await seen("nurse")).counts).toEqual([3, 1, 2]);
    expect(
      (await readAs("nurse", { kind: "conversation" })).items.map(({ assignee }) => assignee?.memberid ?? null),
    ).toEqual([nurse.id, null, null]);
  });
});

describe("a practice's own system", () => {
  test("reads the kinds of its key's scopes, and has nothing of its own", async () => {
    const body = { name: "Desk", scopes: ["messages" as const] };
    const { secret } = (await server.call(integrations.createKey, { body }, { apiKey })).ok;
    const { ok } = await server.call(care.inbox, { query: { whose: "mine" } }, { apiKey: secret });
    expect(ok.kinds.map(({ kind }) => kind)).toEqual(["task", "conversation", "contact"]);
    expect([ok.items, ok.kinds.map(({ mine }) => mine)]).toEqual([[], [0, 0, 0]]);
  });
});

test("a kind that can't be read fails the whole call: nothing missing looks like nothing waiting", async () => {
  await sql`alter table contact_message rename to contact_message_away`.execute(server.services.db);
  try {
    expect((await server.call(care.inbox, { query: {} }, { apiKey })).status).toBe(500);
    // Who doesn't see it has an inbox.
    expect((await person("nurse").browser.call(care.inbox, { query: {} })).status).toBe(200);
  } finally {
    await sql`alter table contact_message_away rename to contact_message`.execute(server.services.db);
  }
});
