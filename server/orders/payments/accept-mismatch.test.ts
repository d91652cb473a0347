import { expect, test } from "vitest";
import { acceptObstacle } from "./mismatch.ts";

const expected = { totalCents: 4028, currency: "usd" };
const actual = { capturedCents: 4028, refundedCents: 0, currency: "usd" };

test.each([
  ["all of it", actual, null],
  ["more than it", { ...actual, capturedCents: 5000 }, null],
  ["more, of which some was given back", { ...actual, capturedCents: 5000, refundedCents: 972 }, null],
  ["less", { ...actual, capturedCents: 4027 }, "Less was taken"],
  ["all, of which some was given back", { ...actual, refundedCents: 1 }, "Less was taken"],
  ["a hold", { ...actual, capturedCents: 0 }, "Less was taken"],
  ["another currency", { ...actual, currency: "eur" }, "another currency"],
])("an order can be paid by what was captured, or it cannot: %s", (_, amounts, obstacle) => {
  const answer = acceptObstacle(amounts, expected);
  if (obstacle === null) expect(answer).toBeNull();
  else expect(answer).toContain(obstacle);
});
