/** What other rooms use of prescriptions: how long medicine lasts, when more of it may be ordered, and the fills that are taken for it. */
export { type DispensedBox, dispensedBoxes, dispensedTo } from "./dispensed.ts";
export { fillFacts } from "./fill-facts.ts";
export {
  besideToleranceDays,
  type Companion,
  exclusiveCategories,
  type FillFacts,
  type FillObstacle,
  type FillObstacleKind,
  fillObstacles,
  type WantedFill,
} from "./fill-rule.ts";
export { giveFillsBack, returnFills, takeFill } from "./fills.ts";
export { type Planned, synchronize } from "./synchronize.ts";
export { type Box, daysOnHand, earliestFill, emptyOn, isAtPharmacy, plannedDay, spansOf } from "./timeline.ts";
