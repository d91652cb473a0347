import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { packOrder } from "./packing.ts";
import { verifyOrder } from "./verification.ts";

let server: TestServer;
let paz: StaffPerson;
let ines: StaffPerson;
beforeAll(async () => {
  server = await sharedTestServer();
  paz = await named("Paz Lindqvist");
  ines = await named("Ines Falk");
});

async function named(name: string): Promise<StaffPerson> {
  const person = await signedInStaff(server, ["pharmacy"]);
  await server.services.db.updateTable("staff_member").set({ name }).where("id", "=", person.id).execute();
  return person;
}

/** An order to be packed, with its lots as somebody types them. */
async function orderToPack() {
  const patient = await inCare(server, { delivered: false });
  const rows = await server.services.db
    .selectFrom("order_line")
    .select(["pricing_id", "prescription"])
    .where("order_id", "=", patient.orderId)
    .orderBy("line")
    .execute();
  const ends = addDays(clinicToday(server.services), 700);
  const lots = rows.map(({ pricing_id: pricingid }, at) => ({ pricingid, lotnumber: `L-${at}`, expireson: ends }));
  return { patient, id: patient.orderId, lots, vouched: lots.map((line) => ({ ...line, uncoded: "Torn" })) };
}
type Order = Awaited<ReturnType<typeof orderToPack>>;

const pack = (by: StaffPerson, { id }: Order, lines: Order["lots"], body: object = {}) =>
  by.browser.call(care.packOrder, { params: { id }, body: { lines, ...body } });
const parcel = () => ({ carrier: "Meadow Post", trackingnumber: `T${newId().replaceAll("-", "").slice(0, 20)}` });
const ship = (by: StaffPerson, { id }: Order, body: object = {}) =>
  by.browser.call(care.shipOrder, { params: { id }, body: { ...parcel(), ...body } });
const shipByKey = ({ id }: Order, body: object = {}) =>
  server.call(care.shipOrder, { params: { id }, body: { ...parcel(), ...body } }, { apiKey });

async function linesOf({ id }: Order) {
  const { ok } = await server.call(care.orders, { query: { status: "ready" } }, { apiKey });
  const found = ok.items.find((item) => item.id === id) ?? (await byNumber(id));
  return found?.dispensing?.lines ?? [];
}
async function byNumber(id: string) {
  const row = await server.services.db
    .selectFrom("customer_order")
    .select("number")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { ok } = await server.call(care.orderByNumber, { params: { number: row.number ?? "" } }, { apiKey });
  return ok.items[0];
}
const seenOf = async (order: Order) =>
  (await linesOf(order)).map(({ pricingid, packedat }) => ({ pricingid, packedat: packedat ?? "" }));
type SeenLines = readonly { pricingid: string; packedat: string; label?: string }[];
const verify = async (by: StaffPerson, { id }: Order, lines: SeenLines) =>
  by.browser.call(care.verifyOrder, { params: { id }, body: { lines: [...lines] } });
const verifierOf = async (order: Order) => (await linesOf(order)).map(({ verified }) => verified?.name ?? null);

