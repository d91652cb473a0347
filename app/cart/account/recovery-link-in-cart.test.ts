import { expect, test } from "vitest";
import { recoveryStart } from "./password-recovery-screen.tsx";

const v = `x.${btoa(JSON.stringify({ username: "ada@example.com" }))}.x`;

test("§2.3 recovery in the cart starts with the e-mail", () => {
  expect(recoveryStart("")).toEqual({ screen: "email" });
  expect(recoveryStart("?utm_source=mail")).toEqual({ screen: "email" });
});

test("§5 a mailed link starts with the new password", () => {
  expect(recoveryStart(`?v=${v}&c=123`)).toEqual({
    screen: "newpassword",
    link: { username: "ada@example.com", code: "123" },
  });
});

test.each(["?v=x.y.z&c=123", "?c=123", `?v=${v}`, `?v=${v}&c=`])("§5 %s is a broken link", (search) => {
  expect(recoveryStart(search)).toEqual({ screen: "broken" });
});
