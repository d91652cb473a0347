import { type RawBuilder, sql } from "kysely";
import { latestCase } from "#server/cases/public.ts";
import { addDays, clinicToday, formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";

/*
 * The day a prescriber wants to hear from a patient again. A treatment review is sent on it, whatever the practice's interval says. It's a column of the latest case
 * and means nothing once that isn't the latest approved one, or nothing is prescribed any more: that is asked at each look, so that no ending has to remember it.
 */

/** A day further ahead would outlast the prescriptions it's about. */
const latestDays = 366;

/** SQL of whether the day of a row of `care_case` still holds. */
export const followupDayHolds: RawBuilder<boolean> = sql<boolean>`(care_case.status = 'approved' and care_case.followup_on is not null
  and not exists (
    select from care_case newer where newer.patient_id = care_case.patient_id and newer.submitted_at > care_case.submitted_at)
  and exists (
    select from prescription where prescription.patient_id = care_case.patient_id and prescription.status = 'active')
  and exists (select from patient account where account.id = care_case.patient_id and account.closed_at is null))`;

interface FollowupDay {
  /** Null takes back the one that is set; undefined leaves it. */
  readonly followupon?: string | null | undefined;
  readonly doctorId: string;
}

/**
 * Sets the day a patient is asked again, in place of an earlier one, or takes it back. Refuses `bad_request` for a day that isn't after today or is more than a
 * year ahead, and `wrong_state` for a closed account and for who has no active treatment. It's the last of its transaction to lock the case.
 */
export async function setFollowupDay(
  services: TxServices & Refuses<"wrong_state">,
  patientId: string,
  { followupon, doctorId }: FollowupDay,
): Promise<void> {
  if (followupon === undefined) return;
  const { db } = services;
  if (followupon !== null) requireFollowupDay(clinicToday(services), followupon);
  const latest = await latestCase(db, patientId);
  const { isOpen, isPrescribed } = await treatmentOf(services, patientId);
  if (!isOpen) throw services.refuse("wrong_state", { message: accountClosed });
  if (latest?.status !== "approved" || !isPrescribed) throw services.refuse("wrong_state", { message: noTreatment });
  await db
    .updateTable("care_case")
    .set({
      followup_on: followupon,
      followup_doctor_id: followupon === null ? null : doctorId,
      followup_asked_at: null,
    })
    .where("id", "=", latest.id)
    .execute();
}

const accountClosed =
  "The patient's account is closed, so no review is sent. If it became part of another one, set the day in that record.";
const noTreatment =
  "Nothing is prescribed to the patient now, so there's no treatment to ask about. Please prescribe first, or write a message.";

function requireFollowupDay(today: string, day: string): void {
  const latest = addDays(today, latestDays - 1);
  const message =
    day <= today
      ? "Please choose a day after today. To ask today, send a review now."
      : day > latest
        ? `Please choose a day until ${formatDayWithYear(latest)}.`
        : null;
  if (message !== null) throw new Refusal("bad_request", { fields: [{ path: "followupon", message }] });
}

async function treatmentOf({ db }: Pick<TxServices, "db">, patientId: string) {
  const { rows } = await sql<{ isOpen: boolean; isPrescribed: boolean }>`
    select closed_at is null as "isOpen",
      exists (select from prescription where patient_id = patient.id and status = 'active') as "isPrescribed"
    from patient where id = ${patientId}`.execute(db);
  return rows[0] ?? { isOpen: false, isPrescribed: false };
}
