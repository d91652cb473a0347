import { expect, test } from "vitest";
import { aSubscription, aSupply } from "../testing.ts";
import { changeByLink } from "./change.ts";

const supply = aSupply({ actions: ["skip"] });
const subscription = aSubscription({ actions: ["pause"], prescriptionorders: [supply] });

test("the mail's links open what they name: skipping, or a pause that begins with one month", () => {
  expect(changeByLink("?do=skip", subscription)).toEqual({ kind: "skip", supply });
  expect(changeByLink("?do=pause", subscription)).toEqual({ kind: "pause", months: 1 });
});

test("what is not possible any more, or is no such thing, opens nothing", () => {
  expect(changeByLink("?do=skip", { ...subscription, prescriptionorders: [aSupply()] })).toBeNull();
  expect(changeByLink("?do=skip", { ...subscription, prescriptionorders: [] })).toBeNull();
  expect(changeByLink("?do=pause", { ...subscription, actions: ["resume"] })).toBeNull();
  expect(changeByLink("?do=cancel", subscription)).toBeNull();
  expect(changeByLink("", subscription)).toBeNull();
});