describe("who filled and who verified", () => {
  test("one act of a single pharmacist: named on the order, the label, the record and in FHIR", async () => {
    const order = await orderToPack();
    const { patient } = order;
    expect((await pack(paz, order, order.vouched, { verified: true })).status).toBe(200);
    const who = { actor: `staff:${paz.id}`, name: "Paz Lindqvist" };
    for (const line of await linesOf(order)) expect(line).toMatchObject({ filled: who, verified: who });
    const labels = await server.call(care.printOrders, { body: { orderids: [order.id], what: "labels" } }, { apiKey });
    expect((await readPdf(labels.raw.rawPayload)).textOfPage[0]).toMatch(
      /Filled by Paz Lindqvist +Verified by Paz Lindqvist/,
    );
    expect((await ship(paz, order)).ok.order.status).toBe("shipped");
    const as = { token: patient.token };
    const pdf = await server.call(documents.medicalRecords, { params: { id: patient.id } }, as);
    const { tables } = await readPdf(pdf.raw.rawPayload);
    const rows = tables.find(([head]) => head?.includes("Verified by"))?.slice(1) ?? [];
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.slice(2)).toEqual(["Paz Lindqvist", "Paz Lindqvist"]);
    const fhir = await server.call(documents.medicalRecordsFhir, { params: { id: patient.id } }, as);
    const dispenses = (
      JSON.parse(fhir.raw.payload) as { entry: { resource: { resourceType: string; performer: unknown[] } }[] }
    ).entry.filter(({ resource }) => resource.resourceType === "MedicationDispense");
    const performed = (code: string) =>
      expect.objectContaining({
        function: { coding: [expect.objectContaining({ code })] },
        actor: { display: "Paz Lindqvist" },
      });
    expect(dispenses.length).toBeGreaterThan(0);
    for (const { resource } of dispenses)
      expect(resource.performer).toEqual(expect.arrayContaining([performed("packager"), performed("finalchecker")]));
  });

  test("packed and not verified, it's ready and doesn't leave; another pharmacist verifies it", async () => {
    const order = await orderToPack();
    await pack(paz, order, order.vouched);
    expect(await verifierOf(order)).toEqual(order.lots.map(() => null));
    for (const refused of [await ship(paz, order), await ship(paz, order, { verified: true }), await shipByKey(order)])
      expect([refused.problem.code, refused.problem.message]).toEqual([
        "wrong_state",
        expect.stringMatching(/is to be verified: a pharmacist has to look/),
      ]);
    expect((await verify(ines, order, await seenOf(order))).status).toBe(200);
    expect((await linesOf(order)).map(({ filled, verified }) => [filled?.name, verified?.name])).toEqual(
      order.lots.map(() => ["Paz Lindqvist", "Ines Falk"]),
    );
    expect((await ship(paz, order)).status).toBe(200);
  });

  test("what is packed anew is verified anew, and not as it was seen before", async () => {
    const order = await orderToPack();
    await pack(paz, order, order.vouched);
    const before = await seenOf(order);
    await verify(ines, order, before);
    server.clock.advance(1000);
    const [first] = order.vouched;
    await pack(paz, order, [{ ...first!, lotnumber: "L-NEW" }]);
    expect((await linesOf(order)).map(({ verified }) => verified !== null)).toEqual(order.lots.map((_, at) => at > 0));
    expect((await ship(paz, order)).problem.message).toMatch(/is to be verified/);
    expect((await verify(ines, order, before)).problem).toMatchObject({
      code: "wrong_state",
      message: expect.stringMatching(/was packed anew, or isn’t packed/),
    });
    expect((await verify(ines, order, await seenOf(order))).status).toBe(200);
    expect((await ship(paz, order)).status).toBe(200);
  });

  test("of two at once one verifies, and the other hears who; a repeat changes nothing", async () => {
    const order = await orderToPack();
    await pack(paz, order, order.vouched);
    const seen = await seenOf(order);
    const answers = await Promise.all([verify(paz, order, seen), verify(ines, order, seen)]);
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
    const [winner, loser] = answers[0]?.status === 200 ? [paz, answers[1]] : [ines, answers[0]];
    expect(loser?.problem).toMatchObject({ code: "conflict", message: expect.stringMatching(/has verified/) });
    const at = (await linesOf(order)).map(({ verified }) => verified?.at);
    server.clock.advance(1000);
    expect((await verify(winner, order, seen)).status).toBe(200);
    expect((await linesOf(order)).map(({ verified }) => verified?.at)).toEqual(at);
  });

  test("somebody who is disabled verifies nothing more; what they verified stays, by name", async () => {
    const mira = await named("Mira Voss");
    const [done, waiting] = [await orderToPack(), await orderToPack()];
    for (const order of [done, waiting]) await pack(paz, order, order.vouched);
    await verify(mira, done, await seenOf(done));
    const seen = await seenOf(waiting);
    const disabled = await server.call(staff.disableMember, { params: { id: mira.id }, body: {} }, { apiKey });
    expect(disabled.status).toBeLessThan(300);
    expect((await verify(mira, waiting, seen)).status).toBe(401);
    expect(await verifierOf(waiting)).toEqual(waiting.lots.map(() => null));
    expect((await ship(paz, done)).status).toBe(200);
    expect(await verifierOf(done)).toEqual(done.lots.map(() => "Mira Voss"));
  });

  test("nothing that isn't packed, has left, or waits for an answer", async () => {
    const order = await orderToPack();
    const unpacked = order.lots.map(({ pricingid }) => ({ pricingid, packedat: server.clock.now().toISOString() }));
    expect((await verify(ines, order, unpacked)).problem.message).toMatch(/isn’t packed/);
    await pack(paz, order, order.vouched);
    const seen = await seenOf(order);
    const asked = await paz.browser.call(
      care.askAboutOrder,
      { params: { id: order.id }, body: { words: "Is this strength right?" } },
      { headers: { "idempotency-key": newId() } },
    );
    expect((await verify(ines, order, seen)).problem.code).toBe("waits_for_clinician");
    await paz.browser.call(care.endTask, { params: { id: asked.ok.id }, body: { outcome: "dropped" } });
    expect((await verify(ines, order, seen)).status).toBe(200);
    await ship(paz, order);
    expect((await verify(ines, order, seen)).problem.message).toMatch(/has left already/);
  });

  test.each(["nurse", "patient_services", "finance", "administrator"] as const)(
    "not by somebody who is %s",
    async (role) => {
      const order = await orderToPack();
      await pack(paz, order, order.vouched);
      const seen = await seenOf(order);
      const other = await signedInStaff(server, [role]);
      expect((await verify(other, order, seen)).status).toBe(403);
      expect(await verifierOf(order)).toEqual(order.lots.map(() => null));
    },
  );
});

