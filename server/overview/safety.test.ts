import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import type { AnswerValue } from "#contract/onboarding/questions.ts";
import { support } from "#contract/support.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { goThrough, sendFollowupTo, check, save } from "#server/followup/testing/followups.ts";
import {
  acceptedUpsellOrder,
  answeredPatientInCare,
  dashboardUpsell,
  acceptUpsell,
  upsellAtClinic,
  upsellOrders,
} from "#server/growth/testing/upsells.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { agreeToChange, newestChange, changeTreatment } from "#server/treatment/testing/changes.ts";
import {
  home,
  type InCare,
  passDays,
  subscriptionOf,
  capturedCents,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { treatmentScenarios } from "#server/treatment/testing/scenarios.ts";

const server = serverAtNoon();
const { approveAll, declineAll, putOnHold } = treatmentScenarios(() => server);

/** Changes an answer in the health update. */
async function updateHealthAnswer(patient: InCare, questionid: string, answer: AnswerValue) {
  const token = await tokenOf(server, patient);
  const { version } = (await server.call(account.healthAnswers, { query: {} }, { token })).ok;
  const body = { version, answers: [{ questionid, answer }] };
  const { status, ok } = await server.call(account.updateHealthAnswers, { body }, { token });
  expect(status).toBe(200);
  return ok.stop;
}

/** The patient's conversation with the doctor, and how to write in it. */
async function doctorConversation(patient: InCare) {
  const token = await tokenOf(server, patient);
  const { items } = (await server.call(messages.conversations, {}, { token })).ok;
  const id = items.find(({ kind }) => kind === "doctor")?.id ?? expect.fail("No conversation");
  const write = (message: string) =>
    server.call(messages.send, { params: { id }, body: { message, clientid: crypto.randomUUID() } }, { token });
  return { id, write };
}

const patchOf = async (patient: InCare) =>
  (await home(server, patient)).subscriptions.find(({ item }) => item.productid.startsWith("estradiol_patch"))?.item
    .productid ?? expect.fail("No patch");
const withOpenChange = async () => {
  const rosa = await answeredPatientInCare(server);
  const product = await patchOf(rosa);
  await changeTreatment(server, rosa, { product, pricingid: "estradiol_patch_0_1_1m" });
  expect((await newestChange(server, rosa)).status).toBe("waiting");
  return rosa;
};
const hrefs = (actions: readonly { readonly href: string }[] = []) => actions.map(({ href }) => href);

describe("decisions §9 safety comes first on every screen", () => {
  test("a STOP raised after the visit comes first, says whom to call and what to do with each medicine at home", async () => {
    const rosa = await answeredPatientInCare(server);
    await updateHealthAnswer(rosa, "heart_and_clots", ["leg_clot"]);
    const { nextstep, plan, canshowupsells, subscriptions } = await home(server, rosa);
    expect(subscriptions.map(({ onhold, onhanduntil }) => [onhold, onhanduntil])).toEqual([
      [true, null],
      [true, null],
    ]);
    expect(nextstep).toMatchObject({ kind: "stop", title: "Estrogen is not safe for you", needspatient: true });
    expect(nextstep.text).toMatch(/^If the clot is new, .* call 911 now\.$/);
    expect(nextstep.safety?.more).toMatch(/^Estrogen can raise .* until your doctor has looked at it\.$/);
    expect(hrefs(nextstep.safety?.calls)[0]).toBe("tel:911");
    expect(nextstep.action?.href).toBe("/messages/doctor");
    const texts = nextstep.safety?.athome.map(({ text }) => text).join(" ");
    expect(texts).toContain("Take the patch off now");
    expect(texts).toContain("Don't take the next capsule");
    expect([plan.phase, plan.label, canshowupsells]).toEqual(["on_hold", "On hold", false]);
  });

  test("beside a STOP the doctor's note no longer says that the plan fits", async () => {
    const rosa = await handedOver(server);
    const params = { id: rosa.id };
    await server.call(care.accept, { params, body: {} }, { apiKey: testApiKey });
    await server.call(care.approvePlan, { params, body: { note: "A good fit." } }, { apiKey: testApiKey });
    expect((await home(server, rosa)).plan.note).toBe("A good fit.");
    await updateHealthAnswer(rosa, "heart_and_clots", ["leg_clot"]);
    expect((await home(server, rosa)).plan.note).toBeNull();
  });

  test("a STOP withdraws the open treatment change: nothing is left to agree to", async () => {
    const rosa = await withOpenChange();
    const change = await newestChange(server, rosa);
    await updateHealthAnswer(rosa, "heart_and_clots", ["leg_clot"]);
    expect((await home(server, rosa)).changes).toEqual([]);
    const { problem } = await agreeToChange(server, rosa, change);
    expect(problem.code).toBe("wrong_state");
  });

  test("a treatment change the answer does not affect stays", async () => {
    const rosa = await withOpenChange();
    await updateHealthAnswer(rosa, "allergies", ["peanut"]);
    // Estrogen goes on hold with its progestogen: where there is a uterus, so does the patch.
    expect((await home(server, rosa)).nextstep.kind).toBe("stop");
    const other = await withOpenChange();
    await updateHealthAnswer(other, "watch_medicines", ["nitrates"]);
    expect((await newestChange(server, other)).status).toBe("waiting");
  });

  test("an upsell that awaits the doctor is withdrawn and its authorization voided, and nothing is offered or sold", async () => {
    const rosa = await answeredPatientInCare(server);
    const cream = await dashboardUpsell(server, rosa, "cream");
    await acceptedUpsellOrder(server, rosa);
    await updateHealthAnswer(rosa, "heart_and_clots", ["stroke"]);
    await server.jobs.drain();
    expect(await upsellAtClinic(server, rosa)).toBeUndefined();
    expect(await upsellOrders(server, rosa)).toMatchObject([{ status: "voided" }]);
    expect((await home(server, rosa)).upsellrequests).toEqual([]);
    const { ok } = await server.call(growth.dashboardUpsells, {}, { token: await tokenOf(server, rosa) });
    expect(ok.items).toEqual([]);
    const { problem } = await acceptUpsell(server, rosa, cream.upsellId, { totalamount: cream.total });
    expect(problem.code).toBe("visit_stopped");
  });

  test("an emergency in a follow-up shows 911 first until a doctor has read it; prescriptions are on hold for the doctor", async () => {
    const rosa = await answeredPatientInCare(server);
    const { followupId, ...rest } = await sendFollowupTo(server, rosa);
    const asked = { ...rest, followupId };
    await goThrough(server, asked, {}, 4);
    await save(server, asked, 4, { side_effects: ["leg_clot"] });
    const { nextstep } = await home(server, rosa);
    expect(nextstep).toMatchObject({ kind: "emergency", title: "Please get care right now" });
    expect(hrefs(nextstep.safety?.calls)).toEqual(["tel:911"]);
    expect(nextstep.safety?.athome.map(({ text }) => text).join(" ")).toContain("Take the patch off now");
    await passDays(server, 60);
    expect(await capturedCents(server, rosa)).toHaveLength(1);

    const params = { id: followupId };
    await server.call(care.closeFollowup, { params, body: {} }, { apiKey: testApiKey });
    expect((await home(server, rosa)).nextstep.kind).toBe("stop");
    await approveAll(rosa);
    expect((await home(server, rosa)).nextstep.safety).toBeUndefined();
  });

  test("thoughts of self-harm show 988 first, and the medicine continues", async () => {
    const rosa = await answeredPatientInCare(server);
    const asked = { ...rosa, ...(await sendFollowupTo(server, rosa)) };
    await goThrough(server, asked, {}, 4);
    await save(server, asked, 4, { side_effects: ["dark_thoughts"] });
    const { nextstep } = await home(server, rosa);
    expect(nextstep.kind).toBe("emergency");
    expect(hrefs(nextstep.safety?.calls)).toEqual(["tel:988", "sms:988", "tel:911"]);
    expect(new Set(nextstep.safety?.athome.map(({ text }) => text))).toEqual(
      new Set(["Keep using it the way your label says, unless a doctor tells you to stop."]),
    );
    expect((await subscriptionOf(server, rosa, await patchOf(rosa))).nextchargeon).not.toBeNull();
  });

  test("an emergency in a message shows 911 first until it is dismissed, then a calm card; it puts nothing on hold", async () => {
    const rosa = await answeredPatientInCare(server);
    const { id, write } = await doctorConversation(rosa);
    await write("My chest hurts and I can't breathe");
    const { nextstep, plan, canshowupsells } = await home(server, rosa);
    expect(nextstep).toMatchObject({ kind: "emergency", title: "Please call 911 now", needspatient: true });
    expect(hrefs(nextstep.safety?.calls)).toEqual(["tel:911"]);
    const { "911": calm, medicine } = server.services.content.nextsteps.safety.meanwhile;
    expect(nextstep.safety?.athome.map(({ text }) => text)).toEqual([medicine]);
    expect([nextstep.safety?.calm, nextstep.action?.href]).toEqual([undefined, "/messages"]);
    expect([plan.phase, canshowupsells]).toEqual(["approved", false]);

    const token = await tokenOf(server, rosa);
    await server.call(messages.dismissEmergency, { params: { id } }, { token });
    const { nextstep: after } = await home(server, rosa);
    expect(after).toMatchObject({ kind: "emergency", title: calm.title, text: calm.text, safety: { calm: true } });
    expect(after.safety?.athome.map(({ text }) => text)).toEqual([medicine]);
    expect(hrefs(after.safety?.calls)).toEqual(["tel:911"]);
  });

  test("§9 an emergency from any source leads home, calm, and no dose is due, until a clinician closes it", async () => {
    const [rosa, other] = [await answeredPatientInCare(server), await answeredPatientInCare(server)];
    const token = await tokenOf(server, rosa);
    await server.call(support.contact, { body: { topic: "treatment", message: "my chest... it hurts" } }, { token });
    expect((await home(server, rosa)).nextstep).toMatchObject({ kind: "emergency", safety: { calm: true } });
    expect((await home(server, other)).nextstep.safety).toBeUndefined();
    const { ok } = await server.call(care.emergencies, { query: { patientid: rosa.id } }, { apiKey: testApiKey });
    const params = { id: ok.items[0]?.id ?? expect.fail("No report") };
    await server.call(care.acknowledgeEmergency, { params, body: {} }, { apiKey: testApiKey });
    expect((await home(server, rosa)).nextstep.safety?.calm).toBe(true);
    await server.call(care.closeEmergency, { params, body: { outcome: "Seen in the ER" } }, { apiKey: testApiKey });
    expect((await home(server, rosa)).nextstep.safety).toBeUndefined();
  });

  test("an emergency in a message comes first until someone at the practice acknowledges it, then a calm card that keeps the medicine", async () => {
    const rosa = await answeredPatientInCare(server);
    const { write } = await doctorConversation(rosa);
    await write("I want to kill myself");
    expect(hrefs((await home(server, rosa)).nextstep.safety?.calls)).toContain("tel:988");
    const { ok } = await server.call(care.emergencies, { query: {} }, { apiKey: testApiKey });
    const report = ok.items.find(({ patient }) => patient?.id === rosa.id) ?? expect.fail("No report");
    await server.call(care.acknowledgeEmergency, { params: { id: report.id }, body: {} }, { apiKey: testApiKey });
    const { nextstep } = await home(server, rosa);
    const { meanwhile, keep } = server.services.content.nextsteps.safety;
    expect(nextstep).toMatchObject({ title: meanwhile["988"].title, safety: { calm: true } });
    expect(nextstep.safety?.athome.map(({ text }) => text)).toEqual([keep]);
  });

  test("an emergency written after a STOP comes above it, and what to do with the medicine at home stays", async () => {
    const rosa = await answeredPatientInCare(server);
    await updateHealthAnswer(rosa, "heart_and_clots", ["leg_clot"]);
    const { write } = await doctorConversation(rosa);
    await write("Now my chest hurts and I can't breathe");
    const { nextstep, plan } = await home(server, rosa);
    expect(nextstep).toMatchObject({ kind: "emergency", title: "Please call 911 now" });
    expect(nextstep.safety?.more).toContain("Estrogen can raise");
    expect(hrefs(nextstep.safety?.calls)[0]).toBe("tel:911");
    expect(nextstep.safety?.athome.map(({ text }) => text).join(" ")).toContain("Take the patch off now");
    expect(plan.phase).toBe("on_hold");
  });

  test("with a STOP as well, nothing says that the medicine continues", async () => {
    const rosa = await answeredPatientInCare(server);
    const asked = { ...rosa, ...(await sendFollowupTo(server, rosa)) };
    await goThrough(server, asked, {}, 4);
    await save(server, asked, 4, { side_effects: ["dark_thoughts"] });
    await updateHealthAnswer(rosa, "heart_and_clots", ["leg_clot"]);
    const { nextstep } = await home(server, rosa);
    expect(nextstep.kind).toBe("emergency");
    expect(hrefs(nextstep.safety?.calls)).toEqual(expect.arrayContaining(["tel:911", "tel:988"]));
    const texts = nextstep.safety?.athome.map(({ text }) => text).join(" ");
    expect(texts).toContain("Take the patch off now");
    expect(texts).not.toContain("Keep using it");
  });

  test("medicine the doctor ended earlier may still be at home: it is named too", async () => {
    const rosa = await answeredPatientInCare(server);
    await putOnHold(rosa);
    await declineAll(rosa);
    await updateHealthAnswer(rosa, "heart_and_clots", ["leg_clot"]);
    const { nextstep } = await home(server, rosa);
    expect(nextstep.kind).toBe("stop");
    expect(nextstep.safety?.athome.map(({ text }) => text).join(" ")).toContain("Take the patch off now");
  });

  test.each<[string, number, Readonly<Record<string, AnswerValue>>]>([
    ["a choice", 4, { side_effects: ["leg_clot"] }],
    ["own words", 2, { still_using: "stopped", why_stopped: "my leg is swollen and hot" }],
  ])("after a review answer (%s): what to do with the medicine at home, as in the panel", async (_, step, given) => {
    const rosa = await answeredPatientInCare(server);
    const asked = { ...rosa, ...(await sendFollowupTo(server, rosa)) };
    await goThrough(server, asked, {}, step);
    const { ok: saved } = await save(server, asked, step, given);
    const { nextstep } = await home(server, rosa);
    expect(saved.stop?.athome?.map(({ text }) => text).join(" ")).toContain("Take the patch off now");
    expect(saved.stop?.athome).toEqual(nextstep.safety?.athome);
    expect((await check(server, asked)).ok.stop).toEqual(saved.stop);
  });

  test("a STOP on the medical page says whom to call and what to do with the medicine at home, until a doctor has prescribed again", async () => {
    const rosa = await answeredPatientInCare(server);
    const token = await tokenOf(server, rosa);
    const stop = await updateHealthAnswer(rosa, "heart_and_clots", ["leg_clot"]);
    expect(stop?.text).toMatch(/^If the clot is new, .* call 911 now\. Estrogen can raise/);
    expect(stop?.actions[0]).toMatchObject({ href: "tel:911" });
    expect(stop?.athome).toEqual((await home(server, rosa)).nextstep.safety?.athome);
    const page = async () => (await server.call(account.healthAnswers, { query: {} }, { token })).ok.stop;
    expect(await page()).toEqual(stop);
    await approveAll(rosa);
    expect(await page()).toMatchObject({ ruleid: stop?.ruleid });
    expect((await page())?.athome).toBeUndefined();
  });

  test("an emergency written on the medical page says what to do with the medicine at home", async () => {
    const rosa = await answeredPatientInCare(server);
    const token = await tokenOf(server, rosa);
    const change = async (answer: string) => {
      const { version } = (await server.call(account.healthAnswers, { query: {} }, { token })).ok;
      const body = { version, answers: [{ questionid: "other_medicines", answer }] };
      const { ok } = await server.call(account.updateHealthAnswers, { body }, { token });
      return ok.emergency?.athome?.map(({ text }) => text).join(" ");
    };
    expect(await change("my leg is swollen and hot")).toContain("Take the patch off now");
    expect(await change("i dont want to live anymore")).toBe(
      "Keep using it the way your label says, unless a doctor tells you to stop.",
    );
    expect(await change("aspirin")).toBeUndefined();
  });

  test("thoughts of self-harm in own words show 988 first, and the medicine continues as after the chosen answer", async () => {
    const rosa = await answeredPatientInCare(server);
    const asked = { ...rosa, ...(await sendFollowupTo(server, rosa)) };
    await goThrough(server, asked, {}, 2);
    await save(server, asked, 2, { still_using: "stopped", why_stopped: "i dont want to live anymore" });
    const { nextstep } = await home(server, rosa);
    expect(new Set(nextstep.safety?.athome.map(({ text }) => text))).toEqual(
      new Set(["Keep using it the way your label says, unless a doctor tells you to stop."]),
    );
    expect((await subscriptionOf(server, rosa, await patchOf(rosa))).nextchargeon).not.toBeNull();
  });

  test("a single medicine on hold: only what to do with that one", async () => {
    const rosa = await answeredPatientInCare(server);
    await updateHealthAnswer(rosa, "allergies", ["adhesive"]);
    const { nextstep } = await home(server, rosa);
    expect(nextstep).toMatchObject({ kind: "stop", title: "Please talk to your doctor before you continue" });
    expect(nextstep.safety?.athome).toHaveLength(1);
    expect(nextstep.safety?.athome[0]?.text).toContain("Take the patch off now");
  });
});
