import { beforeEach, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { conversationsOf, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { directionsSealContext } from "#server/prescriptions/public.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { changeTreatment } from "#server/treatment/testing/changes.ts";
import { deliver, home, inCare, type InCare, shipInParts, tokenOf } from "#server/treatment/testing/in-care.ts";
import { treatmentScenarios } from "#server/treatment/testing/scenarios.ts";
import { doseOf, everyDay, noteDose, pickDays } from "#server/wellbeing/testing/wellbeing.ts";

const dayMs = 86_400_000;
const server = serverAtNoon();
const { at, putOnHold } = treatmentScenarios(() => server);
const monday = "2027-02-01";
// 11 am in Iowa.
beforeEach(() => at(`${monday}T17:00:00Z`));

const leadOf = async (patient: InCare) => (await home(server, patient)).nextstep;
const names = (lead: Awaited<ReturnType<typeof leadOf>>) => lead.arrival?.medicines.map(({ name }) => name) ?? [];
const firstOf = async (patient: InCare, name: string) => {
  const found = (await leadOf(patient)).arrival?.medicines.find((each) => each.name.toLowerCase().includes(name));
  if (!found) throw new Error(`Nothing to begin is a ${name}`);
  return found;
};

/** The doctor wrote this for a product instead of what its label says. */
async function prescribedAs(patient: InCare, productId: string, directions: string): Promise<void> {
  const { db, secrets } = server.services;
  const { id } = await db
    .selectFrom("prescription")
    .select("id")
    .where("patient_id", "=", patient.id)
    .where("product_id", "=", productId)
    .executeTakeFirstOrThrow();
  const directions_sealed = secrets.seal(directions, directionsSealContext(id));
  await db.updateTable("prescription").set({ directions_sealed }).where("id", "=", id).execute();
}

describe("the first box leads home until it is begun", () => {
  test("two that arrive together are one lead: each with its steps and button, and on which night", async () => {
    const rosa = await inCare(server);
    const { doctor, nextstep } = await home(server, rosa);
    expect(nextstep).toMatchObject({
      kind: "arrival",
      title: "It's here. Start tonight",
      needspatient: true,
      secondaryaction: { label: `Ask ${doctor?.name}`, href: "/messages/doctor" },
    });
    const { arrival } = nextstep;
    expect(arrival?.medicines.map(({ name, done, day }) => [name, done, day])).toEqual([
      ["Estradiol patch", "I put on my first patch", monday],
      ["Progesterone capsule", "I took my first capsule", monday],
    ]);
    expect(arrival?.pair).toMatch(/same night.*progesterone at bedtime/);
    expect(arrival?.expect.map(({ when, texts }) => [when, texts.length])).toEqual([
      ["Week 1", 2],
      ["Week 4", 2],
      ["Week 8", 2],
    ]);
    expect(arrival?.urgent.join(" ")).toContain("Call 911");
  });

  test("not before it has arrived", async () => {
    const rosa = await inCare(server, { delivered: false });
    expect((await leadOf(rosa)).kind).not.toBe("arrival");
  });

  test("a press notes the first dose and picks the days that begin with it; the other one leads on, then what is under way", async () => {
    const rosa = await inCare(server);
    expect((await noteDose(server, rosa, await firstOf(rosa, "patch"), "done")).status).toBe(200);
    expect(await doseOf(server, rosa, "patch")).toMatchObject({
      schedule: { label: "Mondays and Thursdays", remindat: null },
      today: { day: monday, status: "done" },
    });
    const lead = await leadOf(rosa);
    expect([lead.kind, names(lead), lead.arrival?.pair]).toEqual(["arrival", ["Progesterone capsule"], null]);
    await noteDose(server, rosa, await firstOf(rosa, "capsule"), "done");
    expect((await doseOf(server, rosa, "capsule")).schedule?.label).toBe("Every day");
    expect((await leadOf(rosa)).kind).toBe("under_way");
  });

  test("each day of the week begins two days the label has, and taking it back leads with the dose again", async () => {
    for (let count = 0; count < 7; count += 1) {
      const rosa = await inCare(server);
      server.clock.advance(count * dayMs);
      const patch = await firstOf(rosa, "patch");
      expect((await noteDose(server, rosa, patch, "done")).status).toBe(200);
      const { schedule, options, today } = await doseOf(server, rosa, "patch");
      expect(options.map(({ days }) => days)).toContainEqual(schedule?.days);
      expect(today?.status).toBe("done");
      await noteDose(server, rosa, patch, null);
      expect((await leadOf(rosa)).arrival?.medicines.map(({ id }) => id)).not.toContain(patch.id);
      at(`${monday}T17:00:00Z`);
    }
  });

  test("only a first dose taken today begins days: none skipped, of another day, or after one was noted", async () => {
    const rosa = await inCare(server);
    const { id } = await firstOf(rosa, "patch");
    for (const [day, status] of [
      [monday, "skipped"],
      [monday, null],
      ["2027-01-31", "done"],
      ["2027-02-02", "done"],
    ] as const)
      expect([day, status, (await noteDose(server, rosa, { id, day }, status)).status]).toEqual([day, status, 409]);
    expect((await leadOf(rosa)).kind).toBe("arrival");
  });

  test("whoever picks days has said when they begin", async () => {
    const rosa = await inCare(server);
    await pickDays(server, rosa, (await doseOf(server, rosa, "patch")).id, [3, 6]);
    await pickDays(server, rosa, (await doseOf(server, rosa, "capsule")).id, everyDay);
    expect(await leadOf(rosa)).toMatchObject({ kind: "dose_today", title: "Take your capsule tonight" });
  });

  test("for two weeks at most, and never for the second box", async () => {
    const rosa = await inCare(server);
    server.clock.advance(13 * dayMs);
    expect((await leadOf(rosa)).kind).toBe("arrival");
    server.clock.advance(dayMs);
    expect((await leadOf(rosa)).kind).not.toBe("arrival");
  });
});

describe("nobody is told to begin what may not be begun", () => {
  test("one of a pair waits for the other one", async () => {
    const rosa = await shipInParts(server, await inCare(server, { delivered: false }));
    const params = { id: rosa.orderId };
    expect((await server.call(care.deliverOrder, { params, body: {} }, { apiKey })).status).toBe(200);
    expect((await leadOf(rosa)).kind).not.toBe("arrival");
    await deliver(server, rosa.orderId);
    expect(names(await leadOf(rosa))).toHaveLength(2);
  });

  test("in the doctor's own words there are no steps of ours, no night and no button", async () => {
    const rosa = await inCare(server, { delivered: false });
    await prescribedAs(rosa, "progesterone_capsule_100", "On days 1 to 12 of each month.");
    await deliver(server, rosa.orderId);
    const { title, arrival } = await leadOf(rosa);
    expect(title).toBe("It's here. Here's how to start");
    expect(arrival?.pair).toMatch(/Your doctor wrote on which nights/);
    const capsule = arrival?.medicines.find(({ name }) => name === "Progesterone capsule");
    expect(capsule).toMatchObject({ steps: ["On days 1 to 12 of each month."], done: null });
  });

  test("on hold, and while an emergency is open, safety leads and nothing says tonight", async () => {
    const rosa = await inCare(server);
    await putOnHold(rosa);
    expect(await leadOf(rosa)).toMatchObject({ kind: "stop" });
    const lena = await inCare(server);
    const [thread] = (await conversationsOf(server, lena)).filter(({ kind }) => kind === "doctor");
    await sendAsPatient(server, lena, thread?.id ?? "", { message: "I have chest pain right now." });
    for (const patient of [rosa, lena]) expect(JSON.stringify(await leadOf(patient))).not.toMatch(/tonight|first/);
    expect((await leadOf(lena)).kind).toBe("emergency");
  });

  test("while a clinician has to look at something the patient told", async () => {
    const rosa = await inCare(server);
    server.clock.advance(60_000);
    const body = { answers: [{ questionid: "conditions", answer: ["lupus"] }] };
    const token = await tokenOf(server, rosa);
    expect((await server.call(account.updateHealthAnswers, { body }, { token })).status).toBe(200);
    const { nextstep } = await home(server, rosa);
    expect(nextstep.safety, "nothing is on hold").toBeUndefined();
    expect(nextstep.kind).not.toBe("arrival");
  });

  test("after the doctor stopped one of them, the other one isn't begun on our word", async () => {
    const rosa = await inCare(server);
    const { id } = await firstOf(rosa, "capsule");
    const body = { reason: "No longer safe.", message: "Please stop the capsule." };
    expect((await server.call(care.stopPrescription, { params: { id }, body }, { apiKey })).status).toBe(200);
    expect((await leadOf(rosa)).kind).not.toBe("arrival");
  });

  test("another strength that comes later isn't a first box", async () => {
    const rosa = await inCare(server);
    for (const name of ["patch", "capsule"]) await noteDose(server, rosa, await firstOf(rosa, name), "done");
    await changeTreatment(server, rosa, { pricingid: "estradiol_patch_0_025_1m", begins: "now", until: "stop" });
    const { changes } = await home(server, rosa);
    expect(changes).toHaveLength(1);
    expect((await leadOf(rosa)).kind).not.toBe("arrival");
  });
});
