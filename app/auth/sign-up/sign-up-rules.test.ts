import { describe, expect, test } from "vitest";
import { memoryCookies } from "#app/api/session/cookies.ts";
import { validateCartSignUp, validateSignUp, referralCodeFromCookie } from "./sign-up-rules.ts";

const termsmissing = "Please state if you agree to our Terms & Conditions, Privacy Policy, and Telehealth Consent";
const settings = { termsVersion: "v7", brand: { termsmissing } };
const filled = {
  firstname: "Ada",
  lastname: "Lovelace",
  email: "ada@example.com",
  password: "engine no 1",
  acceptedterms: "on",
};

describe("§5 sign-up", () => {
  test("§5 a filled form becomes the body, with the version of the terms", () => {
    expect(validateSignUp(filled, settings).values).toEqual({
      ...filled,
      role: "PATIENT",
      acceptedterms: "v7",
    });
  });

  test("§2.1 the sign-up code is sent along", () => {
    expect(validateSignUp(filled, settings, { invitationcode: "SPRING" }).values).toMatchObject({
      invitationcode: "SPRING",
    });
  });

  test("§5 an empty form has an issue at every field", () => {
    expect(validateSignUp({ firstname: "", lastname: " ", email: "", password: "" }, settings).errors).toEqual({
      firstname: "Please enter your first name.",
      lastname: "Please enter your last name.",
      email: "Please enter your email.",
      password: "Min. 8 characters",
      acceptedterms: termsmissing,
    });
  });

  test("§5 terms not ticked: the text of the specification, and only there", () => {
    const { acceptedterms: _, ...rest } = filled;
    expect(validateSignUp(rest, settings).errors).toEqual({ acceptedterms: termsmissing });
  });
});

describe("§2.3 sign-up in the cart", () => {
  test("§7 a filled form becomes the body of signup/nonrx, with the version of the terms and nothing else", () => {
    expect(validateCartSignUp(filled, settings).values).toEqual({ ...filled, acceptedterms: "v7" });
  });

  test("§5 an empty form has an issue at every field, in the words of the signup screen", () => {
    const empty = { firstname: "", lastname: "", email: "", password: "" };
    expect(validateCartSignUp(empty, settings).errors).toEqual(validateSignUp(empty, settings).errors);
  });

  test("§5 terms not ticked: nothing is sent", () => {
    const { acceptedterms: _, ...rest } = filled;
    expect(validateCartSignUp(rest, settings)).toEqual({ values: null, errors: { acceptedterms: termsmissing } });
  });
});

describe("§2.2 a referral code", () => {
  test("is sent with a sign-up, here and in the cart", () => {
    const codes = referralCodeFromCookie(memoryCookies({ referralToken: " ROSA1234 " }));
    expect(validateSignUp(filled, settings, codes).values).toMatchObject({ referralcode: "ROSA1234" });
    expect(validateCartSignUp(filled, settings, codes).values).toMatchObject({ referralcode: "ROSA1234" });
  });
  test.each([undefined, "", " ", "A".repeat(41)])("is left out when it is malformed (%j)", (referralToken) => {
    expect(referralCodeFromCookie(memoryCookies(referralToken === undefined ? {} : { referralToken }))).toEqual({});
  });
});
