/** What other features use of prescriptions: how long medicine lasts, when more of it may be ordered, and the fills consumed for it. */
export { changeDirections, pacesOf, writeWords } from "./directions-change.ts";
export {
  directionsOn,
  phaseRows,
  type PhaseRow,
  phaseWordsOf,
  type PlannedPhase,
  scheduleText,
} from "./directions-schedule.ts";
export { type DispensedBox, dispensedBoxes, dispensingQueries, loadDispensedBoxes } from "./dispensed-boxes.ts";
export { earlyFillsOf, grantEarlyFill, lossRows, mayComeEarly } from "./early-fill.ts";
export {
  type FillFacts,
  type FillObstacle,
  type FillObstacleKind,
  type RequestedFill,
  companionToleranceDays,
  exclusiveCategories,
  companionObstacles,
  earliestFillOf,
  fillObstacles,
  isSameMedicine,
} from "./fill-rule.ts";
export { consumeFill, giveFillBack, restoreFills, restoreOrderFills } from "./fills.ts";
export { fillFacts, type FillScreening, loadApprovedBoxes, loadFillFacts } from "./load-fill-facts.ts";
export {
  endRests,
  restingTogether,
  insertRests,
  loadOpenRests,
  type OpenRest,
  openRests,
  restRows,
  restsToday,
} from "./medicine-rests.ts";
export { type MedicineInUse, medicineInUse, medicinesInUse } from "./medicine-in-use.ts";
export { discardAfter, lotObstacle } from "./lot-rule.ts";
export {
  fillIn,
  isToSend,
  isUnsent,
  isVoidedForGood,
  isWhollyVoided,
  leftWith,
  orderFillRows,
  type PackedLine,
  parcelOf,
  parcelRows,
  sentNdcRows,
  type SentParcel,
} from "./parcels.ts";
export {
  type PrescriptionActionKind,
  type PrescriptionRow,
  closePrescriptionRenewal,
  endPrescription,
  insertPrescriptionAction,
  lockPrescription,
  prescriptionById,
  doctorStopsQuery,
  stoppedPrescriptionsQuery,
} from "./prescription-actions.ts";
export {
  type PrescribedItem,
  type PrescribedItems,
  type PrescriptionLine,
  activePrescriptions,
  activePrescriptionsFromRows,
  activePrescriptionsQuery,
  directionsSealContext,
  prescribedToAll,
  writePrescriptions,
} from "./prescriptions.ts";
export {
  type DeclinedPrescriptionRenewal,
  type PrescriptionRenewalRow,
  declinedPrescriptionRenewalFromRow,
  declinedPrescriptionRenewalQuery,
  notifyAboutPrescriptionRenewal,
  prescriptionRenewalById,
  prescriptionRenewalNoteSealContext,
  requestPrescriptionRenewal,
  undecidedPrescriptionRenewals,
} from "./prescription-renewals.ts";
export {
  discontinuePrescription,
  dispensableProducts,
  endedPrescriptionProducts,
  prescribeReplacement,
  prescriptionsToDispense,
  readyToSend,
  reinstatePrescription,
} from "./replace-prescription.ts";
export { type PlannedCharge, synchronizeCharges } from "./synchronize-charges.ts";
export {
  type Box,
  type Rest,
  daysOnHand,
  earliestFill,
  emptyOn,
  isAtPharmacy,
  isOnHand,
  medicineUseSpans,
  plannedDay,
  reminderDays,
} from "./timeline.ts";
