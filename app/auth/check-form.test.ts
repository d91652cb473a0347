import { describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { emailHint } from "#contract/fields/email-pattern.ts";
import { validateForm } from "./validate-form.ts";
import { formValues, splitErrors } from "./form-errors.ts";

describe("§5 forms of the account pages", () => {
  test("§5 accepts what the contract accepts, trimmed", () => {
    const { values, errors } = validateForm(auth.signIn.body, { email: " eve@example.com ", password: "secret" });
    expect(errors).toBeNull();
    expect(values).toEqual({ email: "eve@example.com", password: "secret" });
  });

  test("§5 reports one issue per field, with the contract's text", () => {
    expect(validateForm(auth.signIn.body, { email: "", password: "" }).errors).toEqual({
      email: "Please enter your email.",
      password: "Please enter a password.",
    });
    expect(validateForm(auth.signIn.body, { email: "eve", password: "x" }).errors).toEqual({ email: emailHint });
  });

  test.each(["a@b.co", "first.last+tag@mail.example.com", `a@b.${"c".repeat(24)}`])("§5 %s is an email", (email) => {
    expect(validateForm(auth.forgotPassword.body, { email }).errors).toBeNull();
  });

  test.each(["a@b", "@b.co", "a b@c.de", `a@b.${"c".repeat(25)}`, "a@b.c1"])("§5 %s is not", (email) => {
    expect(validateForm(auth.forgotPassword.body, { email }).errors).toEqual({ email: emailHint });
  });

  test.each([
    ["1234567", "Min. 8 characters"],
    ["x".repeat(51), "Max. 50 characters"],
  ])("§5 password %s: %s", (password, message) => {
    expect(validateForm(auth.signUp.body, { email: "a@b.co", password }).errors).toEqual({ password: message });
  });

  test("reads text fields of a form", () => {
    const form = new FormData();
    form.append("email", "a@b.co");
    form.append("file", new Blob(["x"]));
    expect(formValues(form)).toEqual({ email: "a@b.co" });
  });

  test("§8 issues with fields that are not shown go to the alert", () => {
    expect(splitErrors({ email: "one", role: "two" }, ["email"])).toEqual({
      fields: { email: "one" },
      formError: "two",
    });
  });
});
