import { sql } from "kysely";
import type { AuditGround } from "#contract/staff/record-access.ts";
import type { Clock } from "../clock/clock.ts";
import type { Database } from "../database/open.ts";
import { auditPartitionMonth, createAuditPartition } from "./audit-partitions.ts";

export interface AuditEntry {
  /** `patient:<id>`, `helper:<id>`, `staff:<id>`, `key:<id>` for an API key, `anonymous` or `system:<what>`. */
  readonly actor: string;
  readonly patientId: string | null;
  readonly call: string;
  readonly status: number;
  readonly code: string | null;
  readonly requestId: string;
  /** Why a person could read the record: `work`, `treating`, or the reason they chose; of a copy, whom it is for; and the row with their words. */
  readonly ground?: AuditGround;
  readonly accessId?: string;
}

export interface Audit {
  /** Resolves when the row is durable. Entries that arrive during a write share the next one. */
  readonly record: (entry: AuditEntry) => Promise<void>;
  /**
   * For what a page asked by itself, without its person: left out where a row of `repeated.by` about the same patient and thing was written within
   * `repeated.withinMs`. The first look always leaves its row, so a caller who claims to be a page can hide no access, only its repeats.
   */
  readonly recordUnattended: (entry: AuditEntry, repeated: Repeated) => Promise<void>;
}

/** What makes two looks the same one. */
interface Repeated {
  /** Whose page it is: a session, because whoever signs in anew looks anew. */
  readonly by: string;
  /** What was looked at. */
  readonly what: string;
  readonly withinMs: number;
}

/** Rows remembered by one node. Whatever was forgotten costs one more row. */
const maxRemembered = 50_000;

export function createAudit(db: Database, clock: Clock): Audit {
  let pending: (AuditEntry & { at: Date })[] = [];
  let next: Promise<void> | null = null;
  let current: Promise<unknown> = Promise.resolve();
  const ensuredMonths = new Set<string>();

  /** Once for each month; if it cannot be created now, the default partition takes the rows until it is. */
  const ensureMonths = async (batch: readonly { readonly at: Date }[]) => {
    for (const { at } of batch) {
      const month = auditPartitionMonth(at);
      // A failure within a transaction would abort it.
      if (ensuredMonths.has(month) || db.isTransaction) continue;
      ensuredMonths.add(month);
      await createAuditPartition(db, at).catch(() => undefined);
    }
  };

  const write = async () => {
    await current.catch(() => undefined);
    await nextTick();
    const batch = pending;
    pending = [];
    next = null;
    current = ensureMonths(batch).then(() => insertRows(db, batch));
    await current;
  };

  const record = (entry: AuditEntry) => {
    pending.push({ ...entry, at: clock.now() });
    next ??= write();
    return next;
  };

  /** When the last row of each look was written, oldest first. */
  const seen = new Map<string, number>();
  const remember = (look: string, at: number) => {
    seen.delete(look);
    seen.set(look, at);
    const [oldest] = seen.keys();
    if (seen.size > maxRemembered && oldest !== undefined) seen.delete(oldest);
  };

  return {
    record,
    async recordUnattended(entry, { by, what, withinMs }) {
      const look = [by, what, entry.patientId, entry.ground].join(" ");
      const now = clock.now().getTime();
      const age = now - (seen.get(look) ?? -Infinity);
      // A clock that was moved back makes no look a repeat.
      if (entry.status < 400 && age >= 0 && age < withinMs) return;
      await record(entry);
      if (entry.status < 400) remember(look, now);
    },
  };
}

/** Waits for other work that is ready, so that requests whose rows arrived together share a write. */
const nextTick = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** One statement with the same text for any number of rows. */
const insertRows = (db: Database, rows: readonly (AuditEntry & { at: Date })[]) =>
  sql`
    insert into audit_event (at, actor, patient_id, call, status, code, request_id, ground, access_id)
    select at, actor, "patientId", call, status, code, "requestId", ground, "accessId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as entry (at timestamptz, actor text, "patientId" uuid, call text, status smallint, code text, "requestId" text, ground text,
        "accessId" uuid)`.execute(db);
