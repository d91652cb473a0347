import { expect, test } from "vitest";
import { readRecoveryLink } from "./recovery-link.ts";

const token = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;

test("§5 a recovery link: v decodes to a username, c is a code", () => {
  const search = `?v=${token({ username: "zoë@example.com" })}&c=abc`;
  expect(readRecoveryLink(search)).toEqual({ username: "zoë@example.com", code: "abc" });
});

test.each([
  "",
  "?v=&c=abc",
  "?v=nonsense&c=abc",
  `?v=${token({})}&c=abc`,
  `?v=${token({ username: 7 })}&c=abc`,
  `?v=${token({ username: "a@b.co" })}`,
  `?v=${token({ username: "a@b.co" })}&c=`,
  `?v=${token(null)}&c=abc`,
])("§5 %s is no recovery link", (search) => expect(readRecoveryLink(search)).toBeNull());
