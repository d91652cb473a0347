import { expect, test } from "vitest";
import { aSubscription, aPrescriptionOrder } from "../testing.ts";
import { actionByLink } from "./subscription-action.ts";

const order = aPrescriptionOrder({ actions: ["skip"] });
const subscription = aSubscription({ actions: ["pause"], prescriptionorders: [order] });

test("the mail's links open the action they name: skip, or a pause that starts at one month", () => {
  expect(actionByLink("?do=skip", subscription)).toEqual({ kind: "skip", order: order });
  expect(actionByLink("?do=pause", subscription)).toEqual({ kind: "pause", months: 1 });
});

test("an action that is not possible or does not exist opens nothing", () => {
  expect(actionByLink("?do=skip", { ...subscription, prescriptionorders: [aPrescriptionOrder()] })).toBeNull();
  expect(actionByLink("?do=skip", { ...subscription, prescriptionorders: [] })).toBeNull();
  expect(actionByLink("?do=pause", { ...subscription, actions: ["resume"] })).toBeNull();
  expect(actionByLink("?do=cancel", subscription)).toBeNull();
  expect(actionByLink("", subscription)).toBeNull();
});
