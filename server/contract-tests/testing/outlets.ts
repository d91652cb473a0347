import type { Bundle, FhirResource } from "fhir/r4";
import { sql } from "kysely";
import { inboxKinds } from "#contract/care/inbox-kinds.ts";
import { permissions } from "#contract/policy/policy.ts";
import { roles } from "#contract/policy/roles.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import { loadChart } from "#server/care/chart/chart.ts";
import { letterSigner } from "#server/care/patients/medical-letter.ts";
import { unsettledPlanOrderIds } from "#server/cases/cases.ts";
import { hasPaidOrder } from "#server/discounts/coupons.ts";
import { hasOrdered } from "#server/discounts/earned-discounts.ts";
import { doctorsWithLicenseIn } from "#server/doctors/doctors.ts";
import { patientCounts } from "#server/doctors/edit-doctor.ts";
import { createFhirRecord } from "#server/documents/public.ts";
import { findUndecidedReferralOrders } from "#server/growth/referral/reward-queries.ts";
import { rowsOf } from "#server/inbox/waiting.ts";
import { openObstacles } from "#server/merging/merge-obstacle.ts";
import { notificationsOfPatient } from "#server/notifications/public.ts";
import { findUnfinishedPayments } from "#server/onboarding/flow/record-queries.ts";
import { acceptsPhotos, isIdentityProved } from "#server/onboarding/rules/identity-rules.ts";
import { visitSummary } from "#server/onboarding/visit/visit-summary.ts";
import { unsettledMoney } from "#server/operations/patient/erase.ts";
import { hasUnresolvedOrder, isFirstPaidOrder, liveOnboardingOrder } from "#server/orders/orders.ts";
import { firstPurchase, paidOrdersOf } from "#server/orders/views/paid-orders.ts";
import { presentPatientOrders } from "#server/orders/views/present-order.ts";
import { loadTreatmentOverview } from "#server/overview/overview.ts";
import { defaultSource, mayBeChargedAlone } from "#server/payment/cards.ts";
import { unresolvedIntents } from "#server/payment/charges/payment-intents.ts";
import { paymentSummariesOf } from "#server/payment/payment-summary.ts";
import { chargesStoppedBy, openDisputesOf, stoppingDisputes } from "#server/payment/refunds/disputes.ts";
import { refundsOfOrders } from "#server/payment/refunds/refund-records.ts";
import { refundableCents, unfinishedRefunds } from "#server/payment/refunds/refunds.ts";
import { loadDispensedBoxes } from "#server/prescriptions/dispensed-boxes.ts";
import { activePrescriptions } from "#server/prescriptions/prescriptions.ts";
import { prescriptionsToDispense } from "#server/prescriptions/replace-prescription.ts";
import { hasOpenWork } from "#server/records/open-work.ts";
import {
  patientsToCharge,
  patientsToRemind,
  patientsToResume,
  unsettledRenewalOrders,
} from "#server/treatment/billing/due-queries.ts";
import { loadPastDueCharges } from "#server/treatment/billing/past-due-charges.ts";
import { continuingProducts, loadSubscribedProducts } from "#server/treatment/queries.ts";
import { upcomingProducts } from "#server/treatment/snapshot/change-queries.ts";
import { loadTreatmentSnapshot } from "#server/treatment/snapshot/treatment-snapshot.ts";
import { remainingTreatmentText } from "#server/treatment/subscriptions/remaining-treatment.ts";
import { unsettledUpsellOrderIds } from "#server/upsell-requests/upsell-request-queries.ts";
import type { World } from "./in-state.ts";

const later = new Date("2040-01-01T12:00:00Z");
const words = (list: readonly unknown[]): string => list.map(String).join(" ");

const overviews = new WeakMap<World["services"], Promise<Treatment>>();
/** Several outlets are parts of it. */
function overviewOf(services: World["services"], id: string): Promise<Treatment> {
  const overview = overviews.get(services) ?? loadTreatmentOverview(services, id);
  overviews.set(services, overview);
  return overview;
}

