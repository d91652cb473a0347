import type { Locator } from "@playwright/test";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { messages } from "#contract/messages/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { callApi } from "../actors/api.ts";
import { doctorsConversation, signInForToken } from "../actors/patient-in-care.ts";
import { newDoctor, signInStaff } from "../actors/staff.ts";
import { completeVisit } from "../actors/visit.ts";
import { addDays, dayInMail } from "../flows/year/days.ts";
import { expect, test } from "../flows/year/fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { clinicKey } from "../settings.ts";

/** A medicine as it's to be said everywhere. */
interface Medicine {
  readonly name: string;
  readonly dosage: string;
  readonly directions: string;
}

const capsules = {
  name: "Progesterone capsule",
  dosage: "200 mg",
  directions: "Take 1 capsule at bedtime, every night.",
};
const begun = [
  { name: "Estradiol patch", dosage: "0.025 mg/day", directions: "Put one patch on clean, dry skin" },
  { name: "Progesterone capsule", dosage: "100 mg", directions: "Take one capsule every night at bedtime" },
];
const patch = { name: "Estradiol patch", dosage: "0.05 mg/day", directions: "Put on 1 patch every Monday and Friday." };
const tablet = { name: "Estradiol tablet", dosage: "1 mg", directions: "Take 1 tablet every morning." };

