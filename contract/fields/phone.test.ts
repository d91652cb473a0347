import { expect, test } from "vitest";
import * as z from "zod/mini";
import { Phone } from "./phone.ts";

const read = (typed: string) => {
  const { data, error } = z.safeParse(Phone, typed);
  return data ?? error?.issues[0]?.message;
};

test.each([
  "5552345678",
  "555-234-5678",
  "(555) 234-5678",
  "555.234.5678",
  "1-555-234-5678",
  "+1 555 234 5678",
  "+1 (555) 234‑5678",
  "tel:+15552345678",
  "５５５−234−5678".replaceAll("−", "-"),
  "\u202a555-234-5678\u202c",
])("%s is a US number, as its ten digits", (typed) => expect(read(typed)).toBe("5552345678"));

test.each(["+52 55 8765 4321", "+65 8765 4321", "+44 20 7946 0958", "0052 55 8765 4321", "011 52 55 8765 4321"])(
  "%s is refused as a foreign number: no digit is dropped",
  (typed) => expect(read(typed)).toMatch(/^We can only use a US phone number/),
);

test.each([
  "555-234-5678 x12",
  "555-234-5678 ext. 4",
  "555-234-5678;ext=9",
  "555-234-5678 #12",
  "555-234-5678, Ext 12",
])("%s is refused for its extension", (typed) => expect(read(typed)).toMatch(/^Please leave out the extension/));

test.each(["", "555-234-567", "555-234-56789", "2 555 234 5678", "call 555-234-5678", "555-134-5678", "155-234-5678"])(
  "%j is no phone number",
  (typed) => expect(read(typed)).toBe("Please enter a 10-digit phone number, like 555-234-5678."),
);
