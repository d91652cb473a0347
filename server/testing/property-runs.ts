/**
 * How often a property test runs: each example, and besides them some random cases. A few of these in each run, many when `npm run explore` looks for
 * new ones. fast-check counts examples among its runs, so a long list of them would leave no random case, and a longer one not even run.
 */
export const propertyRuns = <Case>(
  usual: number,
  exploring: number,
  examples: readonly Case[] = [],
): { numRuns: number; examples: Case[] } => ({
  numRuns: (process.env["PROPERTY_RUNS"] === "many" ? exploring : usual) + examples.length,
  examples: [...examples],
});
