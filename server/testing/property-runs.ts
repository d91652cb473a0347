/** How many histories a property test tries, its examples included: a few in each run, many when `npm run explore` looks for something new. */
export const propertyRuns = (usual: number, exploring: number): number =>
  process.env["PROPERTY_RUNS"] === "many" ? exploring : usual;
