import { sql } from "kysely";
import type { Database } from "../database/open.ts";
import type { Secrets } from "./secrets.ts";

export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The part of a value's context before the colon; the row's key follows. */
  readonly place: string;
  /** The columns of the row's key, joined by colons. */
  readonly key: readonly string[];
}

const sealedById = (table: string, column: string): SealedColumn => ({
  table,
  column,
  place: `${table}.${column}`,
  key: ["id"],
});

/** Every column encrypted with SECRETS_KEY. A test compares it with the schema and with the code that seals. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedById("addition", "note_sealed"),
  sealedById("answer", "value_sealed"),
  { table: "billing_address", column: "lines_sealed", place: "billing_address.lines", key: ["patient_id"] },
  sealedById("care_case", "note_sealed"),
  sealedById("contact_message", "message_sealed"),
  sealedById("customer_order", "shipping_sealed"),
  sealedById("emergency_report", "told_sealed"),
  sealedById("error_report", "record_sealed"),
  sealedById("followup", "asked_sealed"),
  sealedById("followup_answer", "value_sealed"),
  { ...sealedById("health_version", "screens_sealed"), key: ["patient_id", "version"] },
  {
    table: "idempotency_key",
    column: "response_sealed",
    place: "idempotency_key.response",
    key: ["owner", "key"],
  },
  sealedById("insurance_document", "title_sealed"),
  { ...sealedById("lead", "email_sealed"), key: ["email_hash"] },
  { table: "mailing_list", column: "email_sealed", place: "mailing_list.email", key: ["email_hash"] },
  sealedById("medical_letter", "text_sealed"),
  sealedById("message", "text_sealed"),
  sealedById("notification", "words_sealed"),
  { ...sealedById("onboarding", "ssn_last4_sealed"), key: ["patient_id"] },
  { table: "patient", column: "phone_sealed", place: "patient.phone", key: ["id"] },
  { table: "patient", column: "birthday_sealed", place: "patient.birthday", key: ["id"] },
  { table: "patient", column: "closed_email_sealed", place: "patient.closed_email", key: ["id"] },
  { table: "patient", column: "pharmacy_sealed", place: "patient.pharmacy", key: ["id"] },
  sealedById("prescription", "directions_sealed"),
  sealedById("referral_invitation", "email_sealed"),
  { table: "refresh_token", column: "successor_sealed", place: "refresh_token.successor", key: ["token_hash"] },
  sealedById("renewal_request", "note_sealed"),
  sealedById("secrets_canary", "text_sealed"),
  sealedById("shipping_address", "lines_sealed"),
  sealedById("subscription", "cancel_reason_sealed"),
  sealedById("treatment_change", "directions_sealed"),
  sealedById("treatment_change", "note_sealed"),
];

export interface SealedColumnCheck {
  /** `table.column` */
  readonly name: string;
  /** How many values were tried; 0 if the column is empty. */
  readonly tried: number;
  readonly failed: number;
}

/** Decrypts up to `limit` values of every sealed column with the key of `secrets`. */
export async function checkSealedColumns(db: Database, secrets: Secrets, limit: number): Promise<SealedColumnCheck[]> {
  const checks: SealedColumnCheck[] = [];
  for (const column of sealedColumns) checks.push(await checkColumn(db, secrets, column, limit));
  return checks;
}

/** The value of a sealed column in its row; null if there is none. */
export const openSealedValue = (
  secrets: Secrets,
  { column, place: context, key }: SealedColumn,
  row: Record<string, unknown>,
): unknown =>
  row[column] instanceof Uint8Array
    ? secrets.open(row[column], `${context}:${key.map((name) => keyText(row[name])).join(":")}`)
    : null;

async function checkColumn(db: Database, secrets: Secrets, sealed: SealedColumn, limit: number) {
  const { table, column, key } = sealed;
  const keys = sql.join(key.map((name) => sql.ref(name)));
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.ref(column)}, ${keys} from ${sql.table(table)}
    where ${sql.ref(column)} is not null limit ${limit}`.execute(db);
  const canOpen = (row: Record<string, unknown>) => {
    try {
      openSealedValue(secrets, sealed, row);
      return true;
    } catch {
      return false;
    }
  };
  return { name: `${table}.${column}`, tried: rows.length, failed: rows.filter((row) => !canOpen(row)).length };
}

const keyText = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString("hex") : String(value);
