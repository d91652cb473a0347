import { beforeEach, expect, test } from "vitest";
import { session } from "#app/api/session/session.ts";
import type { SignedIn } from "#contract/auth.ts";
import { startCartSession } from "./start-cart-session.ts";

const result: SignedIn = {
  message: "success",
  idToken: "her token",
  userid: "0199a1b2-0000-7000-8000-000000000001",
  onboardingstatus: "PENDING",
};

beforeEach(() => session.clear());

test("§4 log in, cart variant: the session begins, and the flag names the screen and carries the one-time token", () => {
  expect(startCartSession({ ...result, onetimetoken: "once" }, "account")).toEqual({
    next: "account",
    onetimetoken: "once",
  });
  expect(session.get().token).toBe("her token");
});

test("§4 sign-up in the cart goes on to shipping", () => {
  expect(startCartSession(result, "shipping")).toEqual({ next: "shipping", onetimetoken: null });
});

test("§7 a body whose message is not ‘success’ is an error with that message, and begins nothing", () => {
  const odd = { ...result, message: "Please call us." } as unknown as SignedIn;
  expect(() => startCartSession(odd, "account")).toThrow("Please call us.");
  expect(session.get().token).toBeNull();
});
