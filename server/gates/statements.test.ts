import { expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { recorded } from "./statements.ts";

test("of every call it is recorded how many statements it sends, or that no journey makes it", () => {
  const { notMade, patient, clinic } = recorded();
  const listed = [...notMade, ...Object.keys(patient), ...Object.keys(clinic)];
  const names = [...everyCall()].map(({ room, name }) => `${room}.${name}`);
  expect(listed.toSorted()).toEqual(names.toSorted());
});

test("home is read in two statements, its audit row with it", () => {
  expect(recorded().patient["treatment.full"]).toBe(2);
});
