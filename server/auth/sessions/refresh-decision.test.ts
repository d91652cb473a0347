import { expect, test } from "vitest";
import { decideRefresh } from "./session.ts";

const now = new Date("2026-05-01T12:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const live = { usedAt: null, revokedAt: null, expiresAt: new Date(now.getTime() + 1000) };

test.each([
  ["a fresh token rotates", live, "rotate"],
  ["one used this moment is replayed", { ...live, usedAt: now }, "replay"],
  ["one used 10 s ago is replayed", { ...live, usedAt: ago(10_000) }, "replay"],
  ["one used longer ago was copied", { ...live, usedAt: ago(10_001) }, "reuse"],
  ["the session was ended", { ...live, revokedAt: ago(1) }, "ended"],
  ["the session was ended, the token just used", { ...live, usedAt: now, revokedAt: now }, "ended"],
  ["the session is over this moment", { ...live, expiresAt: now }, "ended"],
] as const)("sessions: %s", (_, token, verdict) => {
  expect(decideRefresh(token, now)).toBe(verdict);
});
