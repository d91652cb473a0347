import { describe, expect, it } from "vitest";
import { nextGatewayCall } from "./resolve-charge.ts";

const now = new Date("2026-01-02T12:00:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

describe("how to learn the outcome of a charge", () => {
  it.each([
    ["a charge that was never asked for is asked for", 0, null, "authorize"],
    ["its request is repeated while somebody waits", 14, 1, "authorize"],
    ["when nobody waits any more, a request that may still run is waited for", 16, 1, "wait"],
    ["after a quarter of an hour nobody does", 15, 1, "wait"],
    ["then the charge is looked for", 20, 6, "find"],
    ["five minutes after it was asked for", 20, 5, "find"],
    ["a day later, when its key is forgotten, it is looked for", 25 * 60, 25 * 60, "find"],
    ["one nobody asked for in time is looked for", 16, null, "find"],
  ] as const)("%s", (_, createdMinutes, attemptedMinutes, step) => {
    const attempted_at = attemptedMinutes === null ? null : ago(attemptedMinutes);
    const charge = {
      gateway_intent_id: null,
      created_at: ago(createdMinutes),
      attempted_at: attempted_at,
      off_session: false,
      cancel_requested: false,
    };
    expect(nextGatewayCall(charge, now)).toBe(step);
  });

  it.each([
    ["while its key is remembered, the request is repeated", 22 * 60, 60, "authorize"],
    ["also one that was never asked for", 22 * 60, null, "authorize"],
    ["then it is looked for", 23 * 60, 6, "find"],
  ] as const)("an off-session renewal: %s", (_, createdMinutes, attemptedMinutes, step) => {
    const attempted_at = attemptedMinutes === null ? null : ago(attemptedMinutes);
    const charge = {
      gateway_intent_id: null,
      created_at: ago(createdMinutes),
      attempted_at: attempted_at,
      off_session: true,
      cancel_requested: false,
    };
    expect(nextGatewayCall(charge, now)).toBe(step);
  });

  it.each([
    ["while a request may still run it is waited for", 2, "wait"],
    ["then it is looked for, and not made", 6, "find"],
  ] as const)("a cancelled charge: %s", (_, minutes, step) => {
    const attempted = { gateway_intent_id: null, created_at: ago(minutes), attempted_at: ago(minutes) };
    expect(nextGatewayCall({ ...attempted, off_session: true, cancel_requested: true }, now)).toBe(step);
    expect(nextGatewayCall({ ...attempted, attempted_at: null, off_session: true, cancel_requested: true }, now)).toBe(
      "find",
    );
  });

  it("a charge the gateway named is retrieved, at any time", () => {
    for (const minutes of [0, 16, 25 * 60]) {
      const charge = {
        gateway_intent_id: "pi_1",
        created_at: ago(minutes),
        attempted_at: ago(minutes),
        off_session: false,
        cancel_requested: false,
      };
      expect(nextGatewayCall(charge, now)).toBe("retrieve");
    }
  });
});
