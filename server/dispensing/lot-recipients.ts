import type { LotRecipient } from "#contract/care/dispensing.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import { beyondCursor, decodeCursor, pageSize, paginate } from "#server/platform/pagination.ts";
import type { Services } from "#server/platform/services.ts";

type Deps = Pick<Services, "db" | "secrets">;

/** Patients as the clinic's lists show them. */
export type SummariesOf = (services: Deps, ids: readonly string[]) => Promise<readonly PatientSummary[]>;

/** Whom a lot was packed for or sent to, oldest first: for a recall. What came back and what was voided are among them and say so. */
export async function lotRecipients(
  services: Deps,
  summariesOf: SummariesOf,
  lotNumber: string,
  cursor: string | undefined,
): Promise<{ items: LotRecipient[]; nextpage: string | null }> {
  const rows = await services.db
    .selectFrom("order_fill")
    .innerJoin("customer_order", "customer_order.id", "order_fill.order_id")
    .innerJoin("order_line", (join) =>
      join.onRef("order_line.order_id", "=", "order_fill.order_id").onRef("order_line.line", "=", "order_fill.line"),
    )
    .leftJoin("shipment", (join) =>
      join.onRef("shipment.order_id", "=", "order_fill.order_id").onRef("shipment.parcel", "=", "order_fill.parcel"),
    )
    .select([
      "order_fill.id",
      "order_fill.packed_at",
      "order_fill.expires_on",
      "order_fill.voided_at",
      "customer_order.patient_id",
      "customer_order.id as order_id",
      "customer_order.number",
      "order_line.name",
      "order_line.dosage",
      "order_line.quantity",
      "shipment.shipped_at",
      "shipment.delivered_at",
      "shipment.returned_at",
    ])
    .where((each) =>
      each.or([
        each("order_fill.lot_number", "=", lotNumber),
        each.exists(
          each
            .selectFrom("packed_box")
            .whereRef("packed_box.fill_id", "=", "order_fill.id")
            .where("packed_box.lot_number", "=", lotNumber),
        ),
      ]),
    )
    .where(beyondCursor("order_fill.packed_at", ">", "order_fill.id", decodeCursor(cursor)))
    .orderBy("order_fill.packed_at")
    .orderBy("order_fill.id")
    .limit(pageSize + 1)
    .execute();
  const { items, nextpage } = paginate(rows, ({ packed_at, id }) => ({ at: packed_at, id }));
  const patients = new Map(
    (await summariesOf(services, [...new Set(items.map(({ patient_id }) => patient_id))])).map((patient) => [
      patient.id,
      patient,
    ]),
  );
  return {
    items: items.flatMap((row) => {
      const patient = patients.get(row.patient_id);
      if (!patient) return [];
      const { id, name, dosage, quantity } = row;
      return {
        ...{ id, patient, name, dosage, quantity },
        orderid: row.order_id,
        ordernumber: row.number,
        lotnumber: lotNumber,
        expireson: row.expires_on,
        packedat: row.packed_at.toISOString(),
        shippedat: row.shipped_at?.toISOString() ?? null,
        deliveredat: row.delivered_at?.toISOString() ?? null,
        returnedat: row.returned_at?.toISOString() ?? null,
        voidedat: row.voided_at?.toISOString() ?? null,
      };
    }),
    nextpage,
  };
}
