import type { Screen } from "#app/testing/screens/screen.tsx";
import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { directionsBeginLabels, paceLabels } from "#clinic/prescribing/directions-change.ts";
import { earlyFillNames, stepTexts } from "#clinic/prescribing/prescription-steps.ts";
import { order } from "#clinic/testing/cases.ts";
import { RecordPage } from "#clinic/patients/record-page.tsx";
import { beginsLabels, untilLabels } from "#clinic/prescribing/treatment-change/treatment-change.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { suggestion, treatmentChange } from "#clinic/testing/treatment.ts";
import { care } from "#contract/care/calls.ts";
import type { ChangeBegins } from "#contract/treatment/changes.ts";
import { bridgePaces, paces } from "#contract/treatment/pace.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { catalogueCalls } from "#contract/catalogue.ts";
import type { Role } from "#contract/policy/roles.ts";
import { asMember, type Server } from "./as-member.tsx";
import { catalogue, planItem, prescriptionIds, record, subscriptionIds } from "./medicines.ts";

const { id } = patient(2);

const nothingOwed = {
  ...{ amount: 0, charges: [], card: null, chargeobstacle: "Nothing is past due.", mailedat: null, mails: [] },
};

export function recordPage(server: Server, shown: PatientRecord, roles?: readonly Role[]) {
  server.answer(care.patient, shown);
  server.answer(catalogueCalls.products, { items: [...catalogue] });
  server.answer(care.prescriptionRenewals, { items: [], nextpage: null });
  server.answer(care.upsells, { items: [], nextpage: null });
  server.answer(care.notes, { items: [], nextpage: null });
  server.answer(care.visitNotes, { items: [], nextpage: null });
  server.answer(care.patientMails, { items: [], nextpage: null });
  server.answer(care.credits, { items: [], mostnow: 50, limit: "" });
  server.answer(care.pastDue, nothingOwed);
  return asMember(server, <RecordPage id={id} />, { at: `/clinic/patients/${id}`, ...(roles && { roles }) });
}

const weighed = { ruleid: "smoker", level: "clinician", text: "Smokes.", questionids: [], current: true } as const;
const warning = { ...weighed, ruleid: "migraine", text: "Has migraines." };
const note = { ...weighed, ruleid: "info", level: "info" } as const;

const issuedLetter = (number: number) => ({
  ...{
    id: staffId(950 + number),
    text: `Letter ${number}`,
    doctorname: "Dr. Ada Hill",
    preparedby: null,
    article: null,
    misfiled: null,
  },
  issuedat: `2026-11-0${number}T12:00:00Z`,
});
const sentDocument = (number: number) => ({
  ...{ id: staffId(960 + number), kind: "referral" as const, title: `Card ${number}`, filename: "card.pdf" },
  ...{ filed: null, review: null, misfiled: null },
  uploadedat: `2026-11-0${number}T12:00:00Z`,
});

/** The record of a patient with two renewals and two upsells to decide; `flags` are what the second ones raise. */
export function requests(
  server: Server,
  flags: readonly (typeof weighed | typeof warning | typeof note)[] = [],
  roles?: readonly Role[],
) {
  const two = [0, 1];
  const page = recordPage(server, record({ revision: "seen" }), roles);
  server.answer(care.prescriptionRenewals, {
    items: two.map((at) => ({
      ...{ id: renewalIds[at] ?? "", patient: patient(2), item: planItem(at), rxnumber: `RX-${at}`, onhold: false },
      ...{ requestedat: `2026-11-2${at}T12:00:00Z`, flags: at === 1 ? flags.map(flagOf) : [] },
    })),
    nextpage: null,
  });
  server.answer(care.upsells, {
    items: two.map((at) => ({
      ...{ id: upsellIds[at] ?? "", patient: patient(2), order: order({ id: staffId(860 + at) }) },
      items: at === 1 ? [upsold("estriol"), upsold("patch_strong")] : [upsold("gel")],
      ...{ flags: at === 1 ? flags.map(flagOf) : [], status: "open" as const, requestedat: `2026-11-1${at}T12:00:00Z` },
    })),
    nextpage: null,
  });
  return page;
}
const flagOf = ({ ruleid, level, text }: typeof weighed | typeof warning | typeof note) => ({
  ...{ ruleid, level, text, questionids: [], productids: null, current: true },
});
const renewalIds = [staffId(840), staffId(841)];
const upsellIds = [staffId(850), staffId(851)];
const upsold = (productid: string) => ({
  ...{ productid, name: `Upsold ${productid}`, dosage: "1 mg", image: "", prescription: true, directions: null },
});

