import type { CaseItem, OrderItem } from "#contract/care/worklists.ts";
import { decodeCursor, pageSize, paginate } from "#server/platform/pagination.ts";
import { authorizationLifetimeMs } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import { openCases } from "#server/cases/public.ts";
import { ordersInStatus, presentOrdersById } from "#server/orders/public.ts";
import { readyToSend } from "#server/prescriptions/public.ts";
import { loadPatientSummaries } from "./patient-summary.ts";

type Deps = Pick<Services, "db" | "content" | "secrets">;
type Page<T> = { items: T[]; nextpage: string | null };

/** Plans nobody has decided, by whether a doctor has accepted them; longest wait first. */
export async function casesToDecide(
  services: Deps,
  status: "incoming" | "accepted",
  cursor: string | undefined,
): Promise<Page<CaseItem>> {
  const rows = await openCases(services.db, status, decodeCursor(cursor), pageSize + 1);
  const { items, nextpage } = paginate(rows, ({ id, at }) => ({ id, at }));
  const { patients, orders } = await partiesOf(
    services,
    items.map(({ patientId, orderId }) => ({ patientId, orderId })),
  );
  return {
    items: items.flatMap(({ id, patientId, orderId, submittedAt, acceptedAt }) => {
      const patient = patients.get(patientId);
      const order = orders.get(orderId);
      if (!patient || !order) return [];
      return [
        {
          ...{ id, patient, order, holdends: holdEnd(order) },
          submittedat: submittedAt.toISOString(),
          acceptedat: acceptedAt?.toISOString() ?? null,
        },
      ];
    }),
    nextpage,
  };
}

/** Orders in a status, oldest first. `ready` are the paid ones of which everything left may be sent. */
export async function ordersToHandle(
  services: Deps,
  status: "authorized" | "paid" | "ready" | "shipped" | "mismatch",
  cursor: string | undefined,
): Promise<Page<OrderItem>> {
  const onlyReady = status === "ready";
  const found = await ordersInStatus(
    services.db,
    onlyReady ? "paid" : status,
    decodeCursor(cursor),
    pageSize + 1,
    onlyReady ? readyToSend : undefined,
  );
  const { items, nextpage } = paginate(found, ({ id, at }) => ({ id, at }));
  const { patients, orders } = await partiesOf(
    services,
    items.map(({ id, patientId }) => ({ patientId, orderId: id })),
  );
  const ids = items.map(({ id }) => id);
  const ready = onlyReady ? new Set(ids) : status === "paid" ? await readyAmong(services.db, ids) : new Set<string>();
  return {
    items: items.flatMap(({ id, patientId }) => {
      const patient = patients.get(patientId);
      const order = orders.get(id);
      return patient && order ? [{ id, patient, order, ready: ready.has(id), holdends: holdEnd(order) }] : [];
    }),
    nextpage,
  };
}

async function readyAmong(db: Services["db"], orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("customer_order")
    .select("id")
    .where("id", "in", [...orderIds])
    .where("status", "=", "paid")
    .where(readyToSend)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function partiesOf(services: Deps, of: readonly { readonly patientId: string; readonly orderId: string }[]) {
  const [summaries, orders] = await Promise.all([
    loadPatientSummaries(services, [...new Set(of.map(({ patientId }) => patientId))]),
    presentOrdersById(
      services,
      of.map(({ orderId }) => orderId),
    ),
  ]);
  return { patients: new Map(summaries.map((each) => [each.id, each])), orders };
}

const holdEnd = ({ status, placedat }: CaseItem["order"]): string | null =>
  status === "authorized" ? new Date(Date.parse(placedat) + authorizationLifetimeMs).toISOString() : null;
