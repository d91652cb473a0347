import { sql } from "kysely";
import { careEndField } from "#content/schema/log.ts";
import {
  careEndOf,
  careToEnd,
  hasReportedDeath,
  lockOpenAccount,
  patientById,
  setCareEnd,
  setCareEnded,
  takeBackCareEnd,
} from "#server/auth/public.ts";
import { oldestOpenEmergencies } from "#server/emergency/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { ordersInStatus } from "#server/orders/public.ts";
import { addDays, clinicToday, formatDayWithYear, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { orderStates, subscriptionStates } from "#server/platform/database/states.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { Refusal, refusesAny } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  careEndKindOf,
  endTask,
  lockEntries,
  type LogKind,
  newTaskDays,
  openTask,
  type TaskRow,
  tasksOfSystem,
} from "#server/tasks/public.ts";
import { cancelSubscriptions, planCharges } from "#server/treatment/public.ts";
import { endUndecided } from "../patients/end-care.ts";
import { issueLetter, latestLetter } from "../patients/medical-letter.ts";
import { hasReportedLetter, latestNoticeLetter, withdrawLetter } from "../patients/misfiled-letters.ts";

/*
 * The practice ends a patient's care. An entry of the kind with the effect `ends_care` is the notice: with it the patient gets a letter with the day, and until
 * then everything goes on, also charges and orders. Ended before the day, the entry is taken back. On the day the subscriptions end and what waits for a decision
 * is withdrawn, once no emergency is open; what is paid is still sent, and record, letters and messages stay. Only the practice begins again: by ending the entry.
 * Where the letter is withdrawn the patient has no notice: nothing ends until whoever gave it takes it back, or gives a new one.
 */

export const careNoticeQueue = "care-ends";
/** Rows handled in one round; the rest is left to the next. */
const batchSize = 200;

type Fields = readonly { readonly id: string; readonly value: string }[];

const refusedAt = (path: string, message: string) =>
  new Refusal("bad_request", { message, fields: [{ path, message }] });

/**
 * Notes the day, writes the letter and notifies the patient, as an entry is made that ends their care. `bad_request` for a day that comes too soon, beside
 * another notice, while an emergency is open, and for whom no doctor of ours treats. Takes the lock of the patient's orders.
 */
export async function giveNotice(
  tx: TxServices,
  kind: LogKind,
  { patientId, fields, clinic }: { readonly patientId: string; readonly fields: Fields; readonly clinic: ClinicCaller },
): Promise<void> {
  if (kind.effect !== "ends_care") return;
  const { db, content } = tx;
  const { noticedays, latestdays, letter } = content.endofcare;
  const endsOn = fields.find(({ id }) => id === careEndField)?.value ?? "";
  const today = clinicToday(tx);
  const held = await openNotices(tx, patientId);
  const [first, last] = [addDays(today, noticedays), addDays(today, latestdays)];
  const path = `fields.${careEndField}`;
  if (endsOn < first)
    throw refusedAt(
      path,
      `Patients have ${noticedays} days’ notice or more. Please choose ${formatDayWithYear(first)} or a later day.`,
    );
  if (endsOn > last) throw refusedAt(path, `Please choose a day until ${formatDayWithYear(last)}.`);
  await lockPatientOrders(db, patientId);
  const patient = await patientById(tx, patientId);
  if (!(await lockOpenAccount(db, patientId)))
    throw refusedAt("kind", "This account is closed. There’s no care to end.");
  if (await hasReportedDeath(db, patientId))
    throw refusedAt("kind", "Somebody told us that this patient died. Please settle that first.");
  const known = await careEndOf(db, patientId);
  if (known !== null)
    throw refusedAt(
      "kind",
      `This patient’s care ends on ${formatDayWithYear(known.endsOn)} already. To change the day, please end that entry first.`,
    );
  if ((await oldestOpenEmergencies(db, [patientId])).has(patientId))
    throw refusedAt("kind", "An emergency of this patient is open. Please see to it first.");
  for (const entry of held)
    await endTask(tx, entry, { outcome: "done", note: "Replaced by a new notice.", actor: clinic.actor });
  await endNoticeTask(tx, patientId);
  const values = {
    ...{ name: patient.firstname ?? "patient", day: formatDayWithYear(endsOn), phone: content.brand.supportphone },
  };
  const { id } = await issueLetter(
    // The log has no call's own refusals: why there can't be a letter is said where the kind was chosen.
    {
      ...tx,
      refuse: (_code, options = {}) =>
        refusedAt(
          "kind",
          typeof options.message === "string" ? options.message : "Nobody of ours treats this patient.",
        ),
    },
    patientId,
    {
      text: letter.map((text) => fillPlaceholders(text, values)).join("\n\n"),
      doctorid: clinic.member?.doctorId ?? undefined,
      quietly: true,
      purpose: "end_of_care",
    },
  );
  await setCareEnd(db, patientId, endsOn);
  await askForCertifiedMail(tx, { patientId, state: patient.state, clinic });
  await notifyAndMail(tx, {
    ...{ patientId, template: "care_ends", values: { phone: content.brand.supportphone }, dedupeKey: id },
  });
}

