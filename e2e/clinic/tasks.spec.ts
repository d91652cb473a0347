import { randomUUID } from "node:crypto";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { createPatientInCare } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { signInPhysician, signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { packByScan } from "../flows/scan-boxes.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible, openRecord } from "../pages/clinic.ts";
import { SignIn } from "../pages/sign-in.ts";

test("a physician sets a task by keys; a pharmacist asks about an order, which is held, the physician answers by keys, and the order is packed @desktop", async ({
  page,
  freshBrowser,
  api,
  careTeam,
  expectApiError,
}) => {
  const rosa = await createPatientInCare(api, careTeam, newPerson("Rosa", `Askew ${randomUUID().slice(0, 6)}`));
  const order = await rosa.call(treatment.order, { params: { id: rosa.order } });
  const name = `${rosa.firstname} ${rosa.lastname}`;
  const doctor = page;
  const pharmacy = await freshBrowser();
  await signInPhysician(doctor, careTeam, "CA", "Elena Winter");
  await signInStaff(pharmacy, careTeam, "Paz Lindqvist", ["pharmacy"]);
  const findOrder = async () => {
    await expect(pharmacy.getByRole("button", { name: new RegExp(name) })).toBeVisible();
    await pharmacy.keyboard.press("/");
    await expect(pharmacy.getByLabel("Order number")).toBeFocused();
    await pharmacy.keyboard.type(order.number ?? "");
    await expect(pharmacy.getByText(`Order ${order.number ?? ""} is here.`)).toBeVisible();
    await pharmacy.keyboard.press("Enter");
  };
  const dialogOf = (of: typeof page) => of.getByRole("dialog", { name: /^Task or question/ });

  await test.step("the physician reminds herself: a day that is past is refused, and the day it comes up is said", async () => {
    expectApiError({ path: `/api/patient/${rosa.id}`, status: 403 });
    await openRecord(doctor, rosa.id);
    await doctor.keyboard.press("q");
    const dialog = dialogOf(doctor);
    await dialog.getByLabel("What’s to be done").fill("Ask for the mammogram");
    await dialog.getByLabel("Comes up on").fill("2020-01-01");
    expectApiError({ path: `/api/clinic/patient/${rosa.id}/task`, status: 400 });
    await pressEnter(dialog.getByRole("button", { name: "Add the task" }));
    await expect(dialog.getByText("This day is past. Please choose today or a later day.")).toBeVisible();
    await expectClinicAccessible(doctor, "Adding a task");
    const next = new Date(Date.now() + 10 * 86_400_000);
    while (next.getUTCDay() !== 3) next.setUTCDate(next.getUTCDate() + 1);
    await dialog.getByLabel("Comes up on").fill(next.toISOString().slice(0, 10));
    await pressEnter(dialog.getByRole("button", { name: "Add the task" }));
    await expect(doctor.getByText(/^Added. It comes up on Wednesday/)).toBeVisible();
    await expect(doctor.getByRole("link", { name: "Ask for the mammogram" })).toBeVisible();
    await expectClinicAccessible(doctor, "What is open of a patient");
  });

  await test.step("the pharmacist asks by keys, and the order can't be packed", async () => {
    await pharmacy.goto("/clinic/dispensing");
    await findOrder();
    await expect(pharmacy.getByRole("button", { name: new RegExp(name) })).toBeFocused();
    await pharmacy.keyboard.press("q");
    const dialog = dialogOf(pharmacy);
    await dialog.getByLabel("Question to the prescriber").fill("Two patches at once: is that meant?");
    await pressEnter(dialog.getByRole("button", { name: "Ask" }));
    await expect(pharmacy.getByText(/^Asked\. Order \d+ is held until .*Physician has answered\.$/)).toBeVisible();
    await expect(pharmacy.getByText("Waits for the doctor’s answer").first()).toBeVisible();
    await expect(pharmacy.getByRole("button", { name: "Pack", exact: true })).toHaveCount(0);
    // The prescriber may be a person of another test's.
    const { items } = await careTeam(care.patientTasks, { params: { id: rosa.id }, query: {} });
    const question = items.find(({ kind }) => kind === "order_question");
    await careTeam(care.reassignTask, { params: { id: question?.id ?? "" }, body: { role: "physician" } });
    await pharmacy.goto("/clinic/dispensing?status=asked");
    await expect(pharmacy.getByRole("button", { name: new RegExp(name) })).toBeVisible();
    await expectClinicAccessible(pharmacy, "Orders that wait for an answer");
  });

  await test.step("the patient reads one true sentence", async () => {
    const own = await freshBrowser();
    await new SignIn(own).openSignedIn("/home", rosa);
    await expect(
      own.getByRole("heading", { name: "Your pharmacy is checking something with your doctor" }),
    ).toBeVisible();
  });

  await test.step("the physician answers from the inbox by keys", async () => {
    await doctor.goto("/clinic/inbox?queue=task");
    const row = doctor.getByRole("link", { name: new RegExp(name) });
    await expect(row).toContainText("Two patches at once");
    await pressEnter(row);
    await expect(doctor.getByRole("heading", { name: "Pharmacist’s question" })).toBeVisible();
    await expectClinicAccessible(doctor, "A pharmacist's question");
    await doctor.keyboard.press("r");
    await expect(doctor.getByLabel("Answer")).toBeFocused();
    await doctor.keyboard.type("Yes, for the first two weeks.");
    await doctor.keyboard.press("Control+Enter");
    await expect(doctor.getByText("Yes, for the first two weeks.").first()).toBeVisible();
    await expect(doctor.getByText(/is held/)).toHaveCount(0);
  });

  await test.step("the pharmacist reads it, closes it, and packs", async () => {
    await pharmacy.goto("/clinic/inbox?queue=task");
    const row = pharmacy.getByRole("link", { name: new RegExp(name) });
    await expect(row).toContainText("Yes, for the first two weeks.");
    await pressEnter(row);
    await pressEnter(pharmacy.getByRole("button", { name: "Close it" }));
    await expect(pharmacy.getByRole("heading", { name: "What came of it" })).toBeVisible();
    await pharmacy.goto("/clinic/dispensing");
    await findOrder();
    await expect(pharmacy.getByRole("button", { name: new RegExp(name) })).toBeFocused();
    const { items } = await careTeam(care.orderByNumber, { params: { number: order.number ?? "" } });
    await pharmacy.keyboard.press("p");
    if (items[0]) await packByScan(pharmacy, items[0]);
    await expect(pharmacy.getByText(`Order ${order.number ?? ""} is packed and verified.`)).toBeVisible();
  });
});
