import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";

/** The sealed part of a billing address. */
export interface SealedBillingLines {
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string;
  readonly phoneno: string | null;
}

export interface BillingAddressRow {
  /** Bills go to the default shipping address; the lines are null. */
  readonly sameAsShipping: boolean;
  readonly lines: SealedBillingLines | null;
  readonly state: string;
  readonly zipcode: string;
}

type Deps = Pick<Services, "secrets" | "clock"> & { readonly db: Database };

const sealContext = sealed("billing_address.lines_sealed");

/** What the patient chose last, or null. */
export async function findBillingAddress({ db, secrets }: Deps, patientId: string): Promise<BillingAddressRow | null> {
  const row = await db.selectFrom("billing_address").selectAll().where("patient_id", "=", patientId).executeTakeFirst();
  if (!row) return null;
  const { same_as_shipping: sameAsShipping, state, zipcode } = row;
  return { sameAsShipping, state, zipcode, lines: secrets.open(row.lines_sealed, sealContext(patientId)) };
}

export async function saveBillingAddress(
  { db, secrets, clock }: Deps,
  patientId: string,
  billing: BillingAddressRow,
): Promise<void> {
  const columns = {
    same_as_shipping: billing.sameAsShipping,
    lines_sealed: secrets.seal(billing.lines, sealContext(patientId)),
    state: billing.state,
    zipcode: billing.zipcode,
    updated_at: clock.now(),
  };
  await db
    .insertInto("billing_address")
    .values({ patient_id: patientId, ...columns })
    .onConflict((conflict) => conflict.column("patient_id").doUpdateSet(columns))
    .execute();
}
