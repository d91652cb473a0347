import type { OrderItem } from "#contract/care/worklists.ts";
import type { Order } from "#contract/orders/orders.ts";
import { patient } from "./patients.ts";
import { staffId } from "./staff.ts";

const item = (change: Partial<Order["detail"][number]> = {}): Order["detail"][number] => ({
  productid: "estradiol_patch_0_05",
  pricingid: "estradiol_patch_0_05_3m",
  name: "Estradiol patch",
  dosage: "0.05 mg",
  image: "/patch.svg",
  quantity: 2,
  dayssupply: 84,
  prescription: true,
  price: 48,
  discount: 10,
  tax: 4,
  total: 90,
  cancelled: false,
  ...change,
});

export const order = (number: number, change: Partial<Order> = {}): Order => ({
  id: staffId(500 + number),
  number: String(100_000 + number),
  status: "paid",
  placedat: "2026-11-20T12:00:00Z",
  detail: [item(), item({ productid: "soap", pricingid: "soap_1", name: "Soap", cancelled: true })],
  summary: {
    subtotal: 96,
    discount: 10,
    taxamount: 4,
    shipping: 0,
    totalamount: 90,
    couponid: null,
    discountfrom: null,
  },
  refunded: 0,
  card: null,
  shipto: { address1: "18 Orchard Street", address2: null, city: "Iowa City", state: "IA", zipcode: "52240" },
  timeline: [],
  ...change,
});

/** A line that nobody has packed, of a medicine without codes. */
export const unmatched = {
  ...{
    matched: null,
    uncoded: null,
    filled: null,
    verified: null,
    label: null,
    labelchanged: [],
    voiding: null,
    boxes: [],
    packages: [],
    units: null,
  },
};

/** An order that is ready to be sent. */
export const orderItem = (number: number, change: Partial<OrderItem> = {}): OrderItem => ({
  id: order(number).id,
  patient: patient(number),
  order: order(number),
  ready: true,
  holdends: null,
  pastdue: null,
  disputedsince: null,
  disputedfor: null,
  dispensing: null,
  mismatch: null,
  mismatchdecision: null,
  emergencyhold: null,
  question: null,
  refundquestions: [],
  refundable: 0,
  refunds: [],
  ...change,
});
