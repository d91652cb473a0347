import { expect } from "vitest";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { Question } from "#contract/onboarding/questions.ts";
import { answersForBothUpsells } from "#server/growth/testing/upsells.ts";
import { safeAnswer } from "#server/onboarding/testing/answers.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import type { TestServer } from "#server/testing/harness.ts";
import { ownSsn } from "#server/testing/ssn.ts";
import type { Call } from "./client.ts";
import { missingFields } from "./spec-fields.ts";

export interface Person {
  readonly call: Call;
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

const password = "marigold at noon";
const campaign = JSON.stringify({ source: "newsletter", campaign: "spring", id: "1" });
const marketing = {
  "x-utm": campaign,
  "x-first-touch-utm": campaign,
  "x-gclid": "Cj0KCQiA1",
  "x-tbclid": "tb1",
  "x-deduplication-id": "d1-42",
  "x-fbp": "fb.1.1700000000000.1",
  "x-fbc": "fb.1.1700000000000.A1",
};

const errorRecord = {
  event: "request_error",
  created_at: new Date(0).toISOString(),
  referring_step: "/eligibility",
  customerid: "",
  email: "mia@example.com",
  error_log: "Server error -- Log ID: 1",
  environment: "production",
};

/** A visitor comes to the site with a friend's code. */
export async function arriveWithReferral(
  call: Call,
  { friendsCode, article }: { friendsCode: string; article: string },
) {
  expect(await call("GET default /coupon/{code}", { path: ["FSASTORE30"] })).toBeTruthy();
  const { items: states } = await call<{ items: object[] }>("GET v2 /lookup/{type}", { path: ["state"] });
  expect(states.flatMap((state) => missingFields("lookup", state))).toEqual([]);
  await call("GET v2 /experiment");
  await call("GET default /session/utm");
  await call("GET default /firsttouch/utm");
  await call("POST default /referral/check", { body: { referralcode: friendsCode } });
  await call("POST default /patient/base", { body: { email: "mia@example.com" }, headers: marketing });
  await call("POST default /mailinglist", { body: { email: "mia@example.com" } });
  await call("POST v2 /intercom/articles", { body: { articleIds: [article] } });
  await call("POST v2 /segment/cro/sse", { body: { event: "PageSeen" } });
  await call("PUT default /integromat/network/log", { body: { error: "Network Error" } });
  // The configured URL of the error log, with the record of §3.
  await call("POST default /onboarding/errorlog", { body: errorRecord });
}

/** The two payloads of a sign-up (§3). */
const forms = { form: { firstname: "Rosa", lastname: "Winter" }, plain: { role: "PATIENT" } };

/** Creates an account for a visit. */
export async function signUp(
  server: TestServer,
  call: Call,
  email: string,
  payload: keyof typeof forms = "form",
): Promise<Person> {
  const session = await call<{ idToken: string; userid: string; onboardingstatus: string }>("POST default /signup", {
    body: { ...forms[payload], email, password },
    headers: marketing,
  });
  expect(missingFields("signIn", session)).toEqual([]);
  expect(session.onboardingstatus).toBe("PENDING");
  // The order of the questions differs between patients; here it is fixed.
  await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token: session.idToken });
  return { call, id: session.userid, email, password };
}

interface View {
  readonly step: number;
  readonly currentscreen: string | null;
  readonly screens: readonly { readonly questions: readonly Question[] }[];
  readonly consents: readonly { readonly id: string; readonly version: string }[];
}
interface Product {
  readonly productid: string;
  readonly fit: string;
  readonly pricings: readonly { readonly pricingid: string }[];
}

const step = "PUT default /patient/onboardingv2/step/{n}";
const currentView = async (call: Call): Promise<View | null> =>
  (await call<{ view: View | null }>("GET default /patient/onboardingv2")).view;

let born = 0;
/** Of one name, born on one day and at one address, two would be one person where a number wasn't proved. */
function ownBirthday(): string {
  born += 1;
  return addDays("1974-05-06", born);
}

