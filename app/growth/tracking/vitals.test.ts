import { expect, test } from "vitest";
import { appAreaOf, createVitals } from "./web-vitals.ts";

test.each([
  ["/login", "auth"],
  ["/eligibility", "auth"],
  ["/health-questions", "visit"],
  ["/checkout", "visit"],
  ["/home", "dashboard"],
  ["/order/01890000-0000-7000-8000-000000000001", "dashboard"],
  ["/cart", "cart"],
])("of %s only the area of the app is sent: %s", (path, area) => expect(appAreaOf(path)).toBe(area));

test("decisions §14 web-vitals: the latest value of each metric is sent once", () => {
  const vitals = createVitals("auth");
  vitals.note({ name: "CLS", value: 0.01 });
  vitals.note({ name: "CLS", value: 0.02 });
  vitals.note({ name: "TTFB", value: -3 });
  expect(vitals.take()).toEqual([
    { name: "CLS", page: "auth", value: 0.02 },
    { name: "TTFB", page: "auth", value: 0 },
  ]);
  expect(vitals.take()).toEqual([]);
});
