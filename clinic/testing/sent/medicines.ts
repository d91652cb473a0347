import { bareRecord, patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { subscription } from "#clinic/testing/treatment.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { CatalogueProduct } from "#contract/catalogue.ts";

type Prescribed = NonNullable<PatientRecord["prescriptions"]>[number];

const product = (productid: string, name: string, strength: string, prices: readonly number[]): CatalogueProduct => ({
  ...{ productid, name, strength, form: "form", description: "", howtouse: `Use ${productid}.`, picture: "" },
  ...{ prescription: true, hsa: "eligible", notices: [], fit: "suitable", reasons: [] },
  pricings: prices.map((price, at) => ({
    ...{ pricingid: `${productid}_${at + 1}m`, label: "", months: at + 1, dayssupply: 28 * (at + 1), price },
    ...{ permonth: price, refills: 5 + at },
  })),
});

/** Two medicines, each in two strengths, and each of these for one or two months. */
export const catalogue: readonly CatalogueProduct[] = [
  product("patch", "Estradiol patch", "0.05", [59, 99]),
  product("patch_strong", "Estradiol patch", "0.1", [62, 102]),
  product("capsule", "Progesterone capsule", "100", [35, 65]),
  product("capsule_strong", "Progesterone capsule", "200", [38, 68]),
  product("estriol", "Estriol cream", "1", [41, 71]),
];

const names = ["Estradiol patch", "Progesterone capsule"];
const ids = ["patch", "capsule"];

const prescription = (at: number, status: Prescribed["status"]): Prescribed => ({
  ...{ id: staffId(810 + at), productid: ids[at] ?? "", name: names[at] ?? "", dosage: `${at + 1} mg` },
  ...{ rxnumber: `RX-${at}`, ndc: null, status, refillsleft: 3, dayssupply: 28, directions: null, usednow: true },
  ...{
    doctorid: "elena_marsh",
    collaborator: null,
    approvedat: "2026-11-02T12:00:00Z",
    onholdsince: null,
    stoppedat: null,
  },
  ...{ pace: "label", planned: [], rest: null, earlyfills: at, earlyuntil: null },
});

export const prescriptionIds = [staffId(810), staffId(811)] as const;
export const subscriptionIds = [staffId(820), staffId(821)] as const;

export const planItem = (at: number) => ({
  ...{ productid: ids[at] ?? "", name: names[at] ?? "", dosage: `${at + 1} mg`, image: "", prescription: true },
  directions: null,
});

/** What the server says of a pause of so many months. */
export const pauseGap = (months: number): string => `Nothing for ${months} weeks.`;

export const subscriptionOf = (at: number) =>
  subscription({
    ...{ id: subscriptionIds[at] ?? "", item: planItem(at), pricingid: `${ids[at]}_1m` },
    ...{ actions: ["pause", "resume", "cancel"], pauseuntil: ["2026-12-24", "2027-01-24", "2027-02-24"] },
    pausegaps: [1, 2, 3].map(pauseGap),
  });

/** The second of two patients, with two of everything: prescriptions, subscriptions, conversations. */
export const record = (change: Partial<PatientRecord> = {}, status: Prescribed["status"] = "active"): PatientRecord =>
  bareRecord({
    ...patient(2),
    ...{ carestatus: "accepted", planstatus: "approved" },
    prescriptions: [prescription(0, status), prescription(1, status)],
    subscriptions: [subscriptionOf(0), subscriptionOf(1)],
    changes: [],
    suggestions: [],
    flags: [],
    answers: [],
    letters: [],
    requests: [],
    ...change,
  });
