/** What other features use of prescriptions: how long medicine lasts, when more of it may be ordered, and the fills consumed for it. */
export { type DispensedBox, dispensedBoxes, loadDispensedBoxes } from "./dispensed-boxes.ts";
export { loadFillFacts } from "./load-fill-facts.ts";
export {
  companionToleranceDays,
  type Companion,
  exclusiveCategories,
  type FillFacts,
  type FillObstacle,
  type FillObstacleKind,
  fillObstacles,
  type RequestedFill,
} from "./fill-rule.ts";
export { restoreFills, restoreOrderFills, consumeFill } from "./fills.ts";
export { type PlannedCharge, synchronizeCharges } from "./synchronize-charges.ts";
export { type Box, daysOnHand, earliestFill, emptyOn, isAtPharmacy, plannedDay, medicineUseSpans } from "./timeline.ts";
