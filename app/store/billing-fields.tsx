import * as z from "zod/mini";
import type { FormParts } from "#app/forms/form.tsx";
import { AddressFields, addressNames, type AddressValues } from "#app/store/address-fields.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import type { account } from "#contract/account.ts";
import type { Input, Output } from "#contract/endpoint.ts";
import { BillingAddress } from "#contract/entities.ts";

export type BillingOnFile = Output<typeof account.billingAddress>;
export interface BillingValues extends AddressValues {
  sameaddress: boolean;
}
export type BillingBody = Input<typeof account.updateBillingAddress>["body"];

export const billingNames = ["sameaddress", ...addressNames, "phoneno"] as const;

/** An address of its own is checked only when it is wanted. */
const Schema = z.union([
  z.pipe(
    z.looseObject({ sameaddress: z.literal(true) }),
    z.transform(() => ({ sameaddress: true as const })),
  ),
  z.object({ ...BillingAddress.shape, sameaddress: z.literal(false) }),
]);
/** Which of the two rules applies hangs on the tick, so that complaints stand at the fields. */
export const billingSchema = Schema as unknown as z.ZodMiniType<BillingValues, BillingValues>;

export function billingDefaults(onFile: BillingOnFile): BillingValues {
  const kept = onFile.sameaddress ? null : onFile.billingaddress;
  return {
    sameaddress: kept === null,
    address1: kept?.address1 ?? "",
    address2: kept?.address2 ?? "",
    city: kept?.city ?? "",
    state: kept?.state ?? "",
    zipcode: kept?.zipcode ?? "",
    phoneno: kept?.phoneno ?? "",
  };
}

/** What was typed as the body of `PUT user/billingaddress` (spec §7). */
export function billingBody(values: BillingValues): BillingBody {
  const { sameaddress, ...billingaddress } = values;
  if (sameaddress) return { sameaddress };
  return {
    sameaddress,
    billingaddress: { ...(billingaddress as z.output<typeof BillingAddress>), country: "US" as const },
  };
}

/** The billing address: the shipping address by one tick, or its own (spec §2.3). */
export function BillingFields({ parts }: { parts: FormParts<BillingValues> }) {
  return (
    <>
      <Checkbox label="My billing information is the same as my shipping information" {...parts.field("sameaddress")} />
      {!parts.form.watch("sameaddress") && <AddressFields parts={parts} section="billing" phone />}
    </>
  );
}
