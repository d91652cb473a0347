import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { store } from "#contract/cart/calls.ts";
import { followup } from "#contract/followup.ts";
import { messages } from "#contract/messages/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { payment } from "#contract/payment.ts";
import { support } from "#contract/support.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { answerVisit } from "#server/onboarding/testing/answers.ts";
import { openShop, type Shop } from "#server/orders/testing/shop.ts";
import { newId } from "#server/platform/ids.ts";
import { home, inCare, type InCare } from "#server/treatment/testing/in-care.ts";

const minutes = (count: number) => count * 60_000;
const address = { address1: "12 Hidden Lane", city: "Ames", state: "IA", zipcode: "50010" };
const cartBody = (quantity = 1) => ({
  checkout: [{ productid: "magnesium", pricingid: "magnesium_1m", quantity }],
});

let shop: Shop;
beforeAll(async () => void (shop = await openShop()));
afterAll(() => shop.close());

async function newBuyer() {
  const email = `cart-${newId()}@example.com`;
  const body = { email, password: "marigold at noon", firstname: "Rosa", lastname: "Winter" };
  const { idToken: token, userid: id } = (await shop.call(auth.signUpNonRx, { body })).ok;
  await shop.call(store.createShippingAddress, { body: address }, { token });
  await shop.call(payment.saveSource, { body: { source: "tok_visa" } }, { token });
  return { id, token };
}
/** As a client of the spec calls: without an Idempotency-Key. */
const withoutKey = { key: null };
const checkout = ({ token }: { token: string }, body: object = cartBody(), key: string | null = null) =>
  shop.call(store.checkout, { body: body as never }, { token, key });

describe("§13a checkout without Idempotency-Key works once per press of the button", () => {
  test("the same patient and body within ten minutes is the same order, charged once", async () => {
    const rosa = await newBuyer();
    const first = await checkout(rosa);
    shop.clock.advance(minutes(9));
    const again = await checkout(rosa);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.ok).toEqual(first.ok);
    expect(await shop.chargesOf(rosa.id)).toBe(1);
  });

  test("an empty couponid equals none", async () => {
    const rosa = await newBuyer();
    const first = await checkout(rosa);
    expect((await checkout(rosa, { ...cartBody(), couponid: "" })).ok.order.id).toBe(first.ok.order.id);
  });

  test.each<[string, () => object, number, () => string | null]>([
    ["another body", () => cartBody(2), 0, () => null],
    ["a press after ten minutes", () => cartBody(), minutes(11), () => null],
    ["a press with a key of its own", () => cartBody(), 0, newId],
  ])("%s is another order", async (_, body, later, key) => {
    const rosa = await newBuyer();
    const first = await checkout(rosa);
    shop.clock.advance(later);
    const second = await checkout(rosa, body(), key());
    expect(second.status).toBe(201);
    expect(second.ok.order.id).not.toBe(first.ok.order.id);
    expect(await shop.chargesOf(rosa.id)).toBe(2);
  });

  test("another patient's same body is another order", async () => {
    const [rosa, lena] = [await newBuyer(), await newBuyer()];
    const orders = [await checkout(rosa), await checkout(lena)];
    expect(new Set(orders.map(({ ok }) => ok.order.id)).size).toBe(2);
  });

  test("an order in between does not make it a new request: money is taken once", async () => {
    const rosa = await newBuyer();
    const first = await checkout(rosa);
    await checkout(rosa, cartBody(2));
    expect((await checkout(rosa)).ok.order.id).toBe(first.ok.order.id);
  });

  test("two at once make one order", async () => {
    const rosa = await newBuyer();
    const both = await Promise.all([checkout(rosa), checkout(rosa)]);
    const made = both.filter(({ status }) => status === 201);
    // The later one is asked to wait, or gets the first one's answer if that was quicker.
    expect(new Set(made.map(({ ok }) => ok.order.id)).size).toBe(1);
    for (const { status, problem } of both.filter((each) => !made.includes(each)))
      expect([status, problem.code]).toEqual([409, "in_flight"]);
    expect(await shop.chargesOf(rosa.id)).toBe(1);
  });

  test("a refused request did nothing: with another card the same request succeeds", async () => {
    const rosa = await newBuyer();
    const card = (source: string) => shop.call(payment.saveSource, { body: { source } }, { ...rosa, ...withoutKey });
    await card("tok_chargeCustomerFail");
    expect((await checkout(rosa)).problem.code).toBe("card_declined");
    await card("tok_visa");
    const { status, ok } = await checkout(rosa);
    expect([status, ok.order.status]).toEqual([201, "paid"]);
  });

  test("a request whose outcome the bank still owes continues with its order, even after ten minutes", async () => {
    const rosa = await newBuyer();
    shop.faults.add("authorize", "after");
    expect((await checkout(rosa)).problem.code).toBe("payment_pending");
    shop.clock.advance(minutes(12));
    await shop.reconcile();
    expect((await checkout(rosa)).status).toBe(201);
    expect(await shop.chargesOf(rosa.id)).toBe(1);
  });

  test("an invalid key is refused, an empty one counts as absent", async () => {
    const rosa = await newBuyer();
    expect((await checkout(rosa, cartBody(), "a b")).problem.code).toBe("idempotency_key_malformed");
    const first = await checkout(rosa);
    const empty = await shop.call(
      store.checkout,
      { body: cartBody() },
      { token: rosa.token, key: null, headers: { "idempotency-key": "" } },
    );
    expect(empty.ok.order.id).toBe(first.ok.order.id);
  });
});

