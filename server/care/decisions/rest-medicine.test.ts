import type { Bundle, FhirResource } from "fhir/r4";
import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { addDays, clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { changeTreatment, stronger } from "#server/treatment/testing/changes.ts";
import {
  home,
  inCare,
  type InCare,
  passDays,
  prescriptionOrderIn,
  subscriptionOf,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { missingCompanions } from "../prescription-renewals/missing-companion.ts";
import { sendRestMessages } from "./rest-messages.ts";

const server = serverAtNoon();
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];
const words = { reason: "Knee replacement.", message: "Good luck with your surgery!" };

const today = () => clinicToday(server.services);
const inDays = (days: number) => addDays(today(), days);
const recordOf = async ({ id }: TestPatient) => (await server.call(care.patient, { params: { id } }, { apiKey })).ok;
const prescriptionOf = async (patient: TestPatient, productId = patch) => {
  const found = (await recordOf(patient)).prescriptions?.find(
    ({ productid, status }) => productid === productId && status !== "ended",
  );
  if (!found) throw new Error(`Nothing of ${productId} is prescribed`);
  return found;
};
interface Break {
  readonly productId?: string;
  readonly from?: number;
  readonly until?: number;
  readonly revision?: string;
}
const rest = async (patient: TestPatient, { productId = patch, from = 0, until = 14, revision }: Break = {}) =>
  server.call(
    care.restPrescription,
    {
      params: { id: (await prescriptionOf(patient, productId)).id },
      body: { ...words, from: inDays(from), until: inDays(until), revision },
    },
    { apiKey },
  );
const quote = async (patient: InCare, { productId = patch, from = 0, until = 14 }: Break = {}) =>
  server.call(
    care.restQuote,
    {
      params: { id: (await prescriptionOf(patient, productId)).id },
      query: { from: inDays(from), until: inDays(until) },
    },
    { apiKey },
  );
/** Ends a break, and holds what was said of it before against what is done or refused. */
const end = async (patient: TestPatient, productId = patch) => {
  const params = { id: (await prescriptionOf(patient, productId)).id };
  const { ok: quoted } = await server.call(care.stepQuote, { params, query: { step: "endbreak" } }, { apiKey });
  const body = { ...words, message: "Welcome back." };
  const ended = await server.call(care.endRest, { params, body }, { apiKey });
  expect([quoted.obstacle, quoted.beside]).toEqual(
    ended.status === 200 ? [null, ended.ok.names.slice(1)] : [ended.problem.message, expect.anything()],
  );
  return ended;
};
const plannedOn = async (patient: InCare, productId = patch): Promise<string> =>
  prescriptionOrderIn(await subscriptionOf(server, patient, productId), "scheduled").chargeon ?? "";
const textsTo = async (patient: InCare) => {
  const token = await tokenOf(server, patient);
  const [conversation] = (await server.call(messages.conversations, {}, { token })).ok.items;
  const { ok } = await server.call(
    messages.messagePages,
    { params: { id: conversation?.id ?? "" }, query: {} },
    { token },
  );
  return ok.items.map(({ message }) => message);
};
const dosesOf = async (patient: InCare) => {
  const { ok } = await server.call(wellbeing.read, {}, { token: await tokenOf(server, patient) });
  return ok.doses.items.map(({ name }) => name).toSorted();
};

/** In the record for another doctor, of the capsule and the patch. */
async function statusesOf(patient: InCare): Promise<(string | undefined)[]> {
  const params = { id: patient.id };
  const { raw } = await server.call(
    documents.medicalRecordsFhir,
    { params },
    { token: await tokenOf(server, patient) },
  );
  const { entry = [] } = JSON.parse(raw.rawPayload.toString()) as Bundle<FhirResource>;
  const requests = entry.flatMap(({ resource }) => (resource?.resourceType === "MedicationRequest" ? [resource] : []));
  return ["Progesterone", "Estradiol"].map(
    (name) => requests.find((each) => each.medicationCodeableConcept?.text?.startsWith(name))?.status,
  );
}

describe("decisions §19 a break from a medicine until a day", () => {
  test("of one medicine and one patient: nothing of it is used, it's charged as many days later, and the other goes on", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    await passDays(server, 8);
    const before = [await plannedOn(rosa), await plannedOn(rosa, capsule)] as const;
    const { ok } = await rest(rosa);
    expect(ok).toMatchObject({ from: today(), until: inDays(14), names: ["Estradiol patch"] });
    expect([ok.nextchargeon, await plannedOn(rosa)]).toEqual([addDays(before[0], 14), addDays(before[0], 14)]);
    expect([await plannedOn(rosa, capsule), await plannedOn(ana), await plannedOn(ana, capsule)]).toEqual([
      ...[before[1], before[0], before[1]],
    ]);
    expect(await prescriptionOf(rosa)).toMatchObject({
      ...{ status: "active", usednow: false, rest: { from: today(), until: inDays(14), alongwith: null } },
    });
    expect(await prescriptionOf(rosa, capsule)).toMatchObject({ usednow: true, rest: null });
    expect(await prescriptionOf(ana)).toMatchObject({ usednow: true, rest: null });
    expect([await dosesOf(rosa), await dosesOf(ana)]).toEqual([
      ["Progesterone capsule"],
      ["Estradiol patch", "Progesterone capsule"],
    ]);
    const { state, statustext } = await subscriptionOf(server, rosa);
    expect(statustext).toMatch(/^Taking a break through .+\. Start again on .+\.$/);
    expect(state.lines[0]).toMatch(/^Your doctor wants you to take a break from it through /);
    expect((await subscriptionOf(server, rosa, capsule)).statustext).toMatch(/^Next charge on /);
    // Where it says how a medicine is used, it says first that it isn't.
    const { plan, subscriptions, nextstep } = await home(server, rosa);
    expect(`${nextstep.title} ${nextstep.text}`).toContain(
      `Please take a break from Estradiol patch through ${formatDay(addDays(inDays(14), -1))}.`,
    );
    expect(JSON.stringify((await home(server, ana)).nextstep)).not.toContain("break");
    // One that is planned isn't said to have begun.
    const carla = await inCare(server);
    expect((await rest(carla, { from: 3 })).status).toBe(200);
    expect(JSON.stringify((await home(server, carla)).nextstep)).not.toContain("break");
    for (const { productid, directions } of [...plan.items, ...subscriptions.map(({ item }) => item)])
      expect([
        productid,
        /^Your doctor wants you to take a break from it through .+ Put one patch/.test(directions ?? ""),
      ]).toEqual([...[productid, productid === patch]]);
  });

  test("estrogen rests with its progestogen, and neither goes on without the other; it ends for both", async () => {
    const rosa = await inCare(server);
    await passDays(server, 3);
    expect((await quote(rosa, { productId: capsule })).ok.names).toEqual(["Progesterone capsule", "Estradiol patch"]);
    expect((await rest(rosa, { productId: capsule })).ok.names).toEqual(["Progesterone capsule", "Estradiol patch"]);
    expect(await dosesOf(rosa)).toEqual([]);
    expect((await prescriptionOf(rosa)).rest).toMatchObject({ alongwith: "Progesterone capsule", until: inDays(14) });
    expect((await end(rosa)).problem).toMatchObject({
      code: "wrong_state",
      message: expect.stringContaining("along with"),
    });
    expect(await dosesOf(rosa)).toEqual([]);
    expect((await end(rosa, capsule)).ok.names).toEqual(["Progesterone capsule", "Estradiol patch"]);
    expect(await dosesOf(rosa)).toEqual(["Estradiol patch", "Progesterone capsule"]);
  });

  test("estrogen whose own break ends before its progestogen's is refused its progestogen's; one that covers it is not touched", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    for (const [patient, days] of [
      [rosa, 5],
      [ana, 40],
    ] as const)
      await rest(patient, { until: days });
    expect((await rest(rosa, { productId: capsule })).problem).toMatchObject({
      ...{ code: "wrong_state", message: expect.stringContaining("a break from Estradiol patch already") },
    });
    expect((await rest(ana, { productId: capsule })).ok.names).toEqual(["Progesterone capsule"]);
    // Its own break can't be ended while what it needs rests.
    expect((await end(ana)).problem.code).toBe("wrong_state");
    expect((await prescriptionOf(ana)).rest).toMatchObject({ until: inDays(40) });
  });

  test("of two progestogens the other one covers, unless it rests, too", async () => {
    const rosa = await inCare(server);
    const { db } = server.services;
    const row = await db
      .selectFrom("prescription")
      .selectAll()
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", capsule)
      .executeTakeFirstOrThrow();
    const second = { id: newId(), product_id: "progesterone_capsule_200", rx_number: `RX-${rosa.id.slice(0, 8)}` };
    await db
      .insertInto("prescription")
      .values({ ...row, ...second, directions_sealed: null })
      .execute();
    expect((await rest(rosa, { productId: second.product_id })).ok.names).toEqual(["Progesterone capsule"]);
    expect((await rest(rosa, { productId: capsule })).ok.names).toEqual(["Progesterone capsule", "Estradiol patch"]);
  });

  test("who renews an estrogen reads that its progestogen rests", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    await rest(rosa, { productId: capsule });
    const { content, clock, secrets, db } = server.services;
    const warnings = async ({ id }: InCare) =>
      (await missingCompanions({ content, clock, secrets, db }, id, content.requirements, [patch]))(patch).length;
    expect([await warnings(rosa), await warnings(ana)]).toEqual([1, 0]);
  });

  test("estrogen on hold isn't released while its progestogen rests", async () => {
    const rosa = await answeredPatientInCare(server);
    const params = { id: (await prescriptionOf(rosa)).id };
    const body = { reason: "Bleeding.", message: "Please wait." };
    await server.call(care.holdPrescription, { params, body }, { apiKey });
    expect((await rest(rosa, { productId: capsule })).ok.names).toEqual(["Progesterone capsule"]);
    const refused = await server.call(care.releasePrescription, { params, body }, { apiKey });
    expect([refused.problem.code, (await prescriptionOf(rosa)).status]).toEqual(["wrong_state", "on_hold"]);
    await end(rosa, capsule);
    expect((await server.call(care.releasePrescription, { params, body }, { apiKey })).ok.status).toBe("active");
  });

  test("the break from an estrogen isn't ended while its progestogen is on hold", async () => {
    const rosa = await inCare(server);
    await rest(rosa);
    const params = { id: (await prescriptionOf(rosa, capsule)).id };
    await server.call(care.holdPrescription, { params, body: { ...words, message: "Please wait." } }, { apiKey });
    expect((await end(rosa)).problem.message).toContain("take it off hold, first");
    expect((await prescriptionOf(rosa)).rest).not.toBeNull();
  });

  test("planned for later, it begins on its day and is over on its day; the patient is told now, and once on each", async () => {
    const rosa = await inCare(server);
    await rest(rosa, { from: 3, until: 6 });
    const [last, again] = [formatDay(inDays(5)), formatDay(inDays(6))];
    const told = async () => (await textsTo(rosa)).filter((text) => text.includes("break"));
    expect(await told()).toEqual([
      `${words.message}\n\nPlease take a break from this starting ${formatDay(inDays(3))}, through ${last}: Estradiol patch. Start again on ${again}, as before.`,
    ]);
    expect((await textsTo(rosa)).join()).not.toContain(words.reason);
    expect(await prescriptionOf(rosa)).toMatchObject({ usednow: true, rest: { from: inDays(3) } });
    expect((await subscriptionOf(server, rosa)).state.lines[0]).toMatch(/take a break from it, from .+ through /);
    for (let day = 0; day < 9; day += 1) {
      expect(await dosesOf(rosa), `day ${day}`).toHaveLength(day >= 3 && day < 6 ? 1 : 2);
      const isNow = day >= 3 && day < 6;
      if (day === 0 || isNow) {
        const { directions } = (await subscriptionOf(server, rosa)).item;
        expect(directions).toMatch(
          isNow ? /take a break from it through .+ Put one/ : /a break from it, from .+ Put one/,
        );
      }
      expect(await statusesOf(rosa)).toEqual(["active", isNow ? "on-hold" : "active"]);
      await sendRestMessages(server.services);
      await sendRestMessages(server.services);
      expect(await told(), `day ${day}`).toHaveLength(day < 3 ? 1 : day < 6 ? 2 : 3);
      await passDays(server, 1);
    }
    expect((await told()).toSorted()).toEqual([
      `As we planned, please take a break starting today, through ${last}: Estradiol patch. Start again on ${again}, as before.`,
      expect.stringMatching(/^Good luck/),
      "Your break is over. Starting today, please use this again as before: Estradiol patch.",
    ]);
  });

  test("a week after a break is over nothing is said of it, also where another one begins", async () => {
    const [rosa, ana, eva] = [await inCare(server), await inCare(server), await inCare(server)];
    for (const patient of [rosa, eva]) await rest(patient, { from: 1, until: 3 });
    await rest(ana, { from: 1, until: 4 });
    await passDays(server, 9);
    await rest(rosa, { from: 1, until: 3 });
    await passDays(server, 1);
    await sendRestMessages(server.services);
    const ofBreaks = async (patient: InCare) =>
      (await textsTo(patient)).flatMap((text) => /^(As we planned|Your break is over)/.exec(text)?.[1] ?? []);
    expect([await ofBreaks(rosa), await ofBreaks(ana), await ofBreaks(eva)]).toEqual([
      ...[["As we planned"], ["Your break is over"], []],
    ]);
  });

  test("nobody is told to use again what was put on hold or stopped meanwhile", async () => {
    const [held, stopped, both] = [await inCare(server), await inCare(server), await inCare(server)];
    for (const patient of [held, stopped, both]) await rest(patient, { until: 2 });
    const body = { reason: "A clot.", message: "Please stop." };
    await server.call(care.holdPrescription, { params: { id: (await prescriptionOf(held)).id }, body }, { apiKey });
    await server.call(care.stopPrescription, { params: { id: (await prescriptionOf(stopped)).id }, body }, { apiKey });
    await passDays(server, 2);
    await sendRestMessages(server.services);
    const over = async (patient: InCare) =>
      (await textsTo(patient)).some((text) => text.startsWith("Your break is over"));
    expect([await over(held), await over(stopped), await over(both)]).toEqual([false, false, true]);
  });

  test("a patient who closed the account is told nothing more", async () => {
    const rosa = await inCare(server);
    await rest(rosa, { from: 1, until: 3 });
    const closed = await server.call(
      account.closeAccount,
      { body: { password: rosa.password } },
      { token: await tokenOf(server, rosa) },
    );
    expect(closed.status).toBe(200);
    await passDays(server, 1);
    await sendRestMessages(server.services);
    const rests = await server.services.db
      .selectFrom("medicine_rest")
      .select(["begin_noticed_at", "end_noticed_at"])
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(rests).toEqual([{ begin_noticed_at: null, end_noticed_at: null }]);
  });

  test.each([
    ["begins in the past", { from: -1 }, "from"],
    ["ends as it begins", { from: 3, until: 3 }, "until"],
    ["lasts more than half a year", { from: 0, until: 185 }, "until"],
  ])("%s: the day is refused, asked about and written", async (_, days, path) => {
    const rosa = await inCare(server);
    const error = { code: "bad_request", details: { fields: [expect.objectContaining({ path })] } };
    expect((await rest(rosa, days)).problem).toMatchObject(error);
    expect((await quote(rosa, days)).problem).toMatchObject(error);
    expect((await rest(rosa, { from: 0, until: 184 })).ok.until).toBe(inDays(184));
  });

  test("twice, on hold, being replaced, on an older record: refused with what to do", async () => {
    const [rosa, ana, zoe] = [await inCare(server), await inCare(server), await inCare(server)];
    const { revision } = await recordOf(rosa);
    await rest(rosa, { from: 2, until: 9 });
    expect((await rest(rosa, { from: 10, until: 12 })).problem.message).toContain("Please end that first.");
    expect((await rest(rosa, { productId: capsule, revision })).problem.code).toBe("conflict");
    // A change of what rests would begin with another strength.
    expect((await changeTreatment(server, rosa, { pricingid: stronger })).problem.message).toContain(
      "Please end the break first",
    );
    const body = { reason: "Pain.", message: "Please wait." };
    await server.call(care.holdPrescription, { params: { id: (await prescriptionOf(ana)).id }, body }, { apiKey });
    expect((await rest(ana)).problem.message).toContain("on hold");
    expect((await quote(ana)).ok.obstacle).toContain("on hold");
    await changeTreatment(server, zoe, { pricingid: stronger });
    expect((await rest(zoe)).problem.message).toContain("withdraw that change first");
    expect((await end(zoe)).problem.code).toBe("wrong_state");
  });

  test("ended early: used again today, what was left lasts from today, and nothing more is said on its last day", async () => {
    const rosa = await inCare(server);
    const before = await plannedOn(rosa);
    await rest(rosa, { until: 20 });
    await passDays(server, 5);
    const { ok } = await end(rosa);
    expect([ok.nextchargeon, (await prescriptionOf(rosa)).rest]).toEqual([addDays(before, 5), null]);
    expect((await textsTo(rosa)).filter((text) => text.includes("Your break is over"))).toEqual([
      "Welcome back.\n\nYour break is over. Starting today, please use this again as before: Estradiol patch.",
    ]);
    await passDays(server, 15);
    await sendRestMessages(server.services);
    expect((await textsTo(rosa)).filter((text) => text.includes("Your break is over"))).toHaveLength(1);
    // It may be planned anew, and ended before it begins.
    await rest(rosa, { from: 4, until: 8 });
    await end(rosa);
    expect((await prescriptionOf(rosa)).rest).toBeNull();
  });
});
