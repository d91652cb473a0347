import { sql } from "kysely";
import type { InboxKind } from "#contract/care/inbox-kinds.ts";
import { loadQueueFacts } from "#server/care/public.ts";
import { followupDueAt, fromDueFollowups } from "#server/followup/public.ts";
import { linesOf, mismatchesOf, ordersById } from "#server/orders/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { type PrescribedItems, prescribedToAll } from "#server/prescriptions/public.ts";
import { isPutAside } from "#server/tasks/public.ts";
import type { InboxEntry, ReadFacts, WaitingRow } from "../entry.ts";
import { waitingColumns } from "./rows.ts";

type DecisionKind = Extract<
  InboxKind,
  "incoming" | "accepted" | "renewal" | "upsell" | "followup" | "followup_due" | "change"
>;

/** About everything the patient takes. */
const isOfAllTaken = ({ kind }: WaitingRow): boolean => kind === "followup" || kind === "followup_due";

/** What these renewals renew, by their ids. */
export async function renewedProducts(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("renewal_request")
    .innerJoin("prescription", "prescription.id", "renewal_request.prescription_id")
    .select(["renewal_request.id", "prescription.product_id"])
    .where("renewal_request.id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, product_id }) => [id, product_id]));
}

const decisionFacts: ReadFacts = async (ctx, rows) => {
  const patientIds = rows.flatMap(({ patientId }) => patientId ?? []);
  const orderIds = rows.flatMap(({ orderId }) => orderId ?? []);
  const taking = rows.filter(isOfAllTaken).flatMap(({ patientId }) => patientId ?? []);
  const [orders, lines, mismatches, prescribed, factsOf, renewed] = await Promise.all([
    ordersById(ctx.db, orderIds),
    orderIds.length > 0 ? linesOf(ctx.db, orderIds) : [],
    mismatchesOf(ctx.db, orderIds),
    taking.length > 0 ? prescribedToAll(ctx, taking) : new Map<string, PrescribedItems>(),
    loadQueueFacts(ctx, patientIds),
    renewedProducts(
      ctx.db,
      rows.flatMap(({ kind, id }) => (kind === "renewal" ? id : [])),
    ),
  ]);
  const numbers = new Map(orders.map(({ id, number }) => [id, number]));
  const linesByOrder = Map.groupBy(lines, ({ order_id }) => order_id);
  const productsOf = ({ id, productId, orderId, patientId }: WaitingRow): readonly string[] => {
    const product = productId ?? renewed.get(id);
    if (product !== undefined) return [product];
    if (!orderId) return [...(prescribed.get(patientId ?? "")?.keys() ?? [])];
    const ordered = linesByOrder.get(orderId) ?? [];
    return ordered.filter(({ cancelled_at }) => cancelled_at === null).map(({ product_id }) => product_id);
  };
  return (row) => ({
    ...factsOf(row.patientId ?? "", productsOf(row)),
    ordernumber: numbers.get(row.orderId ?? "") ?? null,
    paymentdiffers: mismatches.get(row.orderId ?? "")?.decision === null,
  });
};

const decision = (entry: Pick<InboxEntry, "rows" | "promise" | "tables">): InboxEntry => ({
  facts: decisionFacts,
  byLicense: true,
  opensRecord: true,
  ...entry,
});

/** What is put aside, and what brings it back; its day comes without a change. */
const asideTables = ["task", "conversation", "message"] as const;

/** What a doctor decides, reads or sends, or waits for the patient to agree to. */
export const decisionEntries: Readonly<Record<DecisionKind, InboxEntry>> = {
  incoming: decision({
    rows: ({
      now,
    }) => sql`select ${waitingColumns({ id: "id", patient: "patient_id", ref: "patient_id", order: "order_id", since: "submitted_at" })}
      from care_case where status = 'submitted' and not ${isPutAside("care_case.id", now)}`,
    promise: ({ promises }) => promises.incoming,
    tables: ["care_case", ...asideTables],
  }),
  accepted: decision({
    rows: ({
      now,
    }) => sql`select ${waitingColumns({ id: "id", patient: "patient_id", ref: "patient_id", order: "order_id", since: "accepted_at" })}
      from care_case where status = 'accepted' and not ${isPutAside("care_case.id", now)}`,
    promise: ({ promises }) => promises.accepted,
    tables: ["care_case", ...asideTables],
  }),
  renewal: decision({
    // What was prescribed is read for the rows that are shown.
    rows: ({ now }) => sql`select ${waitingColumns({ id: "id", patient: "patient_id", since: "requested_at" })}
      from renewal_request where status = 'open' and not ${isPutAside("renewal_request.id", now)}`,
    promise: ({ promises }) => promises.renewal,
    tables: ["renewal_request", ...asideTables],
  }),
  upsell: decision({
    rows: ({
      now,
    }) => sql`select ${waitingColumns({ id: "id", patient: "patient_id", order: "order_id", since: "requested_at" })}
      from upsell_request where status = 'open' and not ${isPutAside("upsell_request.id", now)}`,
    promise: () => null,
    tables: ["upsell_request", ...asideTables],
  }),
  followup: {
    ...decision({
      rows: () => sql`select ${waitingColumns({ id: "id", patient: "patient_id", since: "awaiting_doctor_since" })}
        from followup where awaiting_doctor_since is not null and closed_at is null`,
      promise: ({ promises }) => promises.followup,
      tables: ["followup"],
    }),
    byLicense: false,
  },
  followup_due: {
    ...decision({
      rows: ({ now, content }) =>
        sql`select ${waitingColumns({
          ...{ id: "care_case.id", patient: "care_case.patient_id", ref: "care_case.patient_id" },
          since: followupDueAt({ content }),
        })} ${fromDueFollowups({ content, now })}`,
      promise: () => null,
      // The day itself comes without a change.
      tables: ["care_case", "patient", "conversation", "message", "prescription"],
    }),
    byLicense: false,
  },
  change: decision({
    // What only costs an answer is given its days; a change may have stopped a medicine.
    rows: ({ now, content }) => sql`select ${waitingColumns({
      ...{ id: "id", patient: "patient_id", ref: "subscription_id", product: "to_product_id", since: "created_at" },
    })}
      from treatment_change where status = 'waiting'
      union all select ${waitingColumns({ id: "id", patient: "patient_id", product: "product_id", since: "created_at" })}
      from medicine_suggestion where status = 'waiting'
        and created_at <= ${new Date(now.getTime() - content.promises.unanswereddays * 86_400_000)}::timestamptz`,
    promise: () => null,
    // The day itself comes without a change.
    tables: ["treatment_change", "medicine_suggestion"],
  }),
};
