import { expect, test } from "vitest";
import { acceptObstacle } from "./mismatch-rules.ts";

const wanted = { totalCents: 4028, currency: "usd" };
const found = { capturedCents: 4028, refundedCents: 0, currency: "usd" };

test.each([
  ["all of it", found, null],
  ["more than it", { ...found, capturedCents: 5000 }, null],
  ["more, of which some was given back", { ...found, capturedCents: 5000, refundedCents: 972 }, null],
  ["less", { ...found, capturedCents: 4027 }, "Less was taken"],
  ["all, of which some was given back", { ...found, refundedCents: 1 }, "Less was taken"],
  ["a hold", { ...found, capturedCents: 0 }, "Less was taken"],
  ["another currency", { ...found, currency: "eur" }, "another currency"],
])("an order is paid by what was taken, or it is not: %s", (_, taken, obstacle) => {
  const answer = acceptObstacle(taken, wanted);
  if (obstacle === null) expect(answer).toBeNull();
  else expect(answer).toContain(obstacle);
});