const steps = { stop: care.stopPrescription, hold: care.holdPrescription, release: care.releasePrescription } as const;
const stepCalls = { stop: "stopPrescription", hold: "holdPrescription", release: "releasePrescription" } as const;

const stepRow = (
  step: keyof typeof steps,
  change: Partial<SentRow> = {},
  fills?: (shown: Screen) => Promise<void>,
) => ({
  from: `clinic/prescribing/prescription-actions.tsx care.${stepCalls[step]}`,
  show: (server: Server) => {
    server.answer(care.stepQuote, { onhold: ["Gel"], beside: ["Cream"], obstacle: null, warnings: [] });
    return recordPage(server, record({}, step === "release" ? "on_hold" : "active"));
  },
  act: async (shown: Screen) => {
    const { label } = stepTexts[step];
    await shown.press(`${label}: Progesterone capsule 2 mg`);
    await shown.fill("Reason", `private ${step}`);
    await shown.fill("Message to the patient", `to read of the ${step}`);
    await shown.fill("Visit note", ` weighed the ${step} `);
    await fills?.(shown);
    await shown.press(label);
  },
  dialog: `${stepTexts[step].label} Progesterone capsule 2 mg?`,
  sends: {
    params: { id: prescriptionIds[1] },
    body: {
      ...{ reason: `private ${step}`, message: `to read of the ${step}` },
      visitnote: `weighed the ${step}`,
    },
  },
  ...change,
});

const earlyRows = Object.entries(earlyFillNames).map(([cause, name]): SentRow => ({
  from: "clinic/prescribing/prescription-actions.tsx care.allowEarlyFill",
  ...{ about: cause, isChoice: cause !== "travel" },
  show: (server) => {
    server.answer(care.stepQuote, { onhold: [], beside: ["Cream"], obstacle: null, warnings: [] });
    return recordPage(server, record());
  },
  act: async ({ press, fill }) => {
    await press("Fill early: Progesterone capsule 2 mg");
    await fill("Why early", name);
    if (cause === "damaged")
      await press("What comes in the same package is gone, too. Otherwise it counts as still at home.");
    await fill("Reason", "private early");
    await fill("Message to the patient", "to read of the early one");
    await fill("Visit note", "weighed the early one");
    await press("Fill early");
  },
  dialog: "Fill early Progesterone capsule 2 mg?",
  sends: {
    params: { id: prescriptionIds[1] },
    body: {
      ...{ cause, reason: "private early", message: "to read of the early one", visitnote: "weighed the early one" },
      ...(cause === "lost" && { partnersgone: false }),
      ...(cause === "damaged" && { partnersgone: true }),
    },
  },
}));

const directionsRows = paces.map((pace): SentRow => ({
  from: "clinic/prescribing/directions-dialog.tsx care.changeDirections",
  ...{ about: pace, isChoice: pace !== "half" },
  show: (server) => {
    server.answer(care.directionsQuote, { ...server.sample(care.directionsQuote), obstacle: null });
    return recordPage(server, record({ revision: "seen" }));
  },
  act: async ({ press, fill }) => {
    await press("Change directions: Progesterone capsule 2 mg");
    await fill("Directions", `as ${pace} has it`);
    await fill("How much of it that is", paceLabels[pace]);
    await fill("Reason", "private directions");
    await fill("Message to the patient", "to read of the directions");
    await fill("Visit note", "weighed the directions");
    await press("Change directions");
  },
  dialog: "Change directions: Progesterone capsule 2 mg",
  sends: {
    params: { id: prescriptionIds[1] },
    body: {
      visitnote: "weighed the directions",
      ...{ directions: `as ${pace} has it`, pace, revision: "seen" },
      ...{ reason: "private directions", message: "to read of the directions" },
    },
  },
}));

