import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Treatment } from "#contract/treatment/overview.ts";
import { aCharge, aLine, anOrder, aPrescriptionOrder, aSubscription, aTreatment, timeline } from "../testing.ts";
import { ParcelCard } from "./parcel-card.tsx";

const paid = anOrder({ status: "paid", detail: [aLine({ name: "Estradiol patch" })], timeline: timeline("paid") });
const shown = (change: Partial<Omit<Treatment, "plan">>) => {
  const treatment = aTreatment("approved", change);
  return renderToStaticMarkup(<ParcelCard order={treatment.orders[0]} treatment={treatment} />);
};
const words = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ")
    .trim();

describe("the parcel on home", () => {
  test("an order that moves stands on its track, with a link to it and to its carrier", () => {
    const shipment = {
      carrier: "Meadow Post",
      trackingnumber: "MP1",
      trackingurl: "https://post.test/1",
      shippedat: "2026-06-04T12:00:00Z",
      estimateddelivery: "2026-06-07",
      deliveredat: null,
    };
    const order = anOrder({ status: "shipped", timeline: timeline("paid", "shipped") });
    const subscriptions = [
      aSubscription({ prescriptionorders: [aPrescriptionOrder({ orderid: order.id, status: "shipped", shipment })] }),
    ];
    const markup = shown({ orders: [order], subscriptions });
    expect(words(markup)).toContain("Now: On its way");
    expect(words(markup)).toContain("by Jun 7");
    expect(markup).toContain(`href="/order/${order.id}"`);
    expect(markup).toContain('href="https://post.test/1"');
  });

  test("once it is there, the plan it belongs to and how long it lasts say more than the order", () => {
    const order = anOrder({ status: "delivered", timeline: timeline("paid", "shipped", "delivered") });
    const text = words(shown({ orders: [order], subscriptions: [aSubscription({ onhanduntil: "2026-08-14" })] }));
    expect(text).toBe("Your plan Item Your box lasts until Friday, August 14.");
  });

  test("a medicine the doctor wants to begin later is not begun before", () => {
    const { plan, ...rest } = aTreatment("approved", { orders: [paid] });
    const item = { productid: "p", name: "Estradiol tablet", dosage: "", image: "", prescription: true };
    const items = [{ ...item, directions: null, fromnextorder: false, startson: "2026-12-25" }];
    const treatment = { ...rest, plan: { ...plan, items } };
    const text = words(renderToStaticMarkup(<ParcelCard order={paid} treatment={treatment} />));
    expect(text).toContain("Don’t begin Estradiol tablet before December 25, 2026.");
  });

  test("an order that does not come says what became of the money", () => {
    const text = words(shown({ orders: [anOrder({ status: "voided" })] }));
    expect(text).toContain("Your last order Not charged");
    expect(text).toContain("You weren't charged.");
  });

  test("money is one line: the next charge, its day, and where to manage it", () => {
    const text = words(
      shown({ orders: [paid], charges: [aCharge({ amount: 253 }), aCharge({ chargeon: "2027-03-01" })] }),
    );
    expect(text).toContain("Next: $253 on Feb 10 Manage your orders and charges");
    expect(text).not.toContain("Mar 1");
    expect(text).not.toContain("Cancel subscription");
  });

  test("what is taken off the next charge stands beside it", () => {
    const discounts = [{ text: "10% off your next charge, with code WINBACK10", amount: null, percent: 10 }];
    expect(words(shown({ orders: [paid], charges: [aCharge()], discounts }))).toContain("10% off your next charge");
  });

  test("after a failed payment: when it is tried again, and cancelling is one press away", () => {
    const pastDue = aSubscription({ status: "past_due" });
    const again = shown({ orders: [paid], subscriptions: [pastDue], charges: [aCharge({ retry: true })] });
    expect(words(again)).toContain("We’ll try your card again: $84 on Feb 10");
    expect(again).toContain('href="/cancel-subscription"');
    expect(words(shown({ subscriptions: [pastDue] }))).toContain("Your next order waits for your payment.");
  });

  test("nothing where there is neither an order, nor medicine, nor a charge", () => {
    expect(shown({})).toBe("");
  });
});
