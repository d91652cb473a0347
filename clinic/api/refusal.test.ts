import { expect, test } from "vitest";
import { ApiError } from "#app/api/api-error.ts";
import { refusalAt } from "./refusal.ts";

const refused = new ApiError("This is the last administrator.", { status: 409, code: "last_administrator" });

test("a refusal is shown at the field it is about", () => {
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
