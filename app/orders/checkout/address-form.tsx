import type * as z from "zod/mini";
import { call } from "#app/api/call.ts";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { type ShippingAddress, ShippingAddressBody } from "#contract/orders/addresses.ts";
import { store } from "#contract/cart/calls.ts";
import { AddressFields, addressNames, type AddressValues, apartmentValue } from "./address-fields.tsx";
import { zipConfirmedOf } from "#contract/fields/zip-states.ts";

type StoredAddress = z.output<typeof ShippingAddress>;

/** The shipping address: updates the one on file, else creates the first one (spec §4). */
export function AddressForm({
  address,
  state,
  patientId,
  submitLabel = "Continue",
  onSaved,
}: {
  address: StoredAddress | null;
  /** Preselected while there is no address. */
  state?: string | null | undefined;
  patientId: string;
  submitLabel?: string;
  onSaved: (address: StoredAddress) => Promise<void> | void;
}) {
  const keyed = useKeyedRequests();
  return (
    <Form<AddressValues, z.output<typeof ShippingAddressBody>>
      schema={ShippingAddressBody as unknown as z.ZodMiniType<z.output<typeof ShippingAddressBody>, AddressValues>}
      names={[...addressNames]}
      defaultValues={{
        address1: address?.address1 ?? "",
        address2: apartmentValue(address),
        state: address?.state ?? state ?? "",
        city: address?.city ?? "",
        zipcode: address?.zipcode ?? "",
        zipconfirmed: zipConfirmedOf(address),
      }}
      draft={`${patientId}:shipping`}
      onSubmit={async (body) => {
        const saved = address
          ? await call(store.updateShippingAddress, { params: { id: address.id }, body })
          : await keyed(body, (key) => call(store.createShippingAddress, { body }, { key }));
        await onSaved(saved);
      }}
    >
      {(controls) => (
        <>
          <AddressFields controls={controls} section="shipping" />
          <Button type="submit" wide busy={controls.busy} busyLabel="Saving">
            {submitLabel}
          </Button>
        </>
      )}
    </Form>
  );
}
