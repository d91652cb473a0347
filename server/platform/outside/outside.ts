import { sql } from "kysely";
import type { Logger } from "pino";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Clock } from "../clock/clock.ts";
import type { Database } from "../database/open.ts";
import { alarmOf, type OutsideRow, type OutsideSystem, type OutsideTable } from "./outside-table.ts";

/** How often a node writes down what it was answered, in milliseconds. A good answer is written, too: it ends an alarm. */
const writeEveryMs = 15_000;

/** What an adapter says of its system's answers. */
export interface SystemReports<Answer extends string> {
  /** Counts an answer of the table, and alarms the practice where its meaning asks for it. Returns the row. `code` is logged: never what a person typed. */
  readonly failed: (answer: Answer | "unknown", code?: string) => OutsideRow;
  /** The system did what it was asked, or refused this one as it should: it works. */
  readonly worked: () => void;
}

/** For commands, which tell whoever runs them. */
export const unreported = <Answer extends string>({ rows }: OutsideTable<Answer>): SystemReports<Answer> => ({
  failed: (answer) => rows[answer],
  worked: () => undefined,
});

export interface Outside {
  /** The reports of a system; made once, with its adapter. */
  readonly of: <Answer extends string>(table: OutsideTable<Answer>) => SystemReports<Answer>;
  /** The tables of the systems this deployment uses. */
  readonly tables: ReadonlyMap<OutsideSystem, OutsideTable>;
  /** Writes down what was answered since the last time. */
  readonly write: () => Promise<void>;
  /** Writes every few seconds; the returned function ends that. */
  readonly start: () => () => void;
}

interface Failing {
  readonly since: Date;
  readonly last: Date;
  readonly count: number;
}

/** Counts what outside systems answer. Nothing here throws or waits: an adapter's own work goes on whatever becomes of its report. */
export function createOutside({
  db,
  clock,
  log,
  metrics,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
}): Outside {
  const answers = new Counter({
    name: "outside_answers_total",
    help: "Answers of outside systems that were not as they should be, by the row of the system's table and what it means",
    labelNames: ["system", "answer", "means"] as const,
    registers: [metrics],
  });
  new Gauge({
    name: "outside_alarms_open",
    help: "Whether the practice was alarmed of a system that still fails",
    labelNames: ["system"] as const,
    registers: [metrics],
    async collect() {
      const rows = await db.selectFrom("outside_failure").select("system").where("alarm_open", "=", true).execute();
      const open = new Set(rows.map(({ system }) => system));
      for (const system of tables.keys()) this.set({ system }, open.has(system) ? 1 : 0);
    },
  });
  const tables = new Map<OutsideSystem, OutsideTable>();
  /** By system, then by answer. */
  const failing = new Map<OutsideSystem, Map<string, Failing>>();
  const workedAt = new Map<OutsideSystem, Date>();

  const of = <Answer extends string>(table: OutsideTable<Answer>): SystemReports<Answer> => {
    const { system, rows } = table;
    tables.set(system, table);
    for (const answer of Object.keys(rows) as (keyof typeof rows)[])
      answers.inc({ system, answer, means: rows[answer].means }, 0);
    return {
      failed(answer, code) {
        const row = rows[answer];
        const now = clock.now();
        answers.inc({ system, answer, means: row.means });
        const alarm = alarmOf(answer, row);
        log[alarm === "at_once" ? "error" : "warn"](
          { system, answer, means: row.means, code },
          "outside system failed",
        );
        if (alarm === "never") return row;
        const ofSystem = failing.get(system) ?? new Map<string, Failing>();
        const before = ofSystem.get(answer);
        failing.set(system, ofSystem);
        ofSystem.set(answer, { since: before?.since ?? now, last: now, count: (before?.count ?? 0) + 1 });
        return row;
      },
      worked() {
        workedAt.set(system, clock.now());
        failing.delete(system);
      },
    };
  };

  const write = async () => {
    const worked = [...workedAt];
    const unwritten = [...failing];
    workedAt.clear();
    failing.clear();
    try {
      await writeDown(worked, unwritten);
    } catch (error) {
      // Kept for the next time, good answers too: they end an alarm. A failure isn't, where the system has answered since.
      for (const [system, byAnswer] of unwritten)
        if (!workedAt.has(system)) failing.set(system, new Map([...byAnswer, ...(failing.get(system) ?? [])]));
      for (const [system, at] of worked) if (!workedAt.has(system)) workedAt.set(system, at);
      throw error;
    }
  };

  const writeDown = async (worked: [OutsideSystem, Date][], unwritten: [OutsideSystem, Map<string, Failing>][]) => {
    for (const [system, at] of worked)
      await db
        .updateTable("outside_failure")
        .set({ failing_since: null })
        .where("system", "=", system)
        .where("failing_since", "is not", null)
        .where("last_failed_at", "<=", at)
        .execute();
    const failed = unwritten.flatMap(([system, byAnswer]) =>
      [...byAnswer].map(([answer, { since, last, count }]) => ({
        system,
        answer,
        failing_since: since,
        last_failed_at: last,
        failures: count,
      })),
    );
    if (failed.length === 0) return;
    await db
      .insertInto("outside_failure")
      .values(failed)
      .onConflict((conflict) =>
        conflict.columns(["system", "answer"]).doUpdateSet((to) => ({
          failing_since: sql`coalesce(outside_failure.failing_since, excluded.failing_since)`,
          last_failed_at: to.ref("excluded.last_failed_at"),
          failures: sql`excluded.failures + case when outside_failure.failing_since is null then 0 else outside_failure.failures end`,
        })),
      )
      .execute();
  };

  const writeOrLog = () =>
    write().catch(({ message }: Error) => log.error({ err: { message } }, "answers of outside systems not written"));
  return {
    of,
    tables,
    write,
    start() {
      const timer = setInterval(() => void writeOrLog(), writeEveryMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
