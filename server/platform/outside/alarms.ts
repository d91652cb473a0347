import * as z from "zod/mini";
import { inTransaction } from "../database/open.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { Services } from "../services.ts";
import { ask } from "./ask.ts";
import { alarmOf, type OutsideSystem } from "./outside-table.ts";

/*
 * Who runs the practice hears within five minutes of a system that fails: by mail, and, because the mail server is one of them, at the address of the
 * setting ALARM_URL. Silence ends an alarm only after a good answer.
 */

/** A failure that may pass is an alarm after so long without a good answer, if it came more than once. */
const lastsMs = 2 * 60_000;
/** An alarm is repeated while failures go on, and not sent twice within that time if a system fails, works and fails again. */
const repeatMs = 6 * 3_600_000;
/** How long the receiver of a page may take. */
const pageTimeoutMs = 10_000;
const pageQueue = "outside-page";

export interface OutsideFailure {
  readonly failing_since: Date | null;
  readonly last_failed_at: Date;
  readonly failures: number;
  readonly alarmed_at: Date | null;
  readonly alarm_open: boolean;
}

/** What the practice has to be told of a failure now, if anything. `alarm` is when its row alarms at all. */
export function alarmDue(
  { failing_since, last_failed_at, failures, alarmed_at, alarm_open }: OutsideFailure,
  alarm: ReturnType<typeof alarmOf>,
  now: Date,
): "failing" | "works_again" | null {
  if (failing_since === null) return alarm_open ? "works_again" : null;
  if (alarm === "never") return null;
  const lasts = failures > 1 && now.getTime() - failing_since.getTime() >= lastsMs;
  if (alarm === "if_it_lasts" && !lasts && !alarm_open) return null;
  if (alarmed_at === null) return "failing";
  return last_failed_at > alarmed_at && now.getTime() - alarmed_at.getTime() >= repeatMs ? "failing" : null;
}

/** Tells the practice what it has to be told of its outside systems. */
export async function alarmOfOutside(services: Services): Promise<void> {
  const { db, clock, outside, content, config } = services;
  await outside.write();
  for (const failure of await db.selectFrom("outside_failure").selectAll().execute()) {
    const { system, answer } = failure;
    // A system or a row that this version doesn't have any more.
    const table = outside.tables.get(system as OutsideSystem);
    const row = table?.rows[answer];
    const now = clock.now();
    const due = alarmDue(failure, row ? alarmOf(answer, row) : "never", now);
    if (due === null) continue;
    const values = {
      system: table?.name ?? system,
      answer,
      since: (failure.failing_since ?? failure.last_failed_at).toISOString(),
    };
    const todo = row?.practice ?? "";
    await inTransaction(services, async (tx) => {
      const told = await tx.db
        .updateTable("outside_failure")
        .set(due === "failing" ? { alarmed_at: now, alarm_open: true } : { alarm_open: false })
        .where("system", "=", system)
        .where("answer", "=", answer)
        // Another node may have told it.
        .where("alarmed_at", "is not distinct from", failure.alarmed_at)
        .where("alarm_open", "=", failure.alarm_open)
        .returning("system")
        .executeTakeFirst();
      if (!told) return;
      for (const to of config.alarmEmails.length > 0
        ? config.alarmEmails
        : [config.supportEmail ?? content.brand.supportemail])
        await (due === "failing"
          ? queueMail(tx, { mail: "practice_outside_failing", to, values: { ...values, todo } })
          : queueMail(tx, { mail: "practice_outside_works_again", to, values }));
      if (config.alarmUrl !== null)
        await tx.jobs.enqueue(tx.db, pageQueue, { ...values, todo, due, system, name: values.system });
    });
  }
}

const Page = z.object({
  due: z.enum(["failing", "works_again"]),
  system: z.string(),
  answer: z.string(),
  since: z.string(),
  todo: z.string(),
  name: z.string(),
});

/** Posts an alarm to the receiver of the setting; `text` is what chat receivers show. Fails unless it is taken, and is tried again. */
async function sendPage({ config, content }: Services, data: unknown): Promise<void> {
  if (config.alarmUrl === null) return;
  const { due, name, todo, system, answer, since } = Page.parse(data);
  const says = due === "failing" ? `${name} fails (${answer}). ${todo}` : `${name} works again.`;
  const response = await ask(config.alarmUrl, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: `${content.brand.name}: ${says}`, state: due, system, answer, since }),
    timeoutMs: pageTimeoutMs,
    maxBytes: 4096,
    connections: false,
  });
  const status = "error" in response ? response.error : response.status;
  if (typeof status !== "number" || status < 200 || status > 299)
    throw new Error(`The receiver of alarms answered ${status}`);
}

export function defineOutsideJobs(jobs: Jobs, services: Services): void {
  jobs.define("outside-alarms", () => alarmOfOutside(services), { cron: "* * * * *" });
  jobs.define(pageQueue, (data) => sendPage(services, data), { retries: 10 });
}