describe("two people", () => {
  /** As two calls of a pharmacy where whoever packs doesn't verify. */
  const strict = () => {
    const { content } = server.services;
    return {
      ...server.services,
      content: { ...content, shipping: { ...content.shipping, packerverifies: false } },
      refuse: (code: string, options: object) => new Refusal(code as never, options),
    } as never;
  };
  const as = ({ id }: StaffPerson, name: string) => ({ actor: `staff:${id}`, isSystem: false, name });

  test("where the content says so, nobody verifies what they packed, in one act or in two", async () => {
    const order = await orderToPack();
    const input = { named: order.vouched, packer: as(paz, "Paz Lindqvist") };
    await expect(packOrder(strict(), order.id, { ...input, signing: { verified: true } })).rejects.toThrow(
      /another person verify/,
    );
    await packOrder(strict(), order.id, { ...input, signing: {} });
    const seen = await seenOf(order);
    await expect(verifyOrder(strict(), order.id, { seen, verifier: input.packer })).rejects.toThrow(
      /another person verify/,
    );
    await verifyOrder(strict(), order.id, { seen, verifier: as(ines, "Ines Falk") });
    expect(await verifierOf(order)).toEqual(order.lots.map(() => "Ines Falk"));
  });

  test("a typed lot needs no reason where another person verifies it, and is never verified by whoever typed it", async () => {
    const order = await orderToPack();
    expect((await pack(paz, order, order.lots, { verified: true })).problem.message).toMatch(/scan the boxes/);
    expect((await pack(paz, order, order.lots)).status).toBe(200);
    expect((await linesOf(order)).map(({ matched }) => matched)).toEqual(order.lots.map(() => "two_people"));
    const seen = await seenOf(order);
    expect((await verify(paz, order, seen)).problem.message).toMatch(/another person has to verify it/);
    expect((await ship(paz, order)).problem.message).toMatch(/is to be verified/);
    expect((await verify(ines, order, seen)).status).toBe(200);
    expect((await ship(paz, order)).status).toBe(200);
  });

  test("SQL lets nobody verify what they typed alone", async () => {
    const order = await orderToPack();
    await pack(paz, order, order.lots);
    await expect(
      server.services.db
        .updateTable("order_fill")
        .set({ verifier: `staff:${paz.id}`, verified_at: server.clock.now() })
        .where("order_id", "=", order.id)
        .execute(),
    ).rejects.toThrow(/check constraint/);
  });
});

describe("a pharmacy with a system or a file of its own", () => {
  test("names who filled and the pharmacist who verified, when it packs or when it sends", async () => {
    const [packed, sent, silent] = [await orderToPack(), await orderToPack(), await orderToPack()];
    const people = { filledby: "Sol Reyes", verifiedby: "Dr. Ana Costa, PharmD" };
    const body = { lines: packed.lots, ...people };
    expect((await server.call(care.packOrder, { params: { id: packed.id }, body }, { apiKey })).status).toBe(200);
    await shipByKey(packed);
    await shipByKey(sent, people);
    await shipByKey(silent);
    const namesOf = async (order: Order) =>
      (await linesOf(order)).map(({ filled, verified }) => [filled?.name, verified?.name]);
    for (const order of [packed, sent])
      expect(await namesOf(order)).toEqual(order.lots.map(() => ["Sol Reyes", "Dr. Ana Costa, PharmD"]));
    // It answers for its people, as before it named them.
    expect(await namesOf(silent)).toEqual(silent.lots.map(() => [null, null]));
    expect((await linesOf(silent))[0]?.verified?.actor).toMatch(/^key:/);
  });

  test("verifies what a person packed, naming its pharmacist", async () => {
    const order = await orderToPack();
    await pack(paz, order, order.vouched);
    expect((await shipByKey(order)).problem.message).toMatch(/is to be verified/);
    expect((await shipByKey(order, { verifiedby: "Ana Costa" })).status).toBe(200);
    expect(await verifierOf(order)).toEqual(order.lots.map(() => "Ana Costa"));
  });

  test("a person names another pharmacist only for lots of a file they vouch for", async () => {
    const order = await orderToPack();
    const other = { verifiedby: "Ana Costa" };
    expect((await pack(paz, order, order.vouched, other)).problem.message).toMatch(/only verify in your own name/);
    expect((await ship(paz, order, { lines: order.vouched, ...other })).status).toBe(200);
    expect((await linesOf(order)).map(({ filled, verified }) => [filled?.name, verified?.name])).toEqual(
      order.lots.map(() => ["Paz Lindqvist", "Ana Costa"]),
    );
    const packed = await orderToPack();
    await pack(paz, packed, packed.vouched);
    expect((await ship(paz, packed, other)).problem.message).toMatch(/only verify in your own name/);
  });
});

