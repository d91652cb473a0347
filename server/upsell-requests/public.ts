/** What other features use of upsells a patient accepted: requests that stay authorized until a doctor decides. */
export {
  type UpsellRequestRow,
  type UpsellRequestStatus,
  approvedUpsellOrderIds,
  lockUpsellRequest,
  ordersWithUpsellRequest,
  undecidedUpsellRequests,
  unsettledUpsellOrderIds,
  updateUpsellRequest,
  upsellRequestById,
  upsellRequestsQuery,
} from "./upsell-request-queries.ts";
export {
  type UpsellRequestsByStatus,
  loadUpsellRequests,
  notifyUpsellRequested,
  openUpsellRequest,
  recordUpsellRequest,
  upsellRequestsByStatus,
  withdrawAllUpsellRequests,
  withdrawUpsellRequest,
  withdrawUpsellRequestsFor,
} from "./upsell-requests.ts";
