import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/call.ts";
import type { FieldErrors } from "#app/auth/form-errors.ts";
import { createAccount } from "#app/auth/sign-up/create-account.ts";
import { growth } from "#contract/growth/calls.ts";
import { stepHref } from "../flow/step-addresses.ts";

let entered = false;

/** The visitor has started to fill in the form and is enrolled in experiments, once per page. Nothing waits for it. */
export function enterExperiments(): void {
  if (entered) return;
  entered = true;
  call(growth.experiments, {}, { retry: false, silent: true }).catch(() => null);
}

/** Creates the account from the form and starts the visit; returns errors by field if it cannot be sent. */
export const signUp = (formValues: Readonly<Record<string, string>>): Promise<FieldErrors | null> =>
  createAccount(formValues, (record) => {
    navigate(record ? stepHref(record.onboardingstep) : "/health-questions", { replace: true });
  });
