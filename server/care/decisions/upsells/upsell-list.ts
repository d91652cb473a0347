import type { UpsellRequest } from "#contract/care/prescribing.ts";
import { productEligibilityOf } from "#server/onboarding/public.ts";
import { linesOf, presentOrdersById } from "#server/orders/public.ts";
import { paginate, pageSize, decodeCursor } from "#server/platform/pagination.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { prescribedToAll } from "#server/prescriptions/public.ts";
import { type UpsellRequestRow, undecidedUpsellRequests } from "#server/upsell-requests/public.ts";
import { presentFlags } from "../../chart/flag-levels.ts";
import { openEmergencyWarnings } from "../../chart/open-emergency-warning.ts";
import { loadPatientSummaries } from "../../chart/patient-summary.ts";
import { presentPlanItem } from "../../chart/plan.ts";

type Deps = Pick<Services, "db" | "content" | "clock" | "secrets">;

/** Undecided upsell requests, of one patient or of all, longest wait first. */
export async function upsellRequestsToDecide(
  services: Deps,
  cursor: string | undefined,
  patientId?: string,
): Promise<{ items: UpsellRequest[]; nextpage: string | null }> {
  const rows = await undecidedUpsellRequests(services.db, decodeCursor(cursor), pageSize + 1, patientId);
  const { items, nextpage } = paginate(rows, ({ requested_at: at, id }) => ({ at, id }));
  return { items: await presentAll(services, items), nextpage };
}

/** An upsell request as the clinic sees it; `not_found` for one that lapsed or was withdrawn. */
export async function presentUpsellRequest(services: Deps, row: UpsellRequestRow): Promise<UpsellRequest> {
  const [upsellRequest] = await presentAll(services, [row]);
  if (!upsellRequest) throw new Refusal("not_found");
  return upsellRequest;
}

/** In the order of the rows, without those that lapsed or were withdrawn. A fixed number of queries, plus one for each patient's answers. */
async function presentAll(parts: Deps, rows: readonly UpsellRequestRow[]): Promise<UpsellRequest[]> {
  if (rows.length === 0) return [];
  const orderIds = rows.map(({ order_id }) => order_id);
  const patientIds = [...new Set(rows.map(({ patient_id }) => patient_id))];
  const fittings = patientIds.map(async (id) => [id, await productEligibilityOf(parts, id)] as const);
  const [summaries, orders, lines, prescribed, fitting] = await Promise.all([
    loadPatientSummaries(parts, patientIds),
    presentOrdersById(parts, orderIds),
    linesOf(parts.db, orderIds),
    prescribedToAll(parts, patientIds),
    Promise.all(fittings).then((found) => new Map(found)),
  ]);
  const patients = new Map(summaries.map((each) => [each.id, each]));
  return rows.flatMap(({ id, patient_id, order_id, status, requested_at }) => {
    const patient = patients.get(patient_id);
    const order = orders.get(order_id);
    if (!patient || !order || status === "lapsed" || status === "withdrawn") return [];
    const added = lines.filter((line) => line.order_id === order_id);
    const flags = fitting.get(patient_id)?.flags(added.map(({ product_id }) => product_id)) ?? [];
    return [
      {
        id,
        patient,
        order,
        items: added.map((line) => presentPlanItem(line, prescribed.get(patient_id) ?? new Map())),
        flags: [...openEmergencyWarnings(patient), ...presentFlags(flags)],
        status,
        requestedat: requested_at.toISOString(),
      },
    ];
  });
}
