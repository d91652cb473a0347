import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { everyCall } from "#contract/api.ts";
import { care } from "#contract/care/calls.ts";
import type { ClinicEmergency } from "#contract/care/emergencies.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { Input, Endpoint } from "#contract/http/endpoint.ts";
import type { Conversation } from "#contract/messages/calls.ts";
import type { Order } from "#contract/orders/orders.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { twoOfEach } from "#server/testing/prepared-patients/two-of-each.ts";
import { type Belongings, ownOf, readBelongings } from "./belongings.ts";
import {
  overAfterVisit,
  ownCallQueries,
  type ReadOfAll,
  type ReadOfOne,
  readsOfAll,
  readsOfOne,
  type World,
} from "./reads.ts";

/** Path parameters that name nothing of a patient. */
const namesNothing = new Set(["n", "key", "day", "month", "step", "year", "productid"]);
const reads = [...everyCall()]
  .map(({ feature, name, call }) => ({ title: `${feature}.${name}`, call: call as Endpoint }))
  .filter(({ call }) => call.method === "GET" && ["patient", "clinic"].includes(call.access.caller));
const namesOf = ({ path }: Endpoint) =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) => (namesNothing.has(name) ? [] : name));
const callOf = (title: string): Endpoint => {
  const found = reads.find((each) => each.title === title.split(" ")[0]);
  return found?.call ?? expect.fail(`No read is called ${title}`);
};
const rowsOfOne = Object.entries(readsOfOne).filter((row): row is [string, ReadOfOne] => typeof row[1] !== "string");
const onlyReasons = 26;

let server: TestServer;
let world: World;
let belongingsOf: (id: string) => Belongings;
let asked = 0;
beforeAll(async () => {
  server = await startTestServer();
  const [one, twin] = [await twoOfEach(server, true), await twoOfEach(server)];
  belongingsOf = await readBelongings(server);
  const { db } = server.services;
  for (const { id } of [one, twin])
    for (const words of ["First", "Second"]) {
      const body = { kind: "question", role: "nurse", words: `${words} of ${id}` } as const;
      await server.call(care.addPatientTask, { params: { id }, body }, { apiKey: testApiKey });
      const note = { kind: "note", words: `${words} note of ${id}`, fields: [] };
      await server.call(care.addPatientLog, { params: { id }, body: note }, { apiKey: testApiKey });
    }
  const { token } = one;
  for (const orderid of [one.orders.first, one.orders.inParcels])
    await requestOf({ kind: "package_problem", words: `Wrong in ${orderid}`, orderid }, token);
  for (const subscriptionid of one.subscriptions)
    await requestOf({ kind: "dose_request", choice: "other", words: `About ${subscriptionid}`, subscriptionid }, token);
  const ids = async (table: "work_item" | "session" | "notification" | "dispute" | "contact_message") =>
    (await db.selectFrom(table).select("id").where("patient_id", "=", one.id).execute()).map(({ id }) => id);
  const asked = await db.selectFrom("task").select(["id", "kind"]).where("patient_id", "=", one.id).execute();
  const orders = await db
    .selectFrom("customer_order")
    .select(["id", "number"])
    .where("patient_id", "=", one.id)
    .execute();
  const prescriptionOrders = await db
    .selectFrom("prescription_order")
    .select("id")
    .where("subscription_id", "in", [...one.subscriptions])
    .execute();
  const disputed = await db
    .selectFrom("dispute")
    .innerJoin("payment_intent", "payment_intent.id", "dispute.payment_intent_id")
    .select(["payment_intent.order_id", "dispute.amount_cents"])
    .where("dispute.patient_id", "=", one.id)
    .execute();
  const cards = await db
    .selectFrom("payment_source")
    .select("id")
    .where("patient_id", "=", one.id)
    .orderBy("is_default")
    .execute();
  world = {
    ...{ one, twin, workItems: await ids("work_item"), cards: cards.map(({ id }) => id) },
    ...{ sessions: await ids("session"), notifications: await ids("notification"), disputes: await ids("dispute") },
    tasks: asked.flatMap(({ id, kind }) => (kind === "log" ? [] : [id])),
    logged: asked.flatMap(({ id, kind }) => (kind === "log" ? [id] : [])),
    contactMessages: await ids("contact_message"),
    prescriptionOrders: prescriptionOrders.map(({ id }) => id),
    disputedCents: new Map(disputed.map(({ order_id, amount_cents }) => [order_id, amount_cents])),
    numbers: new Map(orders.map(({ id, number }) => [id, number ?? ""])),
  };
});
afterAll(async () => {
  process.stdout.write(
    `Two of each: ${rowsOfOne.length} reads of one, ${Object.keys(readsOfAll).length} lists of all; ${asked} answers\n`,
  );
  await server.close();
});

async function requestOf(body: Input<typeof account.addRequest>["body"], token: string): Promise<void> {
  const { status, raw } = await server.call(account.addRequest, { body }, { token });
  expect(status, raw.payload).toBe(201);
}

type Params = Readonly<Record<string, string | number>>;

/** An answer as text: of a PDF, its words. */
async function ask(call: Endpoint, params: Params, query: Params = {}, token = tokenFor(params)): Promise<string> {
  asked += 1;
  const caller = call.access.caller === "patient" ? { token } : { apiKey: testApiKey };
  const { status, raw } = await server.call(call, { params, query } as never, caller);
  expect(status, raw.payload).toBe(200);
  if (call.ok === "application/pdf") return (await readPdf(raw.rawPayload)).text;
  return call.ok === "application/octet-stream" ? raw.rawPayload.toString("base64") : raw.payload;
}
const tokenFor = ({ id }: Params) =>
  ([world.twin.id, ...world.twin.conversations].some((each) => each === id) ? world.twin : world.one).token;

