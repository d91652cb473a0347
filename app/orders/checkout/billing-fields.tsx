import * as z from "zod/mini";
import type { FormControls } from "#app/forms/form.tsx";
import { AddressFields, addressNames, type AddressValues, apartmentValue } from "./address-fields.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import type { account } from "#contract/account/calls.ts";
import type { Input, Output } from "#contract/http/endpoint.ts";
import { BillingAddress } from "#contract/orders/addresses.ts";

export type BillingOnFile = Output<typeof account.billingAddress>;
export interface BillingValues extends AddressValues {
  sameaddress: boolean;
}
export type BillingBody = Input<typeof account.updateBillingAddress>["body"];

export const billingNames = ["sameaddress", ...addressNames, "phoneno"] as const;

/** The checkbox decides which of the two applies, so that only the fields of a requested address are validated. */
const BillingSchema = z.discriminatedUnion("sameaddress", [
  z.pipe(
    z.looseObject({ sameaddress: z.literal(true) }),
    z.transform(() => ({ sameaddress: true as const })),
  ),
  z.object({ ...BillingAddress.shape, sameaddress: z.literal(false) }),
]);
export const billingSchema = BillingSchema as unknown as z.ZodMiniType<BillingValues, BillingValues>;

export function billingFormDefaults(onFile: BillingOnFile): BillingValues {
  const storedAddress = onFile.sameaddress ? null : onFile.billingaddress;
  return {
    sameaddress: storedAddress === null,
    address1: storedAddress?.address1 ?? "",
    address2: apartmentValue(storedAddress),
    city: storedAddress?.city ?? "",
    state: storedAddress?.state ?? "",
    zipcode: storedAddress?.zipcode ?? "",
    phoneno: storedAddress?.phoneno ?? "",
  };
}

/** The form values as the body of `PUT user/billingaddress` (spec §7). */
export function toBillingBody(values: BillingValues): BillingBody {
  const { sameaddress, ...billingaddress } = values;
  if (sameaddress) return { sameaddress };
  return {
    sameaddress,
    billingaddress: { ...(billingaddress as z.output<typeof BillingAddress>), country: "US" as const },
  };
}

/** The billing address: same as the shipping address by a checkbox, or its own (spec §2.3). */
export function BillingFields({ controls }: { controls: FormControls<BillingValues> }) {
  return (
    <>
      <Checkbox
        label="My billing information is the same as my shipping information"
        {...controls.field("sameaddress")}
      />
      {!controls.form.watch("sameaddress") && <AddressFields controls={controls} section="billing" phone />}
    </>
  );
}
