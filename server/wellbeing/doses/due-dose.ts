import type { Selectable } from "kysely";
import { patientDay, type PatientPlace } from "#server/auth/public.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Services } from "#server/platform/services.ts";
import { isScheduled } from "../dose-days.ts";
import { openSchedule, type ScheduleRow } from "../dose-queries.ts";
import { type MedicineFacts, pickedFor, runningMedicines } from "./running-medicines.ts";

/** A dose that is due today and not noted. */
export interface DueDose {
  readonly prescriptionId: string;
  readonly name: string;
  /** Today, in the patient's time zone. */
  readonly day: string;
  /** What to do, in a few words. */
  readonly title: string;
}

export interface DoseRows {
  readonly schedules: readonly ScheduleRow[];
  /** The latest of each medicine, at least. */
  readonly doses: readonly Pick<Selectable<Tables["dose"]>, "product_id" | "day">[];
}

/** The first dose that is due today and not noted, in the order of the patient's doses; null: none is. */
export function dueDose(
  services: Pick<Services, "content" | "clock" | "secrets">,
  { schedules, doses }: DoseRows,
  facts: MedicineFacts & PatientPlace,
): DueDose | null {
  const { content, clock, secrets } = services;
  const today = patientDay(content, facts, clock.now());
  const picked = new Map(schedules.map((row) => [row.product_id, { firstDay: row.first_day, row }]));
  for (const { prescriptionId, product, dosing } of runningMedicines(services, facts)) {
    const row = pickedFor(content, picked, product)?.schedule.row;
    if (dosing === null || row === undefined || !isScheduled(openSchedule(secrets, row), today)) continue;
    if (doses.some(({ product_id, day }) => product_id === product.productid && day === today)) continue;
    return { prescriptionId, name: product.name, day: today, title: dosing.today };
  }
  return null;
}
