import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { payment } from "#contract/payment.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { handedOver, type PackSizes } from "#server/care/testing/handed-over.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { DeclineCode } from "#server/platform/gateway/port.ts";
import { type CallResult, type TestPatient, type TestServer, testApiKey } from "#server/testing/harness.ts";
import { preparedPatient } from "#server/testing/prepared-patients/prepared-patient.ts";
import { billingQueue, renewalRequestQueue, requestRenewalsAhead, runBilling } from "../billing/run-billing.ts";

const apiKey = testApiKey;
const dayMs = 86_400_000;

export interface InCare extends TestPatient {
  /** The order the treatment started with. */
  readonly orderId: string;
}

/**
 * A patient in Iowa whose plan (patch and capsules, 28 days each unless `supplies` say 84) was approved and paid; with `delivered` the first
 * parcel has arrived.
 */
export async function inCare(
  server: TestServer,
  { delivered = true, state = "IA", ...packs }: PackSizes & { delivered?: boolean; state?: string } = {},
): Promise<InCare> {
  const patient = await server.newPatient();
  const name = JSON.stringify(["in care", delivered, state, packs]);
  const orderId = await preparedPatient(server, patient, name, async (on, signedUp) => {
    const submitted = await handedOver(on, state, null, signedUp, packs);
    const params = { id: submitted.id };
    await succeed(on.call(care.accept, { params, body: {} }, { apiKey }));
    await succeed(on.call(care.approvePlan, { params, body: {} }, { apiKey }));
    await on.jobs.drain();
    if (delivered) await deliver(on, submitted.orderId);
    return submitted.orderId;
  });
  return { ...patient, orderId };
}

/** Longer ago than these patients' boxes last. */
const deliveredAgoMs = 60 * dayMs;

/** A patient whose next prescription orders are charged some days from now and were notified; the ones after that come weeks later. */
export async function patientDueIn(server: TestServer, days: number): Promise<InCare> {
  const patient = await inCare(server, { delivered: false });
  const { db, clock, content } = server.services;
  const today = clinicToday({ content, clock });
  // Earlier boxes are used up.
  const deliveredAt = new Date(clock.now().getTime() - deliveredAgoMs);
  await db
    .insertInto("shipment")
    .values({
      ...{ order_id: patient.orderId, carrier: "Meadow Post", tracking_number: "MP-1" },
      ...{ shipped_at: deliveredAt, delivered_at: deliveredAt },
    })
    .execute();
  await db
    .updateTable("prescription_order")
    .set({ charge_on: addDays(today, days), reminded_on: today })
    .where("patient_id", "=", patient.id)
    .where("status", "=", "scheduled")
    .execute();
  return patient;
}

/** Ships and delivers the parcel of an order. */
export async function deliver(server: TestServer, orderId: string): Promise<void> {
  const params = { id: orderId };
  const body = { carrier: "Meadow Post", trackingnumber: "MP-1" };
  await succeed(server.call(care.shipOrder, { params, body }, { apiKey }));
  await succeed(server.call(care.deliverOrder, { params, body: {} }, { apiKey }));
}

/** A step that a test builds on: where it fails, the error is here and not in what the test expects. */
async function succeed(step: Promise<CallResult<unknown>>): Promise<void> {
  const { status, problem } = await step;
  if (status >= 300) throw new Error(`A step of the preparation was refused: ${status} ${problem.code}`);
}

/** Sends the progesterone of an order in a first parcel; the rest is to follow. */
export async function shipInParts<P extends InCare>(server: TestServer, patient: P): Promise<P> {
  const { pricing_id } = await server.services.db
    .selectFrom("order_line")
    .select("pricing_id")
    .where("order_id", "=", patient.orderId)
    .where("product_id", "like", "progesterone%")
    .executeTakeFirstOrThrow();
  const body = { carrier: "Meadow Post", trackingnumber: "PART1", lines: [{ pricingid: pricing_id }] };
  await server.call(care.shipOrder, { params: { id: patient.orderId }, body }, { apiKey });
  return patient;
}

/** Says that the first line of an order's first parcel was wrong. */
export async function voidFirstFill(server: TestServer, { orderId }: InCare): Promise<void> {
  const { pricing_id: pricingid } = await server.services.db
    .selectFrom("order_line")
    .select("pricing_id")
    .where("order_id", "=", orderId)
    .orderBy("line")
    .executeTakeFirstOrThrow();
  const body = { pricingid, parcel: 1, wrong: "strength" as const, note: "Two strengths stood side by side" };
  await server.call(care.voidFill, { params: { id: orderId }, body }, { apiKey });
}