/** In some states the letter also goes by certified mail, which somebody has to take to the post office. */
async function askForCertifiedMail(
  tx: TxServices,
  {
    patientId,
    state,
    clinic,
  }: { readonly patientId: string; readonly state: string | null; readonly clinic: ClinicCaller },
): Promise<void> {
  const { content, clock } = tx;
  const { certified, certifiedtask } = content.endofcare;
  const source = state !== null && Object.hasOwn(certified, state) ? certified[state] : undefined;
  if (source === undefined) return;
  const { promises, brand } = content;
  const today = clinicToday(tx);
  await openTask(tx, {
    ...{ kind: "task", patientId, orderId: null, conversationId: null, holds: false, actor: clinic.actor },
    words: fillPlaceholders(certifiedtask, { source }),
    asker: { role: "physician", memberId: clinic.member?.memberId ?? null },
    asked: { role: "patient_services", memberId: null },
    days: newTaskDays("task", today, { today, closed: promises.closed, timezone: brand.timezone, now: clock.now() }),
  });
}

/** What the ending of such an entry does: before the day it's taken back, later the patient may come back. The patient is notified. */
export async function takeBackNotice(tx: TxServices, kind: LogKind | null, row: TaskRow, actor: string): Promise<void> {
  const { id, patient_id: patientId, ended_at: endedAt } = row;
  if (kind?.effect !== "ends_care" || patientId === null || endedAt !== null) return;
  await lockPatientOrders(tx.db, patientId);
  const known = await careEndOf(tx.db, patientId);
  await endNoticeTask(tx, patientId);
  // Its letter was withdrawn, and nothing has ended since.
  if (known === null) return notifyOfGoingOn(tx, { patientId, entryId: id, template: "care_goes_on" });
  await takeBackCareEnd(tx.db, patientId);
  await endEmergencyTask(tx, patientId, known.endsOn);
  // What was put off to that day comes when it's needed.
  if (known.endedAt === null) await planCharges(tx, patientId);
  // Once care has ended, the letter says what was.
  const letter = known.endedAt === null ? await latestLetter(tx, patientId, "end_of_care") : undefined;
  if (letter) await withdrawLetter(tx, letter, { actor, movedToId: null });
  const template = known.endedAt === null ? "care_goes_on" : "care_open_again";
  await notifyOfGoingOn(tx, { patientId, entryId: id, template });
}

async function notifyOfGoingOn(
  tx: TxServices,
  {
    patientId,
    entryId,
    template,
  }: {
    readonly patientId: string;
    readonly entryId: string;
    readonly template: "care_goes_on" | "care_open_again";
  },
): Promise<void> {
  if (!(await lockOpenAccount(tx.db, patientId))) return;
  await notifyAndMail(tx, { patientId, template, values: {}, dedupeKey: entryId });
}

/** The notices on a patient's chart, locked: of one, or of none. */
async function openNotices({ db, content }: TxServices, patientId: string): Promise<readonly TaskRow[]> {
  const [kindId] = careEndKindOf(content.log) ?? [];
  if (kindId === undefined) return [];
  return (await lockEntries(db, patientId, kindId, "")).filter(({ ended_at: endedAt }) => endedAt === null);
}

/**
 * The letter of a notice is being withdrawn: the patient has none then, so care doesn't end on that day. Whoever gave the notice is asked to take it back or to give
 * a new one; where care has ended already, it stays so until they decide. Takes the lock of the patient's orders, before the letter is locked.
 */
export async function holdNotice(
  tx: TxServices,
  { patientId, letterId }: { readonly patientId: string; readonly letterId: string },
): Promise<void> {
  const [entry] = await openNotices(tx, patientId);
  await lockPatientOrders(tx.db, patientId);
  const known = await careEndOf(tx.db, patientId);
  if (!entry || known === null || (await latestNoticeLetter(tx.db, patientId)) !== letterId) return;
  if (known.endedAt === null) {
    await takeBackCareEnd(tx.db, patientId);
    await planCharges(tx, patientId);
  }
  const { content, clock } = tx;
  const { promises, brand, endofcare } = content;
  const today = clinicToday(tx);
  await openTask(tx, {
    ...{ kind: "task", patientId, orderId: null, conversationId: null, holds: false, actor: letterJob },
    words: fillPlaceholders(endofcare.withdrawntask, { day: formatDayWithYear(known.endsOn) }),
    asker: { role: "physician", memberId: null },
    asked: { role: "physician", memberId: entry.asker_member_id },
    days: newTaskDays("task", today, { today, closed: promises.closed, timezone: brand.timezone, now: clock.now() }),
  });
}

