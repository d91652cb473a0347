import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/api.ts";
import { findRoute } from "#app/router/find-route.ts";
import { preload } from "#app/router/preload.ts";
import { routes } from "#app/routes.tsx";
import { askFirst } from "#app/shell/first-calls.ts";
import { auth } from "#contract/auth.ts";
import { afterLogin } from "./after-login.ts";
import { beginSession, refuseUnlessSuccess } from "./begin-session.ts";
import { checkForm } from "./check-form.ts";
import type { FieldErrors } from "./form-errors.ts";

/** The page a patient in care is led to. */
const nextPath = (search: string): string =>
  new URL(afterLogin(search, { status: "DONE", record: { nonrxmedicationonly: false } }), location.origin).pathname;

/** Begins to load what a sign-in most likely leads to. */
export function loadNext(search: string): void {
  void import("#app/router/load-record.ts").catch(() => null);
  const route = findRoute(routes, nextPath(search));
  if (route) preload(route);
}

/** Signs in with what was typed and goes where the patient belongs; complaints by field when it cannot be sent. */
export async function signIn(given: Readonly<Record<string, string>>, search: string): Promise<FieldErrors | null> {
  const { values, errors } = checkForm(auth.signIn.body, { ...given, role: "PATIENT" });
  if (errors) return errors;
  const reply = await call(auth.signIn, { body: values });
  refuseUnlessSuccess(reply);
  askFirst(reply.onboardingstatus === "DONE" ? nextPath(search) : "/", reply.idToken);
  await beginSession(reply, (record) => {
    navigate(afterLogin(search, { status: reply.onboardingstatus, record }), { replace: true });
  });
  return null;
}