/** Ships and delivers every paid parcel of a patient that has not left. */
export async function deliverPaid(server: TestServer, { id }: TestPatient): Promise<void> {
  const orders = await server.services.db
    .selectFrom("customer_order")
    .select("id")
    .where("patient_id", "=", id)
    .where("status", "=", "paid")
    .execute();
  for (const order of orders) await deliver(server, order.id);
}

/** Asks for renewals and runs billing once, and the jobs they enqueue. */
export async function bill(server: TestServer): Promise<void> {
  await server.jobs.enqueue(server.services.db, renewalRequestQueue, {});
  await server.jobs.drain();
  await server.jobs.enqueue(server.services.db, billingQueue, {});
  await server.jobs.drain();
}

/** Advances the clock by days, asking for renewals and billing once on each; the jobs it enqueues stay queued. */
export async function passDays(server: TestServer, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    server.clock.advance(dayMs);
    await requestRenewalsAhead(server.services);
    await runBilling(server.services);
  }
}

const signedIn = new WeakMap<TestPatient, { readonly token: string; readonly at: number }>();

/** What the practice notes of a patient who phones and shows who they are. */
export const askedByPhone = { channel: "phone", on: "2026-01-05", callerproved: "birthday_and_address" } as const;

/** A token of the patient that is valid at the clock's current time. */
export async function tokenOf(server: TestServer, patient: TestPatient): Promise<string> {
  const now = server.clock.now().getTime();
  const known = signedIn.get(patient);
  if (known && Math.abs(now - known.at) < 600_000) return known.token;
  const { email, password } = patient;
  const { ok } = await server.call(auth.signIn, { body: { email, password, role: "PATIENT" } });
  signedIn.set(patient, { token: ok.idToken, at: now });
  return ok.idToken;
}

export const home = async (server: TestServer, patient: TestPatient): Promise<Treatment> =>
  (await server.call(treatment.overview, {}, { token: await tokenOf(server, patient) })).ok;

/** The patient's subscription to a product, the patch by default. */
export async function subscriptionOf(
  server: TestServer,
  patient: TestPatient,
  product = "estradiol_patch_0_05",
): Promise<Subscription> {
  const found = (await home(server, patient)).subscriptions.find(({ item }) => item.productid === product);
  if (!found) throw new Error(`The patient has no ${product}`);
  return found;
}

export const prescriptionOrderIn = ({ prescriptionorders }: Subscription, status: string) => {
  const found = prescriptionorders.find((each) => each.status === status);
  if (!found) throw new Error(`No supply is ${status}: ${prescriptionorders.map((each) => each.status).join()}`);
  return found;
};

/** Saves a card; the bank declines it when `decline` names a reason. */
export async function putCard(server: TestServer, patient: TestPatient, decline: DeclineCode | null = null) {
  const { ok } = await server.call(
    payment.saveSource,
    { body: { source: "tok_visa" } },
    { token: await tokenOf(server, patient) },
  );
  if (decline !== null) await declineCard(server, patient, decline);
  return ok;
}

/** The patient's bank declines the card from here on, with a decline code of Stripe's. */
export async function declineCard(server: TestServer, { id }: TestPatient, decline: string): Promise<void> {
  const { db } = server.services;
  await db
    .updateTable("sandbox.payment_method")
    .set({ charge_decline: decline })
    .where(
      "id",
      "in",
      db
        .selectFrom("payment_source")
        .select("gateway_method_id")
        .where("patient_id", "=", id)
        .where("is_default", "=", true),
    )
    .execute();
}

/** What the gateway captured from the patient, in cents, charge by charge. */
export async function capturedCents(server: TestServer, { id }: TestPatient): Promise<number[]> {
  const rows = await server.services.db
    .selectFrom("sandbox.intent")
    .innerJoin("sandbox.customer", "sandbox.customer.id", "sandbox.intent.customer_id")
    .select("amount_captured")
    .where("sandbox.customer.patient_id", "=", id)
    .where("sandbox.intent.status", "=", "succeeded")
    .orderBy("sandbox.intent.created_at")
    .execute();
  return rows.map(({ amount_captured }) => amount_captured);
}

/** Subjects of the mails the patient has received. */
export async function mailSubjects(server: TestServer, { email }: TestPatient): Promise<string[]> {
  await server.jobs.drain();
  return (await server.mailbox.list(email)).map(({ subject }) => subject);
}
