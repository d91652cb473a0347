import { errorMessage } from "#contract/http/errors.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { callApi } from "../actors/api.ts";
import { completeVisitUpTo } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { mouse } from "../input/mouse.ts";
import { Checkout, goodCard } from "../pages/checkout.ts";
import { Home } from "../pages/home.ts";
import { SignIn } from "../pages/sign-in.ts";

const refusedWhenSaved = "4000000000000069";
const refusedWhenPaid = "4000000000000341";

test("§8 a card declined when it is saved or charged says why, then a good one pays once", async ({
  page,
  patient,
  api,
  expectApiError,
  checkAccessibility,
}) => {
  expectApiError({ path: "/api/payment/source", status: 402 });
  expectApiError({ path: "/api/patient/onboardingv2/step/7", status: 402 });
  const token = await completeVisitUpTo(api, patient, 6);
  await new SignIn(page).openSignedIn("/checkout", patient);
  const checkout = new Checkout(page, mouse);
  await checkout.ship();

  await test.step("a card that is declined when it is saved", async () => {
    await checkout.enterCard(refusedWhenSaved);
    await expect(
      checkout
        .part("How you pay")
        .getByRole("alert")
        .filter({ hasText: errorMessage("expired_card") }),
    ).toBeVisible();
    await checkAccessibility(page, "Checkout, declined when saved");
  });

  await test.step("a card that is declined when it is charged", async () => {
    await checkout.enterCard(refusedWhenPaid);
    await checkout.bill();
    await checkout.agree();
    await checkout.pay();
    await expect(page.getByRole("alert").filter({ hasText: errorMessage("card_declined") })).toBeVisible();
    await checkAccessibility(page, "Checkout, declined when paid");
  });

  await checkout.enterCard(goodCard);
  await checkout.agree();
  await checkout.pay();
  await new Home(page).expectGreeting(patient.firstname);
  const { orders } = await callApi(api, treatment.overview, {}, { token });
  expect(orders.map(({ card }) => card?.last4)).toEqual(["4242"]);
  expect(["authorized", "paid"]).toContain(orders[0]?.status);
});