/** Runs each hour. */
export function defineCareNoticeJob(jobs: Jobs, services: Services): void {
  jobs.define(careNoticeQueue, () => endCareWhoseDayCame(services), { cron: "3 * * * *" });
}

const job = "system:care-ends";
const letterJob = "system:care-letter";

/** What was asked about the emergency of a patient whose day had come. */
const emergencyTasks = ({ db, content }: TxServices, patientId: string, endsOn: string) =>
  tasksOfSystem(db, { asker: job, patientId, since: startOfDay(content.brand.timezone, endsOn) });

/** Care that can't wait isn't ended: physicians are asked once to see to it, and care ends in the hour after it's closed. */
async function askAboutEmergency(tx: TxServices, patientId: string, endsOn: string): Promise<void> {
  const { content, clock } = tx;
  if ((await emergencyTasks(tx, patientId, endsOn)).length > 0) return;
  const { promises, brand, endofcare } = content;
  const today = clinicToday(tx);
  const physicians = { role: "physician", memberId: null } as const;
  await openTask(tx, {
    ...{ kind: "task", patientId, orderId: null, conversationId: null, holds: false, actor: job },
    words: fillPlaceholders(endofcare.emergencytask, { day: formatDayWithYear(endsOn) }),
    ...{ asker: physicians, asked: physicians },
    days: newTaskDays("task", today, { today, closed: promises.closed, timezone: brand.timezone, now: clock.now() }),
  });
}

/** Nothing is left to see to: the emergency is closed, or care goes on. */
async function endEmergencyTask(tx: TxServices, patientId: string, endsOn: string): Promise<void> {
  for (const task of await emergencyTasks(tx, patientId, endsOn))
    if (task.ended_at === null)
      await endTask(tx, task, { outcome: "dropped", note: "The emergency is closed, or care goes on.", actor: job });
}

/** Whoever gave the notice has decided. */
async function endNoticeTask(tx: TxServices, patientId: string): Promise<void> {
  for (const task of await tasksOfSystem(tx.db, { asker: letterJob, patientId, since: new Date(0) }))
    if (task.ended_at === null)
      await endTask(tx, task, {
        outcome: "dropped",
        note: "The notice was taken back, or a new one given.",
        actor: letterJob,
      });
}

/** Ends the subscriptions of patients whose day has come, and what of theirs waits for a decision. */
export async function endCareWhoseDayCame(services: Services): Promise<void> {
  const { db, log } = services;
  const due = await careToEnd(db, clinicToday(services), batchSize);
  await processEach(log, "care that ends", due, (patientId) =>
    inTransaction(services, async (tx) => {
      await lockPatientOrders(tx.db, patientId);
      const known = await careEndOf(tx.db, patientId);
      // Taken back meanwhile.
      if (known === null || known.endedAt !== null || known.endsOn > clinicToday(tx)) return;
      if (!(await lockOpenAccount(tx.db, patientId)) || (await hasReportedDeath(tx.db, patientId))) return;
      // The patient says the letter isn't theirs, and nobody has looked into that yet.
      if (await hasReportedLetter(tx.db, patientId, "end_of_care")) return;
      // Paid for before that day, as far as is known: the bank's answer is waited for, so that it's still sent.
      if (
        (await ordersInStatus(tx.db, orderStates.unconfirmed.list, null, 1, sql`patient_id = ${patientId}`)).length > 0
      )
        return;
      if ((await oldestOpenEmergencies(tx.db, [patientId])).has(patientId))
        return askAboutEmergency(tx, patientId, known.endsOn);
      await endEmergencyTask(tx, patientId, known.endsOn);
      const withRefusals = { ...tx, ...refusesAny };
      const refused = await refusalOf(cancelSubscriptions(withRefusals, { patientId, quietly: true }));
      await endUndecided(withRefusals, patientId);
      // There may be none to cancel. Care doesn't end around one that couldn't be: nothing of this stays, and it's logged and tried again in an hour.
      if (await hasSubscription(tx.db, patientId))
        throw refused ?? new Error("A subscription goes on that couldn't be canceled.");
      await setCareEnded(tx.db, patientId, tx.clock.now());
      const values = { phone: tx.content.brand.supportphone };
      await notifyAndMail(tx, { patientId, template: "care_ended", values, dedupeKey: `${patientId}:${known.endsOn}` });
    }),
  );
}

/** What work was refused with; null where it was done. Any other error is thrown on. */
const refusalOf = (work: Promise<unknown>): Promise<Refusal | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    },
  );

/** Whether the patient is sent something by a subscription yet, or will be again. */
const hasSubscription = async (db: Database, patientId: string): Promise<boolean> =>
  (await db
    .selectFrom("subscription")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("status", "in", subscriptionStates.taken.list)
    .limit(1)
    .executeTakeFirst()) !== undefined;
