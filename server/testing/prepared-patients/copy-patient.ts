import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { validate as isUuid } from "uuid";
import { literal } from "#server/platform/database/prepared-reads.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestPatient, TestServer } from "../harness.ts";
import { ownSsn } from "../ssn.ts";
import { sealValues } from "./patient-rows.ts";
import { isOrderNumber, isRxNumber, type RecordedRow, type Recording, settingKeyId } from "./record-patient.ts";

const hourMs = 3_600_000;
const isoTime = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)`;

/** By what a record is compared with others: a copy is somebody else. */
const ofOnePerson: ReadonlySet<string> = new Set([
  "public.person_digest",
  "public.person_pair",
  "public.person_verdict",
]);

/** Gives a patient who only signed up what was recorded, with ids, numbers and times of their own. Resolves with the result of preparing. */
export async function copyPatient(server: TestServer, patient: TestPatient, recording: Recording): Promise<unknown> {
  const { services, database, mailbox, jobs } = server;
  if (recording.drained) await jobs.drain();
  const renewed = await renewedValues(server, patient, recording);
  const delay = services.clock.now().getTime() - recording.ended;
  const text = piecesOf(recording)
    .map((piece, index) => (index % 2 === 0 ? piece : (renewed.get(piece) ?? renewedTime(piece, recording, delay))))
    .join("");
  const { written, mails, result } = JSON.parse(text) as Written;
  const copies = recording.rows.flatMap((recorded, index) => {
    const { row, opened } = written[index] ?? { row: {}, opened: [] };
    const { table } = recorded;
    if (ofOnePerson.has(table.name)) return [];
    // Of one name and birthday with one number, all copies would be of one person.
    const values = table.name === "public.onboarding" ? opened.map(() => ownSsn().slice(-4)) : opened;
    sealValues(services.secrets, table, row, values);
    return { ...recorded, row };
  });
  // As a replica, without triggers: what they wrote is among the rows.
  await database.script(
    ["begin; set local session_replication_role = replica", ...writeRows(copies), "commit"].join(";\n"),
  );
  for (const mail of mails) await mailbox.send({ ...mail, id: newId() });
  return result;
}

/** Of a recording what is another patient's in a copy. */
interface Written extends Pick<Recording, "mails" | "result"> {
  readonly written: readonly Pick<RecordedRow, "row" | "opened">[];
}

const pieces = new WeakMap<Recording, readonly string[]>();
/** The same for every copy, as JSON: in turn what stays as it is, and a value of the recorded patient's own or a time. */
function piecesOf(recording: Recording): readonly string[] {
  const known = pieces.get(recording);
  if (known) return known;
  const { rows, mails, result = null } = recording;
  const text = JSON.stringify({ written: rows.map(({ row, opened }) => ({ row, opened })), mails, result });
  const own = ownValues(recording).map((each) => each.replace(/\W/g, "\\$&"));
  const made = text.split(new RegExp(`(${[isoTime, ...own].join("|")})`));
  pieces.set(recording, made);
  return made;
}

/** What a copy has other values for. */
const ownValues = ({ patient, keyId, own }: Recording): string[] =>
  [patient.id, patient.email, keyId, ...own].filter(Boolean);

/** SQL that inserts the new rows, table by table, and sets the changed columns of others. */
function* writeRows(copies: readonly RecordedRow[]): Generator<string> {
  const inserted = Map.groupBy(copies, ({ table, changed }) => (changed ? null : table));
  for (const [table, rows] of inserted) {
    if (!table) continue;
    const { name, columns } = table;
    const values = literal(JSON.stringify(rows.map(({ row }) => row)));
    yield `insert into ${name} (${list(columns)}) select ${list(columns)} from jsonb_populate_recordset(null::${name}, ${values})`;
  }
  for (const { table, row, changed } of copies) {
    if (!changed) continue;
    const { name, key } = table;
    const set = changed.map((each) => `"${each}" = r."${each}"`).join(", ");
    const isSame = key.map((each) => `t."${each}" = r."${each}"`).join(" and ");
    yield `update ${name} t set ${set} from jsonb_populate_record(null::${name}, ${literal(JSON.stringify(row))}) r where ${isSame}`;
  }
}

const list = (columns: readonly string[]): string => columns.map((each) => `"${each}"`).join(", ");

/**
 * The time of an event as if the patient had been prepared just now, and what was due from then on, days later at the same time of day in any zone. Any
 * other time as it is.
 */
function renewedTime(time: string, { began, ended }: Recording, delay: number): string {
  const at = Date.parse(time);
  if ((((at - began) % hourMs) + hourMs) % hourMs > ended - began) return time;
  const microseconds = /\.\d{3}(\d+)/.exec(time)?.[1] ?? "";
  return new Date(at + delay).toISOString().replace("Z", `${microseconds}Z`);
}

/** What takes the place of each value that is the recorded patient's own. */
async function renewedValues(
  { services }: TestServer,
  patient: TestPatient,
  { patient: recorded, keyId, own }: Recording,
): Promise<Map<string, string>> {
  const orders = own.filter(isOrderNumber);
  const prescriptions = own.filter(isRxNumber);
  const { rows: numbers } = await sql<{ number: string }>`
    select nextval('order_number')::text as number from generate_series(1, ${orders.length})
    union all select 'RX' || nextval('rx_number') from generate_series(1, ${prescriptions.length})`.execute(
    services.db,
  );
  return new Map([
    [recorded.id, patient.id],
    [recorded.email, patient.email],
    [keyId, await settingKeyId(services)],
    ...own.map((each): [string, string] => [each, isUuid(each) ? newId() : each.replace(/[^_]{8,}$/, randomText)]),
    ...[...orders, ...prescriptions].map((each, index): [string, string] => [each, numbers[index]?.number ?? each]),
  ]);
}

/** Random text of the length of another one, in hexadecimal digits. */
const randomText = (other: string): string => randomBytes(other.length).toString("hex").slice(0, other.length);
