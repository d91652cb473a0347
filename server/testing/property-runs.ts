/** How many cases a property test tries, including its examples: a few in each run, many when `npm run explore` looks for new ones. */
export const propertyRuns = (usual: number, exploring: number): number =>
  process.env["PROPERTY_RUNS"] === "many" ? exploring : usual;