/** Saves the steps of a visit from the current one up to `until`, with the given `answers`, or else with ones that do not stop it. */
export async function completeStepsUntil(
  call: Call,
  until: number,
  { answers = {}, ssn = ownSsn() }: { answers?: Record<string, string | string[]>; ssn?: string } = {},
): Promise<void> {
  for (let view = await currentView(call); view !== null && view.step !== until; view = await currentView(call)) {
    const { step: n } = view;
    if (n === 1.5) await call(step, { path: [n], body: { state: "IA", birthday: ownBirthday() } });
    else if (n === 3) await call(step, { path: [n], body: { products: await chooseTreatment(call) } });
    else if (n === 5) await call("POST v2 /onboarding/patient/verify", { body: { ssn } });
    else if (n === 5.1 || n === 5.2) throw new Error("Photos are asked for.");
    else
      await call(step, { path: [n], body: view.currentscreen === null ? {} : { answers: answersFor(view, answers) } });
  }
}

const answersFor = ({ screens }: View, answers: Record<string, string | string[]>) =>
  screens
    .flatMap(({ questions }) => questions)
    .filter(({ answer, answertype }) => answer === null && answertype !== "nothing")
    .map((question) => safeAnswer(question, answers));

/** Chooses the first treatment offered, and what belongs with it. */
async function chooseTreatment(call: Call) {
  const reveal = "GET default /patient/onboardingv2/productreveal";
  const { products } = await call<{ products: Product[] }>(reveal, { query: "treatmentform=" });
  const [first] = products.filter(({ fit }) => fit !== "required");
  const wanted = [...(first ? [first] : []), ...products.filter(({ fit }) => fit === "required")];
  return wanted.map(({ productid, pricings }) => ({ productid, pricingid: pricings[0]?.pricingid }));
}

/** Rosa's visit up to checkout, making each call of the visit once. */
export async function completeVisit({ call }: Person, { friendsCode }: { friendsCode: string }): Promise<void> {
  expect(missingFields("user", await call("GET default /user"))).toEqual([]);
  expect(missingFields("onboarding", await call("GET default /onboarding"))).toEqual([]);
  for (const touch of ["GET default /session/utm", "GET default /firsttouch/utm"])
    expect(missingFields("utm", (await call<{ utm: unknown }>(touch)).utm)).toEqual([]);
  await call("PUT default /integromat/events/{eventName}", { path: ["OnboardingIdentify"], body: {} });
  await call("PUT default /patient/onboardingv2/shareasale", { body: { shareasaleclickid: "sas-1234" } });
  await call("POST default /referral/overwrite", { body: { referralcode: friendsCode } });
  await call("PUT v2 /patient/acceptednewterms");

  await completeStepsUntil(call, 2.2);
  const previous = await call<View>("GET default /patient/onboardingv2/step/{n}/previous", { path: [2.2] });
  expect(previous.step).toBe(2.1);
  expect((await call<View>("GET default /patient/onboardingv2/step/{n}", { path: [2.2] })).step).toBe(2.2);
  await call("PUT default /patient/onboardingv2/triggerevent", { body: { event: "StepCompleted", step: 2.1 } });
  await call("PUT default /integromat/onboarding/log", { body: { error: "ChunkLoadError" } });

  await completeStepsUntil(call, 3, { answers: answersForBothUpsells });
  const { forms } = await call<{ forms: { id: string }[] }>("GET default /patient/onboardingv2/productreveal");
  const treatmentform = forms[0]?.id;
  await call("PUT default /patient/onboardingv2/updatetreatmentform", { body: { treatmentform } });
  await call("GET default /patient/onboardingv2/productreveal", { query: `treatmentform=${treatmentform}` });

  await completeStepsUntil(call, 4);
  const { items } = await call<{ items: Record<string, unknown>[] }>("GET v2 /onboarding/upsell");
  expect(items.flatMap((upsell) => missingFields("upsell", upsell))).toEqual([]);
  const upsell = items.find(({ productId }) => productId === "ESTRIOL51");
  await call("POST v2 /onboarding/upsell/accept", { body: upsellAcceptance(upsell) });

  await completeStepsUntil(call, 6);
  await call("PUT default /patient/onboardingv2/applycoupon", { body: { couponid: "FSASTORE30" } });
  const { couponid } = await call<{ couponid: string | null }>("DELETE default /patient/onboardingv2/removecoupon");
  expect(couponid).toBeNull();
}

