import { treatment } from "#contract/treatment/calls.ts";
import { createPatientInCare } from "../actors/patient-in-care.ts";
import { expect, test } from "../fixtures.ts";
import { goToPayment, watchCheckouts } from "../flows/buy.ts";
import { command, openHost, cartProduct } from "../network/cart-host.ts";
import { Cart } from "../pages/cart.ts";

const patch = { name: "Estradiol patch", id: "estradiol_patch_0_05" };
const tooEarlyText = /It's too early for more Estradiol patch\. You can order it starting \w+, \w+ \d+,/;

test("decisions §9 more of a medicine than is due: before payment the cart says from which day it can be ordered, and checkout is blocked", async ({
  page,
  patient,
  api,
  careTeam,
  checkAccessibility,
}) => {
  const rosa = await createPatientInCare(api, careTeam, patient);
  const { sent } = watchCheckouts(page);
  await openHost(page, { body: "" });
  await command(page, "cart-open", { products: [cartProduct(patch.id), cartProduct("magnesium")] });
  const cart = new Cart(page);

  await test.step("with a subscription, the cart says that it already comes with the treatment", async () => {
    await goToPayment(cart, rosa);
    await expect(cart.alert(`${patch.name} already comes with your treatment.`)).toBeVisible();
    await expect(cart.button("Check out")).toHaveCount(0);
  });

  await rosa.call(treatment.cancel, { params: { id: rosa.id }, body: {} });
  await test.step("without a subscription, the row names the day", async () => {
    await cart.press("Change your cart");
    await expect(cart.row(patch.name).getByRole("alert")).toContainText(tooEarlyText);
    await expect(cart.button("Next")).toHaveCount(0);
    await checkAccessibility(page, "Cart with a medicine that is not due");
  });

  await test.step("without the medicine, the rest can be paid", async () => {
    await cart.row(patch.name).getByRole("alert").getByRole("button", { name: "Remove" }).click();
    await cart.press("Next");
    await cart.press("Continue");
    await expect(cart.button("Check out")).toBeVisible();
  });
  expect(sent).toEqual([]);
});
