/** What other features use of the addresses a patient has on file. */
export {
  type Address,
  addAddress,
  addressById,
  addressesOf,
  defaultShipStateRow,
  defaultShippingAddress,
  isStateServed,
  requireStateServed,
  rebuildShippingPhones,
  shipStateOf,
  updateAddress,
} from "./shipping-addresses.ts";
