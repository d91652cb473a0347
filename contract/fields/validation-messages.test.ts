import { expect, test } from "vitest";
import * as z from "zod/mini";
import { installPlainValidationMessages } from "./validation-messages.ts";

installPlainValidationMessages();

const messagesOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message);

test.each([
  ["nothing where a text belongs", z.string(), undefined, "Please fill this in."],
  ["a number where a text belongs", z.string(), 5, "Please check this."],
  ["nothing where one is chosen", z.enum(["a", "b"]), undefined, "Please choose one."],
  ["what is not among the options", z.enum(["a", "b"]), "c", "Please choose one of the options shown."],
  ["none of two kinds", z.union([z.literal("a"), z.array(z.string())]), 5, "Please check this."],
  ["a text too short", z.string().check(z.minLength(3)), "ab", "Please use at least 3 characters."],
  ["an empty text", z.string().check(z.minLength(1)), "", "Please fill this in."],
  ["a text too long", z.string().check(z.maxLength(2)), "abc", "Please use 2 characters or fewer."],
  ["an empty list", z.array(z.string()).check(z.minLength(1)), [], "Please choose at least one."],
  ["a list too long", z.array(z.string()).check(z.maxLength(1)), ["a", "b"], "Please choose up to 1."],
  ["a list too short", z.array(z.string()).check(z.minLength(2)), ["a"], "Please choose at least 2."],
  ["a part where whole ones are counted", z.number().check(z.multipleOf(1)), 0.5, "Please enter a whole number."],
  ["a number too small", z.number().check(z.minimum(1)), 0, "Please enter 1 or more."],
  ["a number too large", z.number().check(z.maximum(5)), 6, "Please enter 5 or less."],
  ["a text of another form", z.string().check(z.regex(/^a/)), "b", "Please check this."],
  ["a field nobody asked for", z.strictObject({}), { price: 1 }, "Please leave out “price”."],
  ["what a rule refuses", z.string().check(z.refine(() => false)), "a", "Please check this."],
])("%s", (_, schema, value, sentence) => expect(messagesOf(schema, value)).toEqual([sentence]));

test("a schema's own message takes precedence", () =>
  expect(messagesOf(z.string("Please enter your city."), undefined)).toEqual(["Please enter your city."]));
