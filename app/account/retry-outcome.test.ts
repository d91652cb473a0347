import { describe, expect, test } from "vitest";
import { retryOutcome } from "./retry-outcome.ts";

const retried = (outcome: "paid" | "declined" | "pending") => ({ outcome, amount: 20.14, message: "A sentence." });
const owing = { hasfailedtransaction: true };
const settled = { hasfailedtransaction: false };

describe("§8 a failed charge tried again with a new card", () => {
  test("nothing was owed", () => expect(retryOutcome(null, settled, [])).toBe("none"));
  test.each(["paid", "declined"] as const)("the bank said %s at once", (outcome) =>
    expect(retryOutcome(retried(outcome), owing, [])).toBe(outcome),
  );
  test("no answer yet, and nothing known of her", () =>
    expect(retryOutcome(retried("pending"), undefined, undefined)).toBe("pending"));
  test.each(["authorizing", "unknown"] as const)("the order is %s at the bank", (status) =>
    expect(retryOutcome(retried("pending"), owing, [{ status }])).toBe("pending"),
  );
  test("asked until nothing is owed any more", () =>
    expect(retryOutcome(retried("pending"), settled, [{ status: "unknown" }])).toBe("paid"));
  test("asked until the bank said no", () =>
    expect(retryOutcome(retried("pending"), owing, [{ status: "failed" }])).toBe("declined"));
});
