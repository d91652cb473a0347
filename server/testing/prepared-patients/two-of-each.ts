import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import type { Endpoint, Input, Output } from "#contract/http/endpoint.ts";
import { messages } from "#contract/messages/calls.ts";
import { payment } from "#contract/payment.ts";
import { support } from "#contract/support.ts";
import { completeVisit } from "#server/care/testing/submitted-visit.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import { goThrough, sendFollowupTo } from "#server/followup/testing/followups.ts";
import { answersForBothUpsells } from "#server/growth/testing/upsells.ts";
import {
  attachAsPatient,
  conversationsOf,
  sendAsClinic,
  sendAsPatient,
} from "#server/messages/testing/conversations.ts";
import { syncIntent } from "#server/orders/payments/sync-intent.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { openDispute } from "#server/platform/gateway/sandbox/emulator/disputes.ts";
import { newId } from "#server/platform/ids.ts";
import { requestPrescriptionRenewal } from "#server/prescriptions/public.ts";
import { type TestPatient, type TestServer, testApiKey as apiKey } from "../harness.ts";
import { photoWithGps, type SentFile } from "../upload-files.ts";
import { preparedPatient } from "./prepared-patient.ts";

/** Ids of a kind, each thing in a state of its own. */
type Two = readonly [string, string];

/** What the patient has two of, or more. */
export interface ThingsOfEach {
  /** Delivered; two that are paid and packed, from other lots each; delivered in two parcels; refunded in part; cancelled. */
  readonly orders: {
    readonly first: string;
    readonly waiting: string;
    readonly packed: string;
    readonly inParcels: string;
    readonly refunded: string;
    readonly cancelled: string;
  };
  /** With the doctor, and with patient services: an answer in each, one of them unread. */
  readonly conversations: Two;
  /** Of the estrogen, active; of the progestogen, on hold. */
  readonly prescriptions: Two;
  readonly subscriptions: Two;
  /** In the same words; the first is closed. */
  readonly emergencies: Two;
  /** One of the estrogen, one of the progestogen. */
  readonly renewals: Two;
  /** One that a doctor has read, one that waits for that. */
  readonly followups: Two;
  /** One that was approved, one that waits. */
  readonly upsellOrders: Two;
  readonly addresses: Two;
  /** A file in each conversation. */
  readonly attachments: Two;
  readonly documents: Two;
  readonly notes: Two;
  /** What decisions left in the record, newest first. */
  readonly visitNotes: readonly string[];
}
export interface TwoOfEach extends TestPatient, ThingsOfEach {
  /** One that works, one that was taken back. */
  readonly recordCodes: Two;
}

/** Lots of what `orders.inParcels` and `orders.waiting` were packed from. */
export const lots = ["TWO-A", "TWO-B"] as const;
/** Of what `orders.packed` was packed from. */
const otherLots = ["TWO-C", "TWO-D"] as const;

/** A patient with two of everything, in different states; the files they sent are only there where it's made `byCalls`. */
export async function twoOfEach(server: TestServer, byCalls = false): Promise<TwoOfEach> {
  const patient = await withTwoOfEach(server, byCalls);
  return { ...patient, ...(await twoCodes(server, patient)) };
}

/** The same without codes to the record. */
export async function withTwoOfEach(server: TestServer, byCalls = false): Promise<TestPatient & ThingsOfEach> {
  const patient = await server.newPatient({ firstname: "Iris", lastname: "Vale" });
  if (byCalls) return { ...patient, ...(await makeTwoOfEach(server, patient)) };
  const things = await preparedPatient(server, patient, "two of each", (on, signedUp) =>
    makeTwoOfEach(on, { ...patient, ...signedUp }),
  );
  return { ...patient, ...things };
}

/** Made for each patient: no two have the same code. */
async function twoCodes(server: TestServer, { token }: TestPatient): Promise<Pick<TwoOfEach, "recordCodes">> {
  const make = async () =>
    (await succeed(server, documents.makeRecordCode, { body: { opens: "medicines" } }, { token, key: newId() })).id;
  const [works, ended] = [await make(), await make()];
  await succeed(server, documents.endRecordCode, { params: { id: ended } }, { token });
  return { recordCodes: [works, ended] };
}

async function makeTwoOfEach(server: TestServer, patient: TestPatient): Promise<ThingsOfEach> {
  const { id, token } = patient;
  const make = <E extends Endpoint>(call: E, input: Input<E>): Promise<Output<E>> =>
    succeed(server, call, input, call.access.caller === "clinic" ? { apiKey } : { token });
  const params = { id };
  const first = await completeVisit(server, token, { answers: answersForBothUpsells });
  await make(care.accept, { params, body: { doctorid: "elena_marsh" } });
  await make(care.approvePlan, { params, body: {} });
  await server.jobs.drain();
  await shipAll(server, first, "TRACK-FIRST");
  const addresses = await twoAddresses(server, token);
  await make(payment.createSource, { body: { source: "tok_mastercard" } });
  await server.call(auth.signIn, { body: { email: patient.email, password: patient.password, role: "PATIENT" } });
  const { conversations, attachments } = await twoConversations(server, patient);
  const orders = { first, ...(await ordersInEachState(server, token)) };
  const upsellOrders = await twoUpsells(server, patient);
  const followups = await twoFollowups(server, patient);
  const things = {
    ...{ addresses, conversations, attachments, orders, upsellOrders, followups },
    documents: await twoDocuments(server, token),
    notes: await twoNotes(server, id),
    emergencies: await twoEmergencies(server, patient, conversations),
  };
  for (const message of ["Where is my receipt?", "Do I need a new card?"])
    await make(support.contact, { body: { topic: "billing", message } });
  await disputeOne(server, orders.refunded);
  const medicines = await twoMedicines(server, id);
  const { items } = await make(care.visitNotes, { params, query: {} });
  return { ...things, ...medicines, visitNotes: items.map((note) => note.id) };
}

