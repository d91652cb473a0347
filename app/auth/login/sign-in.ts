import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/call.ts";
import { preloadPage, preloadPageData } from "#app/router/preload.ts";
import { auth } from "#contract/auth.ts";
import { pathAfterLogin } from "./path-after-login.ts";
import { beginSession, assertSuccessMessage } from "./start-session.ts";
import { validateForm } from "../validate-form.ts";
import type { FieldErrors } from "../form-errors.ts";

/** The page for a patient who has completed onboarding. */
const pathForDone = (search: string): string =>
  new URL(pathAfterLogin(search, { status: "DONE", record: { nonrxmedicationonly: false } }), location.origin).pathname;

/** Preloads the page that a sign-in most likely leads to. */
export function preloadNextPage(search: string): void {
  void import("#app/api/load-record.ts").catch(() => null);
  preloadPage(pathForDone(search));
}

/** Signs in with the form's values and goes to the right page; returns issues by field when the form is invalid. */
export async function signIn(
  formValues: Readonly<Record<string, string>>,
  search: string,
): Promise<FieldErrors | null> {
  const { values, errors } = validateForm(auth.signIn.body, { ...formValues, role: "PATIENT" });
  if (errors) return errors;
  const result = await call(auth.signIn, { body: values });
  assertSuccessMessage(result);
  preloadPageData(result.onboardingstatus === "DONE" ? pathForDone(search) : "/", result.idToken);
  await beginSession(result, (record) => {
    navigate(pathAfterLogin(search, { status: result.onboardingstatus, record }), { replace: true });
  });
  return null;
}
