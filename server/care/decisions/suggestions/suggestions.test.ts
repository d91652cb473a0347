import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { payment } from "#contract/payment.ts";
import { treatment } from "#contract/treatment/calls.ts";
import {
  agreeToSuggestion,
  declineSuggestion,
  insert,
  suggested,
  suggestionsOnHome,
  suggestMedicine,
  whySuggested,
  withdrawSuggestion,
} from "#server/care/testing/suggestions.ts";
import { addDays, clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import { answerThreeDSecure } from "#server/platform/gateway/sandbox/emulator/three-d-secure.ts";
import { newId } from "#server/platform/ids.ts";
import { type TestPatient, testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  bill,
  capturedCents,
  declineCard,
  deliverPaid,
  home,
  type InCare,
  inCare,
  mailSubjects,
  passDays,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();
const sevenDays = 7 * 86_400_000;

const recordOf = async ({ id }: TestPatient) => (await server.call(care.patient, { params: { id } }, { apiKey })).ok;
const statusOf = async ({ id }: { readonly id: string }) =>
  (
    await server.services.db
      .selectFrom("medicine_suggestion")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).status;
const conversationOf = async (patient: TestPatient) => {
  const token = await tokenOf(server, patient);
  const { ok } = await server.call(messages.conversations, {}, { token });
  const doctor = ok.items.find(({ kind }) => kind === "doctor");
  const page = await server.call(messages.messages, { params: { id: doctor?.id ?? "" }, query: {} }, { token });
  return page.ok.items.map(({ message }) => message);
};
/** Orders of suggestions that the patient has, whatever became of them. */
const ordersOf = ({ id }: TestPatient) =>
  server.services.db
    .selectFrom("customer_order")
    .select(["id", "status", "total_cents"])
    .where("patient_id", "=", id)
    .where("kind", "=", "upsell")
    .orderBy("id")
    .execute();

describe("a doctor suggests adding a medicine", () => {
  test("nothing is prescribed or charged before the patient agrees, who is told and asked", async () => {
    const rosa = await inCare(server);
    const [before, captured] = [await recordOf(rosa), await capturedCents(server, rosa)];
    const made = await suggested(server, rosa, { directions: "Use 1 insert every Monday." });
    expect(made).toMatchObject({ status: "waiting", obstacle: null, note: whySuggested });
    const after = await recordOf(rosa);
    expect([after.prescriptions, after.orders, after.subscriptions]).toEqual([
      before.prescriptions,
      before.orders,
      before.subscriptions,
    ]);
    expect(after.suggestions).toEqual([made]);
    expect(await capturedCents(server, rosa)).toEqual(captured);
    const { suggestions, nextstep, plan } = await home(server, rosa);
    expect(suggestions).toMatchObject([
      {
        id: made.id,
        title: expect.stringMatching(/^Dr\. .+ suggests adding Vaginal estradiol insert$/),
        product: {
          ...{ productid: insert.productid, price: 79, dayssupply: 30, directions: "Use 1 insert every Monday." },
        },
        terms: expect.stringContaining("charge you today"),
      },
    ]);
    expect(nextstep).toMatchObject({ kind: "change_to_agree", needspatient: true });
    expect(plan.items.map(({ productid }) => productid)).not.toContain(insert.productid);
    expect(await mailSubjects(server, rosa)).toContain("We need your answer");
    expect(await conversationOf(rosa)).toContain(whySuggested);
  });

  test("what the preview says is what the suggestion is, and asking changes nothing", async () => {
    const rosa = await inCare(server);
    const { revision } = await recordOf(rosa);
    const params = { id: rosa.id };
    const quote = (await server.call(care.suggestionQuote, { params, query: insert }, { apiKey })).ok;
    expect(quote).toMatchObject({ price: 79, dayssupply: 30, obstacle: null, companion: null, warnings: [] });
    expect(quote.consent).toContain("the day they agree");
    expect((await recordOf(rosa)).revision).toBe(revision);
    expect((await suggested(server, rosa)).product).toMatchObject({
      ...{ price: quote.price, dayssupply: quote.dayssupply, directions: quote.directions },
    });
  });

  test("what the patient has, and what is suggested already, is offered with why not, and refused with the same words", async () => {
    const rosa = await inCare(server);
    await suggested(server, rosa);
    const { items } = (await server.call(care.suggestibleMedicines, { params: { id: rosa.id } }, { apiKey })).ok;
    const against = new Map(items.map(({ productid, obstacle }) => [productid, obstacle]));
    expect(against.get("sildenafil_cream")).toBeNull();
    expect(against.get("estradiol_patch_0_05")).toContain("already gets this");
    expect(against.get(insert.productid)).toContain("already suggested");
    // Another strength, and another systemic estrogen, beside the patch.
    for (const id of ["estradiol_patch_0_1", "estradiol_tablet_1"])
      expect(against.get(id)).toContain("The patient takes Estradiol patch 0.05 mg/day");
    expect(against.has("magnesium"), "without a prescription").toBe(false);
    for (const [productid, pricingid] of [
      ["estradiol_patch_0_05", "estradiol_patch_0_05_1m"],
      ["estradiol_tablet_1", "estradiol_tablet_1_1m"],
      [insert.productid, insert.pricingid],
    ] as const) {
      const { status, problem } = await suggestMedicine(server, rosa, { productid, pricingid });
      expect([productid, status, problem.message]).toEqual([productid, 409, against.get(productid)]);
    }
    expect((await recordOf(rosa)).suggestions).toHaveLength(1);
  });

  test("two doctors at once: one is told of the other, and there's one suggestion", async () => {
    const rosa = await inCare(server);
    const { revision } = await recordOf(rosa);
    const both = await Promise.all([
      suggestMedicine(server, rosa, { revision }),
      suggestMedicine(server, rosa, { revision, productid: "sildenafil_cream", pricingid: "sildenafil_cream_1m" }),
    ]);
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["201", "409"]);
    expect(both.find(({ status }) => status === 409)?.problem.code).toBe("conflict");
    const twice = await Promise.all([suggestMedicine(server, rosa), suggestMedicine(server, rosa)]);
    expect(twice.some(({ status }) => status === 409)).toBe(true);
    const { suggestions = [] } = await recordOf(rosa);
    expect(new Set(suggestions.map(({ product }) => product.productid)).size).toBe(suggestions.length);
  });

  test("§5 estrogen is never suggested without its progestogen, and one that waits for an answer is none yet", async () => {
    const rosa = await inCare(server);
    for (const productId of ["progesterone_capsule_100", "estradiol_patch_0_05"]) {
      const found = (await recordOf(rosa)).prescriptions?.find(({ productid }) => productid === productId);
      const body = { reason: "Bleeding", message: "Please stop it." };
      await server.call(care.stopPrescription, { params: { id: found?.id ?? "" }, body }, { apiKey });
    }
    // Nothing of either is left at home.
    server.clock.advance(6 * sevenDays);
    const patch = { productid: "estradiol_patch_0_05", pricingid: "estradiol_patch_0_05_1m" };
    const refused = await suggestMedicine(server, rosa, patch);
    expect([refused.status, refused.problem.message]).toEqual([409, expect.stringContaining("lining of your uterus")]);
    const capsule = { productid: "progesterone_capsule_100", pricingid: "progesterone_capsule_100_1m" };
    const made = await suggested(server, rosa, capsule);
    expect((await suggestMedicine(server, rosa, patch)).status).toBe(409);
    const { items } = (await server.call(care.suggestibleMedicines, { params: { id: rosa.id } }, { apiKey })).ok;
    expect(items.find(({ productid }) => productid === patch.productid)?.obstacle).toContain("lining of your uterus");
    expect((await agreeToSuggestion(server, rosa, made)).status).toBe(200);
    await server.jobs.drain();
    const quote = await server.call(care.suggestionQuote, { params: { id: rosa.id }, query: patch }, { apiKey });
    expect(quote.ok).toMatchObject({
      obstacle: null,
      companion: "It has to be taken with Progesterone capsule 100 mg, which the patient has.",
    });
    // On a break, now or later, it protects nothing.
    const today = clinicToday(server.services);
    const { prescriptions = [] } = await recordOf(rosa);
    const active = prescriptions.find(
      ({ productid, status }) => productid === capsule.productid && status === "active",
    );
    const days = { from: addDays(today, 20), until: addDays(today, 27) };
    const planned = await server.call(
      care.restPrescription,
      { params: { id: active?.id ?? "" }, body: { ...days, reason: "Surgery", message: "Good luck!" } },
      { apiKey },
    );
    expect(planned.ok.names).toEqual(["Progesterone capsule"]);
    expect((await suggestMedicine(server, rosa, patch)).problem.message).toContain("lining of your uterus");
  });

  test("without an approved plan nothing is suggested, and a product without a prescription never is", async () => {
    const nobody = await server.newPatient();
    expect((await suggestMedicine(server, nobody)).status).toBe(409);
    const rosa = await inCare(server);
    const otc = await suggestMedicine(server, rosa, { productid: "magnesium", pricingid: "magnesium_1m" });
    expect(otc.problem.code).toBe("bad_request");
    expect((await suggestMedicine(server, rosa, { pricingid: "unheard_of" })).problem.code).toBe("bad_request");
  });
});

describe("the patient agrees", () => {
  test("it is prescribed in the doctor's name, charged once, sent, and renewed like any medicine", async () => {
    const rosa = await inCare(server);
    const before = await capturedCents(server, rosa);
    const made = await suggested(server, rosa, { directions: "Use 1 insert every Monday." });
    const { ok, status } = await agreeToSuggestion(server, rosa, made);
    expect([status, ok.message]).toEqual([200, expect.stringContaining("Your doctor prescribed it")]);
    await server.jobs.drain();
    expect(await capturedCents(server, rosa)).toEqual([...before, 7900]);
    const { prescriptions = [], suggestions, agreements } = await recordOf(rosa);
    expect(prescriptions.find(({ productid }) => productid === insert.productid)).toMatchObject({
      ...{ status: "active", directions: "Use 1 insert every Monday." },
    });
    const [{ doctor_id } = { doctor_id: "" }] = await server.services.db
      .selectFrom("prescription")
      .select("doctor_id")
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", insert.productid)
      .execute();
    expect(doctor_id).toBe(made.doctor?.id);
    expect(suggestions).toMatchObject([{ id: made.id, status: "agreed" }]);
    const [order] = await ordersOf(rosa);
    expect(agreements).toContainEqual(expect.objectContaining({ kind: "order", refid: order?.id }));
    const now = await home(server, rosa);
    expect([now.suggestions, now.nextstep.kind === "change_to_agree"]).toEqual([[], false]);
    expect(now.plan.items.find(({ productid }) => productid === insert.productid)).toMatchObject({
      directions: "Use 1 insert every Monday.",
    });
    const started = now.subscriptions.find(({ item }) => item.productid === insert.productid);
    expect(started).toMatchObject({ status: "active", price: 79, dayssupply: 30 });
    await deliverPaid(server, rosa);
    await passDays(server, 30);
    await bill(server);
    expect((await capturedCents(server, rosa)).filter((cents) => cents === 7900).length).toBeGreaterThan(0);
  });

  describe("decisions §19 to one that begins on a day", () => {
    const insertOf = async (patient: TestPatient) =>
      (await home(server, patient)).subscriptions.find(({ item }) => item.productid === insert.productid);
    const usedNow = async (patient: TestPatient) =>
      (await recordOf(patient)).prescriptions?.find(({ productid }) => productid === insert.productid)?.usednow;

    test("it waits at home for its day, which every screen says, and the next box follows from there", async () => {
      const rosa = await inCare(server);
      const beginson = addDays(clinicToday(server.services), 10);
      const day = formatDay(beginson);
      const query = { ...insert, beginson };
      const quote = await server.call(care.suggestionQuote, { params: { id: rosa.id }, query }, { apiKey });
      expect(quote.ok.begins).toContain(`They start it on ${day}`);
      const made = await suggested(server, rosa, { beginson });
      expect([made.beginson, made.terms]).toEqual([beginson, expect.stringContaining(`Start it on ${day}`)]);
      const { ok } = await agreeToSuggestion(server, rosa, made);
      expect(ok.message).toContain(`Start it on ${day}, or when it comes if that's later.`);
      await server.jobs.drain();
      await deliverPaid(server, rosa);
      expect(await usedNow(rosa)).toBe(false);
      const { leaddays } = server.services.content.shipping;
      expect(await insertOf(rosa)).toMatchObject({
        ...{ startson: beginson, nextchargeon: addDays(beginson, 30 - leaddays) },
      });
      await passDays(server, 9);
      expect(await usedNow(rosa)).toBe(false);
      await passDays(server, 1);
      expect(await usedNow(rosa)).toBe(true);
      expect((await insertOf(rosa))?.startson).toBeNull();
    });

    test("agreed to after its day it begins as it comes, and says so", async () => {
      const rosa = await inCare(server);
      const made = await suggested(server, rosa, { beginson: addDays(clinicToday(server.services), 2) });
      await passDays(server, 2);
      expect((await suggestionsOnHome(server, rosa))[0]?.terms).toContain(
        "The day your doctor chose to start it has passed",
      );
      expect((await agreeToSuggestion(server, rosa, made)).ok.message).toContain(
        "has passed, so start it when it comes",
      );
      await server.jobs.drain();
      await deliverPaid(server, rosa);
      expect([await usedNow(rosa), (await insertOf(rosa))?.startson]).toEqual([true, null]);
    });

    test("its day is after today and within the practice's limit", async () => {
      const rosa = await inCare(server);
      const today = clinicToday(server.services);
      for (const days of [-1, 0, server.services.content.shipping.lateststartdays + 1]) {
        const refused = await suggestMedicine(server, rosa, { beginson: addDays(today, days) });
        expect(refused.problem.details).toMatchObject({ fields: [{ path: "beginson" }] });
      }
    });
  });

  test("agreed twice, at once or again, it's one order and one charge", async () => {
    const rosa = await inCare(server);
    const made = await suggested(server, rosa);
    const key = newId();
    const both = await Promise.all([
      agreeToSuggestion(server, rosa, made, { key }),
      agreeToSuggestion(server, rosa, made),
    ]);
    expect(both.some(({ status }) => status === 200)).toBe(true);
    await server.jobs.drain();
    const again = await agreeToSuggestion(server, rosa, made);
    expect([200, 409]).toContain(again.status);
    await server.jobs.drain();
    expect(await ordersOf(rosa)).toMatchObject([{ status: "paid", total_cents: 7900 }]);
    const { prescriptions = [] } = await recordOf(rosa);
    expect(prescriptions.filter(({ productid }) => productid === insert.productid)).toHaveLength(1);
  });

  test("a bank that asks the patient to confirm: pressing again continues the same order, and declining waits", async () => {
    const rosa = await inCare(server);
    const made = await suggested(server, rosa);
    const token = await tokenOf(server, rosa);
    await server.call(payment.saveSource, { body: { source: "tok_threeDSecure2Required" } }, { token });
    const first = await agreeToSuggestion(server, rosa, made);
    expect([first.status, first.problem.code]).toEqual([409, "payment_action"]);
    expect((await declineSuggestion(server, rosa, made)).problem.code).toBe("payment_pending");
    expect((await withdrawSuggestion(server, made)).problem.message).toContain("just agreed");
    expect((await agreeToSuggestion(server, rosa, made)).problem.code).toBe("payment_action");
    expect(await ordersOf(rosa)).toHaveLength(1);
    const secret = String(first.problem.details?.["clientsecret"]);
    await answerThreeDSecure({ db: server.services.db, clock: server.clock }, secret, "confirm");
    expect((await agreeToSuggestion(server, rosa, made)).status).toBe(200);
    expect([await statusOf(made), await ordersOf(rosa)]).toMatchObject(["agreed", [{ total_cents: 7900 }]]);
  });

  test("a declined card charges nothing, and with another one it can be agreed to", async () => {
    const rosa = await inCare(server);
    const made = await suggested(server, rosa);
    await declineCard(server, rosa, "insufficient_funds");
    const { status, problem } = await agreeToSuggestion(server, rosa, made);
    expect([status, problem.code]).toEqual([402, "insufficient_funds"]);
    expect([await statusOf(made), (await ordersOf(rosa)).map((each) => each.status)]).toEqual(["waiting", ["failed"]]);
    await server.services.db.updateTable("sandbox.payment_method").set({ charge_decline: null }).execute();
    expect((await agreeToSuggestion(server, rosa, made)).status).toBe(200);
    expect((await ordersOf(rosa)).map((each) => each.status)).toEqual(["failed", "authorized"]);
  });

  test.each([
    [
      "after it was withdrawn",
      async (_: TestPatient, made: { id: string }) => void (await withdrawSuggestion(server, made)),
      "took this back",
    ],
    [
      "after the license ended",
      async () => {
        const ended = "2020-01-01";
        await server.services.db.updateTable("doctor_license").set({ valid_until: ended }).execute();
      },
      "can't prescribe it for you right now",
    ],
    [
      "with a payment that failed",
      async ({ id }: TestPatient) =>
        void (await server.services.db
          .updateTable("patient")
          .set({ failed_transaction_reason: "expired_card" })
          .where("id", "=", id)
          .execute()),
      "update your card first",
    ],
    [
      "with an emergency that is open",
      async (patient: TestPatient) => {
        const token = await tokenOf(server, patient);
        const { ok } = await server.call(messages.conversations, {}, { token });
        const id = ok.items.find(({ kind }) => kind === "doctor")?.id ?? "";
        const body = { message: "I have crushing chest pain.", clientid: newId() } as never;
        await server.call(messages.send, { params: { id }, body }, { token });
      },
      "talk with a doctor first",
    ],
    [
      "after the plan was declined",
      async ({ id }: TestPatient) =>
        void (await server.services.db
          .updateTable("care_case")
          .set({ status: "declined" })
          .where("patient_id", "=", id)
          .execute()),
      "approve your plan",
    ],
  ])("%s it is refused with a sentence, and nothing is charged", async (_name, happen, text) => {
    const rosa = await inCare(server);
    const made = await suggested(server, rosa);
    const before = await capturedCents(server, rosa);
    await happen(rosa, made);
    try {
      const shown = (await home(server, rosa)).suggestions.find(({ id }) => id === made.id);
      const { status, problem } = await agreeToSuggestion(server, rosa, made);
      expect([status, problem.message]).toEqual([409, expect.stringContaining(text)]);
      // What is shown doesn't ask for what would be refused.
      if (shown) expect(shown.obstacle).toBe(problem.message);
    } finally {
      await server.services.db.updateTable("doctor_license").set({ valid_until: null }).execute();
    }
    await server.jobs.drain();
    expect([await ordersOf(rosa), await capturedCents(server, rosa)]).toEqual([[], before]);
  });

  test("a price that rose since it was shown asks again, and without a card or an address it says so", async () => {
    const rosa = await inCare(server);
    const made = await suggested(server, rosa);
    const dearer = await agreeToSuggestion(server, rosa, made, { price: made.product.price - 1 });
    expect([dearer.status, dearer.problem.code]).toEqual([409, "price_changed"]);
    await server.services.db
      .updateTable("payment_source")
      .set({ is_default: false })
      .where("patient_id", "=", rosa.id)
      .execute();
    expect((await agreeToSuggestion(server, rosa, made)).problem.code).toBe("no_payment_method");
    await server.services.db
      .updateTable("shipping_address")
      .set({ state: "ZZ" })
      .where("patient_id", "=", rosa.id)
      .execute();
    expect((await agreeToSuggestion(server, rosa, made)).problem.code).toBe("not_available_in_state");
    expect([await ordersOf(rosa), await statusOf(made)]).toEqual([[], "waiting"]);
  });

  test("another patient's suggestion isn't there", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const made = await suggested(server, rosa);
    expect((await agreeToSuggestion(server, ana, made)).status).toBe(404);
    expect((await declineSuggestion(server, ana, made)).status).toBe(404);
    expect(await statusOf(made)).toBe("waiting");
  });
});