/** A step that the state needs: where it fails, the error is here. */
async function succeed<E extends Endpoint>(
  server: TestServer,
  call: E,
  input: Input<E>,
  options: Parameters<TestServer["call"]>[2],
): Promise<Output<E>> {
  const { status, ok, raw } = await server.call(call, input, options);
  if (status >= 300) throw new Error(`${call.method} ${call.path} answered ${status}: ${raw.payload}`);
  return ok;
}
const asPractice = { apiKey };

async function shipAll(server: TestServer, orderId: string, trackingnumber: string): Promise<void> {
  const params = { id: orderId };
  await succeed(server, care.shipOrder, { params, body: { carrier: "Meadow Post", trackingnumber } }, asPractice);
  await succeed(server, care.deliverOrder, { params, body: {} }, asPractice);
}

async function twoAddresses(server: TestServer, token: string): Promise<Two> {
  const body = { address1: "2 Birch Street", city: "Ames", state: "IA", zipcode: "50010" };
  const { id: second } = await succeed(server, store.createShippingAddress, { body }, { token });
  const { items } = await succeed(server, store.shippingAddresses, {}, { token });
  return [items.find(({ id }) => id !== second)?.id ?? "", second];
}

/** An answer of the practice in each; the patient reads the doctor's, and asks patient services again. */
async function twoConversations(
  server: TestServer,
  patient: TestPatient,
): Promise<Pick<ThingsOfEach, "conversations" | "attachments">> {
  const found = await conversationsOf(server, patient);
  const idOf = (kind: string) => found.find((each) => each.kind === kind)?.id ?? "";
  const two: Two = [idOf("doctor"), idOf("patient_services")];
  const attach = async (id: string, file: SentFile) =>
    (await attachAsPatient(server, patient, id, file)).ok.attachment?.id ?? "";
  const attachments = [await attach(two[0], await photoWithGps()), await attach(two[1], letter)] as const;
  for (const [index, id] of two.entries()) {
    await sendAsPatient(server, patient, id, { message: `A question, number ${index}` });
    await sendAsClinic(server, id, { message: `An answer, number ${index}` });
  }
  await sendAsPatient(server, patient, two[1], { message: "And one more question" });
  const params = { id: two[0] };
  await succeed(server, messages.markAsRead, { params, body: {} }, { token: patient.token });
  return { conversations: two, attachments };
}

const supplements = [
  { productid: "magnesium", pricingid: "magnesium_1m", quantity: 1 },
  { productid: "vitamin_d", pricingid: "vitamin_d_1m", quantity: 3 },
];

async function ordersInEachState(server: TestServer, token: string) {
  const order = async () => {
    const { order: made } = await succeed(server, store.checkout, { body: { checkout: supplements } }, { token });
    await server.jobs.drain();
    server.clock.advance(60_000);
    return made.id;
  };
  const packedFrom = (from: readonly string[]) =>
    supplements.map(({ pricingid }, index) => ({
      ...{ pricingid, lotnumber: from[index] ?? "", expireson: `203${index}-05-31` },
    }));
  const inParcels = await order();
  for (const [index, line] of packedFrom(lots).entries()) {
    const body = { carrier: "Meadow Post", trackingnumber: `PARCEL-${index}`, lines: [line] };
    await succeed(server, care.shipOrder, { params: { id: inParcels }, body }, asPractice);
  }
  await succeed(server, care.deliverOrder, { params: { id: inParcels }, body: {} }, asPractice);
  const refunded = await order();
  await shipAll(server, refunded, "TRACK-REFUNDED");
  const refund = { amount: 5, reason: "One package was open" };
  await succeed(server, care.refundOrder, { params: { id: refunded }, body: refund }, asPractice);
  const cancelled = await order();
  const body = { reason: "Ordered twice" };
  await succeed(server, care.cancelOrder, { params: { id: cancelled }, body }, asPractice);
  const [waiting, packed] = [await order(), await order()];
  for (const [id, from] of [
    [waiting, lots],
    [packed, otherLots],
  ] as const)
    await succeed(server, care.packOrder, { params: { id }, body: { lines: packedFrom(from) } }, asPractice);
  await server.jobs.drain();
  return { inParcels, refunded, cancelled, waiting, packed };
}

