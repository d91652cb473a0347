import type * as z from "zod/mini";
import { call } from "#app/api/api.ts";
import { randomId } from "#app/api/random.ts";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/button.tsx";
import { type ShippingAddress, ShippingAddressBody } from "#contract/entities.ts";
import { store } from "#contract/store.ts";
import { AddressFields, addressNames, type AddressValues, apartmentOf } from "./address-fields.tsx";

type Kept = z.output<typeof ShippingAddress>;

/** Where to ship: changes the address there is, else makes the first one (spec §4). */
export function AddressForm({
  address,
  state,
  owner,
  submitLabel = "Continue",
  onSaved,
}: {
  address: Kept | null;
  /** Chosen beforehand while there is no address yet. */
  state?: string | null | undefined;
  owner: string;
  submitLabel?: string;
  onSaved: (address: Kept) => Promise<void> | void;
}) {
  return (
    <Form<AddressValues, z.output<typeof ShippingAddressBody>>
      schema={ShippingAddressBody as unknown as z.ZodMiniType<z.output<typeof ShippingAddressBody>, AddressValues>}
      names={[...addressNames]}
      defaultValues={{
        address1: address?.address1 ?? "",
        address2: apartmentOf(address),
        state: address?.state ?? state ?? "",
        city: address?.city ?? "",
        zipcode: address?.zipcode ?? "",
      }}
      draft={`${owner}:shipping`}
      onSubmit={async (body) => {
        const saved = address
          ? await call(store.updateShippingAddress, { params: { id: address.id }, body })
          : await call(store.createShippingAddress, { body }, { key: randomId() });
        await onSaved(saved);
      }}
    >
      {(parts) => (
        <>
          <AddressFields parts={parts} section="shipping" />
          <Button type="submit" wide busy={parts.busy} busyLabel="Saving">
            {submitLabel}
          </Button>
        </>
      )}
    </Form>
  );
}
