import { expect, test, vi } from "vitest";
import { limits } from "#contract/constants.ts";
import { createRevokedSessions } from "#server/platform/revoked-sessions.ts";
import { sharedTestServer } from "#server/testing/harness.ts";
import { createAuthenticator, createTokenCache } from "./authenticator.ts";

const proof = (expiresAt: number) => ({ caller: { patientId: "p", sessionId: `s${expiresAt}` }, expiresAt }) as never;

test("a token that was checked is known until it expires", () => {
  const cache = createTokenCache();
  cache.remember("a", proof(10));
  expect(cache.find("a", 9)).toEqual(proof(10));
  expect([cache.find("a", 10), cache.find("b", 9)]).toEqual([undefined, undefined]);
});

test("of too many tokens the oldest is forgotten, and no other", () => {
  const cache = createTokenCache(2);
  const known = () => ["a", "b", "c"].filter((token) => cache.find(token, 0) !== undefined);
  for (const token of ["a", "b"]) cache.remember(token, proof(10));
  expect(known()).toEqual(["a", "b"]);
  cache.remember("c", proof(10));
  expect(known()).toEqual(["b", "c"]);
  const usual = createTokenCache();
  for (let count = 0; count <= 20_000; count += 1) usual.remember(String(count), proof(10));
  expect(["0", "1"].map((token) => usual.find(token, 0) !== undefined)).toEqual([false, true]);
});

test("whether a token has expired is told by the clock that all nodes share, not by this machine's", async () => {
  const { services, newPatient } = await sharedTestServer();
  const { token, id } = await newPatient();
  const late = { now: () => new Date(services.clock.now().getTime() + limits.accessTokenSeconds * 1000) };
  const authenticatorBy = (own: typeof late, shared: typeof late) =>
    createAuthenticator({
      ...services,
      clock: { ...services.clock, ...own },
      clockGuard: { ...services.clockGuard, shared: { ...services.clockGuard.shared, ...shared } },
    });
  const ahead = await authenticatorBy(late, services.clock);
  expect(await ahead(token)).toMatchObject({ patientId: id });
  const behind = await authenticatorBy(services.clock, late);
  await expect(behind(token)).rejects.toMatchObject({ code: "token_expired" });
  for (const authenticator of [ahead, behind]) authenticator.close();
});

test("the signature of a token is checked once, and a session that ended is refused all the same", async () => {
  const { services, newPatient } = await sharedTestServer();
  const { token } = await newPatient();
  const revokedSessions = createRevokedSessions(services.clock);
  const authenticate = await createAuthenticator({ ...services, revokedSessions });
  const verify = vi.spyOn(crypto.subtle, "verify");
  const [first, second] = [await authenticate.verify(token), await authenticate.verify(token)];
  expect(verify).toHaveBeenCalledTimes(1);
  verify.mockRestore();
  expect(second).toEqual(first);
  revokedSessions.add([first.caller.sessionId]);
  await expect(authenticate(token)).rejects.toMatchObject({ code: "invalid_token" });
  authenticate.close();
});

test.each([
  ["on a database server other nodes are asked which sessions they ended", "postgres://db.example/calendula", 1],
  ["on a database of its own nobody is", null, 0],
] as const)("%s, until it's closed", async (_, databaseUrl, polled) => {
  const { services } = await sharedTestServer();
  const stop = vi.fn(() => Promise.resolve());
  const polls = { ...services.polls, add: vi.fn(() => stop) };
  const config = { ...services.config, databaseUrl };
  const authenticate = await createAuthenticator({ ...services, config, polls });
  expect(polls.add).toHaveBeenCalledTimes(polled);
  expect(stop).not.toHaveBeenCalled();
  authenticate.close();
  expect(stop).toHaveBeenCalledTimes(polled);
});
