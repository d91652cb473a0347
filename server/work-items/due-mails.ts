import { type Scope, scopesWithin } from "#contract/policy/policy.ts";
import { addDays, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import type { Services } from "#server/platform/services.ts";
import { listClaims, memberAddresses } from "#server/staff/public.ts";

/** Mails about one item that is due: enqueued by whoever opens it or adds to it. */
export const dueMailQueue = "work-items-due-mail";
/** Each hour, from the hour of the content on: what is due by the end of the day, or was before. */
export const dueMailsQueue = "work-items-due-mails";

export function defineWorkItemJobs(jobs: Jobs, services: Services): void {
  jobs.define(dueMailQueue, (data) => mailDueItem(services, (data as { id: string }).id));
  jobs.define(dueMailsQueue, () => mailDueItems(services), { cron: "11 * * * *" });
}

/** Mails about each item that is due today and about which nobody was mailed today, once the practice's day has begun. */
export async function mailDueItems(services: Services): Promise<void> {
  const { db, clock, content, log } = services;
  const { timezone } = content.brand;
  const today = clinicToday(services);
  const begins = startOfDay(timezone, today).getTime() + content.workitems.mailfromhour * 3_600_000;
  if (clock.now().getTime() < begins) return;
  const rows = await notMailedOn(db, today)
    .where("due_at", "<=", startOfDay(timezone, addDays(today, 1)))
    .select("id")
    .execute();
  await processEach(
    log,
    "work item that is due",
    rows.map(({ id }) => id),
    (id) => mailDueItem(services, id),
  );
}

/** Mails about an item that waits, without a word about health: once a day, whatever else is added to it. */
const mailDueItem = (services: Services, id: string): Promise<void> =>
  inTransaction(services, async (tx) => {
    const today = clinicToday(services);
    const item = await tx.db
      .updateTable("work_item")
      .set({ mailed_on: today })
      .where("id", "=", id)
      .where("closed_at", "is", null)
      .where((where) => where.or([where("mailed_on", "is", null), where("mailed_on", "<", today)]))
      .returning("scope")
      .executeTakeFirst();
    if (!item) return;
    const values = { reference: id, link: `${services.config.publicUrl}/clinic/item/${id}` };
    for (const to of await whoIsMailed({ ...services, db: tx.db }, id, item.scope as Scope))
      await queueMail(tx, {
        mail: "practice_due_today",
        to,
        values,
        dedupeKey: `practice_due_today:${id}:${today}:${to}`,
      });
  });

const notMailedOn = (db: Database, today: string) =>
  db
    .selectFrom("work_item")
    .where("closed_at", "is", null)
    .where((where) => where.or([where("mailed_on", "is", null), where("mailed_on", "<", today)]));

/**
 * Whoever works on it; else everybody on call but those of the team whose roles don't open it. An address that belongs to nobody of the team may be
 * anybody's pager. Somebody is always mailed.
 */
async function whoIsMailed(services: Services, id: string, scope: Scope): Promise<readonly string[]> {
  const claim = (await listClaims(services)).find((each) => each.kind === "work_item" && each.id === id);
  const people = await memberAddresses(services.db);
  const holder = people.find((person) => person.id === claim?.memberid);
  if (holder) return [holder.email];
  const { onCallEmails } = services.config;
  const onCall = onCallEmails.length > 0 ? onCallEmails : [services.content.brand.supportemail];
  const scopesOf = new Map(people.map(({ email, permissions }) => [email.toLowerCase(), scopesWithin(permissions)]));
  const ofRole = onCall.filter((email) => scopesOf.get(email.toLowerCase())?.includes(scope) ?? true);
  return ofRole.length > 0 ? ofRole : onCall;
}
