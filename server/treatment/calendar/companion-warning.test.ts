import { describe, expect, test } from "vitest";
import { treatment } from "#contract/treatment/calls.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import {
  deliverPaid,
  home,
  inCare,
  type InCare,
  passDays,
  subscriptionOf,
  prescriptionOrderIn,
  tokenOf,
} from "../testing/in-care.ts";
import { treatmentScenarios } from "../testing/scenarios.ts";

const server = serverAtNoon();
const { approveAll, openPrescriptionRenewals } = treatmentScenarios(() => server);

const capsule = "progesterone_capsule_100";
const cancel = async (rosa: InCare, subscriptionid: string) =>
  server.call(
    treatment.cancel,
    { params: { id: rosa.id }, body: { subscriptionid } },
    { token: await tokenOf(server, rosa) },
  );

describe("decisions §5 systemic estrogen and a uterus need a progestogen", () => {
  test("the patient is warned before stopping the companion of another product, and only there", async () => {
    const rosa = await inCare(server);
    const patch = await subscriptionOf(server, rosa);
    expect(patch.warning).toBeNull();
    expect((await subscriptionOf(server, rosa, capsule)).warning).toBe(
      `You need this one while you use ${patch.item.name}. Please ask your doctor before you stop it, or stop both.`,
    );
  });

  test("no warning once the other one is stopped", async () => {
    const rosa = await inCare(server);
    await cancel(rosa, (await subscriptionOf(server, rosa)).id);
    expect((await home(server, rosa)).subscriptions.map(({ warning }) => warning)).toEqual([null, null]);
  });

  test("it stays the patient's choice: skipped, paused or cancelled alone, the answer warns, and the practice is notified once a day", async () => {
    const rosa = await inCare(server);
    const { id: subscriptionid, prescriptionorders, warning } = await subscriptionOf(server, rosa, capsule);
    const prescriptionOrder = prescriptionorders.find(({ status }) => status === "scheduled");
    const options = { token: await tokenOf(server, rosa) };
    const params = { id: rosa.id };
    const answers = [
      await server.call(
        treatment.skip,
        { params: { id: prescriptionOrder?.id ?? "" }, body: { separately: true } },
        options,
      ),
      await server.call(treatment.pause, { params, body: { months: 1, subscriptionid, separately: true } }, options),
      await cancel(rosa, subscriptionid),
    ];
    for (const { status, ok } of answers) {
      expect(status).toBe(200);
      expect(ok.message).toContain(warning);
    }
    await server.jobs.drain();
    const practiceMails = (await server.mailbox.list(server.services.content.brand.supportemail)).filter(({ text }) =>
      text.includes(rosa.id),
    );
    expect(practiceMails.map(({ subject }) => subject)).toEqual([
      "One of two subscriptions that belong together was stopped",
    ]);
  });

  test("both stopped at once: no warning", async () => {
    const rosa = await inCare(server);
    const { ok } = await server.call(
      treatment.cancel,
      { params: { id: rosa.id }, body: {} },
      { token: await tokenOf(server, rosa) },
    );
    expect(ok.message).not.toContain("ask your doctor");
  });
});

describe("a box of 84 days with a companion whose fills of 28 days end earlier", () => {
  /** The estrogen is due with the last refill of its progestogen. */
  const lastFill = async () => {
    const rosa = await inCare(server, { patch: "3m" });
    await server.services.db
      .updateTable("prescription")
      .set({ refills_left: 3 })
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", capsule)
      .execute();
    for (let day = 0; day < 64; day += 1) {
      await passDays(server, 1);
      await deliverPaid(server, rosa);
    }
    expect(await openPrescriptionRenewals(rosa)).toEqual([]);
    return rosa;
  };
  const requestedRenewals = async (rosa: InCare) =>
    (await openPrescriptionRenewals(rosa)).map(({ item }) => item.productid);

  test("the doctor is asked to renew the progestogen ahead, and a decision within a week delays no charge", async () => {
    const rosa = await lastFill();
    await passDays(server, 1);
    expect(await requestedRenewals(rosa)).toEqual([capsule]);
    await passDays(server, 7);
    await approveAll(rosa);
    await passDays(server, 5);
    expect(prescriptionOrderIn(await subscriptionOf(server, rosa), "processing")).toBeDefined();
  });

  test("without a decision the estrogen awaits the progestogen, and nobody is asked about the estrogen", async () => {
    const rosa = await lastFill();
    await passDays(server, 20);
    expect(await requestedRenewals(rosa)).toEqual([capsule]);
    expect((await subscriptionOf(server, rosa)).prescriptionorders.map(({ status }) => status)).not.toContain(
      "processing",
    );
    await approveAll(rosa);
    await passDays(server, 6);
    expect(prescriptionOrderIn(await subscriptionOf(server, rosa), "processing")).toBeDefined();
  });
});
