import { sql } from "kysely";
import { inTransaction, type Database } from "../database/open.ts";
import type { Services } from "../services.ts";

/** How much further, in milliseconds, one run of a deleting job may go than the one before. */
const stepMs = 24 * 3_600_000;
/** How long after a run that stayed further behind than this the next one follows. */
const catchUpMs = 3_600_000;

/**
 * A job that deletes by age gets the time it may go by: today's, but at most a day after the one of its last run. So a clock that is a year ahead, on
 * the database's machine as well, costs a day's rows and not a year's. After a pause it catches up, a day each hour.
 */
export const deleteAged =
  (
    { db, clock, jobs }: Pick<Services, "db" | "clock" | "jobs">,
    queue: string,
    work: (until: Date) => Promise<unknown>,
  ) =>
  async (): Promise<void> => {
    const now = clock.now();
    const until = await nextLimit(db, queue, now);
    await work(until);
    if (now.getTime() - until.getTime() > catchUpMs)
      await inTransaction({ db }, ({ db: tx }) =>
        jobs.enqueue(tx, queue, {}, { after: new Date(Date.now() + catchUpMs) }),
      );
  };

/** The time a run may go by, which is kept for the next one. */
async function nextLimit(db: Database, queue: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ until: number }>`
    insert into setting (name, value) values (${`deleted_until:${queue}`}, to_jsonb(${now.getTime()}::bigint))
    on conflict (name) do update set value = to_jsonb(least(${now.getTime()}::bigint, (setting.value::text)::bigint + ${stepMs}::bigint))
    returning (value::text)::float8 as until`.execute(db);
  return new Date(rows[0]?.until ?? now.getTime());
}
