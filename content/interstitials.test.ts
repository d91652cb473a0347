import { expect, test } from "vitest";
import { shippedContent } from "./testing/shipped-content.ts";

const { interstitials } = await shippedContent();

test("§2.3 interstitial loader of types 1 to 6; type 5 matches the patient with a doctor and waits for the patient", () => {
  expect(interstitials.map(({ type }) => type)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(interstitials.find(({ type }) => type === 5)?.messagetype).toBe("doctormatching");
});

test("§4 Interstitial loader: the message types that stay are HIPAA, doctorvisit and doctormatching", () => {
  const stay = interstitials.flatMap(({ messagetype }) => messagetype ?? []);
  expect(stay).toEqual(["HIPAA", "doctorvisit", "doctormatching"]);
});
