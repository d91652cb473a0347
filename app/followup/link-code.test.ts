import { expect, test } from "vitest";
import { homeWithLinkCode, linkCodeIn } from "./link-code.ts";

test("§4 After login: the code of a mail's link, empty when it names none, null without it", () => {
  expect(linkCodeIn("?fud=CALM-20&utm_source=mail")).toBe("CALM-20");
  expect(linkCodeIn("?fud=")).toBe("");
  expect(linkCodeIn("?fudge=CALM-20")).toBeNull();
  expect(linkCodeIn("")).toBeNull();
});

test("§4 After login: home takes it along, and nothing else of the address", () => {
  expect(homeWithLinkCode("?redirectTo=%2Fsupport")).toBe("/home");
  expect(homeWithLinkCode("?redirectTo=%2Fsupport&fud=CALM-20")).toBe("/home?fud=CALM-20");
  expect(homeWithLinkCode("?fud=a%26b%3Dc")).toBe("/home?fud=a%26b%3Dc");
});
