import { describe, expect, test } from "vitest";
import { findRoute } from "#app/router/find-route.ts";
import { windowTitle } from "#app/browser/urls.ts";
import { routes } from "./routes.tsx";

const route = (path: string) => findRoute(routes, path);

describe("§2.1 route table", () => {
  test.each([
    ["/404", "none", "none"],
    ["/playground", "none", "none"],
    ["/redirect/", "none", "redirect"],
    ["/website/", "none", "website"],
    ["/website/contact", "none", "contact"],
    ["/login", "auth", "visitor"],
    ["/forgot-password", "auth", "none"],
    ["/new-password", "auth", "none"],
    ["/invitation-code", "auth", "none"],
    ["/", "none", "onboarding"],
    ["/onboarding", "none", "onboarding"],
    ["/eligibility", "onboarding", "onboarding"],
    ["/health-questions", "onboarding", "onboarding"],
    ["/treatment-options", "onboarding", "onboarding"],
    ["/treatment-addons", "onboarding", "onboarding"],
    ["/identity-verification", "onboarding", "onboarding"],
    ["/checkout", "onboarding", "onboarding"],
    ["/home", "dashboard", "dashboard"],
    ["/treatment", "dashboard", "dashboard"],
    ["/messages", "dashboard", "dashboard"],
    ["/messages/doctor", "dashboard", "dashboard"],
    ["/messages/patient_services", "dashboard", "dashboard"],
    ["/support", "dashboard", "dashboard"],
    ["/support/pause", "dashboard", "dashboard"],
    ["/subscription/0198", "dashboard", "dashboard"],
    ["/order/0198", "dashboard", "dashboard"],
    ["/your-account", "dashboard", "dashboard"],
    ["/account-settings", "dashboard", "dashboard"],
    ["/account-settings/billing-details", "dashboard", "dashboard"],
    ["/account-settings/identity-verification", "dashboard", "dashboard"],
    ["/account-settings/billing-address", "dashboard", "dashboard"],
    ["/account-settings/shipping-address", "dashboard", "dashboard"],
    ["/account-settings/email", "dashboard", "dashboard"],
    ["/account-settings/password", "dashboard", "dashboard"],
    ["/account-settings/emails", "dashboard", "dashboard"],
    ["/account-settings/appearance", "dashboard", "dashboard"],
    ["/account-settings/sharing", "dashboard", "dashboard"],
    ["/account-settings/close-account", "dashboard", "dashboard"],
    ["/medical-information", "dashboard", "dashboard"],
    ["/insurance-documents", "dashboard", "dashboard"],
    ["/contact-us", "dashboard", "dashboard"],
    ["/cancel-subscription", "dashboard", "dashboard"],
    ["/referral/", "dashboard", "referral"],
  ])("§2.1 %s: shell %s, guard %s", (path, shell, guard) => {
    expect(route(path)).toMatchObject({ shell, guard });
  });

  test.each([
    ["/message", "/messages/doctor"],
    ["/messages/admin", "/messages/patient_services"],
    ["/follow-up", "/home"],
  ])("§2.1 %s leads to %s", (path, to) => expect(route(path)?.aliasOf).toBe(to));

  test.each(["/nope", "/order", "/order/1/2", "/Login", "/api/user", "/home/x"])("§2.1 %s is unknown", (path) => {
    expect(route(path)).toBeNull();
  });

  test("§2.1 every path is in the table once", () => {
    expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
  });
});

describe("§2.2 titles", () => {
  test("§2.2 product name | route title", () => expect(windowTitle("Rose", "Home")).toBe("Rose | Home"));
  test("§2.2 an unknown name is left out", () => expect(windowTitle("", "Home")).toBe("Home"));
  test.each(routes.filter(({ aliasOf: to }) => !to).map(({ path, title }) => [path, title]))(
    "the title of %s says nothing of health (%s)",
    (_, title) => {
      expect(title).not.toBe("");
      expect(title).not.toMatch(/health|treat|medic|meno|hormon|estr|drug|prescri|symptom|face|hair|cream|dose/i);
    },
  );
});
