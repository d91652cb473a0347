import { createApiKeyAuthenticator } from "#server/integrations/public.ts";
import type { Mail } from "#server/platform/mail/mailer.ts";
import { startTestServer, testApiKey, type TestPatient, type TestServer, type UntouchedPatient } from "../harness.ts";
import { digits, jobTable, openedValues, readRows, type Row, type Table } from "./patient-rows.ts";

export interface RecordedRow {
  readonly table: Table;
  readonly row: Row;
  /** Its sealed values, opened. */
  readonly opened: readonly unknown[];
  /** Columns that differ from what signing up left; null for a new row. */
  readonly changed: readonly string[] | null;
}

/** What bringing a patient to a state leaves behind. */
export interface Recording {
  readonly patient: TestPatient;
  readonly rows: readonly RecordedRow[];
  readonly mails: readonly Mail[];
  /** The practice's, as whom the calls were made. */
  readonly keyId: string;
  /** Ids, numbers and other values that no second patient may have, in their order. */
  readonly own: readonly string[];
  /** Whether the jobs of signing up ran. */
  readonly drained: boolean;
  readonly result: unknown;
  /** When it was prepared, in milliseconds. */
  readonly began: number;
  readonly ended: number;
}

/** Order and prescription numbers of recorded patients, which nothing else contains. */
const startNumbers =
  "alter sequence order_number restart with 910000001; alter sequence rx_number restart with 920000001";
export const isOrderNumber = (value: string): boolean => /^9100\d{5}$/.test(value);
export const isRxNumber = (value: string): boolean => /^RX9200\d{5}$/.test(value);

/** The id of the key of the setting `API_KEY`, which every server makes for itself when it is first used. */
export async function settingKeyId(services: TestServer["services"]): Promise<string> {
  const caller = await createApiKeyAuthenticator(services)(testApiKey);
  return caller?.actor.replace(/^key:/, "") ?? "";
}

/** Prepares a patient with these names on a new server, whose clock is `clockOffset` milliseconds ahead, and records what differs from signing up. */
export async function recordPatient(
  clockOffset: number,
  names: UntouchedPatient["names"],
  prepare: (server: TestServer, patient: TestPatient) => Promise<unknown>,
): Promise<Recording> {
  const server = await startTestServer();
  try {
    const { database, services, clock, mailbox, jobs } = server;
    await database.script(startNumbers);
    clock.setOffset(clockOffset);
    const patient = await server.newPatient(names);
    server.takeUntouched(patient.token);
    const keyId = await settingKeyId(services);
    const before = await readRows(services.db);
    const began = clock.now().getTime();
    const result = await prepare(server, patient);
    const ended = clock.now().getTime();
    const after = await readRows(services.db);
    const mails = await mailbox.list();

    const textBefore = JSON.stringify([...before.values()]);
    const rows: RecordedRow[] = [];
    let drained = false;
    after.delete("public.api_key");
    for (const { table, rows: later } of after.values()) {
      const keyOf = (row: Row) =>
        JSON.stringify((table.key.length > 0 ? table.key : table.columns).map((each) => row[each]));
      const earlier = new Map(before.get(table.name)?.rows.map((row) => [keyOf(row), row]));
      for (const row of later) {
        const previous = earlier.get(keyOf(row));
        earlier.delete(keyOf(row));
        const changed = previous ? changedColumns(table, previous, row) : null;
        if (changed?.length === 0) continue;
        // A mail that waited since signing up: each patient has their own.
        if (table.name === "public.patient_mail" && textBefore.includes(String(row["id"]))) continue;
        rows.push({ table, row, opened: openedValues(services.secrets, table, row), changed });
      }
      if (earlier.size > 0 && table.name !== jobTable)
        throw new Error(`Preparing a patient deletes rows of ${table.name}`);
      drained ||= earlier.size > 0;
    }

    const other = await server.newPatient(names);
    await jobs.drain();
    const bySigningUp = new Set((await mailbox.list(other.email)).map(({ subject }) => subject));
    return {
      patient,
      keyId,
      rows,
      mails: mails.filter(({ subject }) => !bySigningUp.has(subject)).toReversed(),
      own: ownValues(rows, textBefore),
      drained,
      result,
      began,
      ended,
    };
  } finally {
    await server.close();
  }
}

/** The account is each patient's own. Any other row that signing up left becomes as it was recorded, with the flow of the visit that was drawn by lot. */
function changedColumns({ name, columns, key }: Table, previous: Row, row: Row): readonly string[] {
  const changed = columns.filter((each) => JSON.stringify(previous[each]) !== JSON.stringify(row[each]));
  if (name === "public.patient" || changed.length === 0) return changed;
  return columns.filter((each) => !key.includes(each));
}

function ownValues(rows: readonly RecordedRow[], textBefore: string): string[] {
  const values = new Set<string>();
  for (const { table, row, changed } of rows) {
    if (changed) continue;
    for (const column of table.identifying) values.add(digits(row[column]));
    if (table.name === "public.idempotency_key") values.add(digits(row["key"]));
    // Of a mail that waits.
    if (table.name === jobTable) values.add(digits((row["data"] as { id?: string } | null)?.id));
  }
  const own = [...values].filter((each) => each.length >= 8 && !textBefore.includes(each));
  // What contains another one, as keys derived from ids do, changes with that.
  return own.filter((each) => !own.some((other) => other !== each && each.includes(other))).sort();
}
