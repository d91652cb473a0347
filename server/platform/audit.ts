import type { Clock } from "./clock.ts";
import type { Database } from "./database/open.ts";

export interface AuditEntry {
  /** `patient:<id>`, `clinic`, `anonymous` or `system:<what>`. */
  readonly actor: string;
  readonly patientId: string | null;
  readonly call: string;
  readonly status: number;
  readonly code: string | null;
  readonly requestId: string;
}

export interface Audit {
  /** Resolves when the row is durable. Entries that arrive while a write is under way share the next one. */
  readonly record: (entry: AuditEntry) => Promise<void>;
}

export function createAudit(db: Database, clock: Clock): Audit {
  let waiting: { row: Parameters<typeof rowOf>[0]; at: Date }[] = [];
  let next: Promise<void> | null = null;
  let current: Promise<void> = Promise.resolve();

  const rowOf = (entry: AuditEntry) => ({
    actor: entry.actor,
    patient_id: entry.patientId,
    call: entry.call,
    status: entry.status,
    code: entry.code,
    request_id: entry.requestId,
  });

  const write = async () => {
    await current.catch(() => undefined);
    const batch = waiting;
    waiting = [];
    next = null;
    current = db
      .insertInto("audit_event")
      .values(batch.map(({ row, at }) => ({ at, ...rowOf(row) })))
      .execute()
      .then(() => undefined);
    return current;
  };

  return {
    record(entry) {
      waiting.push({ row: entry, at: clock.now() });
      next ??= write();
      return next;
    },
  };
}
