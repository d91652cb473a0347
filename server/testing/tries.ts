/** How many histories a property test tries, its examples included: a few in each run, many when `npm run explore` looks for something new. */
export const tries = (few: number, many: number): number => (process.env["PROPERTY_RUNS"] === "many" ? many : few);
