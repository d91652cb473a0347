/** `{ caseId }`: what the care desk of the demo does next with a case. In demo mode only. */
export const careDeskCaseQueue = "care-desk-case";
/** No data: the round of the care desk. In demo mode only. */
export const careDeskRoundQueue = "care-desk-round";
/** No data: looks after plans whose job was lost. Runs each minute. */
export const settlementSweepQueue = "care-sweep";
