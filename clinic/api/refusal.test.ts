import { expect, test } from "vitest";
import { ApiError, networkError } from "#app/api/api-error.ts";
import { isOutcomeUnknown, refusalAt } from "./refusal.ts";

const refused = new ApiError("This is the last administrator.", { status: 409, code: "last_administrator" });

test("a refusal is said at the field it is about", () => {
  expect(refusalAt(refused, { last_administrator: "roles" })).toMatchObject({
    code: "last_administrator",
    fields: [{ path: "roles", message: "This is the last administrator." }],
  });
});

test("any other failure stays as it is", () => {
  expect(refusalAt(refused, { member_exists: "email" })).toBe(refused);
  const broken = new TypeError("x");
  expect(refusalAt(broken, { last_administrator: "roles" })).toBe(broken);
});

const answered = (status: number, code: ApiError["code"]) => new ApiError("Why.", { status, code });

test.each([
  ["no answer", networkError(), true],
  ["a server that broke off", answered(500, "internal"), true],
  ["one that is away", answered(503, "unavailable"), true],
  ["the same press still under way", answered(409, "in_flight"), true],
  ["an answer that can't be read", answered(200, "unexpected_reply"), true],
  ["what isn't an answer at all", new TypeError("x"), true],
  ["a page of somebody else's", answered(404, "unexpected_reply"), false],
  ["a refusal", refused, false],
  ["haste", answered(429, "rate_limited"), false],
])("whether it worked: %s", (_, error, unknown) => expect(isOutcomeUnknown(error)).toBe(unknown));
