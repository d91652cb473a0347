import { pastDueMails } from "#contract/care/past-due.ts";
import type { CaseItem, OrderItem, orderLists } from "#contract/care/worklists.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import { permits } from "#contract/policy/policy.ts";
import { type CaseRow, latestCases } from "#server/cases/public.ts";
import { dispensingOf } from "#server/dispensing/public.ts";
import { statesDecidedIn } from "#server/doctors/public.ts";
import { emergencyHolds } from "#server/emergency/public.ts";
import { lastSentByPractice } from "#server/notifications/public.ts";
import {
  type OrderStatus,
  decidedMismatches,
  mismatchesOf,
  orderByNumber,
  ordersInStatus,
  presentOrdersById,
} from "#server/orders/public.ts";
import {
  captureBeforeOf,
  disputedOrders,
  openDisputesOf,
  refundableCentsOf,
  refundsOfOrders,
} from "#server/payment/public.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { authorizationEnd } from "#server/platform/gateway/port.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { decodeCursor, type KeysetCursor, pageSize, paginate } from "#server/platform/pagination.ts";
import type { Services } from "#server/platform/services.ts";
import { type PrescribedItems, prescribedToAll, readyToSend } from "#server/prescriptions/public.ts";
import { memberNames } from "#server/staff/public.ts";
import { holdingQuestions, orderWaitsForAnswer, refundQuestions } from "#server/tasks/public.ts";
import { loadPastDueCharges, type PastDueCharge, pastDueCursor } from "#server/treatment/public.ts";
import { loadPatientSummaries, seesAlerts } from "../chart/patient-summary.ts";
import { loadQueueFacts } from "../chart/queue-facts.ts";

type Deps = Pick<Services, "db" | "content" | "clock" | "secrets" | "config">;
type Page<T> = { items: T[]; nextpage: string | null };
type CaseKind = CaseItem["kind"];
type OrderList = (typeof orderLists)[number];

/** Something that waits, with where the next page begins. */
export interface ListedWaiting extends KeysetCursor {
  readonly patientId: string;
  readonly orderId: string | null;
  readonly refId: string;
  /** The product it is about, where that is no order's and not everything the patient takes. */
  readonly productId: string | null;
}

/** Up to `limit` of what waits of a kind, in the order of its list: what waits is the inbox's to say, which is above this feature. */
export type ListWaiting = (
  services: Pick<Services, "db" | "content" | "clock">,
  kind: CaseKind,
  cursor: KeysetCursor | null,
  limit: number,
) => Promise<readonly ListedWaiting[]>;

/** Decisions that need a license in the patient's state. */
const byLicense: ReadonlySet<CaseKind> = new Set(["incoming", "accepted", "renewal", "upsell", "change"]);

/** About everything the patient takes. */
const ofAllTaken: ReadonlySet<CaseKind> = new Set(["followup", "followup_due"]);

/** What waits for a decision, longest wait first; follow-ups of patients with an emergency come before the others. */
export async function casesToDecide(
  services: Deps & { readonly clinic: Pick<ClinicCaller, "permissions" | "member"> },
  kind: CaseKind,
  cursor: string | undefined,
  list: ListWaiting,
): Promise<Page<CaseItem>> {
  const { db } = services;
  const rows = await list(services, kind, decodeCursor(cursor), pageSize + 1);
  const { items, nextpage } = paginate(rows, (row) => row);
  const patientIds = items.map(({ patientId }) => patientId);
  const [{ patients, orders, authorizationEnds: holdEnds }, mismatches, prescribed, factsOf, cases] = await Promise.all(
    [
      partiesOf(services, items),
      mismatchesOf(
        db,
        items.flatMap(({ orderId }) => orderId ?? []),
      ),
      ofAllTaken.has(kind) && items.length > 0
        ? prescribedToAll(services, patientIds)
        : new Map<string, PrescribedItems>(),
      loadQueueFacts(services, patientIds),
      kind === "incoming" || kind === "accepted" ? latestCases(db, patientIds) : new Map<string, CaseRow>(),
    ],
  );
  const decided = byLicense.has(kind) ? await statesDecidedIn(services, services.clinic.member?.doctorId) : null;
  return {
    items: items.flatMap(({ id, patientId, orderId, refId, productId, at }) => {
      const patient = patients.get(patientId);
      const order = orders.get(orderId ?? "") ?? null;
      if (!patient) return [];
      const products = productId
        ? [productId]
        : (order?.detail.filter(({ cancelled }) => !cancelled).map(({ productid }) => productid) ?? [
            ...(prescribed.get(patientId)?.keys() ?? []),
          ]);
      return [
        {
          ...{ id, kind, refid: refId, patient, order, holdends: holdEnds.get(order?.id ?? "") ?? null },
          waitingsince: at.toISOString(),
          maydecide: decided === null || (patient.state !== null && decided.has(patient.state)),
          submittedat: cases.get(patientId)?.submitted_at.toISOString() ?? null,
          acceptedat: cases.get(patientId)?.accepted_at?.toISOString() ?? null,
          paymentdiffers: mismatches.get(orderId ?? "")?.decision === null,
          ...factsOf(patientId, products),
        },
      ];
    }),
    nextpage,
  };
}