describe("what a label says changed after it was verified", () => {
  const changeDirections = async ({ patient }: Order, directions: string) => {
    const { ok } = await server.call(care.patient, { params: { id: patient.id } }, { apiKey });
    const capsule = ok.prescriptions?.find(({ productid }) => productid === "progesterone_capsule_100");
    const body = { reason: "Sleepy.", message: "Every other night now.", directions, pace: "half" } as const;
    const { status, raw } = await server.call(
      care.changeDirections,
      { params: { id: capsule?.id ?? "" }, body },
      { apiKey },
    );
    if (status !== 200) throw new Error(`Changing directions answered ${status}: ${raw.payload}`);
  };
  const seenNow = async (order: Order) =>
    (await linesOf(order)).map(({ pricingid, packedat, label }) => ({
      ...{ pricingid, packedat: packedat ?? "", label: label ?? "" },
    }));
  const changedOf = async (order: Order) =>
    (await linesOf(order)).map(({ pricingid, verified, labelchanged }) => [pricingid, verified !== null, labelchanged]);
  const directionsChanged = [false, ["directions"]];
  const asVerified = [true, []];

  test("that line alone has to be verified again before it leaves, and the pharmacy is told why", async () => {
    const order = await orderToPack();
    await pack(paz, order, order.vouched, { verified: true });
    await changeDirections(order, "Take one capsule every other night.");
    expect(new Set(await changedOf(order))).toEqual(
      new Set([
        ["estradiol_patch_0_05_1m", ...asVerified],
        ["progesterone_capsule_100_1m", ...directionsChanged],
      ]),
    );
    for (const refused of [await ship(paz, order), await shipByKey(order, { verified: false })])
      expect([refused.problem.code, refused.problem.message]).toEqual([
        "wrong_state",
        "Progesterone capsule is to be verified again: its label or its cap is to be another one than when it was packed. Please print the label anew, and have a pharmacist look at it.",
      ]);
    const seen = (await seenNow(order)).filter(({ pricingid }) => pricingid === "progesterone_capsule_100_1m");
    expect((await verify(ines, order, seen)).status).toBe(200);
    expect(await verifierOf(order)).toEqual(
      (await linesOf(order)).map(({ pricingid }) => (pricingid.startsWith("prog") ? "Ines Falk" : "Paz Lindqvist")),
    );
    expect((await changedOf(order)).map(([, ...rest]) => rest)).toEqual([asVerified, asVerified]);
    expect((await ship(paz, order)).ok.order.status).toBe("shipped");
  });

  test("what changed while somebody looked at it isn't verified unseen", async () => {
    const order = await orderToPack();
    await pack(paz, order, order.vouched);
    const seen = await seenNow(order);
    await changeDirections(order, "Take one capsule every third night.");
    const refused = await verify(ines, order, seen);
    expect([refused.problem.code, refused.problem.message]).toEqual([
      "wrong_state",
      "What the label of Progesterone capsule says changed while you looked at it. Please print it anew and look again.",
    ]);
    expect((await verify(ines, order, await seenNow(order))).status).toBe(200);
  });

  test("what was packed anew is verified as it's labelled then; what isn't packed yet, and what left, stays as it is", async () => {
    const order = await orderToPack();
    await changeDirections(order, "Take one capsule every other night.");
    await pack(paz, order, order.vouched, { verified: true });
    await changeDirections(order, "Take one capsule every third night.");
    await pack(paz, order, order.vouched, { verified: true });
    expect((await changedOf(order)).map(([, ...rest]) => rest)).toEqual([asVerified, asVerified]);
    expect((await ship(paz, order)).ok.order.status).toBe("shipped");
    await changeDirections(order, "Take one capsule every other night.");
    expect((await changedOf(order)).map(([, ...rest]) => rest)).toEqual([asVerified, asVerified]);
  });
});
