import { sql } from "kysely";
import { recordReasons } from "#contract/staff/record-access.ts";
import { defaultShippingAddress } from "#server/addresses/public.ts";
import { patientsById } from "#server/auth/public.ts";
import { openingCalls } from "#server/care/public.ts";
import { addDays, clinicToday, formatDay, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { dueDayOf, logKindOf, newTaskDays, openTask } from "#server/tasks/public.ts";
import { type Access, type LivesAt, type ReviewedMember, unusualReasons } from "./unusual-access.ts";

/** The kind of `content/log.yaml` whose entries ask to look at a week. */
export const reviewKind = "unusual_access";
const nightHours = { from: 22, until: 6 };

/** Defines the look at the week before. It runs each day, so that a node that was down on Monday loses no week. */
export function defineAccessReviewJob(jobs: Jobs, services: Services): void {
  jobs.define("records.access-review", () => reviewLastWeek(services), { cron: "41 11 * * *" });
}

/** Looks once at the last whole week, from Monday to Sunday in the practice's time. What is unusual becomes one task of the administrators. */
export async function reviewLastWeek(services: Services): Promise<void> {
  const today = clinicToday(services);
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const week = addDays(today, -weekday - 7);
  await inTransaction(services, async (tx) => {
    const { db, content, clock } = tx;
    const begun = await db
      .insertInto("access_review")
      .values({ week_on: week, made_at: clock.now() })
      .onConflict((conflict) => conflict.column("week_on").doNothing())
      .returning("week_on")
      .executeTakeFirst();
    const kind = logKindOf(content.log, reviewKind);
    if (!begun || !kind) return;
    const found = await findUnusual(tx, week);
    if (found.length === 0) return;
    const days = { today, closed: content.promises.closed, timezone: content.brand.timezone, now: clock.now() };
    const role = kind.work?.for ?? "administrator";
    const task = await openTask(tx, {
      ...{ kind: "log", patientId: null, orderId: null, conversationId: null, holds: false },
      words: `${found.length} to look at, of the week from ${formatDay(week)}.`,
      ...{ actor: "system:access-review", asker: { role, memberId: null }, asked: { role, memberId: null } },
      days: newTaskDays("log", dueDayOf(kind, [], days), days),
      log: { kind: reviewKind, fields: [{ id: "week", value: week }], onChart: false },
    });
    await db.updateTable("access_review").set({ task_id: task }).where("week_on", "=", week).execute();
    await db
      .insertInto("access_finding")
      .values(
        found.map(({ access, reasons }) => ({
          ...{ id: newId(), week_on: week, task_id: task, member_id: access.memberId, patient_id: access.patientId },
          ...{ reasons: [...reasons], accesses: access.count, first_at: access.firstAt, last_at: access.lastAt },
        })),
      )
      .execute();
  });
}

interface CountedAccess extends Access {
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

async function findUnusual(services: Pick<Services, "db" | "content" | "secrets">, week: string) {
  const { db, content } = services;
  const accesses = await accessesOf(db, week, content.brand.timezone);
  const rows = await db.selectFrom("staff_member").select(["id", "name", "email"]).execute();
  const own = await db
    .selectFrom("patient")
    .select(["id", "email"])
    .where(sql<boolean>`lower(email::text) = any(${rows.map(({ email }) => email.toLowerCase())}::text[])`)
    .execute();
  const members = new Map<string, ReviewedMember>();
  for (const { id, name, email } of rows) {
    const account = own.find((each) => each.email.toLowerCase() === email.toLowerCase());
    members.set(id, { id, name, email, livesAt: account ? await livesAt(services, account.id) : null });
  }
  const patients = await patientsById(services, [...new Set(accesses.map(({ patientId }) => patientId))]);
  const reviewed = new Map(
    [...patients].map(([id, { firstname, lastname, email }]) => [
      id,
      { id, firstname, lastname, email, livesAt: null as LivesAt | null },
    ]),
  );
  // Only compared with where a person lives who has an account of their own.
  for (const { memberId, patientId } of accesses) {
    const patient = reviewed.get(patientId);
    if (patient && members.get(memberId)?.livesAt)
      reviewed.set(patientId, { ...patient, livesAt: await livesAt(services, patientId) });
  }
  return accesses.flatMap((access) => {
    const reasons = unusualReasons(access, { members, patients: reviewed, accesses });
    return reasons.length > 0 ? [{ access, reasons }] : [];
  });
}

async function livesAt(services: Parameters<typeof defaultShippingAddress>[0], patientId: string) {
  const address = await defaultShippingAddress(services, patientId);
  return address && { address1: address.address1, zipcode: address.zipcode };
}

/** What people of the practice opened of patients in a week, by the audit: each person and patient once. */
async function accessesOf(db: Database, week: string, timezone: string): Promise<readonly CountedAccess[]> {
  const [since, until] = [startOfDay(timezone, week), startOfDay(timezone, addDays(week, 7))];
  const { rows } = await sql<CountedAccess>`
    select m.id as "memberId", patient_id as "patientId", count(*)::int as count, min(at) as "firstAt", max(at) as "lastAt",
      coalesce(bool_or(ground = any(${[...recordReasons]}::text[])), false) as "withoutWork",
      bool_or(extract(hour from at at time zone ${timezone}) >= ${nightHours.from}
        or extract(hour from at at time zone ${timezone}) < ${nightHours.until}) as "atNight"
    from audit_event join staff_member m on actor = 'staff:' || m.id
    where at >= ${since} and at < ${until} and patient_id is not null and status < 400
      and (call = any(${[...openingCalls()]}::text[]) or ground = any(${[...recordReasons]}::text[]))
      and exists (select from patient where patient.id = audit_event.patient_id)
    group by m.id, patient_id
    order by m.id, min(at), patient_id`.execute(db);
  return rows;
}
