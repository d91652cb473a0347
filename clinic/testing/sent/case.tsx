import type { Screen } from "#app/testing/screens/screen.tsx";
import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { App } from "#clinic/shell/app.tsx";
import { CasePage } from "#clinic/case/case-page.tsx";
import { caseRecord, order, planItem } from "#clinic/testing/cases.ts";
import { flag, patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { catalogueCalls } from "#contract/catalogue.ts";
import { asMember, type Server } from "./as-member.tsx";
import { catalogue } from "./medicines.ts";

const { id } = patient(2);
const at = `/clinic/case/${id}`;
const [line] = order().detail as [ReturnType<typeof order>["detail"][number]];
const products = ["patch", "capsule", "estriol"] as const;

/** The case of the second of two patients: three medicines, an order of them, a conversation with the doctor. */
export const caseOf = (change: Partial<PatientRecord> = {}): PatientRecord =>
  caseRecord({
    ...patient(2, { carestatus: "accepted", planstatus: "in_review" }),
    requested: products.map((productid) => planItem(productid, { name: `The ${productid}` })),
    orders: [order({ detail: products.map((productid) => ({ ...line, productid, pricingid: `${productid}_1m` })) })],
    revision: "seen",
    conversations: (["patient_services", "doctor"] as const).map((kind, index) => ({
      ...{
        id: staffId(900 + index),
        kind,
        lastseq: 40 + index,
        readseq: 20 + index,
        staffreadseq: 30 + index,
        waitingsince: null,
      },
      ...{ needsreply: false, open: true, assignee: null },
    })),
    ...change,
  });

export function casePage(server: Server, record: PatientRecord) {
  // A record that changes below a question is decided by nobody: `clinic/testing/changed-below.screen.test.tsx`.
  server.answer(care.patient, () => record);
  server.answer(catalogueCalls.products, { items: [...catalogue] });
  server.answer(care.notes, { items: [], nextpage: null });
  server.answer(care.messages, { items: [], cursor: null });
  return asMember(server, <CasePage />, { at });
}

const dialog = "Approve the plan of Maria Patient 2?";
const asInCatalogue = {
  directions: { patch: "Use patch.", capsule: "Use capsule.", estriol: "Use estriol." },
  refills: { patch: 5, capsule: 5, estriol: 5 },
};
const twice = { 5: "As many refills of each medicine." };

async function approve({ press }: Screen, button: string) {
  await press(/^Approve( a)?$/);
  await press(button);
}

const approveRow = (row: Pick<SentRow, "about" | "show" | "act" | "again" | "sends">): SentRow => ({
  ...{ from: "clinic/case/decision/use-case-decision.ts care.approvePlan", dialog, twice },
  ...row,
});

export const caseRows: readonly SentRow[] = [
  approveRow({
    about: "with what was written",
    show: (server) => casePage(server, caseOf()),
    act: async (shown) => {
      await shown.fill(/^Directions for/, "one at night", 1);
      await shown.fill(/^Refills/, "7", 1);
      await shown.fill(/^Refills/, "8", 2);
      await shown.fill(/^Note/, "for you to read");
      await shown.fill(/^Next review on/, "2027-01-24");
      await shown.press(/^Approve( a)?$/);
      await shown.fill("Visit note", " weighed the plan ");
      await shown.press("Approve all of it");
    },
    again: (shown) => approve(shown, "Approve all of it"),
    sends: {
      params: { id },
      body: {
        ...{ revision: "seen", note: "for you to read", followupon: "2027-01-24" },
        visitnote: "weighed the plan",
        directions: { ...asInCatalogue.directions, capsule: "one at night" },
        refills: { patch: 5, capsule: 7, estriol: 8 },
      },
    },
  }),
  approveRow({
    about: "in parts: left out, replaced, later",
    show: (server) => casePage(server, caseOf()),
    act: async (shown) => {
      await shown.press("Leave out", 0);
      await shown.fill("Reason", "not the patch");
      await shown.press("Replace", 1);
      await shown.fill("Prescribe instead", "capsule_strong capsule_strong_2m");
      await shown.fill("Reason", "not this capsule", 1);
      await shown.press("Begins later", 2);
      await shown.fill("First day", "2026-12-30");
      await approve(shown, "Approve as chosen");
    },
    sends: {
      params: { id },
      body: {
        revision: "seen",
        directions: { capsule: "Use capsule_strong.", estriol: "Use estriol." },
        refills: { capsule: 6, estriol: 5 },
        declined: { patch: "not the patch" },
        replaced: {
          capsule: { productid: "capsule_strong", pricingid: "capsule_strong_2m", reason: "not this capsule" },
        },
        start: { estriol: "2026-12-30" },
      },
    },
  }),
  approveRow({
    about: "although rules warn or couldn’t run, of a case that nobody accepted",
    show: (server) =>
      casePage(
        server,
        caseOf({
          carestatus: "incoming",
          flags: [
            flag({ ruleid: "smoker" }),
            flag({ ruleid: "info", level: "info" }),
            flag({ ruleid: "of_capsule", productids: ["capsule"] }),
          ],
          unanswered: [{ questionid: "uterus", question: "A uterus?" }],
        }),
      ),
    act: async (shown) => {
      await shown.press("I decide without these answers");
      await shown.press("Replace", 0);
      await shown.fill("Prescribe instead", "patch_strong patch_strong_1m");
      await shown.fill("Reason", "a stronger one");
      await shown.press(/^Prescribe it even if a rule asks to weigh it/);
      await shown.press(/^Approve( a)?$/);
      await shown.fill("Why you prescribe it all the same", "weighed it");
      await shown.press("Approve as chosen");
    },
    sends: {
      params: { id },
      body: {
        ...{ revision: "seen", accept: true },
        directions: { ...asInCatalogue.directions, patch: "Use patch_strong." },
        refills: asInCatalogue.refills,
        replaced: {
          patch: {
            ...{ productid: "patch_strong", pricingid: "patch_strong_1m", reason: "a stronger one" },
            despitewarning: true,
          },
        },
        override: { rules: ["smoker", "of_capsule"], reason: "weighed it", withoutanswers: true },
      },
    },
  }),
  {
    from: "clinic/case/decision/use-case-decision.ts care.declinePlan",
    show: (server) => casePage(server, caseOf()),
    act: async ({ press, fill }) => {
      await press(/^Decline( x)?$/);
      await fill("Reason", "for you to read");
      await fill("Visit note", "weighed no plan");
      await press("Decline the plan");
    },
    again: async ({ press }) => {
      await press(/^Decline( x)?$/);
      await press("Decline the plan");
    },
    dialog: "Decline the plan of Maria Patient 2?",
    sends: { params: { id }, body: { reason: "for you to read", visitnote: "weighed no plan", revision: "seen" } },
  },
  {
    from: "clinic/case/decision/use-case-decision.ts care.declinePlan",
    about: "of a patient with open emergencies that were seen",
    show: (server) => {
      void casePage(server, caseOf());
      const emergencies = [staffId(910), staffId(911)].map((each) => ({
        id: each,
        reportedat: "2026-11-24T12:00:00Z",
      }));
      server.answer(care.declinePlan, ({ headers }) =>
        headers.has("x-emergency-seen") ? caseOf() : { refused: "emergency_open", details: { emergencies } },
      );
      return asMember(server, <App token={null} />, { at });
    },
    act: async ({ press, fill }) => {
      await press(/^Decline( x)?$/);
      await fill("Reason", "for you to read");
      await press("Decline the plan");
      await press("I’ve seen it. Continue");
    },
    dialog: "This patient has open emergencies",
    sends: [
      { params: { id }, body: { reason: "for you to read", revision: "seen" } },
      {
        params: { id },
        body: { reason: "for you to read", revision: "seen" },
        headers: { "x-emergency-seen": `${staffId(910)},${staffId(911)}` },
      },
    ],
  },
];
