import type { Services } from "#server/platform/services.ts";

/** Ids of the products a doctor approved for her, with a fill left. */
export async function approvedProducts({ db }: Pick<Services, "db">, patientId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("prescription")
    .select("product_id")
    .where("patient_id", "=", patientId)
    .where("status", "=", "active")
    .where("refills_left", ">", 0)
    .execute();
  return new Set(rows.map((row) => row.product_id));
}
