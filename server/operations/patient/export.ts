import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { createFhirRecord } from "#server/documents/public.ts";
import { openSealedValue } from "#server/platform/crypto/sealed-columns.ts";
import { isSealedColumn } from "#server/platform/crypto/sealed.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import { recordLogKinds } from "#server/tasks/public.ts";
import { subjectOf } from "./data-subject.ts";
import { erasureRules } from "./erasure-rules.ts";

type NeededServices = Pick<Services, "db" | "secrets" | "content" | "clock" | "config" | "files" | "audit">;
type Row = Record<string, unknown>;

export interface ExportResult {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

/** Credentials of an account, which are nobody's record. */
const credentialColumn = /(_hash|^successor_sealed)$/;
/**
 * What the practice keeps for itself: its working notes, why one of its people read a record (decision 62), and which other record may be the same
 * person's, which tells of somebody's account (decision 100).
 */
const keptFromCopy: readonly string[] = [
  ...["staff_note", "staff_record_access", "access_finding", "peer_review_decision"],
  ...["person_digest", "person_due", "person_pair", "person_verdict", "record_merge"],
];
/** What was sent to this patient by mistake, or is about another one: that there was something is in the copy, its words and its file aren't. */
const withoutOthersWords = ({ text_sealed: _text, title_sealed: _title, ...row }: Row): Row => withoutMoved(row);
const withoutMoved = ({ file_id: _file, moved_to_id: _moved, withdrawn_reason_sealed: _reason, ...row }: Row): Row =>
  row;
const tablesOfMisfiled: readonly string[] = ["message", "medical_letter", "insurance_document", "visit_note"];
const ownFiles = sql`not exists (
  select from message where message.file_id = uploaded_file.id and message.withdrawn_at is not null
  union all
  select from insurance_document d where d.file_id = uploaded_file.id and d.withdrawn_at is not null)`;
/** What the patient asked for, and what was logged as part of their record; what people of the practice ask each other is theirs. */
const ownTasks = ({ content: { log } }: NeededServices) => sql`(asker like 'patient:%' or (
  log_kind = any(${recordLogKinds(log)}::text[]) and outcome is distinct from 'dropped'))`;
const ownerOnly = { mode: 0o600, flag: "wx" } as const;

/**
 * Writes all of a patient's data, but the practice's working notes, into `folder`, which must not exist yet: `tables/*.json` with sealed values decrypted, `record.fhir.json`
 * and `files`, readable only by the user who runs it.
 */
export async function exportPatient(services: NeededServices, id: string, folder: string): Promise<ExportResult> {
  const subject = await subjectOf(services, id);
  await mkdir(folder, { recursive: true, mode: 0o700 }).then((made) => {
    if (made === undefined) throw new Error(`${folder} is there already.`);
  });
  const tables = join(folder, "tables");
  const files = join(folder, "files");
  for (const each of [tables, files]) await mkdir(each, { mode: 0o700 });
  await services.audit.record({
    actor: "system:patient",
    patientId: subject.id,
    call: "patient export",
    status: 200,
    code: null,
    requestId: newId(),
  });
  const result = { tables: 0, rows: 0, files: 0 };
  for (const { table, rows: condition } of erasureRules) {
    if (keptFromCopy.includes(table)) continue;
    const own = (table === "uploaded_file" && ownFiles) || (table === "task" && ownTasks(services)) || sql`true`;
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} where ${condition(subject)} and ${own}`.execute(services.db);
    if (rows.length === 0) continue;
    const readable = rows.map((row) =>
      readableRow(
        services,
        table,
        tablesOfMisfiled.includes(table) && row["withdrawn_at"] !== null ? withoutOthersWords(row) : row,
      ),
    );
    await writeFile(join(tables, `${table}.json`), `${JSON.stringify(readable, null, 2)}\n`, ownerOnly);
    result.tables += 1;
    result.rows += rows.length;
    if (table === "uploaded_file")
      for (const row of rows as { id: string; storage_key: string; type: string }[]) {
        const bytes = await services.files.get(row.storage_key);
        if (bytes === undefined) throw new Error(`The file ${row.storage_key} is missing.`);
        await writeFile(join(files, `${row.id}.${row.type.split("/").at(-1)?.replace(/\W.*/, "")}`), bytes, ownerOnly);
        result.files += 1;
      }
  }
  const { bytes } = await createFhirRecord(services, subject.id);
  await writeFile(join(folder, "record.fhir.json"), bytes, ownerOnly);
  return result;
}

/** Sealed columns are decrypted and named without `_sealed`; other bytes are written in hexadecimal. */
function readableRow({ secrets }: Pick<NeededServices, "secrets">, table: string, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !credentialColumn.test(column))
      .map(([column, value]) => {
        const name = `${table}.${column}`;
        if (isSealedColumn(name)) return [column.replace(/_sealed$/, ""), openSealedValue(secrets, name, row)];
        return [column, value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value];
      }),
  );
}
