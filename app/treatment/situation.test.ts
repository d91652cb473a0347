import { describe, expect, test } from "vitest";
import { type Order, OrderStatus, type Subscription } from "#contract/entities.ts";
import type { Need } from "#contract/treatment.ts";
import { needLabel, shipmentOf, situationOf, sortNeeds } from "./situation.ts";
import { aLine, anOrder, aSubscription, aSupply, aTreatment } from "./testing.ts";

const shipment = {
  carrier: "Meadow Post",
  trackingnumber: "1Z",
  trackingurl: "https://example.com/1Z",
  shippedat: "2026-06-03T12:00:00Z",
  estimateddelivery: null,
  deliveredat: null,
};
const order = anOrder();
type OrderState = Order["status"];
type SubscriptionState = Subscription["status"];
const shipped = aSubscription({
  prescriptionorders: [aSupply({ orderid: order.id, status: "shipped", chargeon: "2026-06-03", shipment })],
});

describe("home: what it says first", () => {
  test("before the match it says that a doctor is looked for", () => {
    const { title, text } = situationOf(aTreatment("in_review", { doctor: null, orders: [order] }), null);
    expect(title).toBe("We are finding your doctor");
    expect(text).toBe("What comes next.");
  });

  test("after the match it names the doctor", () => {
    expect(situationOf(aTreatment("in_review"), null).title).toBe("Dr. Ada Hill is reviewing your visit");
  });

  test.each(["authorizing", "unknown"] as const)("an order in %s asks her not to pay again", (status) => {
    const treatment = aTreatment("in_review", { orders: [anOrder({ status })] });
    expect(situationOf(treatment, null).text).toContain("do not pay again");
  });

  test("a declined plan leads to the doctor, with the next step", () => {
    const { text, action } = situationOf(aTreatment("declined"), null);
    expect([text, action.href]).toEqual(["What comes next.", "/messages/doctor"]);
  });

  test("a parcel under way leads to its carrier", () => {
    const orders = [anOrder({ status: "shipped" })];
    const known = situationOf(aTreatment("approved", { orders, subscriptions: [shipped] }), null);
    expect(known.action).toEqual({ label: "Track with Meadow Post", href: shipment.trackingurl, external: true });
    expect(situationOf(aTreatment("approved", { orders }), null).action.href).toBe(`/order/${order.id}`);
  });

  test.each(["approved", "none"] as const)("every order has a title and somewhere to go (plan %s)", (plan) => {
    for (const status of OrderStatus.options) {
      const { title, action } = situationOf(aTreatment(plan, { orders: [anOrder({ status })] }), null);
      expect(title).not.toBe("");
      expect(action.href).toMatch(/^\/(order\/|treatment$)/);
    }
  });

  test("an order after the first is news of its own, not of the approval", () => {
    const orders = [anOrder({ status: "paid" }), anOrder({ id: "2", status: "delivered" })];
    expect(situationOf(aTreatment("approved", { orders }), null).title).toBe("Your next order is under way");
    expect(situationOf(aTreatment("approved", { orders: orders.slice(0, 1) }), null).title).toBe(
      "Your plan is approved",
    );
  });

  test("an order she cancelled after she paid it is not under way, though its refund is not booked yet", () => {
    const [line, kept] = [aLine({ cancelled: true }), aLine()];
    const situation = (...detail: (typeof line)[]) => {
      const orders = [anOrder({ status: "paid", detail }), anOrder({ id: "2", status: "delivered" })];
      return situationOf(aTreatment("approved", { orders, subscriptions: [aSubscription()] }), null);
    };
    expect(situation(line, line)).toMatchObject({ picture: "letter", title: "We are giving your money back" });
    expect(situation(line, kept).title).toBe("Your next order is under way");
  });

  test("what holds her next supply up comes first: a failed payment always, a pause or the end once nothing is under way", () => {
    const title = (order: OrderState, ...statuses: SubscriptionState[]) => {
      const subscriptions = statuses.map((status) => aSubscription({ status }));
      return situationOf(aTreatment("approved", { orders: [anOrder({ status: order })], subscriptions }), null).title;
    };
    expect(title("shipped", "active", "past_due")).toBe("Your order waits for your payment");
    expect(title("shipped", "paused")).toBe("Your parcel is on its way");
    expect(title("delivered", "paused", "cancelled")).toBe("You are taking a break");
    expect(title("delivered", "paused", "active")).toBe("Your plan is under way");
    expect(title("delivered", "cancelled")).toBe("Your plan has ended");
  });

  test("decisions §8 a medicine she is to stop comes before everything else, and is said once", () => {
    const need = { kind: "talk_to_doctor", title: "Talk first", text: "Stop.", href: "/messages/doctor" } as const;
    const subscriptions = [aSubscription({ status: "past_due" })];
    const treatment = aTreatment("approved", {
      orders: [anOrder({ status: "delivered" })],
      subscriptions,
      needs: [need],
    });
    expect(situationOf(treatment, null)).toMatchObject({ title: "Talk first", action: { href: "/messages/doctor" } });
    expect(sortNeeds([need], true)).toEqual({ urgent: [], later: [] });
  });

  test("without plan and order it leads to the visit she has not finished, or to a person", () => {
    const visit = { href: "/", begun: true };
    expect(situationOf(aTreatment("none"), visit).action).toEqual({ label: "Go on with your visit", href: "/" });
    expect(situationOf(aTreatment("none"), { ...visit, begun: false }).action.label).toBe("Start your visit");
    expect(situationOf(aTreatment("none"), null).action.href).toBe("/contact-us");
  });
});

test("the parcel of an order is found among the supplies, and no other's", () => {
  expect(shipmentOf({ subscriptions: [shipped] }, order.id)).toBe(shipment);
  expect(shipmentOf({ subscriptions: [shipped] }, "another")).toBeNull();
});

describe("what needs her", () => {
  const need = (kind: Need["kind"], href = "/home"): Need => ({ kind, title: "", text: "", href });

  const kinds = (needs: readonly Need[]) => needs.map(({ kind }) => kind);

  test("what somebody else has to do can wait, and so can the email", () => {
    const needs = [need("confirm_payment"), need("reply_to_doctor"), need("verify_identity"), need("verify_email")];
    const { urgent, later } = sortNeeds(needs, false);
    expect(kinds(urgent)).toEqual(["reply_to_doctor"]);
    expect(kinds(later)).toEqual(["confirm_payment", "verify_identity", "verify_email"]);
  });

  test("an identity that could not be confirmed cannot wait", () => {
    expect(kinds(sortNeeds([need("verify_identity", "/contact-us")], false).urgent)).toEqual(["verify_identity"]);
  });

  test("a renewal the doctor works on asks nothing of her", () => {
    expect(kinds(sortNeeds([need("renew_prescription", "/treatment")], false).later)).toEqual(["renew_prescription"]);
  });

  test("its button says where it leads", () => {
    expect(needLabel(need("update_payment"))).toBe("Update your card");
    expect(needLabel(need("verify_identity", "/contact-us"))).toBe("Write to us");
  });

  test("the failed payment is said once: by the banner, where there is one", () => {
    expect(kinds(sortNeeds([need("update_payment")], false).urgent)).toEqual(["update_payment"]);
    expect(sortNeeds([need("update_payment")], true)).toEqual({ urgent: [], later: [] });
  });
});
