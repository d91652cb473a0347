import type { TreatmentChange } from "#contract/treatment/changes.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import type { Suggestion } from "#contract/treatment/suggestions.ts";
import { staffId } from "./staff.ts";

/** A patch that is sent every four weeks. */
export const subscription = (change: Partial<Subscription> = {}): Subscription => ({
  id: staffId(1),
  status: "active",
  state: { label: "Active", title: "", lines: [], refills: "3 refills left", manage: "See the details" },
  statustext: "Active.",
  item: {
    ...{ productid: "patch", name: "Estradiol patch", dosage: "0.05 mg/day", image: "" },
    ...{ prescription: true, directions: null },
  },
  usednow: null,
  restart: null,
  restartobstacle: null,
  pricingid: "patch_1m",
  quantity: 1,
  price: 59,
  dayssupply: 28,
  onhold: false,
  misfiled: null,
  reportable: true,
  onhanduntil: null,
  sharesparcelwith: [],
  startedat: "2026-11-01T12:00:00Z",
  startson: null,
  nextchargeon: "2026-12-03",
  pauseduntil: null,
  pauseuntil: [],
  pausegaps: [],
  cancelgap: null,
  resumeon: null,
  cancelledat: null,
  refillsleft: 3,
  canceloffer: null,
  warning: null,
  actions: [],
  prescriptionorders: [],
  ...change,
});

/** A stronger patch instead of it, which the patient hasn't answered. */
export const treatmentChange = (change: Partial<TreatmentChange> = {}): TreatmentChange => ({
  id: staffId(11),
  subscriptionid: staffId(1),
  agreeable: true,
  obstacle: null,
  status: "waiting",
  title: "Your doctor changed your treatment",
  begins: "when_box_ends",
  beginson: null,
  until: "go_on",
  today: "Keep using Estradiol patch, 0.05 mg/day as before.",
  then: null,
  from: { name: "Estradiol patch", dosage: "0.05 mg/day", price: 59, dayssupply: 28 },
  fromordered: true,
  to: { name: "Estradiol patch", dosage: "0.1 mg/day", price: 62, dayssupply: 28, directions: null },
  chargeon: "2026-12-03",
  doctor: null,
  note: "A little more.",
  refusal: "I don't want the change you made.",
  at: "2026-11-20T12:00:00Z",
  ...change,
});

/** A medicine to add that the patient hasn't answered. */
export const suggestion = (change: Partial<Suggestion> = {}): Suggestion => ({
  id: staffId(12),
  status: "waiting",
  title: "Your doctor suggests adding Vaginal insert",
  product: {
    ...{ productid: "insert", name: "Vaginal insert", dosage: "10 mcg", image: "", price: 79, dayssupply: 30 },
    ...{ directions: "One every Monday.", notices: [] },
  },
  beginson: null,
  terms: "If you agree, we'll charge you today.",
  obstacle: null,
  doctor: null,
  note: "For dryness.",
  refusal: "I don't want to add Vaginal insert.",
  at: "2026-11-20T12:00:00Z",
  ...change,
});
