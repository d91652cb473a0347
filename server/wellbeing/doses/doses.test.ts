import { beforeEach, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { support } from "#contract/support.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { directionsSealContext } from "#server/prescriptions/public.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { treatmentScenarios } from "#server/treatment/testing/scenarios.ts";
import { doseOf, everyDay, findDose, noteDose, pickDays, readWellbeing } from "../testing/wellbeing.ts";

const dayMs = 86_400_000;
const server = serverAtNoon();
const { at, putOnHold } = treatmentScenarios(() => server);
// Monday, February 1, 2027, 11 am in Iowa.
const monday = "2027-02-01T17:00:00Z";
beforeEach(() => at(monday));

describe("the days of a medicine", () => {
  test("are the patient's to pick from what the label has; without them nothing is due", async () => {
    const rosa = await inCare(server);
    const patch = await doseOf(server, rosa, "patch");
    expect(patch).toMatchObject({ schedule: null, today: null, earlier: null, title: "Keep track, if you like" });
    expect(patch.options.map(({ label }) => label)).toContain("Mondays and Thursdays");
    const { ok } = await pickDays(server, rosa, patch.id, [1, 4]);
    expect(ok.wellbeing.doses.items.find(({ id }) => id === patch.id)).toMatchObject({
      title: "Change your patch today",
      schedule: { label: "Mondays and Thursdays", remindat: null, reminder: "You'll get no reminder." },
      today: { day: "2027-02-01", name: "Today", status: null },
      earlier: null,
    });
  });

  test("a capsule is taken every night", async () => {
    const rosa = await inCare(server);
    const capsule = await doseOf(server, rosa, "capsule");
    expect(capsule.options).toEqual([{ days: everyDay, label: "Every day" }]);
    await pickDays(server, rosa, capsule.id, everyDay);
    expect((await doseOf(server, rosa, "capsule")).title).toBe("Take your capsule tonight");
  });

  test("days that the label does not have are refused: two in a row, one, or three", async () => {
    const rosa = await inCare(server);
    const { id } = await doseOf(server, rosa, "patch");
    for (const days of [[1, 2], [1], [1, 3, 5], [1, 1]])
      expect([days, (await pickDays(server, rosa, id, days)).problem.code]).toEqual([days, "bad_request"]);
    expect((await pickDays(server, rosa, id, [1, 4], 3)).problem.code).toBe("bad_request");
  });

  test("can be changed, which makes no day before a missed one; and turned off, after which nothing is due", async () => {
    const rosa = await inCare(server);
    const { id } = await doseOf(server, rosa, "patch");
    await pickDays(server, rosa, id, [1, 4]);
    server.clock.advance(dayMs);
    expect((await doseOf(server, rosa, "patch")).earlier).toMatchObject({ day: "2027-02-01", name: "Yesterday" });
    await pickDays(server, rosa, id, [1, 4], 20);
    expect((await doseOf(server, rosa, "patch")).earlier).not.toBeNull();
    await pickDays(server, rosa, id, [0, 3]);
    expect(await doseOf(server, rosa, "patch")).toMatchObject({ title: "Next on Wednesday", earlier: null });
    const token = await tokenOf(server, rosa);
    expect((await server.call(wellbeing.endDays, { params: { id } }, { token })).status).toBe(200);
    expect((await server.call(wellbeing.endDays, { params: { id } }, { token })).status).toBe(200);
    expect(await doseOf(server, rosa, "patch")).toMatchObject({ schedule: null, today: null });
  });

  test("where the doctor wrote directions of their own, there are none to pick, and the directions are shown", async () => {
    const rosa = await inCare(server, { delivered: false });
    const { db } = server.services;
    const prescription = await db
      .selectFrom("prescription")
      .select("id")
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", "estradiol_patch_0_05")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("prescription")
      .set({ directions_sealed: sealDirections(prescription.id, "Once a week, on Sundays.") })
      .where("id", "=", prescription.id)
      .execute();
    await ship(rosa.orderId);
    const patch = await doseOf(server, rosa, "patch");
    expect(patch).toMatchObject({ directions: "Once a week, on Sundays.", options: [], schedule: null, missed: null });
    const { problem } = await pickDays(server, rosa, patch.id, [1, 4]);
    expect(problem).toMatchObject({ code: "wrong_state", message: expect.stringContaining("directions") });
  });
});

const sealDirections = (id: string, words: string) => server.services.secrets.seal(words, directionsSealContext(id));

async function ship(orderId: string) {
  const params = { id: orderId };
  await server.call(care.shipOrder, { params, body: { carrier: "Meadow Post", trackingnumber: "MP-1" } }, { apiKey });
  await server.call(care.deliverOrder, { params, body: {} }, { apiKey });
}

describe("a dose", () => {
  test("is noted as done or skipped, twice or from two devices the same; changed; and taken back", async () => {
    const rosa = await inCare(server);
    const { id } = await doseOf(server, rosa, "patch");
    await pickDays(server, rosa, id, [1, 4]);
    const day = "2027-02-01";
    const both = await Promise.all([
      noteDose(server, rosa, { id, day }, "done"),
      noteDose(server, rosa, { id, day }, "done"),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await doseOf(server, rosa, "patch")).toMatchObject({ today: { status: "done" }, title: "Done for today" });
    await noteDose(server, rosa, { id, day }, "skipped");
    expect(await doseOf(server, rosa, "patch")).toMatchObject({ title: "Skipped today", missed: { open: true } });
    await noteDose(server, rosa, { id, day }, null);
    expect(await doseOf(server, rosa, "patch")).toMatchObject({ today: { status: null }, missed: { open: false } });
    expect((await noteDose(server, rosa, { id, day }, null)).status).toBe(200);
  });

  test("that was missed shows what the label says, and never to take two", async () => {
    const rosa = await inCare(server);
    const { id } = await doseOf(server, rosa, "patch");
    await pickDays(server, rosa, id, [1, 4]);
    server.clock.advance(dayMs);
    const patch = await doseOf(server, rosa, "patch");
    expect(patch).toMatchObject({ earlier: { day: "2027-02-01", status: null }, missed: { open: true } });
    expect(patch.missed?.text).toContain("as soon as you remember");
    expect(patch.missed?.text).toContain("never two");
    await noteDose(server, rosa, { id, day: "2027-02-01" }, "done");
    expect((await doseOf(server, rosa, "patch")).missed?.open).toBe(false);
  });

  test("that was not noted is asked about once; of two in a row nothing is said, so that nobody is asked every day", async () => {
    const rosa = await inCare(server);
    const { id } = await doseOf(server, rosa, "capsule");
    await pickDays(server, rosa, id, everyDay);
    const earlierAfterOneDay = async () => {
      server.clock.advance(dayMs);
      return (await doseOf(server, rosa, "capsule")).earlier?.day ?? null;
    };
    expect(await earlierAfterOneDay()).toBe("2027-02-01");
    expect(await earlierAfterOneDay()).toBeNull();
    await noteDose(server, rosa, { id, day: "2027-02-03" }, "done");
    expect(await earlierAfterOneDay()).toBe("2027-02-03");
    expect(await earlierAfterOneDay()).toBe("2027-02-04");
  });

  test("of another day is refused with the reason: to come, too long ago, not planned, no days picked", async () => {
    const rosa = await inCare(server);
    const { id } = await doseOf(server, rosa, "capsule");
    const refusal = async (day: string) => (await noteDose(server, rosa, { id, day }, "done")).problem;
    expect(await refusal("2027-01-31")).toMatchObject({ message: "Please pick your days first." });
    await pickDays(server, rosa, id, everyDay);
    server.clock.advance(5 * dayMs);
    expect(await refusal("2027-02-07")).toMatchObject({
      code: "wrong_state",
      message: expect.stringContaining("come"),
    });
    expect(await refusal("2027-02-02")).toMatchObject({ message: expect.stringContaining("last 3 days") });
    expect((await noteDose(server, rosa, { id, day: "2027-02-03" }, "done")).status).toBe(200);
    const { id: patch } = await doseOf(server, rosa, "patch");
    await pickDays(server, rosa, patch, [1, 4]);
    expect((await noteDose(server, rosa, { id: patch, day: "2027-02-06" }, "done")).problem).toMatchObject({
      message: "There's nothing planned for that day.",
    });
  });

  test("late in the evening belongs to the patient's day, although the practice has the next one", async () => {
    const rosa = await inCare(server, { state: "CA" });
    const { id } = await doseOf(server, rosa, "capsule");
    await pickDays(server, rosa, id, everyDay);
    // 11 pm in California, 2 am in New York.
    at("2027-02-03T07:00:00Z");
    expect((await doseOf(server, rosa, "capsule")).today).toMatchObject({ day: "2027-02-02" });
    expect((await noteDose(server, rosa, { id, day: "2027-02-02" }, "done")).status).toBe(200);
    expect((await noteDose(server, rosa, { id, day: "2027-02-03" }, "done")).problem.code).toBe("wrong_state");
  });
});

describe("decisions §9 doses are only of what is running", () => {
  const withDays = async () => {
    const rosa = await inCare(server);
    const { id } = await doseOf(server, rosa, "patch");
    await pickDays(server, rosa, id, [1, 4]);
    return { rosa, id };
  };
  const refused = async (rosa: Awaited<ReturnType<typeof inCare>>, id: string) => {
    expect(await findDose(server, rosa, "patch")).toBeUndefined();
    const { problem } = await noteDose(server, rosa, { id, day: "2027-02-01" }, "done");
    expect(problem).toMatchObject({ code: "wrong_state", message: expect.stringContaining("isn't running") });
    expect((await pickDays(server, rosa, id, [1, 4])).problem.code).toBe("wrong_state");
  };

  test("a stopped medicine is not offered, its days are over, and nothing can be noted; turning it off still works", async () => {
    const { rosa, id } = await withDays();
    const body = { reason: "No longer safe.", message: "Please stop the patch." };
    expect((await server.call(care.stopPrescription, { params: { id }, body }, { apiKey })).status).toBe(200);
    await refused(rosa, id);
    const token = await tokenOf(server, rosa);
    expect((await server.call(wellbeing.endDays, { params: { id } }, { token })).status).toBe(200);
  });

  test.each<[string, string, boolean]>([
    ["speaks against the medicine", "my chest... it hurts", false],
    ["keeps the medicine", "i want to die", true],
  ])("while an emergency is open that %s, a dose is offered: %#", async (_, message, offered) => {
    const rosa = await inCare(server);
    const token = await tokenOf(server, rosa);
    const count = async () => (await readWellbeing(server, rosa)).doses.items.length;
    const before = await count();
    await server.call(support.contact, { body: { topic: "treatment", message } }, { token });
    expect(await count()).toBe(offered ? before : 0);
    const { ok } = await server.call(care.emergencies, { query: { patientid: rosa.id } }, { apiKey });
    const params = { id: ok.items[0]?.id ?? "" };
    await server.call(care.acknowledgeEmergency, { params, body: {} }, { apiKey });
    expect(await count()).toBe(offered ? before : 0);
    await server.call(care.closeEmergency, { params, body: { outcome: "Talked" } }, { apiKey });
    expect(await count()).toBe(before);
  });

  test("one on hold is not offered, and what needs it neither", async () => {
    const { rosa, id } = await withDays();
    await putOnHold(rosa);
    await refused(rosa, id);
    expect((await readWellbeing(server, rosa)).doses.items).toEqual([]);
  });

  test.each(["pause", "cancel"] as const)(
    "deliveries that end (%s) end no dose: it stays with its days until the box at home is empty",
    async (action) => {
      const { rosa, id } = await withDays();
      const token = await tokenOf(server, rosa);
      const { status } = await server.call(treatment[action], { params: { id: rosa.id }, body: {} }, { token });
      expect(status).toBe(200);
      expect((await doseOf(server, rosa, "patch")).schedule).toMatchObject({ days: [1, 4] });
      expect((await noteDose(server, rosa, { id, day: "2027-02-01" }, "done")).status).toBe(200);
      server.clock.advance(28 * dayMs);
      await refused(rosa, id);
    },
  );

  test("a box that has not arrived, or is used up, gives no dose", async () => {
    const rosa = await inCare(server, { delivered: false });
    expect((await readWellbeing(server, rosa)).doses.items).toEqual([]);
    await ship(rosa.orderId);
    expect((await readWellbeing(server, rosa)).doses.items).toHaveLength(2);
    server.clock.advance(29 * dayMs);
    expect((await readWellbeing(server, rosa)).doses.items).toEqual([]);
  });

  test("another patient's prescription is not found", async () => {
    const { id } = await withDays();
    const ada = await inCare(server);
    expect((await noteDose(server, ada, { id, day: "2027-02-01" }, "done")).status).toBe(404);
    expect((await pickDays(server, ada, id, [1, 4])).status).toBe(404);
  });
});
