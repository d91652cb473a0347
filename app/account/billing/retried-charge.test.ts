import { describe, expect, test } from "vitest";
import { retryOutcome } from "./retried-charge.tsx";

const retried = (outcome: "paid" | "declined" | "pending") => ({ outcome, amount: 20.14, message: "A sentence." });
const owing = { hasfailedtransaction: true };
const settled = { hasfailedtransaction: false };

describe("§8 a failed charge retried with a new card", () => {
  test("nothing was due", () => expect(retryOutcome(null, settled, [])).toBe("none"));
  test.each(["paid", "declined"] as const)("the bank answers %s at once", (outcome) =>
    expect(retryOutcome(retried(outcome), owing, [])).toBe(outcome),
  );
  test("no answer yet, and the user is not loaded", () =>
    expect(retryOutcome(retried("pending"), undefined, undefined)).toBe("pending"));
  test.each(["authorizing", "unknown"] as const)("the order is %s at the bank", (status) =>
    expect(retryOutcome(retried("pending"), owing, [{ status }])).toBe("pending"),
  );
  test("polled until nothing is due", () =>
    expect(retryOutcome(retried("pending"), settled, [{ status: "unknown" }])).toBe("paid"));
  test("polled until the bank declines", () =>
    expect(retryOutcome(retried("pending"), owing, [{ status: "failed" }])).toBe("declined"));
});