const plannedDirectionsRow = (
  about: string,
  begins: keyof typeof directionsBeginLabels,
  sent: { readonly begins?: ChangeBegins; readonly beginson: string },
): SentRow => ({
  from: "clinic/prescribing/directions-dialog.tsx care.changeDirections",
  ...{ about, isChoice: true },
  show: (server) => {
    const quote = server.sample(care.directionsQuote);
    server.answer(care.directionsQuote, { ...quote, beginson: "2031-04-08", obstacle: null });
    return recordPage(server, record({ revision: "seen" }));
  },
  act: async ({ press, fill }) => {
    await press("Change directions: Progesterone capsule 2 mg");
    await fill("Directions", "every other night");
    await fill("It begins", directionsBeginLabels[begins]);
    if (begins === "on_day") await fill("First day", sent.beginson);
    await fill("Reason", "private directions");
    await fill("Message to the patient", "to read of the directions");
    await press("Change directions");
  },
  dialog: "Change directions: Progesterone capsule 2 mg",
  sends: {
    params: { id: prescriptionIds[1] },
    body: {
      ...{ directions: "every other night", pace: "label", ...sent, revision: "seen" },
      ...{ reason: "private directions", message: "to read of the directions" },
    },
  },
});

const breakRows: readonly SentRow[] = [
  {
    from: "clinic/prescribing/medicine-break/break-dialog.tsx care.restPrescription",
    show: (server) => {
      server.answer(care.restQuote, { ...server.sample(care.restQuote), obstacle: null });
      return recordPage(server, record({ revision: "seen" }));
    },
    act: async ({ press, fill }) => {
      await press("Plan a break: Progesterone capsule 2 mg");
      await fill("First day of the break", "2031-03-04");
      await fill("First day it’s used again", "2031-03-18");
      await fill("Reason", "private break");
      await fill("Message to the patient", "to read of the break");
      await fill("Visit note", "weighed the break");
      await press("Plan the break");
    },
    dialog: "Plan a break: Progesterone capsule 2 mg",
    sends: {
      params: { id: prescriptionIds[1] },
      body: {
        ...{ from: "2031-03-04", until: "2031-03-18", revision: "seen" },
        ...{ reason: "private break", message: "to read of the break", visitnote: "weighed the break" },
      },
    },
  },
  {
    from: "clinic/prescribing/prescription-actions.tsx care.endRest",
    show: (server) => {
      server.answer(care.stepQuote, { onhold: [], beside: [], obstacle: null, warnings: [] });
      const { prescriptions = [], ...shown } = record();
      const rest = { from: "2031-03-04", until: "2031-03-18", alongwith: null };
      return recordPage(server, { ...shown, prescriptions: prescriptions.map((each) => ({ ...each, rest })) });
    },
    act: async ({ press, fill }) => {
      await press("End the break: Progesterone capsule 2 mg");
      await fill("Reason", "private end");
      await fill("Message to the patient", "to read of the end");
      await fill("Visit note", "weighed the end");
      await press("End the break");
    },
    dialog: "End the break from Progesterone capsule 2 mg?",
    sends: {
      params: { id: prescriptionIds[1] },
      body: { reason: "private end", message: "to read of the end", visitnote: "weighed the end" },
    },
  },
];

