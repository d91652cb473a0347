import { sql } from "kysely";
import type { Doctor } from "#contract/doctors.ts";
import { doctorsById, longAbsences, type LongAbsence } from "#server/doctors/public.ts";
import { coverOf } from "#server/messages/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { clinicToday, formatDay, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { caseStates } from "#server/platform/database/states.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { Services } from "#server/platform/services.ts";
import { patientsToRequestRenewal } from "#server/treatment/public.ts";

/*
 * While a doctor is away for longer than `content/messages.yaml` says, each patient who waits for something of that doctor reads once, at the bell and in a
 * mail, until when and who covers: the notification itself says that it was sent. Nobody else is told; they read it where they write.
 */

/** Runs each hour of the day in which mails are sent. */
export const absenceMailQueue = "care-absence-mails";

export function defineAbsenceMailJobs(jobs: Jobs, services: Services): void {
  jobs.define(absenceMailQueue, () => sendAbsenceMails(services), { cron: "23 * * * *" });
}

/** Tells those who wait for a doctor who is away for long, and were not told of this absence. */
export async function sendAbsenceMails(services: Services): Promise<void> {
  const { content, clock, db, log } = services;
  const today = clinicToday(services);
  const { mailafterdays, mailfromhour } = content.messages.away;
  const begins = startOfDay(content.brand.timezone, today).getTime() + mailfromhour * 3_600_000;
  if (clock.now().getTime() < begins) return;
  for (const absence of await longAbsences(db, today, mailafterdays)) {
    const waiting = await patientsWaitingFor(services, absence);
    const states = new Map(waiting.map(({ patientId, state }) => [patientId, state]));
    await processEach(log, "mail about a doctor who is away", [...states.keys()], (id) =>
      notifyOfAbsence(services, absence, { patientId: id, state: states.get(id) ?? null }),
    );
  }
}

/** The template, and what makes its notification the one of a patient and an absence. */
const template = "doctor_away";
const dedupeKeyOf = ({ doctorId, from }: LongAbsence, patientId: string) => `${doctorId}:${from}:${patientId}`;

interface WaitingPatient {
  readonly patientId: string;
  readonly state: string | null;
}

/** Who has this doctor, and an open case, a question without an answer, or a renewal that is open or due before the doctor is back. */
async function patientsWaitingFor(services: Services, absence: LongAbsence): Promise<readonly WaitingPatient[]> {
  const { doctorId, from, until } = absence;
  const renewalsDue = await patientsToRequestRenewal(services, until);
  const { rows } = await sql<WaitingPatient>`
    select latest.patient_id as "patientId", patient.state
    from (select distinct on (patient_id) * from care_case where patient_id in (
      select patient_id from care_case where doctor_id = ${doctorId} or treating_doctor_id = ${doctorId})
      order by patient_id, submitted_at desc) as latest
    join patient on patient.id = latest.patient_id
    where coalesce(latest.treating_doctor_id, latest.doctor_id) = ${doctorId} and patient.closed_at is null and patient.death_reported_at is null
      and (latest.status in ${caseStates.undecided.sql}
        or latest.status = 'approved' and (
          exists (select from conversation where conversation.patient_id = latest.patient_id and kind = 'doctor'
            and waiting_since is not null and closed_at is null)
          or exists (select from renewal_request where renewal_request.patient_id = latest.patient_id and status = 'open')
          or latest.patient_id = any(${renewalsDue}::uuid[])))
      and not exists (select from notification where dedupe_key = ${`${template}:${doctorId}:${from}:`} || latest.patient_id)
    order by latest.patient_id`.execute(services.db);
  return rows;
}

const notifyOfAbsence = (
  services: Services,
  absence: LongAbsence,
  { patientId, state }: WaitingPatient,
): Promise<void> =>
  inTransaction(services, async (tx) => {
    const { doctorId, until, coverId } = absence;
    const doctor = (await doctorsById(tx.db, [doctorId])).get(doctorId);
    if (!doctor) return;
    const cover = await coverOf(tx, { absentId: doctorId, chosenId: coverId, state });
    const values = {
      person: plainName(doctor),
      day: formatDay(until),
      cover: cover ? plainName(cover) : services.content.messages.away.team,
    };
    await notifyAndMail(tx, { patientId, template, values, dedupeKey: dedupeKeyOf(absence, patientId) });
  });

/** Without a title: somebody beside the patient may see the screen, and a mail names nobody's profession. */
const plainName = ({ firstname, lastname }: Pick<Doctor, "firstname" | "lastname">) =>
  `${firstname} ${lastname}`.trim();
