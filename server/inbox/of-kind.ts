import { sql } from "kysely";
import { type InboxKind, inboxKindsFor } from "#contract/care/inbox-kinds.ts";
import type { ListWaiting, ListedWaiting } from "#server/care/public.ts";
import { patientHasOpenEmergency } from "#server/emergency/public.ts";
import { dueFollowups } from "#server/followup/public.ts";
import { beyondCursor, beyondPriorityCursor } from "#server/platform/pagination.ts";
import type { Services } from "#server/platform/services.ts";
import type { Asker } from "./entry.ts";
import { renewedProducts } from "./kinds/decisions.ts";
import { registry } from "./registry.ts";
import { rowsOf } from "./waiting.ts";

/** Lists that put patients with an emergency first. */
const emergenciesFirst: ReadonlySet<InboxKind> = new Set(["followup"]);

/** Up to `limit` of one kind, longest wait first: a list of the contract. */
export const listWaiting: ListWaiting = async (services, kind, cursor, limit) => {
  const { db, content, clock } = services;
  if (kind === "followup_due") {
    const due = await dueFollowups(services, cursor, limit);
    return due.map((row) => ({ ...row, refId: row.patientId, orderId: null, productId: null }));
  }
  const asker = { now: clock.now(), permissions: [], content, reader: { roles: [], memberId: null } };
  const isFirst = emergenciesFirst.has(kind);
  const isPriority = isFirst ? patientHasOpenEmergency("w.patient_id") : sql<boolean>`false`;
  const beyond = isFirst
    ? beyondPriorityCursor(isPriority, "w.since", "w.id", cursor)
    : beyondCursor("w.since", ">", "w.id", cursor);
  const { rows } = await sql<ListedWaiting>`
    select w.id, w.patient_id as "patientId", w.ref_id as "refId", w.order_id as "orderId", w.product_id as "productId", w.since as at,
      ${isPriority} as "isPriority"
    from (${registry[kind].rows(asker)}) w where ${beyond}
    order by ${isFirst ? sql`7 desc, ` : sql``}w.since, w.id limit ${limit}`.execute(db);
  if (kind !== "renewal") return rows;
  const renewed = await renewedProducts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, productId: renewed.get(row.id) ?? null }));
};

/** Whether something of this patient waits that somebody with these permissions sees, and that opens the record to them. */
export async function opensRecord(
  { db, content, clock }: Pick<Services, "db" | "content" | "clock">,
  patientId: string,
  { permissions, reader }: Pick<Asker, "permissions" | "reader">,
): Promise<boolean> {
  const kinds = inboxKindsFor(permissions).filter((kind) => registry[kind].opensRecord);
  if (kinds.length === 0) return false;
  const asker: Asker = { now: clock.now(), permissions, content, reader, opens: true };
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from (${rowsOf(kinds, asker)}) w where w.patient_id = ${patientId}::uuid) as waits`.execute(
    db,
  );
  return rows[0]?.waits ?? false;
}