interface ListedOrder {
  readonly id: string;
  readonly patientId: string;
  readonly orderId: string | null;
  readonly pastDue?: PastDueCharge;
}

/**
 * Orders in a status, oldest first. `ready` are the paid ones, and the rest of those under way, of which everything left may be sent, `past_due` the charges that failed and
 * were not paid since, but for those that are `written_off`, `disputed` those with an open dispute.
 */
export async function ordersToHandle(
  services: ForCaller,
  list: OrderList,
  cursor: string | undefined,
): Promise<Page<OrderItem>> {
  const { items, nextpage } = await listOrders(services, list, decodeCursor(cursor));
  const ids = items.map(({ id }) => id);
  const ready = list === "ready" ? new Set(ids) : list === "paid" ? await readyAmong(services, ids) : new Set<string>();
  return { items: await presentOrderItems(services, items, ready), nextpage };
}

/** The order with this number, in whatever state; none where there is none. */
export async function findOrderItems(services: ForCaller, number: string): Promise<OrderItem[]> {
  const found = await orderByNumber(services.db, number);
  if (!found) return [];
  const listed = { id: found.id, patientId: found.patient_id, orderId: found.id };
  return presentOrderItems(services, [listed], await readyAmong(services, [found.id]));
}

/** Only who dispenses is shown what was packed and sent. */
type ForCaller = Deps & { readonly clinic: Pick<ClinicCaller, "permissions"> };

async function presentOrderItems(
  services: ForCaller,
  listed: readonly ListedOrder[],
  ready: ReadonlySet<string>,
): Promise<OrderItem[]> {
  const orderIds = listed.flatMap(({ orderId }) => orderId ?? []);
  const pastDue = listed.flatMap((each) => each.pastDue ?? []);
  const [
    { patients, orders, authorizationEnds: holdEnds },
    mismatches,
    refunds,
    refundable,
    disputes,
    questions,
    asked,
    mailed,
  ] = await Promise.all([
    partiesOf(services, listed),
    mismatchesOf(services.db, orderIds),
    refundsOfOrders(services.db, orderIds),
    refundableCentsOf(services.db, orderIds),
    openDisputesOf(services.db, orderIds),
    holdingQuestions(services.db, orderIds),
    refundQuestions(services.db, permits(services.clinic.permissions, ["write:money"]) ? orderIds : []),
    lastSentByPractice(services.db, [...new Set(pastDue.map(({ patientId }) => patientId))], pastDueMails),
  ]);
  const deciders = await memberNames(services.db, [
    ...[...mismatches.values()].flatMap(({ decision }) => decision?.by ?? []),
    ...pastDue.flatMap(({ writeOff }) => writeOff?.madeBy ?? []),
  ]);
  const sendable = orderIds.filter((id) => orderStates.paid.has(orders.get(id)?.status));
  const dispensing = await dispensingOf(
    services,
    permits(services.clinic.permissions, ["read:dispensing"]) ? sendable : [],
  );
  const patientIds = [...new Set(listed.map(({ patientId }) => patientId))];
  const holds = seesAlerts(services) ? await emergencyHolds(services, patientIds) : new Map<string, boolean>();
  return listed.flatMap(({ id, patientId, orderId, pastDue: charge }) => {
    const patient = patients.get(patientId);
    const order = orders.get(orderId ?? "") ?? null;
    if (!patient || (order === null && charge === undefined)) return [];
    const mismatch = mismatches.get(id);
    return [
      {
        ...{ id, patient, order, ready: ready.has(id), holdends: holdEnds.get(order?.id ?? "") ?? null },
        pastdue: charge ? presentPastDue(charge, mailed.get(patientId) ?? null, deciders) : null,
        disputedsince: disputes.get(orderId ?? "")?.since.toISOString() ?? null,
        disputedfor: disputes.get(orderId ?? "")?.reason ?? null,
        emergencyhold: holds.get(patientId) ?? null,
        question: presentQuestion(questions.get(id)),
        refundquestions: (asked.get(id) ?? []).map(({ id: taskid, since }) => ({ taskid, since: since.toISOString() })),
        dispensing: dispensing.get(id) ?? null,
        mismatch:
          mismatch?.decision === null
            ? {
                captured: toDollars(mismatch.capturedCents),
                held: toDollars(mismatch.authorizedCents),
                ...{ currency: mismatch.currency, obstacle: mismatch.obstacle },
              }
            : null,
        mismatchdecision: mismatch?.decision
          ? {
              outcome: mismatch.decision.outcome,
              at: mismatch.decision.at.toISOString(),
              by: deciders.get(mismatch.decision.by ?? "") ?? mismatch.decision.by,
              money: mismatch.decision.givingBack ? "under_way" : "settled",
            }
          : null,
        refundable: toDollars(refundable.get(orderId ?? "") ?? 0),
        refunds: refunds
          .filter((refund) => refund.orderId === orderId)
          .map((refund) => ({
            ...{ id: refund.id, amount: toDollars(refund.cents), status: refund.status },
            requestedat: refund.requestedAt.toISOString(),
          })),
      },
    ];
  });
}

