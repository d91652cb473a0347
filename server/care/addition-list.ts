import type { Addition } from "#contract/clinic-prescribing.ts";
import { pageOf, pageSize, placeOf } from "#server/platform/keyset.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { presentOrder } from "#server/store/public.ts";
import { type AdditionRow, openAdditions } from "./additions.ts";
import { presentPlanItem } from "./plan-item.ts";
import { levels } from "./record.ts";
import { summaryOf } from "./summary.ts";
import { prescribedTo } from "./prescriptions.ts";
import { weigh } from "./weigh-addition.ts";

type Parts = Pick<Services, "db" | "content" | "clock" | "secrets">;

/** Products patients in care added, longest wait first. */
export async function additionsToDecide(
  parts: Parts,
  cursor: string | undefined,
): Promise<{ items: Addition[]; nextpage: string | null }> {
  const rows = await openAdditions(parts.db, placeOf(cursor), pageSize + 1);
  const { items, nextpage } = pageOf(rows, ({ requested_at: at, id }) => ({ at, id }));
  return { items: await Promise.all(items.map((row) => presentAddition(parts, row))), nextpage };
}

/** An addition as the practice sees it. */
export async function presentAddition(parts: Parts, row: AdditionRow): Promise<Addition> {
  const [patient, order, prescribed, { lines, flags }] = await Promise.all([
    summaryOf(parts, row.patient_id),
    presentOrder(parts, row.order_id),
    prescribedTo(parts, row.patient_id),
    weigh(parts, row),
  ]);
  if (!order || row.status === "lapsed" || row.status === "withdrawn") throw new Refusal("not_found");
  return {
    id: row.id,
    patient,
    order,
    items: lines.map((line) => presentPlanItem(line, prescribed)),
    flags: flags.map(({ ruleid, outcome, text }) => ({ ruleid, level: levels[outcome] ?? "clinician", text })),
    status: row.status,
    requestedat: row.requested_at.toISOString(),
  };
}
