import { describe, expect, test } from "vitest";
import { accountingKinds, type PeriodPayouts, payoutStatuses } from "#contract/care/closing.ts";
import { availableLabel, partsByDay, payoutNote, payoutStatus, unbalanced } from "./payout-labels.ts";

type Payout = PeriodPayouts["payouts"][number];
const payout = (change: Partial<Payout> = {}): Payout => ({
  ...{ id: "po_1", madeon: "2026-11-10", arriveson: "2026-11-12", amount: 90, status: "paid", itemized: "yes" },
  ...{ parts: [], difference: 0, resentwith: null },
  ...change,
});
const part = (change: Partial<Payout["parts"][number]> = {}) => ({
  ...{ day: "2026-11-03", kind: "capture" as const, movements: 1, amount: 94 },
  ...change,
});

describe("decisions §11 Money: payouts in words", () => {
  test("each status and each kind has words of its own", () => {
    expect(new Set(payoutStatuses.map((status) => payoutStatus(status).label)).size).toBe(payoutStatuses.length);
    const kinds = accountingKinds.map((kind) => partsByDay([part({ kind })])[0]?.kinds);
    expect(new Set(kinds).size).toBe(accountingKinds.length);
  });

  test("most payouts need no note; a difference says how much and which way", () => {
    expect(payoutNote(payout())).toBe("");
    expect(payoutNote(payout({ difference: -0.05 }))).toBe("What’s in it comes to $0.05 less than was paid out.");
    expect(payoutNote(payout({ difference: 1.5 }))).toBe("What’s in it comes to $1.50 more than was paid out.");
  });

  test("one that the gateway can't itemize says so, and one that's still put together another thing", () => {
    const notes = (["no", "not_yet"] as const).map((itemized) => payoutNote(payout({ itemized, difference: null })));
    expect(notes).toEqual([
      expect.stringContaining("doesn’t say which payments"),
      expect.stringContaining("still putting together"),
    ]);
  });

  test.each(payoutStatuses)("where the money of one that is %s went", (status) => {
    const isBack = status === "failed" || status === "canceled";
    expect(payoutNote(payout({ status }))).toBe(
      isBack ? "It didn’t reach your bank. Its money waits for another payout." : "",
    );
    expect(payoutNote(payout({ status, resentwith: "po_2" }))).toBe(
      isBack ? "It didn’t reach your bank. Its money went with po_2." : "",
    );
  });

  test("those that don't add up, and none whose sum nobody knows", () => {
    const all = [0, 0.01, -3, null].map((difference, index) => payout({ id: `po_${index}`, difference }));
    expect(unbalanced(all).map(({ id }) => id)).toEqual(["po_1", "po_2"]);
  });

  test("parts by day, with what each day comes to, and from when all of it can be paid out", () => {
    const parts = [
      { ...part({ movements: 2, amount: 188.1 }), availableon: "2026-11-05" },
      { ...part({ kind: "fee", amount: -6.06 }), availableon: "2026-11-03" },
      { ...part({ day: "2026-11-04", kind: "refund", amount: -20 }), availableon: "2026-11-04" },
    ];
    expect(partsByDay(parts)).toEqual([
      { day: "2026-11-03", amount: 182.04, kinds: "Payments $188.10 (2), Fees of the gateway -$6.06" },
      { day: "2026-11-04", amount: -20, kinds: "Refunds -$20.00" },
    ]);
    expect(parts.map(({ day }) => availableLabel(parts, day))).toEqual([
      "From November 5, 2026",
      "From November 5, 2026",
      "From November 4, 2026",
    ]);
  });
});
