import { sql } from "kysely";
import { Counter, Gauge, type Registry } from "prom-client";
import { EmergencySource } from "#contract/care/told-emergency.ts";
import { Emergency } from "#contract/emergency/emergency.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import type { Services, TxServices } from "#server/platform/services.ts";

/** An emergency nobody has acknowledged is mailed again after so long, each time to the next person of the list. */
const nextPersonMs = 15 * 60_000;
/** When everybody was mailed, all are mailed again each hour: silence is no answer. */
const everybodyMs = 60 * 60_000;

/** Who is mailed when an emergency is reported for the nth time: 0 is when it comes in, 1 the first person again, then one after the other. */
export function mailedAt(times: number, people: readonly string[]): readonly string[] {
  if (times <= 1) return people.slice(0, 1);
  return times <= people.length ? people.slice(times - 1, times) : people;
}

/** When it is mailed next, after it was mailed `times` times. */
export const nextMailAfter = (times: number, people: readonly string[], now: Date): Date =>
  new Date(now.getTime() + (times <= people.length ? nextPersonMs : everybodyMs));

export const onCall = ({ config, content }: Pick<Services, "config" | "content">): readonly string[] =>
  config.onCallEmails.length > 0 ? config.onCallEmails : [content.brand.supportemail];

/** Mails a report to who is on call; the mail says nothing about health. */
export async function mailReport(services: TxServices, id: string, times: number): Promise<void> {
  const values = { reference: id, link: `${services.config.publicUrl}/clinic/emergency/${id}` };
  for (const to of mailedAt(times, onCall(services))) {
    const dedupeKey = `practice_emergency:${id}:${times}:${to}`;
    await queueMail(services, { mail: "practice_emergency", to, values, dedupeKey });
  }
}

const batch = 100;

/** Mails again what nobody has acknowledged in time. Several nodes may do it at once. */
export async function escalate(services: Services): Promise<void> {
  const { clock, log } = services;
  const people = onCall(services);
  await inTransaction(services, async (tx) => {
    const now = clock.now();
    const due = await tx.db
      .selectFrom("emergency_report")
      .select(["id", "mailed"])
      .where("acknowledged_at", "is", null)
      .where("mail_at", "<=", now)
      .orderBy("mail_at")
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id, mailed } of due) {
      await mailReport(tx, id, mailed);
      await tx.db
        .updateTable("emergency_report")
        .set({ mailed: mailed + 1, mail_at: nextMailAfter(mailed + 1, people, now) })
        .where("id", "=", id)
        .execute();
      log.warn({ report: id, mailed: mailed + 1 }, "an emergency nobody has acknowledged was mailed again");
    }
  });
}

const reportCounterName = "emergencies_told_total";

export const reportCounter = (registry: Registry): Counter<"source" | "kind"> =>
  (registry.getSingleMetric(reportCounterName) as Counter<"source" | "kind"> | undefined) ??
  createReportCounter(registry);

/** Every series begins at zero: the first report of a source and kind shows as an increase. */
function createReportCounter(registry: Registry): Counter<"source" | "kind"> {
  const counter = new Counter({
    name: reportCounterName,
    help: "Emergencies told in messages, reviews, health answers, the contact form and reasons of a cancellation",
    labelNames: ["source", "kind"] as const,
    registers: [registry],
  });
  for (const source of EmergencySource.options)
    for (const kind of Emergency.shape.kind.options) counter.inc({ source, kind }, 0);
  return counter;
}

/** Defines what `/metrics` says of emergencies, and the job that mails again what nobody has acknowledged. */
export function defineEmergencyJobs(jobs: Jobs, services: Services): void {
  const { metrics, db, clock } = services;
  reportCounter(metrics);
  jobs.define("emergency_escalate", () => escalate(services), { cron: "* * * * *" });
  const read = async () =>
    await db
      .selectFrom("emergency_report")
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere("acknowledged_at", "is", null).as("unacknowledged"),
        fn.countAll<number>().as("unclosed"),
        sql<Date | null>`min(reported_at) filter (where acknowledged_at is null)`.as("unacknowledgedSince"),
        fn.min("reported_at").as("unclosedSince"),
      ])
      .where("closed_at", "is", null)
      .executeTakeFirstOrThrow();
  new Gauge({
    name: "emergencies_open",
    help: "Emergencies nobody has acknowledged, and those no clinician has closed, in the database",
    labelNames: ["state"] as const,
    registers: [metrics],
    async collect() {
      const found = await read();
      this.set({ state: "unacknowledged" }, Number(found.unacknowledged));
      this.set({ state: "unclosed" }, Number(found.unclosed));
    },
  });
  new Gauge({
    name: "emergencies_oldest_seconds",
    help: "How long the oldest of them has been waiting; 0: there is none",
    labelNames: ["state"] as const,
    registers: [metrics],
    async collect() {
      const found = await read();
      const age = (since: Date | null) =>
        since === null ? 0 : Math.max(0, (clock.now().getTime() - new Date(since).getTime()) / 1000);
      this.set({ state: "unacknowledged" }, age(found.unacknowledgedSince));
      this.set({ state: "unclosed" }, age(found.unclosedSince));
    },
  });
}
