import { expect, test } from "vitest";
import * as z from "zod/mini";
import { emailHint } from "./email-pattern.ts";
import { Email, NewEmail } from "./fields.ts";

const read = (typed: string) => {
  const { data, error } = z.safeParse(NewEmail, typed);
  return data ?? error?.issues[0]?.message;
};

test.each([
  " rosa@example.com\n",
  "mailto:rosa@example.com",
  "MAILTO:rosa@example.com",
  "rosa＠example.com",
  "\u200brosa@example.com\u00a0",
  "rosa@example.com.",
])("%j is an address with what came along when it was pasted", (typed) => expect(read(typed)).toBe("rosa@example.com"));

test.each([
  "ro..sa@example.com",
  ".rosa@example.com",
  "rosa.@example.com",
  "rosa@example..com",
  "rosa@.example.com",
  "rosa@-example.com",
  "rosa@example",
  "rosa luz@example.com",
  "rosa@exämple.com",
  "Rosa <rosa@example.com>",
  `rosa@example.${"a".repeat(25)}`,
])("%j is refused in words", (typed) => expect(read(typed)).toBe(emailHint));

test.each(["r.o.s.a+box@example.com", "o'neill@mail.example.co", `rosa@example.${"a".repeat(24)}`])(
  "%s is taken",
  (typed) => expect(read(typed)).toBe(typed),
);

test("an account of earlier days with stray dots signs in", () => {
  expect(z.safeParse(Email, "ro..sa@example.com").success).toBe(true);
});
