import { describe, expect, test } from "vitest";
import { aSubscription, aSupply } from "../testing.ts";
import { cancellable, chosenAtFirst, offerFor, stillToCome, warningsFor } from "./choice.ts";

const offer = { kind: "discount", text: "Stay." } as const;
const running = aSubscription({ id: "a", actions: ["preventcancel", "cancel"], canceloffer: offer });
const pastDue = aSubscription({ id: "b", status: "past_due", actions: ["cancel"] });
const over = aSubscription({ id: "c", status: "cancelled" });

describe("§9 cancelling", () => {
  test("works when past due, and not twice", () => {
    expect(cancellable([running, pastDue, over]).map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test.each([
    ["the only one is chosen", [running], null, ["a"]],
    ["of several, the one she came from", [running, pastDue], "b", ["b"]],
    ["of several, none by itself", [running, pastDue], null, []],
    ["an address of somebody else's chooses nothing", [running, pastDue], "x", []],
  ])("%s", (_, subscriptions, asked, ids) => {
    expect(chosenAtFirst(subscriptions, asked)).toEqual(ids);
  });

  test("one offer is made, for those it is for", () => {
    expect(offerFor([running, pastDue])).toEqual({ offer, ids: ["a"] });
    expect(offerFor([pastDue])).toBeNull();
  });

  test("a subscription another one needs is warned about, unless both are cancelled", () => {
    const capsule = aSubscription({ warning: "You need this one while you use Patch." });
    const patch = aSubscription({ item: { ...capsule.item, name: "Patch" } });
    expect(warningsFor([capsule])).toEqual(["You need this one while you use Patch."]);
    expect(warningsFor([capsule, patch])).toEqual([]);
    expect(warningsFor([patch])).toEqual([]);
  });

  test("what is paid and has not come yet still comes", () => {
    const supplies = (["scheduled", "processing", "shipped", "delivered"] as const).map((status) =>
      aSupply({ status, orderid: "1" }),
    );
    expect(stillToCome([aSubscription({ prescriptionorders: supplies })]).map(({ status }) => status)).toEqual([
      "processing",
      "shipped",
    ]);
  });
});
