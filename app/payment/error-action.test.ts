import { expect, test } from "vitest";
import { ApiError, type Failure, isOutcomeUnknown } from "#app/api/api-error.ts";
import { errorActionOf } from "./error-action.tsx";

const failure = (code: Failure, status: number) => new ApiError("", { code, status });

test.each([
  ["network", 0, "again", true],
  ["internal", 500, "again", true],
  ["in_flight", 409, "again", true],
  ["payment_action", 409, "again", true],
  ["card_declined", 402, "card", false],
  ["no_payment_method", 409, "card", false],
  ["no_shipping_address", 409, "address", false],
  ["price_changed", 409, "sum", false],
  ["wrong_state", 409, "none", false],
  ["too_early", 409, "none", false],
  ["payment_pending", 409, "none", false],
] as const)("§8 after %s (%i): %s", (code, status, expected, open) => {
  expect(errorActionOf(failure(code, status))).toBe(expected);
  expect(isOutcomeUnknown(failure(code, status))).toBe(open);
});
