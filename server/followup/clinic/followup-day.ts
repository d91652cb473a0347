import { sql } from "kysely";
import type * as z from "zod/mini";
import type { care } from "#contract/care/calls.ts";
import { isDeathReported } from "#server/auth/public.ts";
import { followupDayHolds } from "#server/care/public.ts";
import { latestCase, lockCase, type CaseRow } from "#server/cases/public.ts";
import { doctorsById } from "#server/doctors/public.ts";
import { conversationsOf } from "#server/messages/public.ts";
import { clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { inTransaction, type Database } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { findOpenFollowup, isInterrupted, lockFollowups } from "../queries.ts";
import { openFollowup, postFollowupMessage } from "./send-followup.ts";

/** Runs each hour of the day in which mails are sent. */
export const followupDayQueue = "followup-days";

export function defineFollowupJobs(jobs: Jobs, services: Services): void {
  jobs.define(followupDayQueue, () => sendFollowupsOfDay(services), { cron: "47 * * * *" });
}

/** The day on which a prescriber wants to hear from a patient, as far as it still holds. */
export async function loadFollowupDay(
  { db }: { readonly db: Database },
  patientId: string,
): Promise<z.output<typeof care.followupDay.ok>> {
  const found = await db
    .selectFrom("care_case")
    .select(["followup_on", "followup_doctor_id", "followup_asked_at"])
    .where("patient_id", "=", patientId)
    .where(followupDayHolds)
    .executeTakeFirst();
  const doctorId = found?.followup_doctor_id ?? "";
  const doctors = found ? await doctorsById(db, [doctorId]) : new Map<string, { readonly name: string }>();
  return {
    followupon: found?.followup_on ?? null,
    doctorname: doctors.get(doctorId)?.name ?? null,
    askedat: found?.followup_asked_at?.toISOString() ?? null,
  };
}

/** Asks every patient whose day has come, also on a day on which the practice is closed: it answers no question of theirs. What no longer holds is taken back. */
export async function sendFollowupsOfDay(services: Services): Promise<void> {
  const { db, content, clock, log } = services;
  const today = clinicToday(services);
  const begins = startOfDay(content.brand.timezone, today).getTime() + content.messages.away.mailfromhour * 3_600_000;
  if (clock.now().getTime() < begins) return;
  const { rows } = await sql<{ patientId: string }>`
    select distinct patient_id as "patientId" from care_case
    where followup_on is not null and not ${isDeathReported("care_case.patient_id")}
      and (not ${followupDayHolds} or (followup_on <= ${today}::date and followup_asked_at is null))`.execute(db);
  await processEach(
    log,
    "review on a prescriber's day",
    rows.map(({ patientId }) => patientId),
    (patientId) => sendFollowupOfDay(services, patientId, today),
  );
}

/**
 * Not in a conversation that the practice closed, nor while an emergency interrupts an earlier review: the day stays then, and is listed among the reviews that
 * are due once it has passed.
 */
const sendFollowupOfDay = (services: Services, patientId: string, today: string): Promise<void> =>
  inTransaction(services, async (tx) => {
    const { db, clock } = tx;
    await lockFollowups(db, patientId);
    await db
      .updateTable("care_case")
      .set({ followup_on: null, followup_doctor_id: null, followup_asked_at: null })
      .where("patient_id", "=", patientId)
      .where("followup_on", "is not", null)
      .where((where) => where.not(followupDayHolds))
      .execute();
    const latest = await latestCase(db, patientId);
    const due = latest && (await lockCase(db, latest.id));
    if (!due || !isDue(due, today)) return;
    const doctor = (await conversationsOf(db, patientId)).find(({ kind }) => kind === "doctor");
    const open = await findOpenFollowup(db, patientId);
    if ((doctor && doctor.closed_at !== null) || (open && isInterrupted(open))) return;
    await askOnDay(tx, due, open ?? (await openFollowup(tx, patientId, null)));
    await db.updateTable("care_case").set({ followup_asked_at: clock.now() }).where("id", "=", due.id).execute();
  });

const isDue = ({ followup_on, followup_asked_at }: CaseRow, today: string): boolean =>
  followup_on !== null && followup_on <= today && followup_asked_at === null;

/** One that is still open from before is asked for again: there's only one at a time. */
const askOnDay = (
  services: TxServices,
  { followup_on, followup_doctor_id }: CaseRow,
  followup: Parameters<typeof postFollowupMessage>[1],
) =>
  postFollowupMessage(services, followup, {
    author: { role: "doctor", doctorId: followup_doctor_id },
    clientId: `followup-${followup.id}-${followup_on ?? ""}`,
  });
