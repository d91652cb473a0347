import { describe, expect, test } from "vitest";
import { aSubscription, aPrescriptionOrder } from "../../testing.ts";
import {
  cancellableSubscriptions,
  initialSelection,
  cancelOfferFor,
  paidOrdersToCome,
  cancelGaps,
  cancelWarnings,
} from "./cancel-rules.ts";

const offer = { kind: "discount", text: "Stay." } as const;
const running = aSubscription({ id: "a", actions: ["preventcancel", "cancel"], canceloffer: offer });
const pastDue = aSubscription({ id: "b", status: "past_due", actions: ["cancel"] });
const over = aSubscription({ id: "c", status: "cancelled" });

describe("§9 cancelling", () => {
  test("a past-due subscription can be cancelled, a cancelled one cannot", () => {
    expect(cancellableSubscriptions([running, pastDue, over]).map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test.each([
    ["the only one is chosen", [running], null, ["a"]],
    ["of several, the one the patient came from", [running, pastDue], "b", ["b"]],
    ["of several, none by itself", [running, pastDue], null, []],
    ["an address of somebody else's chooses nothing", [running, pastDue], "x", []],
  ])("%s", (_, subscriptions, linkedId, ids) => {
    expect(initialSelection(subscriptions, linkedId)).toEqual(ids);
  });

  test("one offer is made, only for the subscriptions it covers", () => {
    expect(cancelOfferFor([running, pastDue])).toEqual({ offer, ids: ["a"] });
    expect(cancelOfferFor([pastDue])).toBeNull();
  });

  test("cancelling a subscription that another one depends on shows a warning, unless both are cancelled", () => {
    const capsule = aSubscription({ warning: "You need this one while you use Patch." });
    const patch = aSubscription({ item: { ...capsule.item, name: "Patch" } });
    expect(cancelWarnings([capsule])).toEqual(["You need this one while you use Patch."]);
    expect(cancelWarnings([capsule, patch])).toEqual([]);
    expect(cancelWarnings([patch])).toEqual([]);
  });

  test("from when the patient would be without it, named where several are chosen", () => {
    const patch = aSubscription({ cancelgap: "Until May 8." });
    const capsule = aSubscription({ cancelgap: "Until May 9.", item: { ...patch.item, name: "Capsule" } });
    expect(cancelGaps([patch, aSubscription()])).toEqual(["Item: Until May 8."]);
    expect(cancelGaps([capsule])).toEqual(["Until May 9."]);
    expect(cancelGaps([patch, capsule])).toEqual(["Item: Until May 8.", "Capsule: Until May 9."]);
  });

  test("prescription orders that are paid but not delivered still arrive", () => {
    const orders = (["scheduled", "processing", "shipped", "delivered"] as const).map((status) =>
      aPrescriptionOrder({ status, orderid: "1" }),
    );
    expect(paidOrdersToCome([aSubscription({ prescriptionorders: orders })]).map(({ status }) => status)).toEqual([
      "processing",
      "shipped",
    ]);
  });
});
