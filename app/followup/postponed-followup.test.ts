import { expect, test } from "vitest";
import { postponedKey } from "./followup-opener.ts";

const token = (sub: string, sid: string, iat: number) =>
  ["e30", Buffer.from(JSON.stringify({ sub, sid, iat })).toString("base64url"), "x"].join(".");

test("postponed for as long as the patient is signed in: a renewed token is the same visit, signing in again is a new one", () => {
  expect(postponedKey(token("p1", "s1", 2), "f1")).toBe(postponedKey(token("p1", "s1", 1), "f1"));
  expect(postponedKey(token("p1", "s2", 2), "f1")).not.toBe(postponedKey(token("p1", "s1", 1), "f1"));
  expect(postponedKey(token("p1", "s1", 1), "f1")).toMatch(/^p1:/);
});
