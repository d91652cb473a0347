import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";

const file = new URL("./statements.json", import.meta.url);

/** Where calls are made: all of the spec's by a patient's client, all of the clinic's (`care`) as their document writes them. */
export type Journey = "patient" | "clinic";

/** `notMade`: calls that are in neither journey and not counted yet. */
export type Recorded = Readonly<Record<Journey, Readonly<Record<string, number>>>> & {
  readonly notMade: readonly string[];
};

export const recorded = (): Recorded => JSON.parse(readFileSync(file, "utf8")) as Recorded;

/**
 * Prints the most statements each call of a journey sent, and fails where one differs from `statements.json`: a number that grew is to be
 * explained or mended, one that shrank is to be lowered there, a call that is new is to be added. With STATEMENTS=write it writes them instead.
 */
export function expectRecorded(journey: Journey, most: ReadonlyMap<string, number>): void {
  const own = [...most].filter(([call]) => call.startsWith("care.") === (journey === "clinic"));
  const found = Object.fromEntries(own.toSorted(([one], [other]) => one.localeCompare(other)));
  for (const [call, statements] of Object.entries(found)) console.log(`${call.padEnd(40)} ${statements}`);
  if (process.env["STATEMENTS"] === "write")
    writeFileSync(file, `${JSON.stringify({ ...recorded(), [journey]: found }, null, 2)}\n`);
  expect(found, "STATEMENTS=write records what has changed, in server/gates/statements.json").toEqual(
    recorded()[journey],
  );
}
