import type * as z from "zod/mini";
import type { ShippingAddressBody } from "#contract/orders/addresses.ts";
import { addAddress, type Address, requireStateServed, updateAddress } from "#server/addresses/public.ts";
import { redirectReturnedOrders } from "#server/orders/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { applyMoveToState } from "../matching/patient-move.ts";

type Deps = Services & Refuses<"not_available_in_state">;
type AddressBody = z.output<typeof ShippingAddressBody>;

/** Adds an address, to which orders go from now on. Refuses a state where the practice isn't. */
export function addShippingAddress(services: Deps, patientId: string, body: AddressBody): Promise<Address> {
  requireStateServed(services, body.state);
  return inTransaction(services, async (tx) => {
    await applyMoveToState(tx, patientId, body.state);
    const address = await addAddress(tx.db, tx, patientId, body);
    await redirectReturnedOrders(tx, patientId);
    return address;
  });
}

/** Changes one of the patient's addresses; a move of the one orders go to is a move of the patient. Refuses as `addShippingAddress` does. */
export function changeShippingAddress(
  services: Deps,
  patientId: string,
  address: Address,
  body: AddressBody,
): Promise<Address> {
  requireStateServed(services, body.state);
  return inTransaction(services, async (tx) => {
    if (address.default) await applyMoveToState(tx, patientId, body.state);
    const updated = (await updateAddress(tx, patientId, address.id, body)) ?? address;
    await redirectReturnedOrders(tx, patientId);
    return updated;
  });
}
