import { expect, test } from "vitest";
import { setRecoveredPassword } from "./password-recovery/set-recovered-password.ts";
import { splitErrors } from "./form-errors.ts";

const link = { username: "rosa@example.com", code: "c".repeat(43) };

test("§5 two different passwords: an alert above the form, and the text at the field", async () => {
  const errors = await setRecoveredPassword(link, { password: "calendula at dawn", confirm: "calendula at dusk" });
  expect(splitErrors(errors ?? {}, ["password", "confirm"])).toEqual({
    fields: { confirm: "Your password does not match" },
    formError: "Password did not match",
  });
});

test("§5 a password that is too short is named first, without an alert", async () => {
  const errors = await setRecoveredPassword(link, { password: "short", confirm: "other" });
  expect(splitErrors(errors ?? {}, ["password", "confirm"])).toEqual({
    fields: { password: "Min. 8 characters" },
    formError: null,
  });
});
