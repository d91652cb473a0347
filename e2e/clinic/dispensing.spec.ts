import { randomInt, randomUUID } from "node:crypto";
import { care } from "#contract/care/calls.ts";
import { uspsNumber } from "#contract/testing/usps-number.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { createPatientInCare } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { boxCode, packByScan, scan } from "../flows/scan-boxes.ts";
import { pressEnter } from "../input/keyboard.ts";
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
  const number = uspsNumber(randomInt(1e12));
  const zip = order.shipto?.zipcode ?? "";
  /** A scanner types into what has the focus, and ends with Enter. */
  const scanLabel = async (label: string) => {
    await page.keyboard.type(label);
    await page.keyboard.press("Enter");
  };
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
        await dialog.getByLabel("Why without a scan").nth(index).fill("The code is torn");
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
    await expect(page.getByText("is packed and verified.")).toBeVisible();
    await expect(item.getByText("Packed", { exact: true })).toBeVisible();
  });

  await test.step("a wrong box is refused in words, wherever the focus is; the right ones are matched and packed", async () => {
    const find = async () => {
      const { items } = await careTeam(care.orderByNumber, { params: { number: order.number ?? "" } });
      return items[0]!;
    };
    const waiting = await find();
    await row.focus();
    await page.keyboard.press("p");
    const dialog = page.getByRole("dialog", { name: /^Pack order/ });
    await dialog.getByLabel("Lot number").first().focus();
    const [own = ""] = waiting.dispensing?.lines.flatMap(({ packages }) => packages[0]?.ndc ?? []) ?? [];
    for (const [code, refusal] of [
      [boxCode("00000-1601-60"), "This box is nothing of this order"],
      [boxCode(own, { end: "200131" }), "expired on January 31, 2020"],
      [boxCode(own).slice(0, 20), "Only a part of the code arrived"],
    ] as const) {
      await scan(page, code);
      await expect(dialog.getByRole("alert")).toContainText(refusal);
      await expect(dialog.getByLabel("Lot number").first()).toHaveValue((lots[0]?.lot ?? "").toUpperCase());
    }
    await expectClinicAccessible(page, "A wrong box");
    await pressEnter(dialog.getByRole("button", { name: "Packed and verified", exact: true }));
    await expect(dialog.getByRole("alert")).toBeVisible();
    expect((await find()).dispensing).toEqual(waiting.dispensing);
    await packByScan(page, waiting);
    const lines = (await find()).dispensing?.lines ?? [];
    expect(lines.map(({ matched, lotnumber }) => [matched, lotnumber])).toEqual(lines.map(() => ["code", "SC4N"]));
  });

  await test.step("a part of it leaves; the rest waits, and the patient reads so", async () => {
    await row.focus();
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: /^Mark order/ });
    const field = dialog.getByLabel("Tracking number");
    await expect(field).toBeFocused();
    await scanLabel("0100312345678906172705311012345");
    await expect(dialog.getByText("That’s the code of a medicine’s box.")).toBeVisible();
    await expectClinicAccessible(page, "A scan that is refused");
    await scanLabel(`42094110${number}`);
    await expect(dialog.getByText(`made out to 94110; the order goes to ${zip}.`)).toBeVisible();
    await expect(field).toBeFocused();
    await scanLabel(`]C1420${zip}${number}`);
    await expect(dialog.getByText(`Read as USPS ${number}`)).toBeVisible();
    await expect(dialog.getByLabel("Carrier")).toHaveValue("USPS");
    await expect(dialog.getByRole("button", { name: "Mark as shipped" })).toBeFocused();
    const estrogen = dialog.getByRole("checkbox", { name: /Estradiol/i });
    await estrogen.focus();
    await page.keyboard.press("Space");
    await expectClinicAccessible(page, "A parcel with a part of an order");
    await pressEnter(dialog.getByRole("button", { name: "Mark as shipped" }));
    await expect(item.getByText("The rest", { exact: true })).toBeVisible();
    const { timeline } = await rosa.call(treatment.order, { params: { id: rosa.order } });
    expect(timeline.find(({ event, state }) => event === "shipped" && state === "current")?.label).toMatch(
      /^Still to ship: .*Estradiol/i,
    );
    await row.focus();
    await page.keyboard.press("Enter");
    await expect(item.getByText(`Package 1: USPS ${number}`)).toBeVisible();
    const { subscriptions } = await rosa.call(treatment.overview, {});
    const sent = subscriptions.flatMap(({ prescriptionorders }) => prescriptionorders);
    expect(sent.find(({ orderid }) => orderid === rosa.order)?.shipment?.trackingurl).toBe(
      `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
    );
    await expectClinicAccessible(page, "An order sent in part");
  });

  await test.step("it comes back: it's to be sent again", async () => {
    await page.goto("/clinic/dispensing?status=shipped");
    await row.focus();
    await page.keyboard.press("b");
    await expectClinicAccessible(page, "A parcel that came back");
    await pressEnter(page.getByRole("button", { name: "It came back" }));
    await expect(row).toHaveCount(0);
    await page.goto("/clinic/dispensing");
    await expect(item.getByText("Came back", { exact: true })).toBeVisible();
  });

  await test.step("a recall names the patient", async () => {
    await pressEnter(page.getByRole("button", { name: "Find a lot" }));
    const dialog = page.getByRole("dialog", { name: "Find a lot" });
    await dialog.getByLabel("Lot number").fill("sc4n");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("cell", { name }).first()).toBeVisible();
    await expectClinicAccessible(page, "A recall");
  });

  await test.step("what was marked as delivered and came back is found by its number, and is to be sent again", async () => {
    const parcel = { carrier: "USPS", trackingnumber: uspsNumber(randomInt(1e12)) };
    await careTeam(care.shipOrder, { params: { id: rosa.order }, body: parcel });
    await careTeam(care.deliverOrder, { params: { id: rosa.order }, body: null });
    await page.goto("/clinic/dispensing");
    await page.getByLabel("Order number").fill(order.number ?? "");
    await expect(page.getByText("Delivered", { exact: true })).toBeVisible();
    await pressEnter(page.getByLabel("Order number"));
    await expect(row).toBeFocused();
    await page.keyboard.press("b");
    await expect(page.getByRole("dialog")).toContainText("It was marked as delivered");
    await pressEnter(page.getByRole("button", { name: "It came back" }));
    await expect(page.locator("output", { hasText: "It goes back to “To send”." })).toBeVisible();
    await expect(page.getByRole("button", { name: "Mark as shipped" })).toBeVisible();
    expect((await rosa.call(treatment.order, { params: { id: rosa.order } })).status).toBe("paid");
  });
});
