import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";
import type { Secrets } from "#server/platform/secrets.ts";

export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** What a value is bound to, before the colon; the row's key follows it. */
  readonly place: string;
  /** The columns whose values follow, with colons between. */
  readonly key: readonly string[];
}

const usual = (table: string, column: string): SealedColumn => ({
  table,
  column,
  place: `${table}.${column}`,
  key: ["id"],
});

/** Every column that SECRETS_KEY seals. A test holds it against the schema and against the code that seals. */
export const sealedColumns: readonly SealedColumn[] = [
  usual("addition", "note_sealed"),
  usual("answer", "value_sealed"),
  { table: "billing_address", column: "lines_sealed", place: "billing_address.lines", key: ["patient_id"] },
  usual("care_case", "note_sealed"),
  usual("contact_message", "message_sealed"),
  usual("customer_order", "shipping_sealed"),
  usual("emergency_report", "told_sealed"),
  usual("error_report", "record_sealed"),
  usual("followup", "asked_sealed"),
  usual("followup_answer", "value_sealed"),
  { ...usual("health_version", "screens_sealed"), key: ["patient_id", "version"] },
  {
    table: "idempotency_key",
    column: "response_sealed",
    place: "idempotency_key.response",
    key: ["owner", "key"],
  },
  usual("insurance_document", "title_sealed"),
  { ...usual("lead", "email_sealed"), key: ["email_hash"] },
  { table: "mailing_list", column: "email_sealed", place: "mailing_list.email", key: ["email_hash"] },
  usual("medical_letter", "text_sealed"),
  usual("message", "text_sealed"),
  usual("notification", "words_sealed"),
  { ...usual("onboarding", "ssn_last4_sealed"), key: ["patient_id"] },
  { table: "patient", column: "phone_sealed", place: "patient.phone", key: ["id"] },
  { table: "patient", column: "birthday_sealed", place: "patient.birthday", key: ["id"] },
  { table: "patient", column: "closed_email_sealed", place: "patient.closed_email", key: ["id"] },
  { table: "patient", column: "pharmacy_sealed", place: "patient.pharmacy", key: ["id"] },
  usual("prescription", "directions_sealed"),
  usual("referral_invitation", "email_sealed"),
  { table: "refresh_token", column: "successor_sealed", place: "refresh_token.successor", key: ["token_hash"] },
  usual("renewal_request", "note_sealed"),
  usual("secrets_canary", "text_sealed"),
  usual("shipping_address", "lines_sealed"),
  usual("subscription", "cancel_reason_sealed"),
  usual("treatment_change", "directions_sealed"),
  usual("treatment_change", "note_sealed"),
];

export interface OpenedColumn {
  /** `table.column` */
  readonly name: string;
  /** How many values were tried; 0 where the column is empty. */
  readonly tried: number;
  readonly failed: number;
}

/** Opens up to `most` values of every sealed column with the key of `secrets`. */
export async function openSealedColumns(db: Database, secrets: Secrets, most: number): Promise<OpenedColumn[]> {
  const opened: OpenedColumn[] = [];
  for (const column of sealedColumns) opened.push(await openColumn(db, secrets, column, most));
  return opened;
}

/** The value of a sealed column, with the row it stands in; null where there is none. */
export const openOf = (secrets: Secrets, { column, place, key }: SealedColumn, row: Record<string, unknown>): unknown =>
  row[column] instanceof Uint8Array
    ? secrets.open(row[column], `${place}:${key.map((name) => textOf(row[name])).join(":")}`)
    : null;

async function openColumn(db: Database, secrets: Secrets, sealed: SealedColumn, most: number) {
  const { table, column, key } = sealed;
  const keys = sql.join(key.map((name) => sql.ref(name)));
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.ref(column)}, ${keys} from ${sql.table(table)}
    where ${sql.ref(column)} is not null limit ${most}`.execute(db);
  const opens = (row: Record<string, unknown>) => {
    try {
      openOf(secrets, sealed, row);
      return true;
    } catch {
      return false;
    }
  };
  return { name: `${table}.${column}`, tried: rows.length, failed: rows.filter((row) => !opens(row)).length };
}

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString("hex") : String(value);
