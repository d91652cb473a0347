import { type RawBuilder, sql } from "kysely";

/** Columns of what waits, each an SQL expression; those left out are null. */
interface Columns {
  readonly id: string;
  readonly patient: string | null;
  /** What its calls are addressed by; left out, the id. */
  readonly ref?: string;
  readonly order?: string | RawBuilder<unknown>;
  readonly product?: string;
  readonly since: string | RawBuilder<unknown>;
  /** Its own last day. */
  readonly due?: string;
  /** Nobody has seen it yet, and it comes before everything else. */
  readonly first?: string;
}

/** The columns of an entry's rows, in one order for the union of all entries. */
export function waitingColumns({
  id,
  patient,
  ref = id,
  order,
  product,
  since,
  due,
  first,
}: Columns): RawBuilder<unknown> {
  const uuid = (column: string | RawBuilder<unknown> | null | undefined) =>
    sql`${typeof column === "object" && column !== null ? column : sql.raw(column ?? "null")}::uuid`;
  return sql`${uuid(id)} as id, ${uuid(patient)} as patient_id, ${uuid(ref)} as ref_id, ${uuid(order)} as order_id,
    ${sql.raw(product ?? "null")}::text as product_id, ${typeof since === "string" ? sql.raw(since) : since} as since,
    ${sql.raw(due ?? "null")}::timestamptz as due, ${sql.raw(first ?? "false")} as first`;
}
