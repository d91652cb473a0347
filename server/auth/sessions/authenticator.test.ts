import { expect, test } from "vitest";
import { createTokenCache } from "./authenticator.ts";

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
});
