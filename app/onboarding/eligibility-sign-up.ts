import { navigate } from "wouter/use-browser-location";
import type { FieldErrors } from "#app/auth/form-errors.ts";
import { createAccount } from "#app/auth/sign-up.ts";
import { identify } from "./events.ts";
import { hrefOf } from "./places.ts";

/** Creates the account with what was typed and begins the visit; complaints by field when it cannot be sent. */
export const signUp = (given: Readonly<Record<string, string>>): Promise<FieldErrors | null> =>
  createAccount(given, (record) => {
    if (record) identify(record);
    navigate(record ? hrefOf(record.onboardingstep) : "/health-questions", { replace: true });
  });