/** What is decided about a renewal or an upsell, without and with what may be written beside it. */
const requestRows: readonly SentRow[] = [
  {
    from: "clinic/patients/decisions/decide-dialog.tsx care.approvePrescriptionRenewal",
    show: (server) => requests(server, [note, weighed, warning]),
    act: async ({ press, fill }) => {
      await press(/^Approve: Progesterone capsule/);
      await fill("Why you prescribe it all the same", " weighed it ");
      await fill(/^Note/, " for you to read ");
      await fill(/^Directions/, " one at night ");
      await fill(/^Refills/, " 0 ");
      await fill("Visit note", " weighed the renewal ");
      await fill(/^Next review on/, "2027-01-24");
      await press("Renew");
    },
    dialog: "Renew Progesterone capsule 2 mg?",
    sends: {
      params: { id: staffId(841) },
      body: {
        ...{ followupon: "2027-01-24", visitnote: "weighed the renewal" },
        ...{ revision: "seen", note: "for you to read", refills: 0, directions: "one at night", despitewarning: true },
        override: { rules: ["smoker", "migraine"], reason: "weighed it" },
      },
    },
  },
  {
    from: "clinic/patients/decisions/decide-dialog.tsx care.approvePrescriptionRenewal",
    about: "as it was",
    show: (server) => requests(server),
    act: async ({ press }) => {
      await press(/^Approve: Progesterone capsule/);
      await press("Renew");
    },
    dialog: "Renew Progesterone capsule 2 mg?",
    sends: { params: { id: staffId(841) }, body: { revision: "seen" } },
  },
  {
    from: "clinic/patients/decisions/decide-dialog.tsx care.declinePrescriptionRenewal",
    show: (server) => requests(server),
    act: async ({ press, fill }) => {
      await press(/^Decline: Progesterone capsule/);
      await fill("Reason", "not any more");
      await fill("Visit note", "weighed no renewal");
      await press("Decline");
    },
    dialog: "Decline Progesterone capsule 2 mg?",
    sends: {
      params: { id: staffId(841) },
      body: { reason: "not any more", visitnote: "weighed no renewal", revision: "seen" },
    },
  },
  {
    from: "clinic/patients/decisions/decide-dialog.tsx care.approveUpsell",
    show: (server) => requests(server, [weighed, note, warning]),
    act: async ({ press, fill }) => {
      await press(/^Approve: Upsold estriol/);
      await fill("Why you prescribe it all the same", " weighed it ");
      await fill(/^Note/, "for you to read");
      await fill(/^Directions for Upsold patch_strong/, "twice a week");
      await fill(/^Directions for Upsold estriol/, "one at night");
      await fill("Visit note", "weighed the upsell");
      await fill(/^Next review on/, "2027-01-24");
      await press("Approve");
    },
    dialog: "Approve Upsold estriol 1 mg and Upsold patch_strong 1 mg?",
    sends: {
      params: { id: staffId(851) },
      body: {
        ...{ revision: "seen", note: "for you to read", despitewarning: true, followupon: "2027-01-24" },
        visitnote: "weighed the upsell",
        directions: { estriol: "one at night", patch_strong: "twice a week" },
        override: { rules: ["smoker", "migraine"], reason: "weighed it" },
      },
    },
  },
  {
    from: "clinic/patients/decisions/decide-dialog.tsx care.approveUpsell",
    about: "as the catalogue has it",
    show: (server) => requests(server),
    act: async ({ press }) => {
      await press(/^Approve: Upsold estriol/);
      await press("Approve");
    },
    dialog: "Approve Upsold estriol 1 mg and Upsold patch_strong 1 mg?",
    sends: { params: { id: staffId(851) }, body: { revision: "seen" } },
  },
  {
    from: "clinic/patients/decisions/decide-dialog.tsx care.declineUpsell",
    show: (server) => requests(server),
    act: async ({ press, fill }) => {
      await press(/^Decline: Upsold estriol/);
      await fill("Reason", "not for you");
      await fill("Visit note", "weighed no upsell");
      await press("Decline");
    },
    dialog: "Decline Upsold estriol 1 mg and Upsold patch_strong 1 mg?",
    sends: {
      params: { id: staffId(851) },
      body: { reason: "not for you", visitnote: "weighed no upsell", revision: "seen" },
    },
  },
];

