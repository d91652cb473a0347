import { sql } from "kysely";
import { dayIn } from "#contract/fields/formats.ts";
import { formatCents } from "#contract/fields/numbers.ts";
import { addDays, clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  dueDayOf,
  endTask,
  fieldsOfTask,
  lockTask,
  logKindOf,
  newTaskDays,
  openTask,
  type TaskRow,
} from "#server/tasks/public.ts";
import { type MatchedPayout, payoutsOfPeriod } from "./payouts.ts";

/** The kind of `content/log.yaml` that a payout which differs becomes. */
export const differenceKind = "payout_difference";
/** What came of it where a later look agrees. */
const agrees = "agrees";
const actor = "system:payouts";
/** How far back each look goes. Of payouts made before, it goes to those whose tasks still wait. */
const daysLookedAt = 30;
const madeOnField = "madeon";

/** Defines the look at the payouts of the last days: each morning of the practice. */
export function definePayoutJob(jobs: Jobs, services: Services): void {
  jobs.define("closing.payouts", () => lookAtPayouts(services), { cron: "47 12 * * *" });
}

/** Asks the gateway; where it doesn't answer, or may not, tomorrow's look asks again. */
export async function lookAtPayouts(services: Services): Promise<void> {
  const today = clinicToday(services);
  try {
    const from = addDays(today, -daysLookedAt);
    const waiting = (await daysWaiting(services)).filter((day) => day < from);
    for (const period of [{ from, to: today }, ...waiting.map((day) => ({ from: day, to: day }))])
      await recordDifferences(services, (await payoutsOfPeriod(services, period)).payouts);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "unavailable")) throw error;
    services.log.warn("the gateway didn't say what is in its payouts");
  }
}

/** The days of payouts whose tasks wait, each once. */
async function daysWaiting({ db, secrets }: Pick<Services, "db" | "secrets">): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("payout_difference")
    .innerJoin("task", "task.id", "payout_difference.task_id")
    .selectAll("task")
    .where("ended_at", "is", null)
    .$castTo<TaskRow>()
    .execute();
  const fields = rows.flatMap((row) => fieldsOfTask({ secrets }, row));
  return [...new Set(fields.filter(({ id }) => id === madeOnField).map(({ value }) => value))];
}

/** What finance has of a payout: by how much it differed, in cents, and whether its task still waits. */
export interface KnownDifference {
  readonly differenceCents: number;
  readonly isOpen: boolean;
}

/**
 * What a look at a payout changes. One that differs is a task, once for an amount: a person who noted why isn't asked again, unless it's another amount by
 * then. One that agrees ends its task. Where the gateway doesn't say what is in it, nothing changes.
 */
export function differenceStep(
  differenceCents: number | null,
  known: KnownDifference | undefined,
): "open" | "end" | "correct" | null {
  if (differenceCents === null) return null;
  if (differenceCents === 0) return known ? "end" : null;
  if (known?.differenceCents === differenceCents) return null;
  return known?.isOpen ? "correct" : "open";
}

/** Opens and ends the tasks of these payouts. Two looks at once open one. */
export async function recordDifferences(services: Services, payouts: readonly MatchedPayout[]): Promise<void> {
  const looked = payouts.filter(({ differenceCents }) => differenceCents !== null);
  if (looked.length === 0) return;
  await inTransaction(services, async (tx) => {
    await sql`lock table payout_difference in exclusive mode`.execute(tx.db);
    const rows = await tx.db
      .selectFrom("payout_difference")
      .selectAll()
      .where(
        "payout_id",
        "in",
        looked.map(({ payout }) => payout.id),
      )
      .execute();
    for (const matched of looked) {
      const row = rows.find(({ payout_id }) => payout_id === matched.payout.id);
      const task = row && (await lockTask(tx.db, row.task_id));
      const isOpen = task !== undefined && task.ended_at === null;
      const step = differenceStep(matched.differenceCents, row && { differenceCents: row.difference_cents, isOpen });
      if (step === null) continue;
      // A task that waits says an amount: with another one it's another task.
      if (isOpen)
        await endTask(tx, task, {
          ...(step === "end"
            ? ({ outcome: "settled", logOutcome: agrees, note: undefined } as const)
            : ({ outcome: "dropped", note: "The difference is another one now, and a task of its own." } as const)),
          actor,
        });
      if (row) await tx.db.deleteFrom("payout_difference").where("payout_id", "=", row.payout_id).execute();
      if (step !== "end") await openDifference(tx, matched);
    }
  });
}

async function openDifference(tx: TxServices, { payout, differenceCents }: MatchedPayout): Promise<void> {
  const { content, clock } = tx;
  const kind = logKindOf(content.log, differenceKind);
  if (!kind?.work || differenceCents === null) return;
  const { timezone } = content.brand;
  const days = { today: clinicToday(tx), closed: content.promises.closed, timezone, now: clock.now() };
  const party = { role: kind.work.for, memberId: null };
  const madeOn = dayIn(timezone, payout.createdAt);
  const task = await openTask(tx, {
    ...{ kind: "log", patientId: null, orderId: null, conversationId: null, holds: false },
    words: `The payout of ${formatDay(madeOn)} is ${formatCents(payout.amount)}, and what the gateway says is in it comes to ${formatCents(payout.amount + differenceCents)}.`,
    ...{ actor, asker: party, asked: party },
    days: newTaskDays("log", dueDayOf(kind, [], days), days),
    log: {
      kind: differenceKind,
      fields: [
        { id: "payout", value: payout.id },
        { id: madeOnField, value: madeOn },
      ],
      onChart: false,
    },
  });
  await tx.db
    .insertInto("payout_difference")
    .values({ payout_id: payout.id, difference_cents: differenceCents, task_id: task })
    .execute();
}