async function twoUpsells(server: TestServer, { id, token }: TestPatient): Promise<Two> {
  const accept = async (name: "cream" | "minoxidil") => {
    const { items } = await succeed(server, growth.dashboardUpsells, {}, { token });
    const { upsellId = "", total = 0 } = items.find((each) => each.name === name) ?? {};
    const input = { params: { id: upsellId }, body: { totalamount: total } };
    const { order } = await succeed(server, growth.acceptUpsell, input, { token });
    return order.id;
  };
  const approved = await accept("minoxidil");
  const { items } = await succeed(server, care.upsells, { query: { patientid: id } }, asPractice);
  await succeed(server, care.approveUpsell, { params: { id: items[0]?.id ?? "" }, body: {} }, asPractice);
  await server.jobs.drain();
  return [approved, await accept("cream")];
}

async function twoFollowups(server: TestServer, patient: TestPatient): Promise<Two> {
  const closed = await sendFollowupTo(server, patient, null);
  await goThrough(server, closed);
  await succeed(server, care.closeFollowup, { params: { id: closed.followupId }, body: {} }, asPractice);
  server.clock.advance(60_000);
  const waiting = await sendFollowupTo(server, patient, null);
  await goThrough(server, waiting);
  return [closed.followupId, waiting.followupId];
}

/** Another file than the photo. */
const letter: SentFile = {
  ...{ name: "letter.pdf", type: "application/pdf" },
  bytes: Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n"),
};

async function twoDocuments(server: TestServer, token: string): Promise<Two> {
  const upload = async (kind: string, file: SentFile) => {
    const { headers, payload } = multipart(file, { kind });
    return (await succeed(server, documents.upload, { body: payload as never }, { token, headers })).id;
  };
  return [await upload("insurance_front", await photoWithGps()), await upload("insurance_back", letter)];
}

async function twoNotes(server: TestServer, id: string): Promise<Two> {
  const write = async (text: string) =>
    (await succeed(server, care.writeNote, { params: { id }, body: { text } }, asPractice)).id;
  return [await write("Prefers calls after five."), await write("Prefers mornings.")];
}

async function twoEmergencies(server: TestServer, patient: TestPatient, [conversation]: Two): Promise<Two> {
  const report = async (): Promise<string> => {
    await sendAsPatient(server, patient, conversation, { message: "My chest hurts since an hour ago" });
    const query = { patientid: patient.id };
    const { items } = await succeed(server, care.emergencies, { query }, asPractice);
    return items.find(({ closedat }) => closedat === null)?.id ?? "";
  };
  const closed = await report();
  const body = { outcome: "A muscle, says the emergency room." };
  await succeed(server, care.closeEmergency, { params: { id: closed }, body }, asPractice);
  return [closed, await report()];
}

async function disputeOne(server: TestServer, orderId: string): Promise<void> {
  const { services, clock } = server;
  const { gateway_intent_id: intent } = await services.db
    .selectFrom("payment_intent")
    .select("gateway_intent_id")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  await openDispute({ db: services.db, clock }, intent ?? "");
  await syncIntent(services, intent ?? "");
}

/** Both are to be renewed, and the progestogen rests. */
async function twoMedicines(server: TestServer, id: string) {
  const { services } = server;
  const rows = await services.db
    .selectFrom("prescription")
    .leftJoin("subscription", (join) =>
      join
        .onRef("subscription.patient_id", "=", "prescription.patient_id")
        .onRef("subscription.product_id", "=", "prescription.product_id"),
    )
    .select(["prescription.id", "prescription.product_id", "subscription.id as subscription"])
    .where("prescription.patient_id", "=", id)
    .where("prescription.status", "=", "active")
    .execute();
  const of = (family: string) => rows.find(({ product_id }) => product_id.startsWith(family));
  const [estrogen, progestogen] = [of("estradiol"), of("progesterone")];
  const prescriptions: Two = [estrogen?.id ?? "", progestogen?.id ?? ""];
  for (const prescriptionId of prescriptions)
    await inTransaction(services, (tx) => requestPrescriptionRenewal(tx, id, prescriptionId));
  const { items } = await succeed(server, care.prescriptionRenewals, { query: { patientid: id } }, asPractice);
  const renewalOf = (product = "") => items.find(({ item }) => item.productid === product)?.id ?? "";
  const seen = { headers: { "x-emergency-seen": await openEmergencies(server, id) } };
  const body = { reason: "A finding to be checked", message: "Please wait until we have talked." };
  const params = { id: prescriptions[1] };
  await succeed(server, care.holdPrescription, { params, body }, { ...asPractice, ...seen });
  return {
    prescriptions,
    subscriptions: [estrogen?.subscription ?? "", progestogen?.subscription ?? ""] as const,
    renewals: [renewalOf(estrogen?.product_id), renewalOf(progestogen?.product_id)] as const,
  };
}

async function openEmergencies({ services }: TestServer, id: string): Promise<string> {
  const rows = await services.db
    .selectFrom("emergency_report")
    .select("id")
    .where("patient_id", "=", id)
    .where("closed_at", "is", null)
    .execute();
  return rows.map((row) => row.id).join();
}