/** Who asks for a state, and what each says of the patient, in words that tell the states apart. */
export const outlets = {
  /** The kinds under which the patient waits in the practice's inbox. */
  inbox: async ({ db, services, id }: World) => {
    const asker = {
      now: services.clock.now(),
      permissions,
      content: services.content,
      reader: { roles, memberId: null },
    };
    const { rows } = await sql<{ kind: string }>`
      select kind from (${rowsOf(inboxKinds, asker)}) waiting where patient_id = ${id} order by kind`.execute(db);
    return words(rows.map(({ kind }) => kind));
  },
  /** What keeps the patient's data from being erased. */
  erasure: ({ db, id }: World) => unsettledMoney(db, id),
  /** Whether who sends parcels may open the patient's record for it. */
  merging: async ({ db, id }: World) => words(await openObstacles(db, [id], id)),
  openWork: ({ services, id }: World) =>
    hasOpenWork(services, id, { permissions: ["read:dispensing"], reader: { roles: ["pharmacy"], memberId: null } }),
  /** The first step on the patient's home, and what only they can do. */
  home: async ({ services, id }: World) => {
    const { nextstep, actionitems } = await overviewOf(services, id);
    return words([nextstep.kind, ...actionitems.map(({ kind }) => `+${kind}`)]);
  },
  /** The plan, and each subscription with the order it names, on the patient's pages. */
  plan: async ({ services, id }: World) => {
    const { plan, subscriptions } = await overviewOf(services, id);
    const each = subscriptions.map(({ status, nextchargeon }) => `${status}${nextchargeon === null ? "" : "*"}`);
    return words([plan.status, plan.phase, ...each]);
  },
  /** What the patient may do with each subscription, and where each order of it is. */
  acts: async ({ services, id }: World) => {
    const { subscriptions } = await overviewOf(services, id);
    const each = subscriptions.map(({ actions, prescriptionorders }) =>
      [...actions, ...prescriptionorders.map((order) => `${order.status}(${order.actions.join()})`)].join(),
    );
    return words([...new Set(each)]);
  },
  /** What the doctor proposed, and what the patient accepted besides the plan. */
  proposals: async ({ services, id }: World) => {
    const { changes, suggestions, upsellrequests } = await overviewOf(services, id);
    return words([...[...changes, ...suggestions].map(({ status }) => status), ...upsellrequests.map(() => "upsell")]);
  },
  /** What the visit's rules say to clinicians. */
  flags: async ({ services, id }: World) =>
    words((await visitSummary(services, id)).flags.map(({ outcome }) => outcome)),
  notifications: async ({ services, db, id }: World) => {
    const rows = await db.selectFrom("notification").select("id").where("patient_id", "=", id).execute();
    const shown = await notificationsOfPatient(
      services,
      id,
      rows.map((row) => row.id),
    );
    return words([...new Set(shown.map(({ kind }) => kind))].toSorted());
  },
  /** Whether the card is charged while its holder isn't there, after the bank has refused that. */
  chargedAlone: async ({ db, id }: World) => {
    const source = await defaultSource(db, id);
    return source !== undefined && mayBeChargedAlone(db, source);
  },
  /** The orders the patient is shown. */
  orders: async ({ services, id }: World) =>
    words((await presentPatientOrders(services, id, { limit: 20 })).map(({ status }) => status)),
  /** The statuses in the FHIR record. */
  record: async ({ services, id }: World) => {
    const { bytes } = await createFhirRecord(services, id);
    const { entry = [] } = JSON.parse(bytes.toString()) as Bundle<FhirResource>;
    return words(
      entry.flatMap(({ resource }) =>
        resource?.resourceType === "MedicationRequest" || resource?.resourceType === "MedicationDispense"
          ? [resource.status]
          : [],
      ),
    );
  },
  /** Cents that can still be refunded of the first order. */
  refundable: ({ db, orderId }: World) => refundableCents(db, orderId),
  /** Cents the patient is shown as refunded. */
  refunded: async ({ db, orderId }: World) => (await paymentSummariesOf(db, [orderId])).get(orderId)?.refundedCents,
  refunds: async ({ db, orderId }: World) => words((await refundsOfOrders(db, [orderId])).map(({ status }) => status)),
  /** Refunds that are made, or asked for, again. */
  retriedRefunds: async ({ db }: World) => (await unfinishedRefunds(db, later)).length,
  /** Payments whose outcome the gateway is asked for. */
  askedPayments: async ({ db, orderId }: World) =>
    (await unresolvedIntents(db, later)).filter(({ order_id }) => order_id === orderId).length,
  chargesStopped: async ({ db, id }: World) => chargesStoppedBy(await stoppingDisputes(db, id).execute()),
  openDispute: async ({ db, orderId }: World) => (await openDisputesOf(db, [orderId])).size > 0,
  /** Whether the first order is the first one that was paid. */
  firstPaid: ({ db, id, orderId }: World) => isFirstPaidOrder(db, { orderId, patientId: id }),
  unresolved: ({ db, id }: World) => hasUnresolvedOrder(db, id, "onboarding"),
  liveVisitOrder: async ({ db, id }: World) => (await liveOnboardingOrder(db, id)) !== undefined,
  unfinishedPayment: async ({ db, id }: World) => (await findUnfinishedPayments(db, later)).includes(id),
  /** Orders with a receipt. */
  receipts: async ({ services, id }: World) => (await paidOrdersOf(services, id)).length,
  bought: async ({ db, id }: World) => (await firstPurchase(db, id, await productOf(db, id))) !== undefined,
  /** Whether a coupon for who returns, and one for a first order, take them for somebody who has ordered. */
  returning: ({ db, id }: World) => hasPaidOrder(db, id),
  ordered: ({ db, id }: World) => hasOrdered(db, id),
  /** Boxes of all products that count as taken home. */
  boxes: async ({ services, db, id }: World) =>
    [...(await loadDispensedBoxes(db, id, services.content.brand.timezone)).values()].flat().length,
  continuing: async ({ db, id }: World) => (await continuingProducts(db, id)).length,
  upcoming: async ({ db, id }: World) => (await upcomingProducts(db, id)).length,
  subscribed: async ({ db, id }: World) => (await loadSubscribedProducts(db, id)).length,
  reminded: async ({ db, id }: World) => (await patientsToRemind(db, "2040-01-01")).includes(id),
  charged: async ({ services, id }: World) => (await patientsToCharge(services, "2040-01-01")).includes(id),
  resumed: async ({ db, id }: World) => (await patientsToResume(db, "2040-01-01")).includes(id),
  pastDue: async ({ db, id }: World) =>
    words((await loadPastDueCharges(db, null, 1000)).flatMap((each) => (each.patientId === id ? each.reason : []))),
  prescribed: async ({ services, id }: World) => (await activePrescriptions(services, id)).size,
  /** What the patient is to do with each medicine, and what its next label says, where a doctor wrote that for now. */
  directions: async ({ services, id }: World) => {
    const items = [...(await activePrescriptions(services, id)).values()];
    const inUse = items.flatMap(({ directions, replaces = [] }) => [
      directions,
      ...replaces.map((each) => each.directions),
    ]);
    const labels = (await prescriptionsToDispense(services, [id])).map((each) => each.directions);
    return words([inUse, labels].map((texts) => texts.filter((text) => text === "Half of it").length));
  },
  /** Orders whose effects are applied by the next look at what was left. */
  unsettledPlan: async ({ db, orderId }: World) => (await unsettledPlanOrderIds(db, later)).includes(orderId),
  unsettledRenewal: async ({ db, orderId }: World) => (await unsettledRenewalOrders(db)).includes(orderId),
  unsettledUpsells: async ({ db }: World) => (await unsettledUpsellOrderIds(db, later)).length,
  /** Whether the friend who brought the patient may get a reward. */
  rewarded: async ({ db, orderId }: World) => (await findUndecidedReferralOrders(db, later)).has(orderId),
  /** The prescriptions as clinicians see them. */
  chart: async ({ services, id }: World) => {
    const { visits, prescriptions } = await loadChart(services, id);
    return words([...visits, ...prescriptions].map(({ status }) => status));
  },
  /** Cases that wait for the decision of a doctor of the patient's state. */
  openCases: async ({ services }: World) =>
    (await doctorsWithLicenseIn(services, "IA")).reduce((sum, { openCases }) => sum + Number(openCases), 0),
  /** Whether something goes on once another subscription was paused or cancelled. */
  goesOn: async ({ services, id }: World) => {
    const snapshot = await loadTreatmentSnapshot(services, id, await activePrescriptions(services, id));
    return (await remainingTreatmentText(services, snapshot, id, [])) !== null;
  },
  /** Whether a doctor can sign a letter about the patient. */
  letter: ({ services, id }: World) =>
    letterSigner(services, id, undefined).then(
      () => true,
      () => false,
    ),
  /** Whether the identity is good enough to go on, and whether photos of it are taken. */
  identity: async ({ db, id }: World) => {
    const { identity_status: status } = await db
      .selectFrom("onboarding")
      .select("identity_status")
      .where("patient_id", "=", id)
      .executeTakeFirstOrThrow();
    return words([isIdentityProved(status), acceptsPhotos({ visit: "DONE", status })]);
  },
  /** How many patients the doctor has. */
  ofDoctor: async ({ db, id }: World) => {
    const { doctor_id } = await db
      .selectFrom("care_case")
      .select("doctor_id")
      .where("patient_id", "=", id)
      .executeTakeFirstOrThrow();
    return (await patientCounts(db, [doctor_id ?? ""])).get(doctor_id ?? "") ?? 0;
  },
} as const;
export type Outlet = keyof typeof outlets;

async function productOf(db: World["db"], id: string): Promise<string> {
  const line = await db
    .selectFrom("order_line")
    .innerJoin("customer_order", "customer_order.id", "order_line.order_id")
    .select("product_id")
    .where("patient_id", "=", id)
    .executeTakeFirstOrThrow();
  return line.product_id;
}
