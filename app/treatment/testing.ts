import type { Order } from "#contract/orders/orders.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import type { Suggestion } from "#contract/treatment/suggestions.ts";
import type { Treatment } from "#contract/treatment/overview.ts";

type Entry = Order["timeline"][number];

/** A timeline in which these events are done. */
export const timeline = (...events: readonly Entry["event"][]): Entry[] =>
  events.map((event) => ({
    event,
    label: event,
    at: "2026-06-03T12:00:00Z",
    state: "done",
    detail: null,
    amount: null,
  }));

export const aLine = (change: Partial<Order["detail"][number]> = {}): Order["detail"][number] => ({
  productid: "p",
  pricingid: "p",
  name: "Item",
  dosage: "",
  image: "",
  quantity: 1,
  dayssupply: 30,
  prescription: true,
  price: 100,
  discount: 0,
  tax: 0,
  total: 100,
  cancelled: false,
  ...change,
});

export const anOrder = (change: Partial<Order> = {}): Order => ({
  id: "0198f000-0000-7000-8000-000000000001",
  number: "C-100001",
  status: "authorized",
  placedat: "2026-06-03T12:00:00Z",
  detail: [],
  summary: {
    subtotal: 100,
    discount: 0,
    taxamount: 0,
    shipping: 0,
    totalamount: 100,
    couponid: null,
    discountfrom: null,
  },
  refunded: 0,
  card: { brand: "visa", last4: "4242" },
  shipto: null,
  timeline: [],
  ...change,
});

export const aDoctor: NonNullable<Treatment["doctor"]> = {
  id: "one",
  firstname: "Ada",
  lastname: "Hill",
  name: "Dr. Ada Hill",
  credentials: "MD",
  bio: "",
  profileUrl: "/doctors/doctor-1.svg",
};

export const aTreatment = (
  status: Treatment["plan"]["status"],
  change: Partial<Omit<Treatment, "plan">> = {},
): Treatment => ({
  doctor: aDoctor,
  doctorthread: null,
  nextstep: { kind: "nothing", title: "", text: "What comes next.", action: null, needspatient: false, orderid: null },
  nextreview: null,
  plan: { status, phase: status, label: "", statustext: "", since: null, items: [], note: null, withdrawable: null },
  orders: [],
  upsellrequests: [],
  changes: [],
  suggestions: [],
  discounts: [],
  subscriptions: [],
  charges: [],
  actionitems: [],
  canshowupsells: true,
  ...change,
});

export const aSubscription = (change: Partial<Subscription> = {}): Subscription => ({
  id: "0198f000-0000-7000-8000-000000000011",
  status: "active",
  statustext: "",
  state: { label: "Active", title: "", lines: [], refills: "", manage: "See the details" },
  item: { productid: "p", name: "Item", dosage: "", image: "", prescription: true, directions: null },
  usednow: null,
  restart: null,
  restartobstacle: null,
  pricingid: "p",
  quantity: 1,
  price: 84,
  dayssupply: 84,
  onhold: false,
  misfiled: null,
  reportable: true,
  onhanduntil: null,
  startson: null,
  sharesparcelwith: [],
  startedat: "2026-06-03T12:00:00Z",
  nextchargeon: null,
  pauseduntil: null,
  pauseuntil: [],
  pausegaps: [],
  cancelgap: null,
  resumeon: null,
  cancelledat: null,
  refillsleft: null,
  canceloffer: null,
  warning: null,
  actions: [],
  prescriptionorders: [],
  ...change,
});

export const aTreatmentChange = (change: Partial<Treatment["changes"][number]> = {}): Treatment["changes"][number] => ({
  id: "0198f000-0000-7000-8000-000000000031",
  subscriptionid: "0198f000-0000-7000-8000-000000000011",
  agreeable: true,
  obstacle: null,
  status: "waiting",
  title: "Dr. Ada Hill changed your treatment",
  begins: "when_box_ends",
  beginson: null,
  until: "go_on",
  today: null,
  then: null,
  from: { name: "Patch", dosage: "0.05 mg/day", price: 59, dayssupply: 28 },
  fromordered: true,
  to: { name: "Patch", dosage: "0.1 mg/day", price: 62, dayssupply: 28, directions: null },
  chargeon: "2027-02-10",
  doctor: aDoctor,
  note: null,
  refusal: "I don't want this.",
  at: "2027-01-20T12:00:00Z",
  ...change,
});

export const aSuggestion = (change: Partial<Suggestion> = {}): Suggestion => ({
  id: "0198f000-0000-7000-8000-000000000041",
  status: "waiting",
  title: "Dr. Ada Hill suggests adding Insert",
  product: {
    ...{ productid: "insert", name: "Insert", dosage: "10 mcg", image: "", price: 79, dayssupply: 30 },
    ...{ directions: "Use 1 insert every Monday.", notices: [] },
  },
  beginson: null,
  terms: "If you agree, we'll charge you today.",
  obstacle: null,
  doctor: aDoctor,
  note: "It helps with dryness.",
  refusal: "I don't want to add Insert.",
  at: "2027-01-20T12:00:00Z",
  ...change,
});

type PrescriptionOrder = Subscription["prescriptionorders"][number];

export const aPrescriptionOrder = (change: Partial<PrescriptionOrder> = {}): PrescriptionOrder => ({
  id: "0198f000-0000-7000-8000-000000000021",
  subscriptionid: "0198f000-0000-7000-8000-000000000011",
  orderid: null,
  move: null,
  status: "scheduled",
  state: { kind: "planned", label: "Planned", text: "" },
  plannedon: "2027-02-10",
  chargeon: "2027-02-10",
  waitsfor: null,
  amount: 84,
  shipment: null,
  actions: [],
  getnext: null,
  getnextfrom: null,
  nextafter: null,
  gap: null,
  unskip: null,
  reorder: null,
  ...change,
});

export const aCharge = (change: Partial<Treatment["charges"][number]> = {}): Treatment["charges"][number] => ({
  chargeon: "2027-02-10",
  amount: 84,
  items: [],
  retry: false,
  ...change,
});
