import { Stack } from "#app/ui/layout/stack.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { session } from "#app/api/session/session.ts";
import { tokenPatientId } from "#app/api/session/token.ts";
import { AddressForm } from "#app/orders/checkout/address-form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { store } from "#contract/cart/calls.ts";
import { useCart } from "../widget/cart-context.ts";

/** Step 3, SHIPPING: updates the address on file, else creates the first one, then billing (spec §4). */
export default function Shipping() {
  const { widget } = useCart();
  const cache = useQueryClient();
  const addressQuery = queryOf(store.defaultShippingAddress, {});
  const address = useQuery(addressQuery);
  return (
    <Stack>
      <Heading>Where should we ship?</Heading>
      {address.isError && <LoadError query={address} />}
      {address.isPending && <Skeleton shape="row" count={6} />}
      {address.data && (
        <AddressForm
          address={address.data.address}
          patientId={tokenPatientId(session.get().token)}
          onSaved={(saved) => {
            cache.setQueryData(addressQuery.queryKey, { address: saved });
            widget.show("billing");
          }}
        />
      )}
      <Button variant="secondary" wide onClick={() => widget.show("cart")}>
        Back
      </Button>
    </Stack>
  );
}
