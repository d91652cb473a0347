import type { care } from "#contract/care/calls.ts";
import { FlagLevel } from "#contract/care/decision-fields.ts";
import type { WorkItem, WorkItemDetail } from "#contract/care/work-items.ts";
import type { Order } from "#contract/orders/orders.ts";
import { scopesWithin } from "#contract/policy/policy.ts";
import { patientById } from "#server/auth/public.ts";
import { dispensingOf } from "#server/dispensing/public.ts";
import { presentPatientOrders } from "#server/orders/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { decodeCursor, pageSize, paginate } from "#server/platform/pagination.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { type PrescribedItems, prescribedToAll } from "#server/prescriptions/public.ts";
import { memberNames } from "#server/staff/public.ts";
import {
  closeItem,
  entriesOf,
  noteOfItem,
  productsHeldByWorkItems,
  waitingItems,
  workItemById,
  type WorkItemRow,
} from "#server/work-items/public.ts";
import { loadChart } from "./chart/chart.ts";
import { type ClinicContext, loadPatientSummaries } from "./chart/patient-summary.ts";
import { queueMedicines } from "./chart/queue-facts.ts";
import { presentPrescription } from "./patients/patient-record.ts";

/** Orders looked through for what has yet to be sent. */
const latestOrders = 20;

/** The patient's orders that have not left altogether. */
async function unsentOrders(ctx: ClinicContext, patientId: string): Promise<Order[]> {
  const orders = (await presentPatientOrders(ctx, patientId, { limit: latestOrders })).filter(({ status }) =>
    orderStates.unsent.has(status),
  );
  const dispensing = await dispensingOf(
    ctx,
    orders.map(({ id }) => id),
  );
  return orders.filter(({ id }) => dispensing.get(id)?.lines.some(({ parcel }) => parcel === null));
}

/** What waits for somebody because a patient told it. */
export const workItemHandlers = {
  workItems: async ({ query }, ctx) => {
    const rows = await waitingItems(
      ctx.db,
      scopesWithin(ctx.clinic.permissions),
      decodeCursor(query.nextpage),
      pageSize + 1,
    );
    const { items, nextpage } = paginate(rows, ({ due_at: at, id }) => ({ at, id }));
    return { items: await presentItems(ctx, items), nextpage };
  },

  workItem: async ({ params }, ctx) => loadDetail(ctx, params.id),

  closeWorkItem: async ({ params, body }, ctx) => {
    const row = await requireItem(ctx, params.id);
    if (row.holds.length > 0 && body.note === undefined)
      throw new Refusal("bad_request", {
        fields: [{ path: "note", message: "Please write why it may be sent: medicine waits for this." }],
      });
    const closing = { ...body, note: body.note, id: row.id, actor: ctx.clinic.actor };
    await inTransaction(ctx, async (tx) => {
      if (row.patient_id) await lockPatientOrders(tx.db, row.patient_id);
      if (await closeItem(tx, closing)) return;
      const now = await workItemById(tx.db, row.id);
      if (now?.closed_at === null || now?.outcome !== body.outcome) throw ctx.refuse("conflict");
    });
    return loadDetail(ctx, row.id);
  },
} satisfies Partial<Handlers<typeof care>>;

async function requireItem(ctx: ClinicContext, id: string): Promise<WorkItemRow> {
  const row = await workItemById(ctx.db, id);
  if (!row) throw new Refusal("not_found");
  return row;
}

async function loadDetail(ctx: ClinicContext, id: string): Promise<WorkItemDetail> {
  const row = await requireItem(ctx, id);
  const [item] = await presentItems(ctx, [row]);
  if (!item) throw new Refusal("not_found");
  const { patient_id: patientId } = row;
  if (patientId === null) return { ...item, phoneno: null, prescriptions: [], orders: [] };
  const [patient, chart, orders, held] = await Promise.all([
    patientById(ctx, patientId),
    loadChart(ctx, patientId),
    unsentOrders(ctx, patientId),
    productsHeldByWorkItems(ctx.db, patientId),
  ]);
  return {
    ...item,
    phoneno: patient.phone,
    prescriptions: chart.prescriptions
      .filter(({ status }) => status === "active" || status === "on_hold")
      .map((each) => presentPrescription(ctx.content, each)),
    orders: orders.map((order) => ({ order, waits: order.detail.some(({ productid }) => held.has(productid)) })),
  };
}

async function presentItems(ctx: ClinicContext, rows: readonly WorkItemRow[]): Promise<WorkItem[]> {
  const ids = [...new Set(rows.flatMap(({ patient_id }) => patient_id ?? []))];
  for (const id of ids) ctx.auditPatient(id);
  const [summaries, prescribed, names] = await Promise.all([
    loadPatientSummaries(ctx, ids),
    rows.some(({ holds }) => holds.length > 0) ? prescribedToAll(ctx, ids) : new Map<string, PrescribedItems>(),
    memberNames(
      ctx.db,
      rows.flatMap(({ closed_by }) => closed_by ?? []),
    ),
  ]);
  const patients = new Map(summaries.map((each) => [each.id, each]));
  return rows.map((row) => {
    const patient = patients.get(row.patient_id ?? "") ?? null;
    const waiting = [...(prescribed.get(row.patient_id ?? "")?.keys() ?? [])].filter((id) => row.holds.includes(id));
    return presentItem(ctx, row, { patient, medicines: queueMedicines(ctx.content, waiting), names });
  });
}

/** Every rule that what was told hit, once: what forbids first, then what was told last. */
export const workItemFlags = (entries: readonly WorkItem["entries"][number][]): WorkItem["flags"] => {
  const newestFirst = entries.toReversed().flatMap(({ flags }) => flags);
  return newestFirst
    .filter(({ ruleid }, index) => newestFirst.findIndex((flag) => flag.ruleid === ruleid) === index)
    .toSorted((one, other) => flagLevels.indexOf(one.level) - flagLevels.indexOf(other.level));
};
const flagLevels = FlagLevel.options;

const presentItem = (
  services: Pick<Services, "secrets">,
  row: WorkItemRow,
  { patient, medicines, names }: Pick<WorkItem, "patient" | "medicines"> & { names: ReadonlyMap<string, string> },
  entries: WorkItem["entries"] = [...entriesOf(services, row)],
): WorkItem => ({
  ...{ id: row.id, kind: row.kind, patient, version: row.version, holds: row.holds.length > 0, medicines },
  since: row.opened_at.toISOString(),
  due: row.due_at.toISOString(),
  entries,
  flags: workItemFlags(entries),
  closed:
    row.closed_at === null || row.closed_by === null || row.outcome === null
      ? null
      : {
          ...{ at: row.closed_at.toISOString(), actor: row.closed_by, name: names.get(row.closed_by) ?? null },
          ...{ outcome: row.outcome, note: noteOfItem(services, row) },
        },
});
