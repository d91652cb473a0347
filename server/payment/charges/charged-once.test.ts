import { describe, expect, test } from "vitest";
import type { Intent, IntentStatus } from "#server/platform/gateway/port.ts";
import {
  chargeKeyOf,
  findCharge,
  periodPurpose,
  reorderPurpose,
  suggestionPurpose,
  upsellPurpose,
  visitPurpose,
} from "./charged-once.ts";

const [patch, capsule] = [periodPurpose("s1", 2), periodPurpose("s2", 2)];
const charge = { order_id: "o9", charge_key: "k1", charge_for: [patch, capsule], off_session: true };
const intentOf = (id: string, status: IntentStatus, change: Partial<Intent> = {}): Intent => ({
  ...{ id, status, amount: 100, currency: "usd", amountCaptured: status === "succeeded" ? 100 : 0, amountRefunded: 0 },
  ...{ orderId: "lost", customer: "cus_1", chargeKey: "k0", chargeFor: [patch] },
  ...change,
});
const find = (intents: Intent[], known: string[] = [], change: Partial<typeof charge> = {}) =>
  findCharge({ ...charge, ...change }, intents, ({ id }) => known.includes(id))?.id ?? null;

describe("a charge that was made for the same before", () => {
  test.each<[string, Intent[], string | null]>([
    ["none at all", [], null],
    ["the order's own", [intentOf("a", "succeeded"), intentOf("b", "succeeded", { orderId: "o9" })], "b"],
    [
      "the order's own, declined, although another paid",
      [intentOf("b", "requires_payment_method", { orderId: "o9" })],
      "b",
    ],
    ["captured for one of two periods", [intentOf("a", "succeeded")], "a"],
    ["authorized", [intentOf("a", "requires_capture")], "a"],
    ["not decided by the bank yet", [intentOf("a", "processing")], "a"],
    [
      "given back since: nobody is charged behind the patient's back",
      [intentOf("a", "succeeded", { amountRefunded: 100 })],
      "a",
    ],
    ["voided", [intentOf("a", "canceled")], null],
    ["waiting for the cardholder", [intentOf("a", "requires_action")], null],
    ["another attempt, declined", [intentOf("a", "requires_payment_method")], null],
    ["the same attempt, declined", [intentOf("a", "requires_payment_method", { chargeKey: "k1" })], "a"],
    [
      "declined first, then paid",
      [intentOf("b", "succeeded"), intentOf("a", "requires_payment_method", { chargeKey: "k1" })],
      "b",
    ],
    ["paid twice: the newest", [intentOf("b", "succeeded"), intentOf("a", "succeeded")], "b"],
    [
      "the same attempt, declined twice: the newest",
      [
        intentOf("b", "requires_payment_method", { chargeKey: "k1" }),
        intentOf("a", "requires_payment_method", { chargeKey: "k1" }),
      ],
      "b",
    ],
    ["the next period", [intentOf("a", "succeeded", { chargeFor: [periodPurpose("s1", 3)] })], null],
    ["another subscription", [intentOf("a", "succeeded", { chargeFor: [periodPurpose("s3", 2)] })], null],
    ["nothing that has a period", [intentOf("a", "succeeded", { chargeFor: [] })], null],
  ])("%s", (_, intents, found) => {
    expect(find(intents)).toBe(found);
  });

  test("one that a row of ours knows was charged for itself", () => {
    expect(find([intentOf("a", "succeeded")], ["a"])).toBeNull();
    expect(find([intentOf("a", "succeeded"), intentOf("b", "succeeded")], ["a"])).toBe("b");
  });

  test("a patient who is present may order again what was given back, in whole and not in part", () => {
    const present = { off_session: false };
    expect(find([intentOf("a", "succeeded", { amountRefunded: 100 })], [], present)).toBeNull();
    expect(find([intentOf("a", "succeeded", { amountRefunded: 99 })], [], present)).toBe("a");
    expect(find([intentOf("a", "requires_capture")], [], present)).toBe("a");
  });
});

describe("the gateway's key", () => {
  test("depends on what is paid for and on the attempt, not on the row", () => {
    const key = chargeKeyOf("row1", [patch, capsule], 1);
    expect(chargeKeyOf("row2", [capsule, patch], 1)).toBe(key);
    const others = [
      chargeKeyOf("row1", [patch, capsule], 2),
      chargeKeyOf("row1", [patch], 1),
      chargeKeyOf("row1", [capsule], 1),
    ];
    expect(new Set([key, ...others]).size).toBe(4);
    expect(chargeKeyOf("row1", [], 1)).not.toBe(chargeKeyOf("row2", [], 1));
    expect(
      chargeKeyOf(
        "row1",
        Array.from({ length: 40 }, (_, n) => periodPurpose(crypto.randomUUID(), n)),
        1,
      ).length,
    ).toBeLessThan(255);
  });

  test("stays as it is: a gateway that remembers one of an earlier version charges nothing twice", () => {
    expect(chargeKeyOf("row1", [], 1)).toBe("row1:authorize");
    expect(chargeKeyOf("row1", [capsule, patch], 2)).toBe("period s1 2:5258202b2f087acb7eccb484a5d56b5f");
  });

  test("purposes are named as they were", () => {
    expect([
      ...[periodPurpose("s", 2), reorderPurpose("s", "2026-05-04"), upsellPurpose("u")],
      ...[suggestionPurpose("d"), visitPurpose("p", 900)],
    ]).toEqual(["period s 2", "reorder s 2026-05-04", "upsell u", "suggestion d", "visit p 900"]);
  });

  test("purposes differ in each of their parts", () => {
    const purposes = [
      ...[periodPurpose("a", 1), periodPurpose("a", 2), periodPurpose("b", 1), reorderPurpose("a", "2026-05-04")],
      ...[reorderPurpose("a", "2026-05-05"), upsellPurpose("a"), visitPurpose("a", 1), visitPurpose("a", 2)],
    ];
    expect(new Set(purposes).size).toBe(purposes.length);
  });
});