/** The fields of an upsell in §3, sent back when accepting it. */
export const upsellAcceptance = (upsell: Record<string, unknown> = {}) => {
  const { upsellId, productId, pricingId, triggeredfrom, couponId } = upsell;
  return { upsellId, productId, pricingId, triggeredfrom, couponId };
};

const address = {
  address1: "12 Hidden Lane",
  address2: "none",
  city: "Ames",
  state: "IA",
  zipcode: "50010-12345",
  country: "US",
};

/** Address, card and total: what precedes every payment. */
export async function saveAddressAndCard(call: Call): Promise<void> {
  await call("GET default /shipping");
  await call("GET default /shipping/default");
  const createdAddress = await call<{ id: string }>("POST default /shipping", { body: address });
  expect(missingFields("shippingAddress", createdAddress)).toEqual([]);
  const body = { ...address, id: createdAddress.id, address1: "14 Hidden Lane" };
  await call("PUT default /shipping/{id}", { path: [createdAddress.id], body });
  await call("GET default /payment");
  await call("PUT default /payment/source", { body: { source: "tok_visa" } });
  await call("POST default /payment", { body: { source: "tok_visa" } });
  const { id: _, ...billingAddress } = { ...body, phoneno: "515-234-5678" };
  const same = await call<{ billingaddress: object }>("PUT default /user/billingaddress", {
    body: { sameaddress: true, billingaddress: billingAddress },
  });
  expect(missingFields("billingAddress", same.billingaddress)).toEqual([]);
  await call("PUT default /user/billingaddress", { body: { sameaddress: false, billingaddress: billingAddress } });
}

/** Uploads photos for an identity that a number could not prove: in the visit, and once more after it. */
export async function uploadIdentityPhotos(call: Call, when: "in the visit" | "after it", file: File): Promise<void> {
  if (when === "in the visit") {
    await completeStepsUntil(call, 5.1, { ssn: "666-12-3456" });
    await call("POST v2 /onboarding/patient/photo", { file });
    await call("POST v2 /onboarding/patient/photo", { file });
    await completeStepsUntil(call, 6);
  } else {
    await call("POST default /user/identification", { file });
    await call("POST default /user/photo", { file });
  }
}

/** Stops the visit by an answer, and reads what was kept of it. */
export async function stopVisit(call: Call, answers: Record<string, string | string[]>, key: string): Promise<void> {
  await completeStepsUntil(call, 6, { answers });
  await call("POST default /patient/onboardingv2/reject", { headers: { "x-api-key": key } });
}

/** Steps 6 and 7: the order of the visit. */
export async function checkOut({ call }: Pick<Person, "call">): Promise<void> {
  await saveAddressAndCard(call);
  const tax = await call<{ ordersummary: object }>("POST default /transact/computeTax");
  expect([...missingFields("tax", tax), ...missingFields("taxSummary", tax.ordersummary)]).toEqual([]);
  const { consents } = await call<View>("GET default /patient/onboardingv2/step/{n}", { path: [6] });
  await call(step, { path: [6], body: { consents: consents.map(({ id, version }) => ({ id, version })) } });
  const paid = await call<{ onboarding: object }>(step, { path: [7], body: {} });
  expect(paid.onboarding).toMatchObject({ onboardingstatus: "DONE" });
  expect(await call(step, { path: [7], body: {} })).toEqual(paid);
}
