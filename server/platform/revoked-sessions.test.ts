import { expect, test } from "vitest";
import { movableClock } from "./clock/clock.ts";
import { createRevokedSessions } from "./revoked-sessions.ts";

test("ended sessions: remembered as long as an access token lives", () => {
  const clock = movableClock();
  const revoked = createRevokedSessions(clock);
  revoked.add(["a"]);
  clock.advance(14 * 60_000);
  revoked.add(["b"]);
  expect([revoked.has("a"), revoked.has("b"), revoked.has("c")]).toEqual([true, true, false]);
  clock.advance(2 * 60_000);
  revoked.add([]);
  expect([revoked.has("a"), revoked.has("b")]).toEqual([false, true]);
});

test("ended sessions: a listener is called for each once, until it unsubscribes", () => {
  const revoked = createRevokedSessions(movableClock());
  const notified: string[] = [];
  const unsubscribe = revoked.onRevoked((id) => notified.push(id));
  revoked.add(["a", "b"]);
  revoked.add(["a"]);
  unsubscribe();
  revoked.add(["c"]);
  expect(notified).toEqual(["a", "b"]);
});