test("@desktop decisions §19 a month of titration by keyboard: after each step home, the label and the record say the same", async ({
  clinic,
  year,
  page,
  api,
  careTeam,
  patient,
}) => {
  test.setTimeout(600_000);
  await api.post("/dev/staff", { form: { desk: "off" }, maxRedirects: 0 });
  await completeVisit(api, patient);
  let token = await signInForToken(api, patient);
  const { id } = await callApi(api, account.user, {}, { token });
  const overview = () => callApi(api, treatment.overview, {}, { token });
  const reviewOn = addDays(clinic.today(), 28);

  const labelOf = async (orderId: string): Promise<string> => {
    const printed = await api.post(fullPath(care.printOrders), {
      headers: { "x-api-key": clinicKey },
      data: { orderids: [orderId], what: "labels" },
    });
    return (await readPdf(await printed.body())).text;
  };
  /** What isn't sent yet is paid and labelled like this, and arrives. */
  const deliverLabelled = async (...medicines: readonly Medicine[]) => {
    const unsent = async () => (await overview()).orders.filter(({ status }) => !/delivered|refunded/.test(status));
    await expect
      .poll(async () => (await unsent()).map(({ status }) => status))
      .toEqual(expect.arrayContaining(["paid"]));
    await expect.poll(async () => (await unsent()).every(({ status }) => status === "paid")).toBe(true);
    let labels = "";
    for (const { id: orderId } of await unsent()) {
      labels += await labelOf(orderId);
      const params = { id: orderId };
      const body = { carrier: "Meadow Post", trackingnumber: `MP ${orderId.slice(-12)}` };
      await careTeam(care.shipOrder, { params, body });
      await careTeam(care.deliverOrder, { params, body: null });
    }
    for (const { name, dosage, directions } of medicines) {
      expect(labels).toContain(`${name} ${dosage}`);
      expect(labels).toContain(directions);
    }
  };
  /** The patient's plan and the record say so of what is used today. */
  const expectShown = async (...medicines: readonly Medicine[]) => {
    await page.goto("/treatment");
    const { prescriptions = [] } = await careTeam(care.patient, { params: { id } });
    for (const { name, dosage, directions } of medicines) {
      await expect(page.getByText(directions).first()).toBeVisible();
      await expect(page.getByText(dosage).first()).toBeVisible();
      expect(prescriptions.filter(({ usednow }) => usednow)).toContainEqual(
        expect.objectContaining({ name, dosage, directions }),
      );
    }
  };

  await test.step("0.025 to start with, and a review in four weeks, which the patient reads", async () => {
    const replaced = {
      estradiol_patch_0_05: {
        ...{ productid: "estradiol_patch_0_025", pricingid: "estradiol_patch_0_025_1m" },
        reason: "Let's begin low.",
      },
    };
    await careTeam(care.approvePlan, { params: { id }, body: { accept: true, replaced, followupon: reviewOn } });
    // The patch is charged the same day as its capsules, in the next round of billing.
    const paid = async () => (await overview()).orders.filter(({ status }) => status === "paid").length;
    await expect.poll(paid, { timeout: 90_000 }).toBe(2);
    await deliverLabelled(...begun);
    await year.arrive();
    await expect(page.getByText(`would like to hear from you on ${dayInMail(reviewOn)}.`)).toBeVisible();
  });

  await test.step("four weeks later it's sent, and answered", async () => {
    await year.moveTo(reviewOn);
    token = await signInForToken(api, patient);
    await deliverLabelled(...begun);
    const conversation = { id: await doctorsConversation(careTeam, id) };
    const { items } = await callApi(api, messages.messages, { params: conversation, query: {} }, { token });
    const asked = items.find(({ type }) => type === "prescription_followup");
    const params = { ...conversation, mid: asked?.id ?? "" };
    await callApi(api, messages.answerAction, { params, body: {} }, { token });
    expect((await overview()).nextreview).toBeNull();
  });

  const desk = await page.context().newPage();
  await desk.setViewportSize({ width: 1280, height: 900 });
  const doctor = await newDoctor(careTeam, "Paula", "Reyes", "CA");
  await signInStaff(desk, careTeam, "Paula Reyes", ["physician"], doctor, clinic.now());
  const dialog = desk.getByRole("dialog");
  /** Presses what stands at a medicine in the record as it is now. */
  const open = async (step: string, name: string) => {
    await desk.reload();
    await pressEnter(desk.getByRole("button", { name: new RegExp(`^${step}\\s*: ${name}`) }).first());
  };
  const write = async (fields: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(fields)) {
      const field = dialog.getByLabel(label).first();
      if (await field.evaluate((element) => element instanceof HTMLSelectElement))
        await field.selectOption(await optionOf(field, value));
      else await field.fill(value);
    }
  };
  const finish = async (button: string) => {
    await pressEnter(dialog.getByRole("button", { name: button, exact: true }));
    await expect(dialog).toHaveCount(0);
  };

  await test.step("the doctor reads it and asks again in four weeks", async () => {
    await desk.goto(`/clinic/patients/${id}`);
    const reviews = desk.getByRole("list", { name: "Treatment reviews" });
    await pressEnter(reviews.getByRole("button", { name: /^Read/ }));
    await pressEnter(reviews.getByRole("button", { name: "In 4 weeks" }));
    await pressEnter(reviews.getByRole("button", { name: "Close without a note" }));
    const again = dayInMail(addDays(reviewOn, 28));
    await expect(desk.getByText(`Next review on ${again}, for Dr. Paula Reyes.`)).toBeVisible();
    await expect.poll(async () => (await overview()).nextreview).toContain(again);
  });

  /** A change that begins now: prescribed by the doctor, agreed to by the patient, sent and arrived. */
  const changeNow = async (from: string, to: string, { directions, note }: { directions: string; note: string }) => {
    await open("Change", from);
    await write({
      "Prescribe instead": to,
      "It begins": "Now",
      "Message to the patient": note,
      Directions: directions,
    });
    const reason = dialog.getByLabel("Why you prescribe it all the same");
    await expect(dialog.getByText("Prescribed by")).toBeVisible();
    if (await reason.isVisible()) await reason.fill("Weighed with the patient.");
    await finish("Change the treatment");
    await page.goto("/home");
    await pressEnter(page.getByRole("button", { name: /^Agree to / }));
    await expect(page.getByRole("button", { name: /^Agree to / })).toHaveCount(0);
  };

  await test.step("0.05 now", async () => {
    await changeNow("Estradiol patch", "0.05 mg/day · 28 days", { ...patch, note: "A little more should help." });
    await deliverLabelled(patch);
    await expectShown(patch);
  });

  await test.step("red skin: tablets instead", async () => {
    await changeNow("Estradiol patch", "Estradiol tablet 1 mg", { ...tablet, note: "Let your skin rest." });
    await deliverLabelled(tablet);
    await expectShown(tablet);
  });

  await test.step("bleeding: 200 mg of progesterone", async () => {
    await changeNow("Progesterone capsule", "200 mg", { ...capsules, note: "This should stop the bleeding." });
    await deliverLabelled(capsules);
    await expectShown(tablet, capsules);
  });

  const slower = { ...capsules, directions: "Take 1 capsule every other night." };
  await test.step("sleepy: every other night", async () => {
    await open("Change directions", capsules.name);
    await write({
      ...{ Directions: slower.directions, "How much of it that is": "half" },
      ...{ Reason: "Sleepy.", "Message to the patient": "Let's take it slower." },
    });
    await finish("Change directions");
    await expectShown(tablet, slower);
  });

  await test.step("travel: the next box early, labelled with the new directions", async () => {
    await open("Fill early", capsules.name);
    await write({ "Why early": "Travel", Reason: "Three weeks away.", "Message to the patient": "Have a good trip." });
    await finish("Fill early");
    const { subscriptions } = await overview();
    const ofCapsules = subscriptions.find(({ item }) => item.name === capsules.name)?.id;
    await page.goto(`/subscription/${ofCapsules}`);
    await pressEnter(page.getByRole("button", { name: "Get next now" }));
    await pressEnter(page.getByRole("button", { name: /^Pay \$/ }));
    await deliverLabelled(slower);
    await expectShown(tablet, slower);
  });

  await test.step("surgery: a break, which the patient reads on home and the record shows", async () => {
    await open("Plan a break", capsules.name);
    const [from, until] = [clinic.today(), addDays(clinic.today(), 14)];
    await write({
      ...{ "First day of the break": from, "First day it’s used again": until },
      ...{ Reason: "Surgery.", "Message to the patient": "Good luck!" },
    });
    await finish("Plan the break");
    await page.goto("/home");
    await expect(page.getByRole("heading", { name: /take a break/i })).toBeVisible();
    await page.goto("/treatment");
    const { prescriptions = [] } = await careTeam(care.patient, { params: { id } });
    const resting = prescriptions.filter(({ rest }) => rest !== null).map(({ name }) => name);
    expect(new Set(resting)).toEqual(new Set([tablet.name, capsules.name]));
  });

  await test.step("stop: nothing is prescribed, charged, labelled or asked any more", async () => {
    for (const { name } of [tablet, capsules]) {
      await open("Stop", name);
      await write({ Reason: "Surgery found a reason.", "Message to the patient": `Please stop the ${name}.` });
      await finish("Stop");
    }
    await page.goto("/home");
    const { charges, nextreview, nextstep } = await overview();
    expect([charges, nextreview, nextstep.kind]).toEqual([[], null, "stop"]);
    await expect(page.getByRole("heading", { name: nextstep.title })).toBeVisible();
    await expect(page.getByText(/^Start /)).toHaveCount(0);
    await expect(desk.getByText("Next review on", { exact: false })).toHaveCount(0);
    const { prescriptions = [] } = await careTeam(care.patient, { params: { id } });
    expect(prescriptions.filter(({ status }) => status === "active")).toEqual([]);
  });
});

/** The value of the first option whose words hold these. */
async function optionOf(select: Locator, words: string): Promise<string> {
  const option = select.getByRole("option").filter({ hasText: words }).first();
  return (await option.getAttribute("value")) ?? "";
}
