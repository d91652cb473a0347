import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { care } from "#contract/care/calls.ts";
import { answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];
type Step = z.output<typeof care.stepQuote.query>["step"];

const prescriptionOf = ({ id }: TestPatient, productId: string) =>
  server.services.db
    .selectFrom("prescription")
    .selectAll()
    .where("patient_id", "=", id)
    .where("product_id", "=", productId)
    .executeTakeFirstOrThrow();
const quote = async (patient: TestPatient, productId: string, step: Step) => {
  const { id } = await prescriptionOf(patient, productId);
  return (await server.call(care.stepQuote, { params: { id }, query: { step } }, { apiKey })).ok;
};
const setPrescription = ({ id }: TestPatient, productId: string, set: object) =>
  server.services.db
    .updateTable("prescription")
    .set(set)
    .where("patient_id", "=", id)
    .where("product_id", "=", productId)
    .execute();
const nothing = { onhold: [], beside: [], obstacle: null, warnings: [] };

describe("decisions §19 what a step means is said before it's taken", () => {
  test.each(["stop", "hold"] as const)(
    "a %s of a progestogen: the estrogen goes on hold as well, and nothing does yet",
    async (step) => {
      const [rosa, ana] = [await inCare(server), await inCare(server)];
      expect(await quote(rosa, capsule, step)).toEqual({ ...nothing, onhold: ["Estradiol patch"] });
      expect(await quote(rosa, patch, step)).toEqual({ ...nothing, beside: ["Progesterone capsule"] });
      await setPrescription(ana, patch, { on_hold_at: server.clock.now() });
      expect(await quote(ana, capsule, step)).toEqual({ ...nothing, beside: ["Estradiol patch"] });
      for (const product of [patch, capsule]) expect((await prescriptionOf(rosa, product)).on_hold_at).toBeNull();
    },
  );

  test("the step then does what was said", async () => {
    const rosa = await inCare(server);
    const quoted = await quote(rosa, capsule, "hold");
    const { id } = await prescriptionOf(rosa, capsule);
    const body = { reason: "Headaches", message: "Please wait." };
    const { ok } = await server.call(care.holdPrescription, { params: { id }, body }, { apiKey });
    expect(ok.partners.filter(({ onhold }) => onhold).map(({ name }) => name)).toEqual(quoted.onhold);
  });

  test("an early fill: what comes along, or why it's refused", async () => {
    const rosa = await inCare(server);
    expect(await quote(rosa, patch, "early")).toEqual({ ...nothing, beside: ["Progesterone capsule"] });
    await setPrescription(rosa, patch, { refills_left: 0 });
    expect((await quote(rosa, patch, "early")).obstacle).toBe("No refill is left. Please renew it first.");
    await setPrescription(rosa, patch, { refills_left: 3, status: "ended" });
    expect((await quote(rosa, patch, "early")).obstacle).toBe("This prescription has ended.");
  });

  test("a release: what forbids it; of what isn't on hold nothing is asked", async () => {
    const rosa = await answeredPatientInCare(server);
    expect(await quote(rosa, patch, "release")).toEqual(nothing);
    for (const product of [patch, capsule]) await setPrescription(rosa, product, { on_hold_at: server.clock.now() });
    const { obstacle } = await quote(rosa, patch, "release");
    const { id } = await prescriptionOf(rosa, patch);
    const body = { reason: "Fine again", message: "Please go on." };
    const { problem } = await server.call(care.releasePrescription, { params: { id }, body }, { apiKey });
    expect([typeof obstacle, obstacle]).toEqual(["string", problem.message]);
  });

  test.each(["stop", "hold", "release"] as const)("a %s of one that has ended", async (step) => {
    const rosa = await inCare(server);
    await setPrescription(rosa, patch, { status: "ended", discontinued_at: null });
    expect((await quote(rosa, patch, step)).obstacle).toBe("This prescription has already ended.");
  });
});
