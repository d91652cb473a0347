import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { earlyFillCauses } from "#contract/care/prescriptions.ts";
import { messages } from "#contract/messages/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { addDays, clinicToday, daysBetween } from "#server/platform/clock/calendar-days.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  capturedCents,
  deliver,
  inCare,
  type InCare,
  passDays,
  prescriptionOrderIn,
  subscriptionOf,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];
const words = { reason: "Abroad until March.", message: "Have a good journey!" };

const prescriptionOf = ({ id }: InCare, productId = patch) =>
  server.services.db
    .selectFrom("prescription")
    .selectAll()
    .where("patient_id", "=", id)
    .where("product_id", "=", productId)
    .where("status", "=", "active")
    .executeTakeFirstOrThrow();
const allowEarlyFill = async (
  patient: InCare,
  productId = patch,
  cause: (typeof earlyFillCauses)[number] = "travel",
  more: { readonly partnersgone?: boolean } = {},
) =>
  server.call(
    care.allowEarlyFill,
    { params: { id: (await prescriptionOf(patient, productId)).id }, body: { ...words, cause, ...more } },
    { apiKey },
  );
const getNext = async (patient: InCare, productId = patch) => {
  const { id } = prescriptionOrderIn(await subscriptionOf(server, patient, productId), "scheduled");
  return server.call(treatment.getNext, { params: { id } }, { token: await tokenOf(server, patient) });
};
const recorded = async ({ id }: InCare) =>
  Object.fromEntries(
    ((await server.call(care.patient, { params: { id } }, { apiKey })).ok.prescriptions ?? []).map((each) => [
      each.productid,
      [each.earlyfills, each.earlyuntil],
    ]),
  );
const offered = async (patient: InCare, productId = patch) =>
  prescriptionOrderIn(await subscriptionOf(server, patient, productId), "scheduled").actions.includes("getnext");
const lastDay = () => addDays(clinicToday(server.services), 13);
const boxesOrdered = async ({ id }: InCare) =>
  (
    await server.services.db
      .selectFrom("order_line")
      .innerJoin("customer_order", "customer_order.id", "order_line.order_id")
      .select("product_id")
      .where("patient_id", "=", id)
      .where("order_line.prescription", "=", true)
      .execute()
  )
    .map(({ product_id }) => product_id)
    .toSorted();