describe("what can be undone can be requested again after it was undone", () => {
  test("a card, another one, and the first again: the first is on file", async () => {
    const { token } = await newBuyer();
    const card = (source: string) => shop.call(payment.saveSource, { body: { source } }, { token, ...withoutKey });
    await card("tok_visa");
    await card("tok_mastercard");
    await card("tok_visa");
    expect((await shop.call(payment.sources, {}, { token })).ok.source?.brand).toBe("visa");
  });

  test("an address changed since, and added again: orders go to the latest one", async () => {
    const { token } = await newBuyer();
    const body = { ...address, address1: "7 Mill Road" };
    const add = () => shop.call(store.createShippingAddress, { body }, { token, ...withoutKey });
    const { id } = (await add()).ok;
    expect((await add()).ok.id).toBe(id);
    const moved = { ...address, address1: "8 Mill Road" };
    await shop.call(store.updateShippingAddress, { params: { id }, body: moved }, { token });
    await add();
    const { ok } = await shop.call(store.defaultShippingAddress, {}, { token });
    expect(ok.address?.address1).toBe("7 Mill Road");
  });

  test("answers: yes, no and yes again is yes", async () => {
    const patient = await shop.newPatient();
    await answerVisit(shop, patient, { until: 2 });
    const { token } = patient;
    const answer = (value: string) =>
      shop.call(
        onboarding.saveStep,
        { params: { n: 2 }, body: { answers: [{ questionid: "goals", answer: [value] }] } },
        { token, ...withoutKey },
      );
    const currentAnswer = async () =>
      (await shop.call(onboarding.step, { params: { n: 2 } }, { token })).ok.screens
        .flatMap(({ questions }) => questions)
        .find(({ id }) => id === "goals")?.answer;
    for (const value of ["heat", "sleep", "heat"]) expect((await answer(value)).status).toBe(200);
    expect(await currentAnswer()).toEqual(["heat"]);
  });
});

describe("in care", () => {
  let patient: InCare;
  beforeAll(async () => void (patient = await inCare(shop)));
  const requestOptions = () => ({ token: patient.token, ...withoutKey });
  const statuses = async () => new Set((await home(shop, patient)).subscriptions.map(({ status }) => status));

  test("paused twice is paused once; resumed and paused again is paused", async () => {
    const input = { params: { id: patient.id }, body: { months: 1 } };
    const pause = () => shop.call(treatment.pause, input, requestOptions());
    const resume = () => shop.call(treatment.resume, { params: { id: patient.id }, body: {} }, requestOptions());
    const first = await pause();
    expect(first.status).toBe(200);
    expect((await pause()).ok).toEqual(first.ok);
    expect((await resume()).status).toBe(200);
    expect(await statuses()).toEqual(new Set(["active"]));
    expect((await pause()).status).toBe(200);
    expect(await statuses()).toEqual(new Set(["paused"]));
    expect((await resume()).status).toBe(200);
    expect(await statuses()).toEqual(new Set(["active"]));
  });

  test("the same text is one message, and another one after something else was said", async () => {
    const { id } = (await shop.call(messages.conversations, {}, requestOptions())).ok.items[0] ?? { id: "" };
    const say = async (message: string) =>
      (await shop.call(messages.send, { params: { id }, body: { message } }, requestOptions())).ok.id;
    const first = await say("Yes");
    expect(await say("Yes")).toBe(first);
    await shop.call(messages.markAsRead, { params: { id }, body: null }, requestOptions());
    await shop.call(followup.triggerEvent, { body: { event: "PageSeen" } }, requestOptions());
    expect(await say("Yes")).toBe(first);
    await say("And one more question.");
    expect(await say("Yes")).not.toBe(first);
  });
});

test("the same text from a visitor with another e-mail is another message to the practice", async () => {
  const write = (email: string) =>
    shop.call(support.contact, { body: { email, topic: "other", message: "Hello" } }, withoutKey);
  const [a, again, b] = [await write("a@example.com"), await write("a@example.com"), await write("b@example.com")];
  expect(again.ok).toEqual(a.ok);
  expect(b.ok.reference).not.toBe(a.ok.reference);
});
