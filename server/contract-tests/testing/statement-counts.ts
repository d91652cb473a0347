import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";

const file = new URL("../statements.json", import.meta.url);

/** Where calls are made: all of the spec's by a patient's client, all of the clinic's (`care`, `integrations`, `staff`) as its document writes them. */
export type Journey = "patient" | "clinic";

/** `notCalled`: calls that are in neither journey and not counted yet. */
export type Recorded = Readonly<Record<Journey, Readonly<Record<string, number>>>> & {
  readonly notCalled: readonly string[];
};

export const recordedCounts = (): Recorded => JSON.parse(readFileSync(file, "utf8")) as Recorded;

/**
 * Prints the largest number of statements each call of a journey sent, and fails where one differs from `statements.json`: explain or fix a
 * number that grew, lower one that shrank, add a new call. With STATEMENTS=write it writes the numbers instead.
 */
export function expectRecorded(journey: Journey, maxByCall: ReadonlyMap<string, number>): void {
  const journeyCalls = [...maxByCall].filter(
    ([call]) => /^(care|integrations|staff)\./.test(call) === (journey === "clinic"),
  );
  const counts = Object.fromEntries(journeyCalls.toSorted(([one], [other]) => one.localeCompare(other)));
  for (const [call, statements] of Object.entries(counts)) console.log(`${call.padEnd(40)} ${statements}`);
  if (process.env["STATEMENTS"] === "write")
    writeFileSync(file, `${JSON.stringify({ ...recordedCounts(), [journey]: counts }, null, 2)}\n`);
  expect(counts, "STATEMENTS=write records what has changed, in server/contract-tests/statements.json").toEqual(
    recordedCounts()[journey],
  );
}