/** What a choice in the dialog of a treatment change costs, and the rules it raises. */
export function quote(server: Server, rules: readonly string[] = [], more: { readonly double?: string } = {}) {
  const warnings = rules.map((ruleid) => ({ ruleid, text: `About ${ruleid}` }));
  server.answer(care.treatmentChangeQuote, {
    ...server.sample(care.treatmentChangeQuote),
    ...{ obstacle: null, warnings, double: null, ...more },
  });
}

const laterDay = "2099-01-05";

const changeRow = (begins: keyof typeof beginsLabels, until: keyof typeof untilLabels): SentRow => ({
  from: "clinic/prescribing/treatment-change/change-dialog.tsx care.changeTreatment",
  ...{ about: `${begins}, ${until}`, isChoice: true },
  show: (server) => {
    quote(server);
    return recordPage(server, record({ revision: "seen" }));
  },
  act: async ({ press, fill }) => {
    await press("Change: Progesterone capsule 2 mg");
    await fill("Prescribe instead", "capsule_strong capsule_strong_2m");
    await fill("It begins", beginsLabels[begins]);
    if (begins === "on_day") await fill("First day of the new one", laterDay);
    if (begins === "on_day") await fill(/^Next review on/, "2027-01-24");
    await fill(/^Until then/, untilLabels[until]);
    if (until === "directions") await fill("Directions until then", "half of it");
    await fill("Message to the patient", "a little more");
    await press("Change the treatment");
  },
  dialog: "Change the treatment",
  sends: {
    params: { id: subscriptionIds[1] },
    body: {
      ...{ productid: "capsule_strong", pricingid: "capsule_strong_2m", note: "a little more", revision: "seen" },
      ...{ begins, until },
      ...(begins === "on_day" && { beginson: laterDay, followupon: "2027-01-24" }),
      ...(until === "directions" && { untildirections: "half of it" }),
    },
  },
});

const bridgeRows = bridgePaces.map((pace): SentRow => {
  const row = changeRow("now", "directions");
  return {
    ...row,
    about: `until then ${pace}`,
    show: (server) => {
      quote(server, [], { double: "two at once" });
      return recordPage(server, record({ revision: "seen" }));
    },
    act: async ({ press, fill }) => {
      await press("Change: Progesterone capsule 2 mg");
      await fill("Prescribe instead", "capsule_strong capsule_strong_2m");
      await fill("It begins", beginsLabels.now);
      await fill(/^Until then/, untilLabels.directions);
      await fill("How much of it that is", paceLabels[pace]);
      if (pace !== "double") await fill("Directions until then", "half of it");
      await fill("Message to the patient", "a little more");
      await press("Change the treatment");
    },
    sends: {
      params: { id: subscriptionIds[1] },
      body: {
        ...{ productid: "capsule_strong", pricingid: "capsule_strong_2m", note: "a little more", revision: "seen" },
        ...{ begins: "now", until: "directions", untilpace: pace },
        untildirections: pace === "double" ? "two at once" : "half of it",
      },
    },
  };
});

