import { randomUUID } from "node:crypto";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { createPatientInCare } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { expectClinicAccessible } from "../pages/clinic.ts";

const nextYear = new Date().getUTCFullYear() + 1;

test("decisions §11 dispensing by keys alone: labels, lots, a parcel with a part of an order, one that came back, and a recall @desktop", async ({
  page,
  api,
  careTeam,
  expectApiError,
}) => {
  // The list has the orders of every test's patients.
  const patient = newPerson("Wilma", "Packard");
  const rosa = await createPatientInCare(api, careTeam, patient);
  await signInStaff(page, careTeam, "Paz Lindqvist", ["pharmacy"]);
  await page.goto("/clinic/dispensing");
  const name = `${patient.firstname} ${patient.lastname}`;
  const row = page.getByRole("button", { name: new RegExp(name) });
  const item = page.getByRole("listitem").filter({ has: row });
  const order = await rosa.call(treatment.order, { params: { id: rosa.order } });
  const lots = order.detail.map(({ pricingid }, index) => ({
    pricingid,
    lot: `L${index}-${randomUUID().slice(0, 6)}`,
  }));
  expectApiError({ path: `/api/clinic/order/${rosa.order}/packed`, status: 409 });

  await test.step("an order is found by its number, without the mouse; a number nobody has says so", async () => {
    await expect(row).toBeVisible();
    await page.keyboard.press("/");
    const field = page.getByLabel("Order number");
    await expect(field).toBeFocused();
    await page.keyboard.type("99999999");
    await expect(page.getByText("There’s no order 99999999.")).toBeVisible();
    await field.fill(order.number ?? "");
    await page.keyboard.press("Enter");
    await expect(row).toBeFocused();
    await expect(page.getByRole("button", { name: "Mark as shipped" })).toBeVisible();
    await expectClinicAccessible(page, "An order found");
    await page.keyboard.press("p");
    await expect(page.getByRole("dialog", { name: /^Pack order/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await field.fill("");
    await expect(page.getByText("Select all")).toBeVisible();
  });

  await test.step("labels come as a file", async () => {
    await row.focus();
    const download = page.waitForEvent("download");
    await page.keyboard.press("l");
    expect((await download).suggestedFilename()).toBe("labels.pdf");
  });

  await test.step("a lot that ends too early is refused, and nothing typed is lost, not even by a reload", async () => {
    await row.focus();
    await page.keyboard.press("p");
    const dialog = page.getByRole("dialog", { name: /^Pack order/ });
    const type = async (end: string) => {
      for (const [index, { lot }] of lots.entries()) {
        await dialog.getByLabel("Lot number").nth(index).fill(lot);
        await dialog.getByLabel("Expires").nth(index).fill(end);
      }
    };
    await type("1/2020");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText("expired on");
    await expectClinicAccessible(page, "Packing");
    await expect(dialog.getByText("Draft saved")).toBeVisible();
    await page.reload();
    await row.focus();
    await page.keyboard.press("p");
    for (const [index, { lot }] of lots.entries())
      await expect(dialog.getByLabel("Lot number").nth(index)).toHaveValue(lot);
    await type(`12/${nextYear + 1}`);
    await page.keyboard.press("Enter");
    await expect(page.getByText("is packed.")).toBeVisible();
    await expect(item.getByText("Packed", { exact: true })).toBeVisible();
  });

  await test.step("a part of it leaves; the rest waits, and the patient reads so", async () => {
    await row.focus();
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: /^Mark order/ });
    await dialog.getByLabel("Carrier").fill("USPS");
    await dialog.getByLabel("Tracking number").fill("9400 0001");
    const estrogen = dialog.getByRole("checkbox", { name: /Estradiol/i });
    await estrogen.focus();
    await page.keyboard.press("Space");
    await expectClinicAccessible(page, "A parcel with a part of an order");
    await dialog.getByLabel("Tracking number").press("Enter");
    await expect(item.getByText("The rest", { exact: true })).toBeVisible();
    const { timeline } = await rosa.call(treatment.order, { params: { id: rosa.order } });
    expect(timeline.find(({ event, state }) => event === "shipped" && state === "current")?.label).toMatch(
      /^Still to ship: .*Estradiol/i,
    );
    await row.focus();
    await page.keyboard.press("Enter");
    await expect(item.getByText(/Package 1: USPS 9400 0001/)).toBeVisible();
    await expectClinicAccessible(page, "An order sent in part");
  });

  await test.step("it comes back: it's to be sent again", async () => {
    await page.goto("/clinic/dispensing?status=shipped");
    await row.focus();
    await page.keyboard.press("b");
    await expectClinicAccessible(page, "A parcel that came back");
    await page.getByRole("button", { name: "It came back" }).press("Enter");
    await expect(row).toHaveCount(0);
    await page.goto("/clinic/dispensing");
    await expect(item.getByText("Came back", { exact: true })).toBeVisible();
  });

  await test.step("a recall names the patient", async () => {
    await page.getByRole("button", { name: "Find a lot" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Find a lot" });
    await dialog.getByLabel("Lot number").fill((lots[0]?.lot ?? "").toLowerCase());
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("cell", { name })).toBeVisible();
    await expectClinicAccessible(page, "A recall");
  });

  await test.step("what was marked as delivered and came back is found by its number, and is to be sent again", async () => {
    const parcel = { carrier: "USPS", trackingnumber: "9400 0002" };
    await careTeam(care.shipOrder, { params: { id: rosa.order }, body: parcel });
    await careTeam(care.deliverOrder, { params: { id: rosa.order }, body: null });
    await page.goto("/clinic/dispensing");
    await page.getByLabel("Order number").fill(order.number ?? "");
    await expect(page.getByText("Delivered", { exact: true })).toBeVisible();
    await page.getByLabel("Order number").press("Enter");
    await expect(row).toBeFocused();
    await page.keyboard.press("b");
    await expect(page.getByRole("dialog")).toContainText("It was marked as delivered");
    await page.getByRole("button", { name: "It came back" }).press("Enter");
    await expect(page.locator("output", { hasText: "It goes back to “To send”." })).toBeVisible();
    await expect(page.getByRole("button", { name: "Mark as shipped" })).toBeVisible();
    expect((await rosa.call(treatment.order, { params: { id: rosa.order } })).status).toBe("paid");
  });
});
