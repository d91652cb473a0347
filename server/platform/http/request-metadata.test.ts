import type { FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import { requestMetadataOf } from "./request-metadata.ts";

const metadata = (headers: Readonly<Record<string, string | string[]>>) =>
  requestMetadataOf({ headers, id: "r", ip: "::1" } as unknown as FastifyRequest);
const utm = (value: unknown) => ({ "x-utm": encodeURIComponent(JSON.stringify(value)) });

describe("§7 tracking headers", () => {
  test("a complete set is read", () => {
    const { tracking } = metadata({
      ...utm({ source: "newsletter", campaign: "é", email: "x" }),
      "x-first-touch-utm": '{"source":"search"}',
      "x-gclid": "g-1",
      "x-tbclid": "t-1",
      "x-deduplication-id": "d-1",
      "x-fbp": "fb.1.2.3",
      "x-fbc": "fb.1.2.c",
    });
    expect(tracking).toEqual({
      utm: { source: "newsletter", campaign: "é" },
      firsttouchutm: { source: "search" },
      gclid: "g-1",
      tbclid: "t-1",
      deduplicationid: "d-1",
      fbp: "fb.1.2.3",
      fbc: "fb.1.2.c",
    });
  });
  test.each<[string, Record<string, string | string[]>]>([
    ["no JSON", { "x-utm": "source=spring" }],
    ["forged JSON", { "x-utm": '{"source":{"$gt":""}}' }],
    ["an e-mail", utm({ source: "her@example.com" })],
    ["a condition", utm({ term: "hot flashes" })],
    ["a phone number", utm({ term: "415-867-5309" })],
    ["100 kB", utm({ source: "x".repeat(100_000) })],
    ["a token of 100 kB", { "x-gclid": "x".repeat(100_000) }],
    ["control characters", { "x-gclid": "a%00b", "x-fbp": "a%0d%0ab" }],
    ["an e-mail as a click id", { "x-gclid": "her%40example.com" }],
    ["a header twice", { "x-gclid": ["a", "b"] }],
    ["half a letter", { "x-utm": '{"source":"a\\ud800"}', "x-gclid": "a1\ud800" }],
    ["a broken encoding", { "x-fbc": "%E0%A4" }],
  ])("%s is dropped, and nothing fails", (_, headers) => {
    expect(metadata(headers).tracking).toEqual({});
  });
});

test("§7 the cookie id is a UUID or ignored", () => {
  const id = "0B0E2F6E-6f53-4c0f-8a3e-0d6a0b6f9a11";
  expect(metadata({ "x-cookie-id": id }).cookieId).toBe(id.toLowerCase());
  for (const other of ["her@example.com", "c1", "", `${id}x`])
    expect(metadata({ "x-cookie-id": other }).cookieId).toBeNull();
});

test("decisions §13 Global Privacy Control is recognized", () => {
  expect(metadata({ "sec-gpc": "1" }).gpc).toBe(true);
  expect(metadata({ "sec-gpc": "0" }).gpc).toBe(false);
  expect(metadata({}).gpc).toBe(false);
  const sent = { "x-gclid": "g", "x-fbp": "p", "x-deduplication-id": "d", "x-utm": '{"source":"s"}' };
  expect(metadata({ ...sent, "sec-gpc": "1" }).tracking).toEqual({ utm: { source: "s" } });
});
