import { describe, expect, it } from "vitest";
import { nextStep } from "./next-step.ts";

const now = new Date("2026-01-02T12:00:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

describe("how to learn what became of a charge", () => {
  it.each([
    ["a charge that was never asked for is asked for", 0, null, "authorize"],
    ["its request is repeated while somebody waits", 14, 1, "authorize"],
    ["when nobody waits any more, a request that may still run is waited for", 16, 1, "wait"],
    ["then the charge is looked for", 20, 6, "find"],
    ["a day later, when its key is forgotten, it is looked for", 25 * 60, 25 * 60, "find"],
    ["one nobody asked for in time is looked for", 16, null, "find"],
  ] as const)("%s", (_, createdMinutes, askedMinutes, step) => {
    const asked_at = askedMinutes === null ? null : ago(askedMinutes);
    expect(nextStep({ gateway_intent_id: null, created_at: ago(createdMinutes), asked_at }, now)).toBe(step);
  });

  it("a charge the gateway named is retrieved, at any time", () => {
    for (const minutes of [0, 16, 25 * 60])
      expect(nextStep({ gateway_intent_id: "pi_1", created_at: ago(minutes), asked_at: ago(minutes) }, now)).toBe(
        "retrieve",
      );
  });
});
