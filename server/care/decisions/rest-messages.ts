import { formatList } from "#contract/fields/formats.ts";
import { productById } from "#server/catalogue/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { addDays, clinicToday, formatDay, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import { mailUrgently } from "./act-on-prescription.ts";

/** Runs each hour of the day in which mails are sent. */
export const restMessageQueue = "care-rest-messages";

/** A break that began, or was over, this many days ago is past: after a longer outage the patient is told nothing that no longer holds. */
const latestDays = 7;
const earliestEnd = (today: string): string => addDays(today, -latestDays);

export function defineRestJobs(jobs: Jobs, services: Services): void {
  jobs.define(restMessageQueue, () => sendRestMessages(services), { cron: "37 * * * *" });
}

/** Tells patients on the day that a break from a medicine begins, and that it's over. */
export async function sendRestMessages(services: Services): Promise<void> {
  const { content, clock, db, log } = services;
  const today = clinicToday(services);
  const begins = startOfDay(content.brand.timezone, today).getTime() + content.messages.away.mailfromhour * 3_600_000;
  if (clock.now().getTime() < begins) return;
  const due = await db
    .selectFrom("medicine_rest")
    .innerJoin("patient", "patient.id", "medicine_rest.patient_id")
    .select("patient_id")
    .distinct()
    .where("patient.closed_at", "is", null)
    .where("patient.death_reported_at", "is", null)
    .whereRef("until_on", ">", "from_on")
    .where((where) =>
      where.or([
        where.and([
          where("begin_noticed_at", "is", null),
          where("from_on", "<=", today),
          where("until_on", ">", today),
        ]),
        where.and([
          where("end_noticed_at", "is", null),
          where("until_on", "<=", today),
          where("until_on", ">", earliestEnd(today)),
        ]),
      ]),
    )
    .execute();
  await processEach(
    log,
    "message about a break from a medicine",
    due.map(({ patient_id }) => patient_id),
    (patientId) => notifyOfRests(services, patientId),
  );
}

/** What is on hold, stopped or replaced meanwhile has a message of its own, so nothing is said of it. */
const notifyOfRests = (services: Services, patientId: string): Promise<void> =>
  inTransaction(services, async (tx) => {
    const { db, clock, content } = tx;
    const today = clinicToday(tx);
    await lockPatientOrders(db, patientId);
    const open = db
      .updateTable("medicine_rest")
      .where("patient_id", "=", patientId)
      .whereRef("until_on", ">", "from_on");
    const returned = ["product_id", "doctor_id", "until_on"] as const;
    const begun = await open
      .set({ begin_noticed_at: clock.now() })
      .where("begin_noticed_at", "is", null)
      .where("from_on", "<=", today)
      .where("until_on", ">", today)
      .returning(returned)
      .execute();
    const over = await open
      .set({ end_noticed_at: clock.now() })
      .where("end_noticed_at", "is", null)
      .where("until_on", "<=", today)
      .where("until_on", ">", earliestEnd(today))
      .returning(returned)
      .execute();
    const prescribed = await activePrescriptions(tx, patientId);
    const used = (rows: typeof over) =>
      Map.groupBy(
        rows.filter(({ product_id }) => prescribed.get(product_id)?.onHold === false),
        ({ doctor_id, until_on }) => `${doctor_id} ${until_on}`,
      );
    const post = async (rows: typeof over, kind: string, told: (names: string, until: string) => Sentence) => {
      const [first] = rows;
      if (!first) return;
      const names = formatList(rows.map(({ product_id }) => productById(content, product_id)?.name ?? product_id));
      const author = { role: "doctor", doctorId: first.doctor_id } as const;
      const text = toText(content, told(names, first.until_on));
      const { seq } = await postMessage(tx, {
        patientId,
        kind: "doctor",
        author,
        text,
        answersSeq: 0,
        sendsMail: false,
      });
      await mailUrgently(tx, patientId, `${kind}:${patientId}:${String(seq)}`);
    };
    for (const rows of used(begun).values())
      await post(rows, "rest_begins", (names, until) =>
        sentence("prescriptions.rest_begins", { names, last: formatDay(addDays(until, -1)), day: formatDay(until) }),
      );
    for (const rows of used(over).values())
      await post(rows, "rest_over", (names) => sentence("prescriptions.rest_over", { names }));
  });
