import type { care } from "#contract/care/calls.ts";
import { FlagLevel } from "#contract/care/decision-fields.ts";
import type { WorkItem, WorkItemDetail } from "#contract/care/work-items.ts";
import type { Order } from "#contract/orders/orders.ts";
import { permits, scopesWithin } from "#contract/policy/policy.ts";
import { patientById } from "#server/auth/public.ts";
import { dispensingOf } from "#server/dispensing/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { presentPatientOrders } from "#server/orders/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { decodeCursor, pageSize, paginate } from "#server/platform/pagination.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { type PrescribedItems, prescribedToAll } from "#server/prescriptions/public.ts";
import { memberNames } from "#server/staff/public.ts";
import { chartEffectsOfPatient } from "#server/tasks/public.ts";
import {
  closeItem,
  entriesOf,
  noteOfItem,
  productsHeldByWorkItems,
  toldOfItem,
  waitingItems,
  workItemById,
  type WorkItemRow,
} from "#server/work-items/public.ts";
import { loadChart } from "./chart/chart.ts";
import { type ClinicContext, loadPatientSummaries } from "./chart/patient-summary.ts";
import { queueMedicines } from "./chart/queue-facts.ts";
import { clinicAuthor } from "./conversations/clinic-conversations.ts";
import { presentPrescription } from "./patients/patient-record.ts";
import { signatureOf } from "./visit-notes/visit-notes.ts";

type ItemContext = ClinicContext & { readonly clinic: ClinicCaller };

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
    const obstacle = closeObstacle(ctx, row);
    if (obstacle !== null) throw ctx.refuse("wrong_state", { message: obstacle });
    const { message, outcome } = body;
    if (message === undefined && outcome !== "contacted" && asksMessage(ctx, row))
      throw new Refusal("bad_request", {
        fields: [{ path: "message", message: "Please write what the patient reads about it." }],
      });
    const closing = { ...body, note: body.note, told: message, id: row.id, actor: ctx.clinic.actor };
    await inTransaction(ctx, async (tx) => {
      if (row.patient_id) await lockPatientOrders(tx.db, row.patient_id);
      const signedBy =
        row.kind === "document" && row.patient_id !== null
          ? (await signatureOf({ db: tx.db, clinic: ctx.clinic }, row.patient_id, undefined)).signed_by
          : null;
      if (await closeItem(tx, { ...closing, signedBy })) {
        if (message !== undefined) await messagePatient(ctx, tx, row, message);
        return;
      }
      const now = await workItemById(tx.db, row.id);
      if (now?.closed_at === null || now?.outcome !== body.outcome) throw ctx.refuse("conflict");
    });
    return loadDetail(ctx, row.id);
  },
} satisfies Partial<Handlers<typeof care>>;

/** The document it's about, as it was sent last; undefined for what is about none. */
const documentOf = (services: Pick<Services, "secrets">, row: WorkItemRow) =>
  entriesOf(services, row).at(-1)?.document ?? undefined;

/** Whether a prescriber signs it off: what kind of document it is says so in the content. */
function isSignedOff(ctx: Pick<Services, "secrets" | "content">, row: WorkItemRow): boolean {
  const document = row.kind === "document" ? documentOf(ctx, row) : undefined;
  return document !== undefined && ctx.content.workitems.documents[document.kind].signed;
}

/** Whether the patient reads what was found: of what is signed off, and of what they say isn't theirs. */
const asksMessage = (ctx: Pick<Services, "secrets" | "content">, row: WorkItemRow): boolean =>
  row.kind === "not_mine" || isSignedOff(ctx, row);

/** Why the caller can't close it; null where they can. */
const closeObstacle = (ctx: ItemContext, row: WorkItemRow): string | null =>
  isSignedOff(ctx, row) && !permits(ctx.clinic.permissions, ["write:prescribing"])
    ? "A prescriber signs this off. You can read it, and write to them."
    : null;

/** What was found is a message of the doctor's conversation, which is mailed about as any. */
async function messagePatient(
  { clinic }: { readonly clinic: ClinicCaller },
  tx: TxServices,
  row: WorkItemRow,
  message: string,
): Promise<void> {
  const { patient_id: patientId } = row;
  if (patientId === null) return;
  const title = documentOf(tx, row)?.title;
  const text =
    title === undefined ? message : toText(tx.content, sentence("documents.about", { title, text: message }));
  const author = await clinicAuthor(tx, { kind: "doctor", patientId, doctorId: null, by: clinic });
  await postMessage(tx, { patientId, kind: "doctor", author, text, clientId: row.id });
}

async function requireItem(ctx: ClinicContext, id: string): Promise<WorkItemRow> {
  const row = await workItemById(ctx.db, id);
  if (!row) throw new Refusal("not_found");
  return row;
}

async function loadDetail(ctx: ItemContext, id: string): Promise<WorkItemDetail> {
  const row = await requireItem(ctx, id);
  const [item] = await presentItems(ctx, [row]);
  if (!item) throw new Refusal("not_found");
  const { patient_id: patientId } = row;
  const closing = { closeobstacle: closeObstacle(ctx, row), asksmessage: asksMessage(ctx, row) };
  if (patientId === null) return { ...item, ...closing, phoneno: null, voicemail: true, prescriptions: [], orders: [] };
  const [patient, { voicemail }, chart, orders, held] = await Promise.all([
    patientById(ctx, patientId),
    chartEffectsOfPatient(ctx, patientId),
    loadChart(ctx, patientId),
    unsentOrders(ctx, patientId),
    productsHeldByWorkItems(ctx.db, patientId),
  ]);
  return {
    ...{ ...item, ...closing },
    phoneno: patient.phone,
    voicemail,
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
          ...{ told: toldOfItem(services, row), signedby: row.signed_by },
        },
});