const foundIn = (answer: string, marks: readonly string[]): string[] =>
  marks.filter((mark) => answer.includes(JSON.stringify(mark).slice(1, -1)));

describe("of two things, each read is about the one that is asked for", () => {
  test("every read whose path names something has a row, and few of them only a reason", () => {
    const naming = reads.filter(({ call }) => namesOf(call).length > 0).map(({ title }) => title);
    expect(Object.keys(readsOfOne).toSorted()).toEqual(naming.toSorted());
    expect(naming.length).toBeGreaterThan(35);
    expect(naming.length - rowsOfOne.length).toBeLessThanOrEqual(onlyReasons);
  });

  test.each(rowsOfOne)("%s", async (title, { of, query, unnamed, shows }) => {
    const call = callOf(title);
    const things = of(world);
    expect(things.length).toBeGreaterThanOrEqual(2);
    const answers: string[] = [];
    for (const [id, params] of things) answers.push(await ask(call, params, query?.(id, world)));
    for (const [index, [id]] of things.entries()) {
      const answer = answers[index] ?? "";
      if (!unnamed) expect(foundIn(answer, [...belongingsOf(id)]), "its own").not.toEqual([]);
      for (const [other] of things.filter((each) => each[0] !== id))
        expect(foundIn(answer, ownOf(belongingsOf(other), belongingsOf(id))), "the other's").toEqual([]);
    }
    expect(new Set(answers).size, "answers that differ").toBe(things.length);
    if (shows) expect(foundIn(answers[0] ?? "", shows(world)).toSorted()).toEqual(shows(world).toSorted());
  });

  const ownCalls = reads.filter(
    ({ title, call }) =>
      !overAfterVisit.includes(title) &&
      call.access.caller === "patient" &&
      !call.path.includes("{") &&
      call.ok !== "application/octet-stream",
  );
  test.each(ownCalls)("$title says nothing of a patient just like them", async ({ title, call }) => {
    const ofTwin = ownOf(belongingsOf(world.twin.id), belongingsOf(world.one.id));
    expect(foundIn(await ask(call, {}, ownCallQueries[title]), ofTwin)).toEqual([]);
  });
});

describe("of two things in different states, a list shows those it is about", () => {
  test.each(Object.entries(readsOfAll))("%s", async (title: string, { query, shows, hides }: ReadOfAll) => {
    const answer = await ask(callOf(title), {}, query?.(world));
    const shown = shows(world);
    expect(shown.length).toBeGreaterThan(0);
    expect(foundIn(answer, shown).toSorted()).toEqual(shown.toSorted());
    expect(foundIn(answer, hides?.(world) ?? [])).toEqual([]);
    // Each item is of one thing of the same patient, and says nothing of the next.
    const { items = [] } = JSON.parse(answer) as { readonly items?: readonly { readonly id: string }[] };
    const ofPatient = new Set([world.one.id, world.one.email]);
    const shownItems = items.filter(({ id }) => shown.includes(id));
    for (const item of shownItems)
      for (const other of shownItems.filter(({ id }) => id !== item.id)) {
        const ofOther = ownOf(belongingsOf(other.id), belongingsOf(item.id)).filter((mark) => !ofPatient.has(mark));
        expect(foundIn(JSON.stringify(item), ofOther), "the other's").toEqual([]);
      }
  });

  test("of two emergencies in the same words, the record counts from the one that is open", async () => {
    const { emergencysince } = JSON.parse(await ask(callOf("care.patient"), { id: world.one.id })) as PatientRecord;
    const open = await ask(callOf("care.emergency"), { id: world.one.emergencies[1] });
    expect(emergencysince).toBe((JSON.parse(open) as ClinicEmergency).reportedat);
  });

  test("what is unread of a patient is the sum over their conversations", async () => {
    const { items } = JSON.parse(await ask(callOf("messages.conversations"), {})) as {
      readonly items: readonly Conversation[];
    };
    const { unreadcount } = JSON.parse(await ask(callOf("messages.unreadCount"), { patientId: world.one.id })) as {
      readonly unreadcount: number;
    };
    expect(unreadcount).toBe(items.reduce((sum, each) => sum + each.unreadcount, 0));
    expect(new Set(items.map((each) => each.unreadcount)).size).toBe(2);
  });

  test("the sums of each order are those of its lines and refunds", async () => {
    const orders = [...Object.values(world.one.orders), ...world.one.upsellOrders];
    for (const id of orders) {
      const { detail, summary, refunded, timeline } = JSON.parse(await ask(callOf("treatment.order"), { id })) as Order;
      const cents = (dollars: number) => Math.round(dollars * 100);
      const sum = (all: readonly number[]) => all.reduce((total, each) => total + cents(each), 0);
      expect(sum(detail.map(({ total }) => total)) + cents(summary.shipping)).toBe(cents(summary.totalamount));
      const refunds = timeline.flatMap(({ event, amount }) => (event === "refunded" && amount !== null ? amount : []));
      // Money that a bank took back is on the patient's card as well.
      expect(sum(refunds)).toBe(cents(refunded) + (world.disputedCents.get(id) ?? 0));
    }
  });
});
