import type { Doctor } from "#contract/doctors.ts";
import { clinicToday, daysBetween } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

/*
 * A doctor's absence: a first and a last day. Nobody new is matched with them meanwhile, no conversation is theirs, and their patients read who covers.
 * Whom they treat they keep; who is gone for long hands over their patients.
 */

export interface Absence {
  readonly from: string;
  readonly until: string;
}

export const absenceOf = (row: { readonly away_from: string | null; readonly away_until: string | null }) =>
  row.away_from !== null && row.away_until !== null ? { from: row.away_from, until: row.away_until } : null;

/** Whether a doctor is away on this day; both ends count. */
export const isAway = ({ absence }: { readonly absence: Absence | null }, day: string): boolean =>
  absence !== null && absence.from <= day && day <= absence.until;

type Deps = Pick<Services, "clock" | "content"> & { readonly db: Database };

/** Says from when until when a doctor is away and who covers; null ends an absence. Refuses days that are over, and a doctor who can't cover. */
export const setAbsence = (
  services: Deps,
  doctorId: string,
  absence: (Absence & { readonly coverId: string | null }) | null,
): Promise<void> =>
  inTransaction(services, async (tx) => {
    if (absence !== null) await requireFitting(tx, doctorId, absence);
    const { numUpdatedRows } = await tx.db
      .updateTable("doctor")
      .set({
        away_from: absence?.from ?? null,
        away_until: absence?.until ?? null,
        covered_by: absence?.coverId ?? null,
      })
      .where("id", "=", doctorId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal("not_found");
  });

async function requireFitting(
  services: Deps,
  doctorId: string,
  { from, until, coverId }: Absence & { readonly coverId: string | null },
): Promise<void> {
  const refuse = (path: string, message: string) => new Refusal("bad_request", { fields: [{ path, message }] });
  if (until < from) throw refuse("until", "Please choose a last day that isn't before the first.");
  if (until < clinicToday(services)) throw refuse("until", "Please choose a last day that isn't over.");
  if (coverId === null) return;
  const cover = await services.db
    .selectFrom("doctor")
    .select(["id", "active"])
    .where("id", "=", coverId)
    .executeTakeFirst();
  if (!cover?.active || coverId === doctorId) throw refuse("coverid", "Please choose another doctor of your team.");
}

/** Who of these covers for an absent doctor in a state, all of them licensed there: the one chosen, else the first by id who is here. */
export function chooseCover<
  D extends { readonly id: string; readonly absence: Absence | null; readonly decidedFor: boolean },
>(
  licensed: readonly D[],
  { absentId, chosenId }: { readonly absentId: string; readonly chosenId: string | null },
  today: string,
): D | null {
  const here = licensed.filter((doctor) => doctor.id !== absentId && !isAway(doctor, today) && doctor.decidedFor);
  return here.find(({ id }) => id === chosenId) ?? here.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0] ?? null;
}

/** An absent doctor, until when, and who was chosen to cover; null while the doctor is here. */
export async function currentAbsence(
  services: Deps,
  doctor: Pick<Doctor, "id">,
): Promise<{ readonly until: string; readonly chosenId: string | null } | null> {
  const row = await services.db
    .selectFrom("doctor")
    .select(["away_from", "away_until", "covered_by"])
    .where("id", "=", doctor.id)
    .executeTakeFirst();
  const absence = row ? absenceOf(row) : null;
  if (!row || absence === null || !isAway({ absence }, clinicToday(services))) return null;
  return { until: absence.until, chosenId: row.covered_by };
}

/** A doctor who is away today, for longer than some days. */
export interface LongAbsence extends Absence {
  readonly doctorId: string;
  /** Who was chosen to cover. */
  readonly coverId: string | null;
}

/** The absences of today that last longer than `days`, both ends counted. */
export async function longAbsences(db: Database, today: string, days: number): Promise<LongAbsence[]> {
  const rows = await db
    .selectFrom("doctor")
    .select(["id", "away_from", "away_until", "covered_by"])
    .where("away_from", "<=", today)
    .where("away_until", ">=", today)
    .orderBy("id")
    .execute();
  return rows.flatMap((row) => {
    const absence = absenceOf(row);
    return absence !== null && daysBetween(absence.from, absence.until) + 1 > days
      ? [{ ...absence, doctorId: row.id, coverId: row.covered_by }]
      : [];
  });
}
