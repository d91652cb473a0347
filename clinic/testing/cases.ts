import type { PrescribedOf } from "#clinic/case/decision/decision.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { Order } from "#contract/orders/orders.ts";
import type { PlanItem } from "#contract/treatment/plan.ts";
import { bareRecord } from "./patients.ts";
import { staffId } from "./staff.ts";

export const planItem = (productid: string, change: Partial<PlanItem> = {}): PlanItem => ({
  productid,
  name: productid === "patch" ? "Estradiol patch" : "Progesterone capsule",
  dosage: "0.05 mg/day",
  image: "/products/patch.svg",
  prescription: true,
  directions: null,
  ...change,
});

/** Two of a product: less a discount and with the tax they cost `total`. */
const line = (productid: string, total: number): Order["detail"][number] => ({
  productid,
  pricingid: `${productid}_1m`,
  name: productid,
  dosage: "",
  image: "",
  quantity: 2,
  dayssupply: 28,
  prescription: true,
  price: (total + 4) / 2,
  discount: 8,
  tax: 4,
  total,
  cancelled: false,
});

/** An order of a patch for $59 and a capsule for $35. */
export const order = (change: Partial<Order> = {}): Order => ({
  id: staffId(300),
  number: "10005",
  status: "authorized",
  placedat: "2026-11-25T12:00:00Z",
  detail: [line("patch", 59), line("capsule", 35)],
  summary: {
    subtotal: 102,
    discount: 16,
    taxamount: 8,
    shipping: 5,
    totalamount: 99,
    couponid: null,
    discountfrom: null,
  },
  refunded: 0,
  card: { brand: "visa", last4: "4242" },
  shipto: null,
  timeline: [],
  ...change,
});

export const answer = (questionid: string, at = "2026-11-25T11:00:00Z") => ({
  questionid,
  question: `About ${questionid}`,
  answer: "No",
  contentversion: "1",
  at,
});

/** A case to decide, accepted, with a patch and a capsule requested and nothing against them. */
export const caseRecord = (change: Partial<PatientRecord> = {}): PatientRecord =>
  bareRecord({
    carestatus: "accepted",
    requested: [planItem("patch"), planItem("capsule")],
    orders: [order()],
    answers: [answer("uterus")],
    flags: [],
    unanswered: [],
    prescriptions: [],
    ...change,
  });

/** What the catalogue has an approval prescribe; each product with words and a number of its own. */
export const prescribedAsSeen: PrescribedOf = ({ prescribed, choices }, { productid }) =>
  choices[productid]?.kind === "leave_out"
    ? null
    : {
        ...{ name: productid, quantity: "1 × 28 days" },
        directions: prescribed[productid]?.directions ?? `Use the ${productid}.`,
        refills: prescribed[productid]?.refills ?? (productid === "patch" ? "12" : "4"),
      };
