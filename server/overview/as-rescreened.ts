import { newFindings } from "#server/onboarding/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Services } from "#server/platform/services.ts";
import type { OverviewRows } from "./overview-rows.ts";

type Deps = Pick<Services, "db" | "content" | "clock" | "secrets">;

/**
 * The rows as they are once the patient was screened by today's rules: between a change of the rules and the rescreening, home speaks as the billing
 * acts. Whoever was screened by them costs nothing.
 */
export async function asRescreened(services: Deps, patientId: string, rows: OverviewRows): Promise<OverviewRows> {
  const [visit] = rows.visit;
  if (visit?.status !== "DONE") return rows;
  const prescribed = rows.prescriptions.map(({ product_id }) => product_id);
  const { hits, forbids } = await newFindings(services, patientId, visit.rules_version, prescribed);
  const stop = hits.find(({ outcome, scope }) => scope === "visit" && outcome !== "CLINICIAN");
  if (!prescribed.some(forbids) && stop === undefined) return rows;
  const now = services.clock.now();
  const rests = new Set(rows.subscriptions.filter(({ product_id }) => forbids(product_id)).map(({ id }) => id));
  return {
    ...rows,
    visit: [{ ...visit, stop_rule_id: visit.stop_rule_id ?? stop?.id ?? null }],
    prescriptions: rows.prescriptions.map((row) =>
      forbids(row.product_id) ? { ...row, on_hold_at: row.on_hold_at ?? now } : row,
    ),
    prescriptionOrders: rows.prescriptionOrders.map((row) =>
      rests.has(row.subscription_id) && row.status === "scheduled"
        ? { ...row, held_back_from: row.held_back_from ?? clinicToday(services) }
        : row,
    ),
  };
}
