import { expect, test } from "vitest";
import { aSubscription, aPrescriptionOrder } from "../testing.ts";
import { actionByLink } from "../subscriptions/actions/subscription-action.ts";

const order = aPrescriptionOrder({ actions: ["skip"] });
const subscription = aSubscription({ actions: ["pause"], prescriptionorders: [order] });

test("the mail's links open what they name: skipping, or a pause that begins with one month", () => {
  expect(actionByLink("?do=skip", subscription)).toEqual({ kind: "skip", supply: order });
  expect(actionByLink("?do=pause", subscription)).toEqual({ kind: "pause", months: 1 });
});

test("what is not possible any more, or is no such thing, opens nothing", () => {
  expect(actionByLink("?do=skip", { ...subscription, prescriptionorders: [aPrescriptionOrder()] })).toBeNull();
  expect(actionByLink("?do=skip", { ...subscription, prescriptionorders: [] })).toBeNull();
  expect(actionByLink("?do=pause", { ...subscription, actions: ["resume"] })).toBeNull();
  expect(actionByLink("?do=cancel", subscription)).toBeNull();
  expect(actionByLink("", subscription)).toBeNull();
});
