import { type Outlet, outlets } from "./outlets.ts";
import type { StateList, ValueOf } from "./states.ts";

/** What each outlet says of a patient. */
export type Told = { [Name in Outlet]: Awaited<ReturnType<(typeof outlets)[Name]>> };
/** Of every value of every list, what differs from a patient in care for whom nothing is to be done. */
export type ToldOf = { readonly [List in StateList]: Readonly<Record<ValueOf<List>, Partial<Told>>> };

/** A patient in care whose first parcel has arrived. */
export const toldOfPatientInCare: Told = {
  inbox: "",
  erasure: null,
  merging: "",
  openWork: false,
  home: "arrival +verify_email",
  plan: "approved approved active* active*",
  acts: "pause,preventcancel,cancel,scheduled(skip,move,cancel),delivered()",
  proposals: "",
  flags: "",
  notifications: "order",
  chargedAlone: true,
  orders: "delivered",
  record: "active active completed completed",
  refundable: 9400,
  refunded: 0,
  refunds: "",
  retriedRefunds: 0,
  askedPayments: 0,
  chargesStopped: null,
  openDispute: false,
  firstPaid: true,
  unresolved: false,
  liveVisitOrder: true,
  unfinishedPayment: false,
  receipts: 1,
  bought: true,
  returning: true,
  ordered: true,
  boxes: 2,
  continuing: 2,
  upcoming: 2,
  subscribed: 2,
  reminded: true,
  charged: false,
  resumed: false,
  pastDue: "",
  prescribed: 2,
  directions: "0 0",
  unsettledPlan: false,
  unsettledRenewal: false,
  unsettledUpsells: 0,
  rewarded: false,
  chart: "approved active active",
  openCases: 0,
  goesOn: true,
  letter: true,
  identity: "true false",
  ofDoctor: 2,
};
