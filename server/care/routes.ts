import type { care } from "#contract/care/calls.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { toCents } from "#contract/fields/numbers.ts";
import type { Order } from "#contract/orders/orders.ts";
import { opensClass } from "#contract/policy/field-classes.ts";
import { decideIdentity, identityPhotos } from "#server/onboarding/public.ts";
import { orderById, type OrderRow, presentOrder, resolveMismatch } from "#server/orders/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { findUpload } from "#server/platform/files/uploads.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { loadPatientSummary, type ClinicContext, requirePatient } from "./chart/patient-summary.ts";
import { acceptPatient } from "./matching/accept-case.ts";
import { cancelOrder } from "./orders/cancel-order.ts";
import { loadPharmacistReview } from "./orders/pharmacist-review.ts";
import { correctIdentity } from "./patients/correct-identity.ts";
import { issueLetter } from "./patients/medical-letter.ts";
import { namesakesOf } from "./patients/namesakes.ts";
import {
  allPatients,
  incomingPatients,
  patientsToVerify,
  prescriptionRenewalsToDecide,
} from "./patients/patient-lists.ts";
import { searchPatients } from "./patients/search-patients.ts";
import { findOrderItems, ordersToHandle } from "./patients/worklists.ts";
import { signPrepared } from "./prepared/sign-prepared.ts";
import { issueRefund, requireUnrefunded } from "./refunds/refund-order.ts";
import { answerRefundQuestions } from "./refunds/refund-questions.ts";

/** Records every patient of a page for the audit. */
function auditPage<P extends { readonly items: readonly { readonly id: string }[] }>(ctx: ClinicContext, page: P): P {
  for (const { id } of page.items) ctx.auditPatient(id);
  return page;
}

/** As `auditPage`, of items that name their patient. */
export function auditPatients<P extends { readonly items: readonly { readonly patient: { readonly id: string } }[] }>(
  ctx: ClinicContext,
  page: P,
): P {
  for (const { patient } of page.items) ctx.auditPatient(patient.id);
  return page;
}

/** As `requirePatient`, for the patient of an order. */
async function requireOrder(ctx: ClinicContext, orderId: string): Promise<OrderRow> {
  const order = await orderById(ctx.db, orderId);
  if (!order) throw new Refusal("not_found");
  ctx.auditPatient(order.patient_id);
  return order;
}

type OrderContext = ClinicContext & { readonly clinic: Pick<ClinicCaller, "permissions"> };

async function orderResult(ctx: OrderContext, orderId: string) {
  const order = await presentOrder(ctx, orderId);
  if (!order) throw new Refusal("not_found");
  return { order: visibleOrder(ctx, order) };
}

/** What was ordered tells of somebody's health: who only handles money sees the sums, without the products. */
const visibleOrder = ({ clinic }: OrderContext, order: Order): Order =>
  opensClass(clinic.permissions, "treatment") ? order : withoutProducts(order);
const withoutProducts = ({ correction: _correction, ...order }: Order): Order => ({ ...order, detail: [] });
const visibleItems = (ctx: OrderContext, items: readonly OrderItem[]): OrderItem[] =>
  items.map((item) => ({ ...item, order: item.order && visibleOrder(ctx, item.order) }));

/** The clinic's patient and order calls that need no feature above; where the handlers of all features are joined, the compiler checks that none is missing. */
export const careHandlers = {
  patients: async ({ query }, ctx) => auditPage(ctx, await allPatients(ctx, query.nextpage)),
  incoming: async ({ query }, ctx) => auditPage(ctx, await incomingPatients(ctx, query.nextpage)),
  verification: async ({ query }, ctx) => auditPage(ctx, await patientsToVerify(ctx, query.nextpage)),

  searchPatients: async ({ body }, ctx) => auditPage(ctx, await searchPatients(ctx, body.q, body.nextpage)),

  namesakes: async ({ params }, ctx) => {
    const items = await namesakesOf(ctx, await requirePatient(ctx, params.id), ctx.clinic.permissions);
    for (const { id } of items) ctx.auditPatient(id);
    return { items };
  },

  accept: async ({ params, body }, ctx) => {
    await requirePatient(ctx, params.id);
    await acceptPatient(ctx, params.id, body?.doctorid);
    return loadPatientSummary(ctx, params.id);
  },

  photo: async ({ params }, ctx) => {
    await requirePatient(ctx, params.id);
    const photo = (await identityPhotos(ctx, [params.id])).find(({ id }) => id === params.photoid);
    const file = photo && (await findUpload(ctx, { patientId: params.id, id: photo.fileId }));
    if (!photo || !file) throw ctx.refuse("not_found");
    const { type } = file.row;
    return { bytes: file.bytes, type, filename: `${photo.kind}.${type === "application/pdf" ? "pdf" : "jpg"}` };
  },

  decideIdentity: async ({ params, body }, ctx) => {
    await requirePatient(ctx, params.id);
    await decideIdentity(ctx, params.id, body);
    return loadPatientSummary(ctx, params.id);
  },

  correctIdentity: async ({ params, body }, ctx) => {
    await requirePatient(ctx, params.id);
    await correctIdentity(ctx, params.id, body);
    return loadPatientSummary(ctx, params.id);
  },

  issueLetter: async ({ params, body }, ctx) => {
    await requirePatient(ctx, params.id);
    const preparedBy = await signPrepared(ctx, {
      ...{ preparedId: body.preparedid, decision: "letter", refId: params.id },
    });
    const { id, issuedAt } = await issueLetter(ctx, params.id, { ...body, preparedBy });
    return { id, issuedat: issuedAt.toISOString() };
  },

  orders: async ({ query }, ctx) => {
    const page = auditPatients(ctx, await ordersToHandle(ctx, query.status, query.nextpage));
    return { ...page, items: visibleItems(ctx, page.items) };
  },

  orderByNumber: async ({ params }, ctx) => {
    const { items } = auditPatients(ctx, { items: await findOrderItems(ctx, params.number) });
    return { items: visibleItems(ctx, items) };
  },

  prescriptionRenewals: async ({ query }, ctx) =>
    auditPatients(ctx, await prescriptionRenewalsToDecide(ctx, query.nextpage, query.patientid)),

  pharmacistReview: async ({ params }, ctx) => loadPharmacistReview(ctx, await requireOrder(ctx, params.id)),

  cancelOrder: async ({ params, body }, ctx) => {
    await requireOrder(ctx, params.id);
    await cancelOrder(ctx, params.id, body.reason);
    return orderResult(ctx, params.id);
  },

  resolvePayment: async ({ params, body }, ctx) => {
    await requireOrder(ctx, params.id);
    await resolveMismatch(ctx, params.id, body.outcome, ctx.clinic.actor);
    return orderResult(ctx, params.id);
  },

  refundOrder: async ({ params, body }, ctx) => {
    await requireOrder(ctx, params.id);
    const amountCents = body.amount === undefined ? null : toCents(body.amount);
    await inTransaction(ctx, async (tx) => {
      await requireUnrefunded(ctx, tx, params.id, body.refundable);
      await answerRefundQuestions(ctx, tx, params.id, body.questions);
      const refund = { orderId: params.id, amountCents, reason: body.reason, key: ctx.idempotencyKey };
      await issueRefund({ ...tx, refuse: ctx.refuse }, refund);
    });
    return orderResult(ctx, params.id);
  },
} satisfies Partial<Handlers<typeof care>>;