describe("it isn't agreed to", () => {
  test("the patient declines: nothing changes, and the doctor reads it in the patient's words", async () => {
    const rosa = await inCare(server);
    const made = await suggested(server, rosa);
    const { ok } = await declineSuggestion(server, rosa, made, "I had a rash with it.");
    expect(ok.message).toBe("All right. Nothing changes, and your doctor has your message.");
    expect((await declineSuggestion(server, rosa, made)).status).toBe(200);
    expect((await conversationOf(rosa)).filter((text) => text.startsWith(made.refusal))).toEqual([
      `${made.refusal}\n\nI had a rash with it.`,
    ]);
    expect((await agreeToSuggestion(server, rosa, made)).problem.message).toContain("already said no");
    expect([await suggestionsOnHome(server, rosa), await ordersOf(rosa)]).toMatchObject([
      [{ id: made.id, status: "declined", obstacle: null }],
      [],
    ]);
  });

  test("decisions §20 a declined one can be agreed to after all, knowingly and within 60 days", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const [made, others] = [await suggested(server, rosa), await suggested(server, ana)];
    await declineSuggestion(server, rosa, made);
    await declineSuggestion(server, ana, others);
    const agree = async (patient: InCare, { id, product: { price } }: typeof made) =>
      server.call(
        treatment.agreeToSuggestion,
        { params: { id }, body: { price, afterall: true } },
        { token: await tokenOf(server, patient) },
      );
    expect((await agree(rosa, made)).status).toBe(200);
    expect([await statusOf(made), await statusOf(others)]).toEqual(["agreed", "declined"]);
    server.clock.advance(61 * 86_400_000);
    expect(await suggestionsOnHome(server, ana)).toEqual([]);
    expect((await agree(ana, others)).problem.message).toContain("already said no");
  });

  test("an emergency in those words is reported like one in a message", async () => {
    const rosa = await inCare(server);
    const made = await suggested(server, rosa);
    await declineSuggestion(server, rosa, made, "I have crushing chest pain.");
    expect((await recordOf(rosa)).emergencies).toHaveLength(1);
    expect((await home(server, rosa)).nextstep.safety).not.toBeNull();
  });

  test("the doctor withdraws it: the patient reads why, and it can be suggested again", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const [made, others] = [await suggested(server, rosa), await suggested(server, ana)];
    const { ok } = await withdrawSuggestion(server, made, "Your new answers speak against it.");
    expect(ok).toMatchObject({ id: made.id, status: "withdrawn" });
    expect(await conversationOf(rosa)).toContain("Your new answers speak against it.");
    expect((await withdrawSuggestion(server, made)).problem.message).toContain("withdrawn already");
    expect([await suggestionsOnHome(server, rosa), await statusOf(others)]).toEqual([[], "waiting"]);
    expect((await suggestMedicine(server, rosa)).status).toBe(201);
  });

  test("unanswered for three days it stands in the inbox, and no longer once it's answered", async () => {
    const rosa = await inCare(server);
    const made = await suggested(server, rosa);
    const waits = async () =>
      (await server.call(care.inbox, { query: { patientid: rosa.id } }, { apiKey })).ok.items.filter(
        ({ kind }) => kind === "change",
      );
    expect(await waits()).toEqual([]);
    server.clock.advance(sevenDays / 2);
    expect(await waits()).toMatchObject([{ id: made.id, medicines: [{ productid: insert.productid }] }]);
    await declineSuggestion(server, rosa, made);
    expect(await waits()).toEqual([]);
  });
});
