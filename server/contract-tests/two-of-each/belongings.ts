import type { TestServer } from "#server/testing/harness.ts";
import { openedValues, readRows, type Row, type Table } from "#server/testing/prepared-patients/patient-rows.ts";

/** What tells one thing from another in an answer: ids and numbers of its rows, and what was written in them. */
export type Belongings = ReadonlySet<string>;

interface KnownRow {
  /** Every value of the row, as text. */
  readonly values: ReadonlySet<string>;
  /** What no other row has. */
  readonly marks: readonly string[];
}

/** Reads all rows; resolves with what belongs to the thing with an id: the rows that name it, and the rows that name those. */
export async function readBelongings({ services }: TestServer): Promise<(id: string) => Belongings> {
  const rows: KnownRow[] = [];
  for (const { table, rows: own } of (await readRows(services.db)).values()) {
    if (!table.name.startsWith("public.") || unseen.has(table.name)) continue;
    for (const row of own)
      rows.push({
        values: new Set(Object.values(row).filter((value) => typeof value === "string")),
        marks: [...marksOf(table, row), ...openedValues(services.secrets, table, row).flatMap(textsIn)],
      });
  }
  return (id) => {
    const own = rows.filter(({ values }) => values.has(id));
    const marks = own.flatMap((row) => row.marks);
    const names = new Set(marks.filter((mark) => /^[0-9a-f-]{36}$/.test(mark)));
    const further = rows.filter(({ values }) => [...names].some((name) => values.has(name)));
    return new Set([id, ...marks, ...further.flatMap((row) => row.marks)]);
  };
}

/** Tables of which nobody reads an id in an answer about something else, and which name everything. */
const unseen: ReadonlySet<string> = new Set([
  "public.audit_event",
  "public.idempotency_key",
  "public.change_feed",
  "public.work_claim",
]);

/** What things have that is told apart by it, though others may have the same. */
const telling = ["lot_number", "tracking_number"];

const marksOf = ({ identifying }: Table, row: Row): string[] =>
  [...identifying, ...telling]
    .map((column) => row[column])
    .filter((value): value is string => typeof value === "string" && value.length > 3);

/** Texts of a sealed value that are long enough to be nobody else's by chance; two things may happen in the same millisecond. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value.length > 11 && !isMoment.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** What one of two has and the other hasn't. */
export const ownOf = (one: Belongings, other: Belongings): string[] => [...one].filter((each) => !other.has(each));
