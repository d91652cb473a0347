import { expect, test } from "vitest";
import { safeFirstName } from "./queue-mail.ts";

test.each(["Rosa", "Anne-Marie", "D’Arcy", "María José", " Zoë ", "نازنین\u200cزهرا", "ശ്രീ\u200d", "李"])(
  "%s is a name",
  (name) => {
    expect(safeFirstName(name)).toBe(name.trim());
  },
);

test.each([
  null,
  "",
  "www.buy.example",
  "evil.example",
  "Win https://evil.example/x now",
  "Call 555",
  "Rosa\nBcc: x",
  "Rosa\u202eazeR",
  "<b>",
  "a".repeat(31),
  "Win a prize!",
  "me@you",
])("%j is not repeated", (name) => {
  expect(safeFirstName(name)).toBeNull();
});
