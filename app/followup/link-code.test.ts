import { expect, test } from "vitest";
import { homeWithFollowupCode, followupCodeIn } from "#app/auth/login/path-after-login.ts";

test("§4 After login: the code of a mail's link, empty if it is empty there, null without it", () => {
  expect(followupCodeIn("?fud=CALM-20&utm_source=mail")).toBe("CALM-20");
  expect(followupCodeIn("?fud=")).toBe("");
  expect(followupCodeIn("?fudge=CALM-20")).toBeNull();
  expect(followupCodeIn("")).toBeNull();
});

test("§4 After login: home keeps the code, and nothing else of the URL", () => {
  expect(homeWithFollowupCode("?redirectTo=%2Fsupport")).toBe("/home");
  expect(homeWithFollowupCode("?redirectTo=%2Fsupport&fud=CALM-20")).toBe("/home?fud=CALM-20");
  expect(homeWithFollowupCode("?fud=a%26b%3Dc")).toBe("/home?fud=a%26b%3Dc");
});
