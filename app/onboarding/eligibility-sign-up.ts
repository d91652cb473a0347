import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/api.ts";
import type { FieldErrors } from "#app/auth/form-errors.ts";
import { createAccount } from "#app/auth/sign-up.ts";
import { growth } from "#contract/growth.ts";
import { stepHref } from "./places.ts";

let entered = false;

/** She began to fill in the form: from now on she counts as a visitor of the experiments, once a page. Nobody waits for it. */
export function enterExperiments(): void {
  if (entered) return;
  entered = true;
  call(growth.experiments, {}, { retry: false, silent: true }).catch(() => null);
}

/** Creates the account with what was typed and begins the visit; complaints by field when it cannot be sent. */
export const signUp = (formValues: Readonly<Record<string, string>>): Promise<FieldErrors | null> =>
  createAccount(formValues, (record) => {
    navigate(record ? stepHref(record.onboardingstep) : "/health-questions", { replace: true });
  });
