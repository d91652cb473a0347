import { describe, expect, test } from "vitest";
import { isOrderInProgress, orderStatus } from "./order-status.ts";
import { aLine, anOrder, timeline } from "#app/treatment/testing.ts";

describe("the two-word status of an order", () => {
  test.each([
    ["authorized", timeline("authorized"), "In review"],
    ["authorized", timeline("authorized", "in_review", "approved"), "Approved"],
    ["authorized", timeline("authorized", "in_review", "declined"), "Not approved"],
    ["paid", timeline("paid"), "Paid"],
    ["paid", timeline("paid", "pharmacy"), "At our warehouse"],
    ["voided", timeline("authorized", "declined", "voided"), "Not charged"],
    ["unknown", [], "Confirming payment"],
  ] as const)("%s: %#", (status, steps, label) => {
    expect(orderStatus(anOrder({ status, timeline: [...steps] })).label).toBe(label);
  });

  test("the pharmacy prepares a prescription", () => {
    const detail = [{ prescription: true }] as ReturnType<typeof anOrder>["detail"];
    const status = orderStatus(anOrder({ status: "paid", timeline: timeline("paid", "pharmacy"), detail }));
    expect(status.label).toBe("At the pharmacy");
  });

  test("an order cancelled after payment shows as cancelled and is not in progress", () => {
    const order = anOrder({
      status: "paid",
      detail: [aLine({ cancelled: true })],
      timeline: timeline("paid", "pharmacy"),
    });
    expect([orderStatus(order).label, isOrderInProgress(order)]).toEqual(["Canceled", false]);
  });

  test("steps still to come do not count", () => {
    const entries = timeline("paid", "pharmacy").map((entry) => ({ ...entry, state: "todo" as const }));
    expect(orderStatus(anOrder({ status: "paid", timeline: entries })).label).toBe("Paid");
  });
});
