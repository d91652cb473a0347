import type { Client } from "pg";
import { hashSearchTerms } from "#server/auth/patients/patient-search.ts";
import { isSealedColumn, sealed } from "#server/platform/crypto/sealed.ts";
import { createSecrets } from "#server/platform/crypto/secrets.ts";

/** The one patient of the demo whose visit, order and prescription orders are done; all others are copies. */
export const templateEmail = "maria@demo.calendula.example";

interface CopiedTable {
  readonly table: string;
  /** Condition that picks the patient's rows; `$1` is the patient's id. */
  readonly filter: string;
  /** Text columns that are unique or that another table joins on. */
  readonly distinct?: readonly string[];
  /** Text columns that hold a uuid. */
  readonly ids?: readonly string[];
}

const byPatient = "patient_id = $1";
const byOrder = "order_id in (select id from customer_order where patient_id = $1)";

const lastSeq = "(select last_seq from conversation where conversation.id = conversation_id)";

/** The data of a patient in care; answers are left out, as nothing measured reads them. */
export const copiedTables: readonly CopiedTable[] = [
  { table: "patient", filter: "id = $1", distinct: ["email"] },
  // All copies are found by the template's name; `findByEmail` gives some their own e-mail.
  { table: "patient_search_term", filter: byPatient },
  { table: "session", filter: byPatient },
  { table: "onboarding", filter: byPatient },
  { table: "shipping_address", filter: byPatient },
  { table: "payment_customer", filter: byPatient, distinct: ["gateway_customer_id"] },
  { table: "payment_source", filter: byPatient, distinct: ["gateway_method_id"] },
  { table: "customer_order", filter: byPatient, distinct: ["number"] },
  { table: "order_line", filter: byOrder },
  { table: "order_event", filter: byOrder },
  { table: "payment_intent", filter: byPatient, distinct: ["gateway_intent_id"] },
  { table: "ledger_entry", filter: byOrder },
  { table: "care_case", filter: byPatient },
  { table: "prescription", filter: byPatient, distinct: ["rx_number"] },
  { table: "subscription", filter: byPatient },
  { table: "prescription_order", filter: byPatient },
  { table: "shipment", filter: byOrder },
  { table: "uploaded_file", filter: byPatient, distinct: ["storage_key"] },
  { table: "insurance_document", filter: byPatient },
  { table: "conversation", filter: byPatient },
  // The last ones: longer threads are measured separately (`bench -- threads`).
  { table: "message", filter: `patient_id = $1 and seq >= ${lastSeq} - 1`, distinct: ["client_id"] },
  {
    table: "notification",
    filter: `patient_id = $1 and (kind <> 'message' or seq >= ${lastSeq} - 1)`,
    distinct: ["dedupe_key"],
  },
  { table: "change_feed", filter: byPatient },
  {
    table: "change_event",
    filter: "patient_id = $1 and seq = (select last_seq from change_feed where patient_id = $1)",
  },
  { table: "audit_event", filter: "id in (select id from audit_event where patient_id = $1 order by id desc limit 1)" },
  { table: "sandbox.customer", filter: "patient_id = $1::text", distinct: ["id"], ids: ["patient_id"] },
  {
    table: "sandbox.payment_method",
    filter: "customer_id in (select id from sandbox.customer where patient_id = $1::text)",
    distinct: ["id", "customer_id"],
  },
];

/** First eight digits of the ids of copy `n`. Real ids begin with the time, which is above any number of copies. */
const prefix = (n: number): string => n.toString(16).padStart(8, "0");

/** The id in copy `n` that replaces an id of the template. */
export const copyIdOf = (n: number, id: string): string => prefix(n) + id.slice(8);

/** The copies' visits are up to this many days before the template's. */
export const spreadDays = 40;

/**
 * Adds `count` copies of the template's rows to a table: ids are derived, timestamps shifted by the copy's day, everything else is unchanged. Sealed
 * values are copied as they are: they open only under the template's ids.
 */
export async function copyRows(
  client: Client,
  copiedTable: CopiedTable,
  templateId: string,
  count: number,
): Promise<void> {
  const { rows } = await client.query<{ column: string; type: string }>(
    `select attname as column, atttypid::regtype::text as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' order by attnum`,
    [copiedTable.table],
  );
  const names = rows.map(({ column }) => column).join(", ");
  const values = rows.map(({ column, type }) => valueOf(copiedTable, column, type)).join(", ");
  const id = client.escapeLiteral(templateId);
  const filter = copiedTable.filter.replaceAll("$1", `${id}::uuid`);
  await client.query(
    `insert into ${copiedTable.table} (${names})
      select ${values} from (
        select n || '-' as tag, lpad(to_hex(n), 8, '0') as prefix, n % ${spreadDays} as days,
          (n % ${spreadDays}) * interval '1 day' as ago
        from generate_series(1, ${count}) n
      ) copy cross join (select * from ${copiedTable.table} where ${filter} offset 0) own`,
  );
}

function valueOf({ distinct = [], ids = [] }: CopiedTable, column: string, type: string): string {
  const source = `own.${column}`;
  if (distinct.includes(column)) return `tag || ${source}`;
  if (ids.includes(column)) return `prefix || substr(${source}, 9)`;
  if (type === "uuid") return `(prefix || substr(${source}::text, 9))::uuid`;
  if (type === "date") return `${source} - days`;
  if (type === "timestamp with time zone") return `${source} - ago`;
  return source;
}

/** Makes these copies found by their own e-mail. */
export async function findByEmail(
  client: Client,
  secretsKey: string,
  templateId: string,
  numbers: readonly number[],
): Promise<void> {
  const { rows } = await client.query<{ id: string; email: string }>(
    "select id, email::text from patient where id = any($1)",
    [numbers.map((n) => copyIdOf(n, templateId))],
  );
  const terms = hashSearchTerms(
    createSecrets(secretsKey),
    rows.map(({ email }) => ({ kind: "email", text: email.toLowerCase() })),
  );
  await client.query(
    "insert into patient_search_term (term_hash, patient_id) select decode(hash, 'hex'), id from unnest($1::text[], $2::uuid[]) as found (hash, id)",
    [terms, rows.map(({ id }) => id)],
  );
}

/** Columns with the id a sealed value is bound to, where it is not `id`. */
const keys: Readonly<Record<string, string>> = { onboarding: "patient_id" };

/** Reseals the values copied from the template for these copies, so that the server can open them. */
export async function sealCopies(
  client: Client,
  secretsKey: string,
  templateId: string,
  numbers: readonly number[],
): Promise<void> {
  const secrets = createSecrets(secretsKey);
  for (const { table, filter: patientFilter } of copiedTables) {
    const key = keys[table] ?? "id";
    const { rows } = await client.query<Record<string, unknown>>(
      `select * from ${table} where ${patientFilter.replaceAll("$1", "$1::uuid")}`,
      [templateId],
    );
    for (const row of rows)
      for (const [column, bytes] of Object.entries(row)) {
        const name = `${table}.${column}`;
        if (!isSealedColumn(name) || !(bytes instanceof Buffer)) continue;
        const contextOf = sealed(name);
        const id = String(row[key]);
        const value = secrets.open(bytes, contextOf(id));
        const ids = numbers.map((n) => copyIdOf(n, id));
        await client.query(
          `update ${table} set ${column} = sealed from unnest($1::uuid[], $2::bytea[]) as copy (of_id, sealed)
            where ${key} = of_id`,
          [ids, ids.map((copy) => secrets.seal(value, contextOf(copy)))],
        );
      }
  }
}