const changeRows: readonly SentRow[] = [
  {
    from: "clinic/prescribing/treatment-change/change-dialog.tsx care.changeTreatment",
    about: "with all that can be written",
    show: (server) => {
      quote(server, ["smoker", "migraine"]);
      return recordPage(server, record({ revision: "seen" }));
    },
    act: async ({ press, fill }) => {
      await press("Change: Progesterone capsule 2 mg");
      await fill("Prescribe instead", "capsule_strong capsule_strong_1m");
      await fill("It begins", beginsLabels.now);
      await fill(/^Until then/, untilLabels.directions);
      await fill("Directions until then", "half of it");
      await fill("Why you prescribe it all the same", " weighed it ");
      await fill("Message to the patient", "a little more");
      await fill(/^Directions \(/, "two at night");
      await fill("Visit note", "weighed the change");
      await fill(/^Refills/, "0");
      await press("Change the treatment");
    },
    dialog: "Change the treatment",
    sends: {
      params: { id: subscriptionIds[1] },
      body: {
        ...{ productid: "capsule_strong", pricingid: "capsule_strong_1m", note: "a little more", revision: "seen" },
        ...{
          begins: "now",
          until: "directions",
          untildirections: "half of it",
          directions: "two at night",
          refills: 0,
          visitnote: "weighed the change",
        },
        ...{ despitewarning: true, override: { rules: ["smoker", "migraine"], reason: "weighed it" } },
      },
    },
  },
  changeRow("when_box_ends", "go_on"),
  changeRow("now", "stop"),
  changeRow("on_day", "go_on"),
  changeRow("when_box_ends", "directions"),
  ...bridgeRows,
  {
    from: "clinic/prescribing/treatment-change/change-dialog.tsx care.withdrawChange",
    show: (server) =>
      recordPage(
        server,
        record({
          changes: subscriptionIds.map((of, at) => treatmentChange({ id: staffId(870 + at), subscriptionid: of })),
        }),
      ),
    act: async ({ press, fill }) => {
      await press("Change: Progesterone capsule 2 mg");
      await fill("Message to the patient", "as before");
      await press("Withdraw the change");
    },
    dialog: "Change the treatment",
    sends: { params: { id: subscriptionIds[1] }, body: { note: "as before" } },
  },
];

/** The medicines of the catalogue but those the patient has, and what the choice of one means. */
export function suggestionPage(server: Server, rules: readonly string[] = [], shown: Partial<PatientRecord> = {}) {
  server.answer(care.suggestibleMedicines, {
    items: catalogue.map(({ productid, name, strength, form, pricings }) => ({
      ...{ productid, name, strength, form },
      pricings: pricings.map(({ pricingid, dayssupply, price }) => ({ pricingid, dayssupply, price })),
      obstacle: productid === "patch" ? "The patient has it." : null,
    })),
  });
  server.answer(care.suggestionQuote, {
    ...server.sample(care.suggestionQuote),
    ...{ obstacle: null, warnings: rules.map((ruleid) => ({ ruleid, text: `About ${ruleid}` })) },
  });
  return recordPage(server, record({ revision: "seen", ...shown }));
}

const suggestFrom = "clinic/prescribing/suggestions/suggest-dialog.tsx care.suggestMedicine";
const suggestionRows: readonly SentRow[] = [
  {
    from: suggestFrom,
    about: "with all that can be written",
    show: (server) => suggestionPage(server, ["smoker", "migraine"]),
    act: async ({ press, fill }) => {
      await press("Suggest a medicine");
      await fill("Medicine", "estriol");
      await fill("Supply", "estriol_2m");
      await fill(/^First day/, laterDay);
      await fill("Why you prescribe it all the same", " weighed it ");
      await fill("Message to the patient", " for dryness ");
      await fill(/^Directions \(/, " every Monday ");
      await fill("Visit note", "weighed the suggestion");
      await press("Suggest it");
    },
    dialog: "Suggest a medicine",
    sends: {
      params: { id },
      body: {
        ...{ productid: "estriol", pricingid: "estriol_2m", note: "for dryness", revision: "seen" },
        ...{ beginson: laterDay, directions: "every Monday", despitewarning: true },
        visitnote: "weighed the suggestion",
        override: { rules: ["smoker", "migraine"], reason: "weighed it" },
      },
    },
  },
  {
    from: suggestFrom,
    about: "as the catalogue has it, in its first supply",
    show: (server) => suggestionPage(server),
    act: async ({ press, fill }) => {
      await press("Suggest a medicine");
      await fill("Medicine", "capsule_strong");
      await fill("Message to the patient", "for sleep");
      await press("Suggest it");
    },
    dialog: "Suggest a medicine",
    sends: {
      params: { id },
      body: { productid: "capsule_strong", pricingid: "capsule_strong_1m", note: "for sleep", revision: "seen" },
    },
  },
  {
    from: "clinic/prescribing/suggestions/withdraw-dialog.tsx care.withdrawSuggestion",
    show: (server) => {
      const two = [0, 1].map((at) =>
        suggestion({
          id: staffId(880 + at),
          product: { ...suggestion().product, productid: `insert ${at}`, dosage: `${at} mcg` },
        }),
      );
      return suggestionPage(server, [], { suggestions: two });
    },
    act: async ({ press, fill }) => {
      await press("Withdraw: Vaginal insert 1 mcg");
      await fill("Message to the patient", " let's wait ");
      await fill("Visit note", "weighed it again");
      await press("Withdraw it");
    },
    dialog: "Withdraw Vaginal insert 1 mcg?",
    sends: { params: { id: staffId(881) }, body: { note: "let's wait", visitnote: "weighed it again" } },
  },
];

export const prescribingRows: readonly SentRow[] = [
  stepRow("stop"),
  stepRow(
    "stop",
    {
      about: "prescribed for the wrong patient",
      sends: {
        params: { id: prescriptionIds[1] },
        body: {
          reason: "private stop",
          message: "to read of the stop",
          wrongpatient: true,
          visitnote: "weighed the stop",
        },
      },
    },
    ({ press }) => press(/^It was prescribed for the wrong patient/),
  ),
  stepRow("hold"),
  stepRow("release"),
  ...earlyRows,
  ...directionsRows,
  plannedDirectionsRow("on a day", "on_day", { beginson: "2031-03-04" }),
  // On the day that was shown.
  plannedDirectionsRow("when the box ends", "when_box_ends", { begins: "when_box_ends", beginson: "2031-04-08" }),
  ...breakRows,
  stepRow(
    "release",
    {
      about: "although an answer speaks against it",
      sends: {
        params: { id: prescriptionIds[1] },
        body: {
          ...{ reason: "private release", message: "to read of the release", despitewarning: true },
          visitnote: "weighed the release",
        },
      },
    },
    ({ press }) => press(/^Even if an answer speaks against it/),
  ),
  ...requestRows,
  ...changeRows,
  ...suggestionRows,
  {
    from: "clinic/patients/letter/letter-dialog.tsx care.issueLetter",
    show: (server) => recordPage(server, record()),
    act: async ({ press, fill }) => {
      await press("Write a letter");
      await fill("Letter", "To whom it may concern");
      await press("Read it as it will be");
      await press("Issue the letter");
    },
    dialog: "Issue this letter?",
    sends: { params: { id }, body: { text: "To whom it may concern" } },
  },
  ...(["for the right patient", "alone"] as const).map((about, at): SentRow => ({
    ...{ from: "clinic/care/wrong-chart/withdraw-letter.tsx care.withdrawLetter", about },
    show: (server) => {
      server.answer(care.searchPatients, { items: [patient(4), patient(5)], nextpage: null });
      return recordPage(server, record({ letters: [4, 3].map(issuedLetter) }));
    },
    act: async ({ press, fill }) => {
      await press(/^Wrong patient: letter of/, at);
      if (at === 1) return press("Withdraw it");
      await fill("Who it was meant for (optional)", "Maria");
      await press(/Patient 5/);
      return press(/^Withdraw it and issue it/);
    },
    dialog: "Withdraw this letter?",
    sends: {
      params: { id, letterid: issuedLetter(at === 1 ? 3 : 4).id },
      body: at === 1 ? {} : { forpatientid: patient(5).id },
    },
  })),
  ...(["for the right patient", "alone"] as const).map((about, at): SentRow => ({
    ...{ from: "clinic/care/wrong-chart/withdraw-document.tsx care.withdrawDocument", about },
    show: (server) => {
      server.answer(care.searchPatients, { items: [patient(4), patient(5)], nextpage: null });
      return recordPage(server, record({ documents: [4, 3].map(sentDocument) }));
    },
    act: async ({ press, fill }) => {
      await press(/^Wrong patient: Card/, at);
      if (at === 1) return press("Withdraw it");
      await fill("Who it’s about (optional)", "Maria");
      await press(/Patient 5/);
      return press(/^Withdraw it and file it/);
    },
    dialog: "Is this document about another patient?",
    sends: {
      params: { id, documentid: sentDocument(at === 1 ? 3 : 4).id },
      body: at === 1 ? {} : { forpatientid: patient(5).id },
    },
  })),
];