describe("decisions §9 early fill", () => {
  test("the patient may order the next box and what comes with it, once; nothing is charged before that", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    expect([(await getNext(rosa)).problem.code, await offered(rosa)]).toEqual(["too_early", false]);
    const charged = await capturedCents(server, rosa);
    const { ok } = await allowEarlyFill(rosa);
    expect([ok.until, ok.names]).toEqual([lastDay(), ["Estradiol patch", "Progesterone capsule"]]);
    await server.jobs.drain();
    expect(await capturedCents(server, rosa)).toEqual(charged);
    expect([await offered(rosa), await offered(rosa, capsule)]).toEqual([true, true]);
    expect([await offered(ana), (await getNext(ana)).problem.code]).toEqual([false, "too_early"]);

    expect((await getNext(rosa)).status).toBe(200);
    expect(await boxesOrdered(rosa)).toEqual([patch, patch, capsule, capsule]);
    const [, early] = await server.services.db
      .selectFrom("customer_order")
      .select("id")
      .where("patient_id", "=", rosa.id)
      .orderBy("placed_at")
      .execute();
    await server.call(
      care.shipOrder,
      { params: { id: early?.id ?? "" }, body: { carrier: "Meadow Post", trackingnumber: "T-02" } },
      { apiKey },
    );
    await server.call(care.deliverOrder, { params: { id: early?.id ?? "" }, body: {} }, { apiKey });
    expect([(await getNext(rosa)).problem.code, await offered(rosa)]).toEqual(["too_early", false]);
    expect(await recorded(rosa)).toEqual({ [patch]: [1, null], [capsule]: [1, null] });
    expect(await recorded(ana)).toEqual({ [patch]: [0, null], [capsule]: [0, null] });
  });

  test("the patient reads the doctor's words, until when, and what; the reason stays with the practice", async () => {
    const rosa = await inCare(server);
    await allowEarlyFill(rosa);
    const token = await tokenOf(server, rosa);
    const [conversation] = (await server.call(messages.conversations, {}, { token })).ok.items;
    const { ok } = await server.call(
      messages.messagePages,
      { params: { id: conversation?.id ?? "" }, query: {} },
      { token },
    );
    const texts = ok.items.map(({ message }) => message);
    expect(texts.filter((text) => text.startsWith("Have a good journey!"))).toEqual([
      expect.stringMatching(
        /journey!\n\nYou can order this now, through \w+, \w+ \d+: Estradiol patch and Progesterone capsule\. You won.t be charged/,
      ),
    ]);
    expect(texts.join()).not.toContain(words.reason);
  });

  test("after two weeks it's over, and the next prescriber still sees that there was one", async () => {
    const rosa = await inCare(server);
    await allowEarlyFill(rosa);
    expect(await recorded(rosa)).toMatchObject({ [patch]: [1, lastDay()] });
    await passDays(server, 14);
    expect([(await getNext(rosa)).problem.code, await offered(rosa)]).toEqual(["too_early", false]);
    expect(await recorded(rosa)).toMatchObject({ [patch]: [1, null] });
  });

  test("an order that comes to nothing doesn't use it up", async () => {
    const rosa = await inCare(server);
    await allowEarlyFill(rosa);
    const { ok } = await getNext(rosa);
    const params = { id: ok.order?.id ?? "" };
    await server.call(care.cancelOrder, { params, body: { reason: "Not needed" } }, { apiKey });
    await server.jobs.drain();
    expect((await recorded(rosa))[patch]).toEqual([1, lastDay()]);
  });

  test.each(earlyFillCauses)("the cause %s is kept, with who decided and why", async (cause) => {
    const rosa = await inCare(server);
    await allowEarlyFill(rosa, patch, cause);
    const rows = await server.services.db
      .selectFrom("early_fill")
      .selectAll()
      .where("patient_id", "=", rosa.id)
      .execute();
    const { doctor_id } = await prescriptionOf(rosa);
    expect(rows.map((row) => [row.cause, row.doctor_id])).toEqual([
      [cause, doctor_id],
      [cause, doctor_id],
    ]);
  });

  describe("what was lost or damaged doesn't put off what comes next", () => {
    /** Days from today until the next charge of patch and capsule, once the box that came early is there. */
    const nextCharges = async (
      cause: (typeof earlyFillCauses)[number],
      more: { readonly partnersgone?: boolean } = {},
    ) => {
      const [rosa, ana] = [await inCare(server), await inCare(server)];
      const gone = async () =>
        Object.fromEntries(
          (
            await server.services.db
              .selectFrom("early_fill")
              .innerJoin("prescription", "prescription.id", "early_fill.prescription_id")
              .select(["product_id", "gone"])
              .where("early_fill.patient_id", "=", rosa.id)
              .execute()
          ).map((row) => [row.product_id, row.gone]),
        );
      const days = async (patient: InCare, product: string) =>
        daysBetween(
          clinicToday(server.services),
          prescriptionOrderIn(await subscriptionOf(server, patient, product), "scheduled").chargeon ?? "",
        );
      await passDays(server, 4);
      await allowEarlyFill(rosa, patch, cause, more);
      const { ok } = await getNext(rosa);
      await deliver(server, ok.order?.id ?? "");
      return { gone: await gone(), rosa: await days(rosa, patch), ana: await days(ana, patch) };
    };

    test("a lost box: the next charge is a box away, not two; on a journey both are there", async () => {
      const travel = await nextCharges("travel");
      const lost = await nextCharges("lost");
      expect(travel.gone).toEqual({ [patch]: false, [capsule]: false });
      expect(lost.gone).toEqual({ [patch]: true, [capsule]: false });
      expect(travel.rosa - lost.rosa).toBe(24);
      expect(travel.ana).toBe(lost.ana);
    });

    test.each([
      ["damaged", true, { [patch]: true, [capsule]: true }],
      ["damaged", false, { [patch]: true, [capsule]: false }],
      ["travel", true, { [patch]: false, [capsule]: false }],
      ["dose_raised", true, { [patch]: false, [capsule]: false }],
    ] as const)("%s, with all of the parcel: %s", async (cause, partnersgone, expected) => {
      expect((await nextCharges(cause, { partnersgone })).gone).toEqual(expected);
    });
  });

  describe("is refused where it would change nothing", () => {
    const refusal = async (patient: InCare) => (await allowEarlyFill(patient)).problem.message;
    const setPrescription = ({ id }: InCare, set: object) =>
      server.services.db.updateTable("prescription").set(set).where("patient_id", "=", id).execute();

    test("a second time before it's used", async () => {
      const rosa = await inCare(server);
      await allowEarlyFill(rosa);
      expect(await refusal(rosa)).toBe("The patient may already order the next one early.");
    });

    test("without a refill, or on hold", async () => {
      const rosa = await inCare(server);
      await setPrescription(rosa, { refills_left: 0 });
      expect(await refusal(rosa)).toBe("No refill is left. Please renew it first.");
      await setPrescription(rosa, { refills_left: 3, on_hold_at: server.clock.now() });
      expect(await refusal(rosa)).toMatch(/^This prescription is on hold/);
    });

    test("when the next one may be ordered anyway", async () => {
      const rosa = await inCare(server);
      server.clock.advance(22 * 24 * 3_600_000);
      expect(await refusal(rosa)).toBe("The patient can order the next one today.");
    });

    test("an ended one, and by a doctor without a license there", async () => {
      const rosa = await inCare(server);
      const { id } = await prescriptionOf(rosa);
      const body = { ...words, cause: "lost" as const };
      const unlicensed = await server.call(
        care.allowEarlyFill,
        { params: { id }, body: { ...body, doctorid: "ines_valdez" } },
        { apiKey },
      );
      expect(unlicensed.problem.message).toMatch(/not licensed/);
      await server.call(care.stopPrescription, { params: { id }, body: words }, { apiKey });
      const stopped = await server.call(care.allowEarlyFill, { params: { id }, body }, { apiKey });
      expect(stopped.problem.message).toBe("This prescription has ended.");
    });
  });

  test("an estrogen never comes without its progestogen: with that one on hold it isn't let come early, and the patient reads nothing", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    await server.services.db
      .updateTable("prescription")
      .set({ on_hold_at: server.clock.now() })
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", capsule)
      .execute();
    const refused = await allowEarlyFill(rosa);
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      "No progestogen comes with it, so the patient couldn’t order it. Please see to that prescription first.",
    ]);
    expect(await recorded(rosa)).toMatchObject({ [patch]: [0, null] });
    expect(await offered(rosa)).toBe(false);
    expect((await getNext(rosa)).problem.code).not.toBeUndefined();
    expect(await boxesOrdered(rosa)).toEqual([patch, capsule]);
    // The progestogen comes along where nothing speaks against it, and may come early alone.
    expect((await allowEarlyFill(ana)).ok.names).toEqual(["Estradiol patch", "Progesterone capsule"]);
    const dora = await inCare(server);
    await server.services.db
      .updateTable("prescription")
      .set({ on_hold_at: server.clock.now() })
      .where("patient_id", "=", dora.id)
      .where("product_id", "=", patch)
      .execute();
    expect((await allowEarlyFill(dora, capsule)).ok.names).toEqual(["Progesterone capsule"]);
  });
});
