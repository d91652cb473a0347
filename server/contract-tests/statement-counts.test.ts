import { expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { recordedCounts } from "./testing/statement-counts.ts";

test("for every call it is recorded how many statements it sends, or that no journey makes it", () => {
  const { notCalled, patient, clinic } = recordedCounts();
  const listed = [...notCalled, ...Object.keys(patient), ...Object.keys(clinic)];
  const names = [...everyCall()].map(({ feature, name }) => `${feature}.${name}`);
  expect(listed.toSorted()).toEqual(names.toSorted());
});

test("home is read in two statements, including its audit row", () => {
  expect(recordedCounts().patient["treatment.overview"]).toBe(2);
});
