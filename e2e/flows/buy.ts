import type { APIRequestContext, Page, Request } from "@playwright/test";
import { auth } from "#contract/auth.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { callApi } from "../actors/api.ts";
import type { Person } from "../actors/person.ts";
import { shipAndPay } from "../actors/visit.ts";
import type { Cart } from "../pages/cart.ts";

/** Creates an account with an address and a good card, without the app. Resolves with the access token. */
export async function createBuyer(api: APIRequestContext, person: Person): Promise<string> {
  const { firstname, lastname, email, password } = person;
  const { idToken: token } = await callApi(api, auth.signUpNonRx, { body: { firstname, lastname, email, password } });
  await shipAndPay(api, token);
  return token;
}

/** Goes from the open cart to the last screen before payment, logging in on the way. */
export async function goToPayment(cart: Cart, person: Person): Promise<void> {
  await cart.press("Next");
  await cart.press("Log in");
  await cart.logIn(person);
  await cart.press("Continue to checkout");
  await cart.press("Continue");
  await cart.heading("You're almost there").waitFor();
}

/** As `goToPayment`, and waits until the card on file can be charged. */
export async function goToBilling(cart: Cart, person: Person): Promise<void> {
  await goToPayment(cart, person);
  await cart.inside.getByText(/ending in 4242/).waitFor();
}

/** Statuses of the patient's orders. */
export async function orderStatuses(api: APIRequestContext, token: string): Promise<readonly string[]> {
  const { orders } = await callApi(api, treatment.overview, {}, { token });
  return orders.map(({ status }) => status);
}

export const checkoutPath = "/api/transact/checkout";

/** Checkouts the browser sends, and paths of the outcomes it asks for; both grow as it goes on. */
export function watchCheckouts(page: Page) {
  const isCheckoutCall = (request: Request) => new URL(request.url()).pathname.startsWith(checkoutPath);
  const sent: Request[] = [];
  const outcomesAsked: string[] = [];
  page.context().on("request", (request) => {
    if (isCheckoutCall(request) && request.method() === "POST") sent.push(request);
    if (isCheckoutCall(request) && request.method() === "GET") outcomesAsked.push(new URL(request.url()).pathname);
  });
  return { sent, asked: outcomesAsked };
}
