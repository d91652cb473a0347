import { expect, test } from "vitest";
import { mustAcceptTerms } from "./must-accept-terms.ts";

const zone = "America/New_York";
const seconds = (moment: string) => Date.parse(moment) / 1000;

test.each([
  ["on the day before", "2024-12-09T04:59:59Z", false, true],
  ["from that day on", "2024-12-09T05:00:00Z", false, false],
  ["long before, and accepted", "2023-05-01T12:00:00Z", true, false],
])(
  "§4 Terms card: shown to patients who signed up before 9 Dec 2024 and have not accepted: %s",
  (_, at, accepted, expected) => {
    expect(mustAcceptTerms({ signupdate: seconds(at), acceptednewterms: accepted }, zone)).toBe(expected);
  },
);

test("§4 Terms card: not without a record", () => {
  expect(mustAcceptTerms(null, zone)).toBe(false);
  expect(mustAcceptTerms(undefined, zone)).toBe(false);
});