async function listOrders(
  services: Pick<Deps, "db" | "clock">,
  list: OrderList,
  after: KeysetCursor | null,
): Promise<Page<ListedOrder>> {
  const { db } = services;
  const limit = pageSize + 1;
  if (list === "past_due" || list === "written_off") {
    const charges = await loadPastDueCharges(db, after, limit, { isWriteOff: list === "written_off" });
    const { items, nextpage } = paginate(charges, pastDueCursor);
    return { items: items.map((pastDue) => ({ ...pastDue, pastDue })), nextpage };
  }
  if (list === "disputed") {
    const { items, nextpage } = paginate(await disputedOrders(db, after, limit), (row) => row);
    return { items: items.map((row) => ({ ...row, orderId: row.id })), nextpage };
  }
  if (list === "mismatch_decided") {
    const { items, nextpage } = paginate(await decidedMismatches(services, after, limit), (row) => row);
    return { items: items.map((row) => ({ ...row, orderId: row.id })), nextpage };
  }
  const conditions = { ready: readyToSend(services.clock.now()), asked: orderWaitsForAnswer };
  const statuses: readonly OrderStatus[] = list === "ready" || list === "asked" ? orderStates.toSend.list : [list];
  const rows = await ordersInStatus(
    db,
    statuses,
    after,
    limit,
    list === "ready" || list === "asked" ? conditions[list] : undefined,
  );
  const { items, nextpage } = paginate(rows, (row) => row);
  return { items: items.map((row) => ({ ...row, orderId: row.id })), nextpage };
}

const presentQuestion = (question: { readonly id: string; readonly since: Date } | undefined): OrderItem["question"] =>
  question ? { taskid: question.id, since: question.since.toISOString() } : null;

const presentPastDue = (
  { id, subscriptionId, amountCents, failedOn, attempts, retryOn, reason, writeOff }: PastDueCharge,
  mailedAt: Date | null,
  names: ReadonlyMap<string, string>,
): NonNullable<OrderItem["pastdue"]> => ({
  prescriptionorderid: id,
  subscriptionid: subscriptionId,
  amount: toDollars(amountCents),
  failedon: failedOn,
  attempts,
  retryon: retryOn,
  reason,
  mailedat: mailedAt?.toISOString() ?? null,
  writeoff: writeOff && {
    reason: writeOff.reason,
    at: writeOff.madeAt.toISOString(),
    by: names.get(writeOff.madeBy) ?? writeOff.madeBy,
  },
});

async function readyAmong(
  { db, clock }: Pick<Services, "db" | "clock">,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("customer_order")
    .select("id")
    .where("id", "in", [...orderIds])
    .where("status", "in", orderStates.toSend.list)
    .where(readyToSend(clock.now()))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function partiesOf(
  services: Deps,
  of: readonly { readonly patientId: string; readonly orderId: string | null }[],
) {
  const [summaries, orders] = await Promise.all([
    loadPatientSummaries(services, [...new Set(of.map(({ patientId }) => patientId))]),
    presentOrdersById(
      services,
      of.flatMap(({ orderId }) => orderId ?? []),
    ),
  ]);
  return {
    patients: new Map(summaries.map((each) => [each.id, each])),
    orders,
    authorizationEnds: await authorizationEndsOf(services.db, [...orders.values()]),
  };
}

/** When the bank gives the amounts of the authorized ones back, by order. */
async function authorizationEndsOf(
  db: Deps["db"],
  orders: readonly NonNullable<CaseItem["order"]>[],
): Promise<ReadonlyMap<string, string>> {
  const authorized = orders.filter(({ status }) => status === "authorized");
  const known = await captureBeforeOf(
    db,
    authorized.map(({ id }) => id),
  );
  return new Map(
    authorized.map(({ id, placedat }) => [id, authorizationEnd(known.get(id), new Date(placedat)).toISOString()]),
  );
}
