/** What other features use: having a record compared, pairs and verdicts, and what waits for one. */
export { enqueueComparison } from "./compare-records.ts";
export { mergedFrom, mergedInto, type MergeRow, mergesInto } from "./merges.ts";
export {
  isHeldByPair,
  judgePair,
  linkedAmong,
  linkedRecords,
  linkRows,
  lockPersonOrders,
  otherOf,
  pairById,
  type PairRow,
  pairsOf,
  verdictsOf,
  waitsForVerdict,
} from "./pairs.ts";
