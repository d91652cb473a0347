import { productById } from "#server/catalogue/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { addDays, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { activePrescriptions, phaseWordsOf, writeWords } from "#server/prescriptions/public.ts";
import { followPace } from "#server/treatment/public.ts";
import { mailUrgently } from "./act-on-prescription.ts";

/*
 * The day comes on which other directions begin. What is taken, how long it lasts and when it's charged follow from the day itself; what is left is that
 * a charge from then on pays for as many days as a box lasts, and that the patient reads it once more.
 */

/** Runs each hour of the day in which mails are sent. */
export const beginDirectionsQueue = "care-begin-directions";

/** Directions that began so many days ago aren't news: after a longer outage the patient is told nothing. */
const latestDays = 7;

export function defineDirectionsJobs(jobs: Jobs, services: Services): void {
  jobs.define(beginDirectionsQueue, () => beginDirections(services), { cron: "41 * * * *" });
}

/** Begins the directions whose day has come. */
export async function beginDirections(services: Services): Promise<void> {
  const { content, clock, db, log } = services;
  const today = clinicToday(services);
  const begins = startOfDay(content.brand.timezone, today).getTime() + content.messages.away.mailfromhour * 3_600_000;
  if (clock.now().getTime() < begins) return;
  const due = await db
    .selectFrom("directions_change")
    .innerJoin("patient", "patient.id", "directions_change.patient_id")
    .select("patient_id")
    .distinct()
    .where("patient.closed_at", "is", null)
    .where("patient.death_reported_at", "is", null)
    .where("begins_on", "<=", today)
    .where("begun_at", "is", null)
    .where("replaced_at", "is", null)
    .execute();
  await processEach(
    log,
    "directions that begin",
    due.map(({ patient_id }) => patient_id),
    (patientId) => beginOf(services, patientId),
  );
}

/** What was stopped or replaced meanwhile has a message of its own, so nothing is said of it. */
const beginOf = (services: Services, patientId: string): Promise<void> =>
  inTransaction(services, async (tx) => {
    const { db, clock, content } = tx;
    const today = clinicToday(tx);
    await lockPatientOrders(db, patientId);
    const begun = await db
      .updateTable("directions_change")
      .set({ begun_at: clock.now() })
      .where("patient_id", "=", patientId)
      .where("begins_on", "<=", today)
      .where("begun_at", "is", null)
      .where("replaced_at", "is", null)
      .returning(["id", "product_id", "doctor_id", "begins_on", "directions_sealed"])
      .execute();
    const prescribed = await activePrescriptions(tx, patientId);
    for (const { product_id: productId, doctor_id: doctorId, begins_on, ...row } of latestOfEach(begun)) {
      const item = prescribed.get(productId);
      if (!item) continue;
      const directions = phaseWordsOf(tx.secrets, row);
      await writeWords(tx, item.prescriptionId, directions);
      await followPace(tx, { patientId, productId, pace: item.pace ?? "label" });
      const isUsed = !item.onHold && item.directions === directions;
      if (!isUsed || (begins_on ?? today) <= addDays(today, -latestDays)) continue;
      const name = productById(content, productId)?.name ?? productId;
      const { seq } = await postMessage(tx, {
        ...{ patientId, kind: "doctor", author: { role: "doctor", doctorId }, answersSeq: 0, sendsMail: false },
        text: toText(content, sentence("prescriptions.directions_begin", { name, directions })),
      });
      await mailUrgently(tx, patientId, `directions:${patientId}:${String(seq)}`);
    }
  });

/** Of several of one product, the one that holds. */
const latestOfEach = <R extends { readonly product_id: string; readonly begins_on: string | null }>(
  rows: readonly R[],
): readonly R[] => [
  ...new Map(
    rows
      .toSorted((one, other) => (one.begins_on ?? "").localeCompare(other.begins_on ?? ""))
      .map((row) => [row.product_id, row]),
  ).values(),
];
