/** `{ caseId }`: the next step of the demo's care desk on a case. In demo mode only. */
export const careDeskCaseQueue = "care-desk-case";
/** No data: the care desk's periodic round. In demo mode only. */
export const careDeskRoundQueue = "care-desk-round";
/** No data: settles plans and upsells whose job was lost. Runs each minute. */
export const settlementSweepQueue = "care-sweep";
