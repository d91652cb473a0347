import { randomUUID } from "node:crypto";
import { messages } from "#contract/messages/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { newPerson } from "../actors/person.ts";
import { signInPhysician } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible, openRecord } from "../pages/clinic.ts";
import { SignIn } from "../pages/sign-in.ts";

test("decisions §19 every other night, by keys: what it means is said before, what's typed is kept, and home, treatment and messages say the new way @desktop", async ({
  page,
  freshBrowser,
  careTeam,
  createDeliveredPatient,
  expectApiError,
}) => {
  const person = newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`);
  const rosa = await createDeliveredPatient(person);
  const capsuleOf = async () =>
    (await rosa.call(treatment.overview, {})).subscriptions.find(({ item }) =>
      item.productid.startsWith("progesterone"),
    );
  const before = await capsuleOf();
  await signInPhysician(page, careTeam, "CA");
  expectApiError({ path: `/api/patient/${rosa.id}`, status: 403 });
  await openRecord(page, rosa.id);
  const open = page.getByRole("button", { name: /^Change directions\s*: Progesterone capsule/ });
  const dialog = page.getByRole("dialog", { name: /^Change directions: Progesterone capsule/ });
  const send = dialog.getByRole("button", { name: "Change directions" });

  await test.step("how it's used now stands there; what is missing is said at its field", async () => {
    await pressEnter(open);
    await expect(dialog.getByLabel("Directions")).toBeFocused();
    await expect(dialog.getByLabel("Directions")).toHaveValue(before?.item.directions ?? "");
    await expect(send).toBeEnabled();
    await pressEnter(send);
    await expect(dialog.getByLabel("Reason")).toBeFocused();
    await expect(dialog.getByText("Write why, for the practice.")).toBeVisible();
  });

  await test.step("how long it lasts then is said before; what was typed is there again", async () => {
    await dialog.getByLabel("Directions").fill("Take 1 capsule every other night at bedtime.");
    await dialog.getByLabel("How much of it that is").selectOption("half");
    await expect(dialog.getByText("56 days instead of 28")).toBeVisible();
    await dialog.getByLabel("Reason").fill("Sleepy in the morning.");
    await dialog.getByLabel("Message to the patient").fill("Let's take it a little slower.");
    await expectClinicAccessible(page, "Changing directions");
    await page.keyboard.press("Escape");
    await pressEnter(open);
    await expect(dialog.getByLabel("Directions")).toHaveValue("Take 1 capsule every other night at bedtime.");
    await expect(dialog.getByText("56 days instead of 28")).toBeVisible();
  });

  await test.step("changed, it stands in the record, and the next one comes later", async () => {
    await pressEnter(send);
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(/^Changed, starting today\. What they have at home lasts through/)).toBeVisible();
    await expect(page.getByText(/every other night at bedtime · half as much as its label says/)).toBeVisible();
    const after = await capsuleOf();
    expect([after?.dayssupply, after?.item.directions]).toEqual([56, "Take 1 capsule every other night at bedtime."]);
    expect((after?.nextchargeon ?? "") > (before?.nextchargeon ?? "")).toBe(true);
  });

  await test.step("the patient reads it where they look", async () => {
    const mine = await freshBrowser({ viewport: { width: 390, height: 844 } });
    await new SignIn(mine).openSignedIn("/messages/doctor", rosa);
    await expect(mine.getByText("Let's take it a little slower.")).toBeVisible();
    await expect(mine.getByText(/From today on, please use Progesterone capsule like this/)).toBeVisible();
    await mine.goto("/treatment");
    await expect(mine.getByText("Every 56 days")).toBeVisible();
    await expect(mine.getByText("Take 1 capsule every other night at bedtime.").first()).toBeVisible();
  });

  await test.step("a break, with the estrogen that needs it: said before, in the record, and with the patient", async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await pressEnter(page.getByRole("button", { name: /^Plan a break\s*: Progesterone capsule/ }));
    const plan = page.getByRole("dialog", { name: /^Plan a break: Progesterone capsule/ });
    await plan.getByLabel("First day of the break").fill(day(1));
    await plan.getByLabel("First day it’s used again").fill(day(15));
    await expect(plan.getByText("Estradiol patch: may not be taken without it")).toBeVisible();
    await plan.getByLabel("Reason").fill("Knee replacement.");
    await plan.getByLabel("Message to the patient").fill("Good luck with your surgery!");
    await expectClinicAccessible(page, "Planning a break");
    await expect(plan.getByRole("button", { name: "Plan the break" })).toBeEnabled();
    await pressEnter(plan.getByRole("button", { name: "Plan the break" }));
    await expect(page.getByText(/^Break planned from .+: Progesterone capsule and Estradiol patch\./)).toBeVisible();
    await expect(page.getByText(/because of the one from Progesterone capsule/)).toBeVisible();
    await expect(page.getByRole("button", { name: /^End the break\s*: Estradiol patch/ })).toHaveCount(0);
    const mine = await freshBrowser({ viewport: { width: 390, height: 844 } });
    await new SignIn(mine).openSignedIn("/messages/doctor", rosa);
    await expect(
      mine.getByText(/Please take a break from this starting .+: Progesterone capsule and Estradiol patch/),
    ).toBeVisible();
    const { id } = (await capsuleOf()) ?? { id: "" };
    await mine.goto(`/subscription/${id}`);
    await expect(mine.getByText(/^Your doctor wants you to take a break from it, from /).first()).toBeVisible();
    await pressEnter(page.getByRole("button", { name: /^End the break\s*: Progesterone capsule/ }));
    const end = page.getByRole("dialog", { name: /^End the break from Progesterone capsule/ });
    await end.getByLabel("Reason").fill("Surgery was put off.");
    await end.getByLabel("Message to the patient").fill("Please go on as before.");
    await expect(end.getByRole("button", { name: "End the break" })).toBeEnabled();
    await pressEnter(end.getByRole("button", { name: "End the break" }));
    await expect(page.getByText(/^No break any more: Progesterone capsule and Estradiol patch\./)).toBeVisible();
    await expect(page.getByText(/used again from/)).toHaveCount(0);
  });

  await test.step("the same acts are beside the conversation: what a stop means for the estrogen is said before", async () => {
    const { items } = await rosa.call(messages.conversations, {});
    await page.goto(`/clinic/conversation/${items.find(({ kind }) => kind === "doctor")?.id ?? ""}`);
    const medicines = page.getByRole("group").filter({ hasText: "Medicines" });
    await pressEnter(medicines.locator("summary"));
    await expect(medicines.getByRole("button", { name: /^Change\s*: Progesterone capsule/ })).toBeVisible();
    await expect(medicines.getByRole("button", { name: "Suggest a medicine" })).toBeVisible();
    await expectClinicAccessible(page, "Medicines beside a conversation");
    await pressEnter(medicines.getByRole("button", { name: /^Stop\s*: Progesterone capsule/ }));
    const stop = page.getByRole("dialog", { name: /^Stop Progesterone capsule/ });
    await expect(stop.getByText("On hold as well, because it needs this one")).toBeVisible();
    await expect(stop.getByText("Estradiol patch", { exact: true })).toBeVisible();
    await expectClinicAccessible(page, "Stopping a medicine");
    await page.keyboard.press("Escape");
    await expect(stop).toHaveCount(0);
  });
});
