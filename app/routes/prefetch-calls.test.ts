import { expect, test } from "vitest";
import { requestUrl } from "#app/api/request.ts";
import { findRoute } from "#app/router/find-route.ts";
import { routes } from "./routes.tsx";
import { account } from "#contract/account/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { prefetchAddresses, showsTreatment } from "./prefetch-calls.ts";

const callsAt = (path: string) => {
  const route = findRoute(routes, path);
  return route ? prefetchAddresses(route) : null;
};
const everywhere = [notifications.changes, onboarding.record, account.user].map((call) => requestUrl(call, {}));
const withTreatment = [...everywhere, requestUrl(treatment.overview, {})];

test("/home requests the treatment, check-ins and doses at once, at the contract's addresses", () => {
  expect(callsAt("/home")).toEqual([...withTreatment, requestUrl(wellbeing.read, {})]);
  expect(showsTreatment("/home")).toBe(true);
});

test.each(["/treatment", "/subscription/1", "/cancel-subscription"])(
  "%s requests the treatment as well, at the contract's addresses",
  (path) => {
    expect(callsAt(path)).toEqual(withTreatment);
    expect(showsTreatment(path)).toBe(true);
  },
);

test.each(["/messages", "/your-account", "/support/1"])("%s requests what the shell shows", (path) => {
  expect(callsAt(path)).toEqual(everywhere);
  expect(showsTreatment(path)).toBe(false);
});

test.each(["/", "/checkout", "/redirect"])("%s requests what its guard needs", (path) => {
  expect(callsAt(path)).toEqual([requestUrl(onboarding.record, {})]);
});

test.each(["/login", "/eligibility-not", "/404"])("%s requests nothing", (path) => {
  expect(callsAt(path) ?? []).toEqual([]);
});
