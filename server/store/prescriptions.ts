import { sql } from "kysely";
import type { Tx } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";

/** Ids of the products a doctor approved for her, with a fill left. */
export async function approvedProducts({ db }: Pick<Services, "db">, patientId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("prescription")
    .select("product_id")
    .where("patient_id", "=", patientId)
    .where("status", "=", "active")
    .where("refills_left", ">", 0)
    .where("withheld_at", "is", null)
    .execute();
  return new Set(rows.map((row) => row.product_id));
}

/** Fills that were taken: the prescription of each product. */
export type Fills = ReadonlyMap<string, string>;

/** Takes one fill of each of these products for a cart; null when one of them has none left, and then the transaction is to be undone. */
export async function takeFills(tx: Tx, patientId: string, productIds: readonly string[]): Promise<Fills | null> {
  if (productIds.length === 0) return new Map();
  const taken = await tx
    .updateTable("prescription")
    .set({ refills_left: sql`refills_left - 1` })
    .where("patient_id", "=", patientId)
    .where("product_id", "in", [...productIds])
    .where("status", "=", "active")
    .where("refills_left", ">", 0)
    .where("withheld_at", "is", null)
    .returning(["id", "product_id"])
    .execute();
  return taken.length === productIds.length ? new Map(taken.map(({ id, product_id }) => [product_id, id])) : null;
}

/** Gives the fills of a cart back that came to nothing, to the prescriptions they were taken of. */
export async function returnFills(tx: Tx, orderId: string): Promise<void> {
  await sql`update prescription p set refills_left = refills_left + 1 from order_line l
    where l.order_id = ${orderId} and p.id = l.prescription_id`.execute(tx);
}
