import type { APIRequestContext } from "@playwright/test";
import { auth } from "#contract/auth.ts";
import { store } from "#contract/cart/calls.ts";
import type { FlowVariant } from "#contract/constants.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { payment } from "#contract/payment.ts";
import { safeAnswer } from "#server/onboarding/testing/answers.ts";
import { callApi } from "./api.ts";
import type { Person } from "./person.ts";

type Body = Input<typeof onboarding.saveStep>["body"];

/** Creates the person's account without the app. Resolves with the access token. */
export async function signUp(request: APIRequestContext, { firstname, lastname, email, password }: Person) {
  const { idToken } = await callApi(request, auth.signUp, { body: { firstname, lastname, email, password } });
  return idToken;
}

/**
 * Completes the visit in `flow` (null: the one the patient is given) up to step `until` without the app: safe answers and `product`, by default the best
 * fit. Resolves with the token.
 */
export async function completeVisitUpTo(
  request: APIRequestContext,
  person: Person,
  until: number,
  flow: FlowVariant | null = "H",
  product?: string,
): Promise<string> {
  const token = await signUp(request, person);
  if (flow) await callApi(request, onboarding.overrideFlow, { body: { flow_variant: flow } }, { token });
  let { onboarding: record, view } = await readVisit(request, token);
  for (let attempt = 0; attempt < 60 && record.onboardingstep !== until && view; attempt += 1) {
    const n = record.onboardingstep;
    if (view.kind === "identity")
      await callApi(request, onboarding.verifyIdentity, { body: { ssn: person.ssn } }, { token });
    else {
      const body = await bodyOf(request, token, view, { person, product });
      const saved = await callApi(request, onboarding.saveStep, { params: { n }, body }, { token });
      ({ onboarding: record, view } = saved);
      if (record.onboardingstep === n) continue;
    }
    ({ onboarding: record, view } = await readVisit(request, token));
  }
  if (record.onboardingstep === until) return token;
  throw new Error(`The visit does not come to step ${until}`);
}

/** Saves a shipping address and a good card without the app. Resolves with the id of the address. */
export async function shipAndPay(request: APIRequestContext, token: string): Promise<string> {
  const address = { address1: "12 Garden Way", city: "Fresno", state: "CA" as const, zipcode: "93701" };
  const { id } = await callApi(request, store.createShippingAddress, { body: address }, { token });
  await callApi(request, payment.saveSource, { body: { source: "tok_visa" } }, { token });
  return id;
}

/** Completes the whole visit without the app and pays with a good card. Resolves with the id of the order. */
export async function completeVisit(
  request: APIRequestContext,
  person: Person,
  product?: string,
  flow: FlowVariant | null = "H",
): Promise<string> {
  const token = await completeVisitUpTo(request, person, 6, flow, product);
  const as = { token };
  const shippingid = await shipAndPay(request, token);
  const view = await callApi(request, onboarding.step, { params: { n: 6 } }, as);
  const consents = view.consents.map(({ id, version }) => ({ id, version }));
  await callApi(request, onboarding.saveStep, { params: { n: 6 }, body: { shippingid, consents } }, as);
  const { totalamount } = (await callApi(request, store.computeTax, { body: {} }, as)).ordersummary;
  const { order } = await callApi(request, onboarding.saveStep, { params: { n: 7 }, body: { totalamount } }, as);
  if (!order) throw new Error("The visit ended without an order");
  return order.id;
}

type View = NonNullable<Awaited<ReturnType<typeof readVisit>>["view"]>;
const readVisit = (request: APIRequestContext, token: string) => callApi(request, onboarding.recordV2, {}, { token });

async function bodyOf(
  request: APIRequestContext,
  token: string,
  view: View,
  { person, product }: { readonly person: Person; readonly product: string | undefined },
): Promise<Body> {
  if (view.kind === "details") return { state: "CA", birthday: person.birthday };
  if (view.kind === "options") {
    const { products } = await callApi(request, onboarding.productReveal, { query: {} }, { token });
    const best = products.find(({ productid, fit }) => (product ? productid === product : fit !== "required"));
    const chosenProducts = products.filter((each) => each === best || (!product && each.fit === "required"));
    return {
      products: chosenProducts.map(({ productid, pricings }) => ({
        productid,
        pricingid: pricings[0]?.pricingid ?? "",
      })),
    };
  }
  if (view.kind === "addons") return { products: [] };
  const questions = view.screens.flatMap((screen) => screen.questions);
  const open = questions.filter(({ answer, answertype }) => answer === null && answertype !== "nothing");
  return open.length > 0 ? { answers: open.map((question) => safeAnswer(question)) } : {};
}
