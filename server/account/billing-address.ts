import type * as z from "zod/mini";
import type { BillingAddressBody, BillingAddressOnFile } from "#contract/account/addresses.ts";
import { defaultShippingAddress } from "#server/addresses/public.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { findBillingAddress, saveBillingAddress } from "./billing-queries.ts";

type Deps = Pick<Services, "db" | "secrets" | "clock">;
type OnFile = z.output<typeof BillingAddressOnFile>;

/** Where bills go: the patient's own billing address, or the current default shipping address. */
export async function billingAddressOnFile(services: Deps, patientId: string): Promise<OnFile> {
  const billing = await findBillingAddress(services, patientId);
  if (!billing) return { sameaddress: false, billingaddress: null };
  if (billing.lines) {
    const { lines, state, zipcode } = billing;
    return { sameaddress: false, billingaddress: { ...lines, state, zipcode, country: "US" } };
  }
  const shipping = await defaultShippingAddress(services, patientId);
  if (!shipping) return { sameaddress: true, billingaddress: null };
  const { address1, address2, city, state, zipcode, phoneno } = shipping;
  return { sameaddress: true, billingaddress: { address1, address2, city, state, zipcode, country: "US", phoneno } };
}

/** Saves the patient's choice; refuses `no_shipping_address` when bills should go to a shipping address that does not exist. */
export async function setBillingAddress(
  services: Deps & Refuses<"no_shipping_address">,
  patientId: string,
  body: z.output<typeof BillingAddressBody>,
): Promise<void> {
  if (!body.sameaddress) {
    const { address1, address2 = "", city, state, zipcode, phoneno = null } = body.billingaddress;
    const lines = { address1, address2: address2 || null, city, phoneno };
    return saveBillingAddress(services, patientId, { sameAsShipping: false, lines, state, zipcode });
  }
  const shipping = await defaultShippingAddress(services, patientId);
  if (!shipping) throw services.refuse("no_shipping_address");
  const { state, zipcode } = shipping;
  return saveBillingAddress(services, patientId, { sameAsShipping: true, lines: null, state, zipcode });
}
