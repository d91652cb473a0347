import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { directionsBeginLabels, paceLabels } from "#clinic/prescribing/directions-change.ts";
import { beginsLabels, untilLabels } from "#clinic/prescribing/treatment-change/treatment-change.ts";
import { patient } from "#clinic/testing/patients.ts";
import { care } from "#contract/care/calls.ts";
import type { AsideKind } from "#contract/care/task-kinds.ts";
import type { PreparedDecision, PreparedField } from "#contract/care/prepared.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { kindLabels } from "#clinic/patients/filed-documents/filed-document.ts";
import { asMember, type Server } from "./as-member.tsx";
import { caseOf, casePage } from "./case.tsx";
import { prescriptionIds, record, subscriptionIds } from "./medicines.ts";
import { quote, recordPage, requests } from "./prescribing.tsx";
import { taskId, taskPage } from "./tasks.tsx";
import { TaskScreen } from "#clinic/shell/task-screen.tsx";

/** Decisions that a nurse writes for a prescriber to sign, those the prescriber signs, and documents that are filed. */

const { id } = patient(2);
const directionsAnswer = (server: Server) =>
  server.answer(care.directionsQuote, {
    ...{ ...server.sample(care.directionsQuote), beginson: "2031-04-08", obstacle: null },
  });

const field = (fieldId: string, value: string): PreparedField => ({ id: fieldId, value });

const prepares = (
  decision: PreparedDecision,
  refid: string,
  fields: readonly PreparedField[],
  row: Pick<SentRow, "show" | "act"> & { readonly dialog: string; readonly words?: string; readonly about?: string },
): SentRow => ({
  from: "clinic/care/prepared/use-signature.ts care.prepareDecision",
  ...{ about: row.about ?? decision, isChoice: decision !== "renewal_approved", show: row.show, dialog: row.dialog },
  act: row.act,
  ...(refid === id && { twice: { [id]: "A letter is about the patient." } }),
  sends: {
    params: { id },
    body: { decision, refid, fields, revision: "seen", ...(row.words !== undefined && { words: row.words }) },
  },
});

/** Of the end of a box no day is prepared, though one is shown. */
const preparesDirections = (about: string, begins: keyof typeof directionsBeginLabels, start: PreparedField) =>
  prepares(
    ...(["directions_changed", prescriptionIds[1]] as const),
    [
      ...[field("directions", "every other night"), field("pace", "half"), start],
      ...[field("reason", "sleepy"), field("message", "slower")],
    ],
    {
      about,
      show: (server) => {
        directionsAnswer(server);
        return recordPage(server, record({ revision: "seen" }), ["nurse"]);
      },
      act: async ({ press, fill }) => {
        await press("Prepare other directions: Progesterone capsule 2 mg");
        await fill("Directions", "every other night");
        await fill("How much of it that is", paceLabels.half);
        await fill("It begins", directionsBeginLabels[begins]);
        if (begins === "on_day") await fill("First day", start.value);
        await fill("Reason", "sleepy");
        await fill("Message to the patient", "slower");
        await press("Send for signature");
      },
      dialog: "Prepare other directions: Progesterone capsule 2 mg",
    },
  );

const preparing: readonly SentRow[] = [
  prepares(
    ...(["renewal_approved", staffId(841)] as const),
    [
      ...[field("note", "to read"), field("directions", "one at night"), field("refills", "3")],
      ...[field("followupon", "2027-01-24"), field("visitnote", "asked and weighed")],
    ],
    {
      show: (server) => requests(server, [], ["nurse"]),
      act: async ({ press, fill }) => {
        await press(/^Prepare the approval: Progesterone capsule/);
        await fill(/^Note/, " to read ");
        await fill(/^Directions/, "one at night");
        await fill(/^Refills/, "3");
        await fill(/^Next review on/, "2027-01-24");
        await fill("Visit note", "asked and weighed");
        await fill(/^For whoever signs it/, " as before ");
        await press("Send for signature");
      },
      dialog: "Prepare: Renew Progesterone capsule 2 mg?",
      words: "as before",
    },
  ),
  prepares("renewal_declined", staffId(840), [field("reason", "not any more")], {
    show: (server) => requests(server, [], ["nurse"]),
    act: async ({ press, fill }) => {
      await press(/^Prepare a refusal: Estradiol patch/);
      await fill("Reason", "not any more");
      await press("Send for signature");
    },
    dialog: "Prepare: Decline Estradiol patch 1 mg?",
  }),
  prepares(
    ...(["treatment_changed", subscriptionIds[1]] as const),
    [
      ...[
        field("productid", "capsule_strong"),
        field("pricingid", "capsule_strong_2m"),
        field("note", "a little more"),
      ],
      ...[field("begins", "on_day"), field("beginson", "2099-01-05")],
      ...[field("until", "directions"), field("untildirections", "half of it"), field("untilpace", "half")],
    ],
    {
      show: (server) => {
        quote(server);
        return recordPage(server, record({ revision: "seen" }), ["nurse"]);
      },
      act: async ({ press, fill }) => {
        await press("Prepare: Change: Progesterone capsule 2 mg");
        await fill("Prescribe instead", "capsule_strong capsule_strong_2m");
        await fill("It begins", beginsLabels.on_day);
        await fill("First day of the new one", "2099-01-05");
        await fill(/^Until then/, untilLabels.directions);
        await fill("How much of it that is", paceLabels.half);
        await fill("Directions until then", "half of it");
        await fill("Message to the patient", "a little more");
        await press("Send for signature");
      },
      dialog: "Prepare a change of the treatment",
    },
  ),
  preparesDirections("directions on a day", "on_day", field("beginson", "2031-03-04")),
  preparesDirections("directions when the box ends", "when_box_ends", field("begins", "when_box_ends")),
  prepares(
    ...(["treatment_changed", subscriptionIds[1]] as const),
    [
      ...[
        field("productid", "capsule_strong"),
        field("pricingid", "capsule_strong_2m"),
        field("note", "a little more"),
      ],
      ...[field("begins", "now"), field("until", "stop")],
    ],
    {
      about: "treatment_changed, with a day and directions that weren't chosen in the end",
      show: (server) => {
        quote(server);
        return recordPage(server, record({ revision: "seen" }), ["nurse"]);
      },
      act: async ({ press, fill }) => {
        await press("Prepare: Change: Progesterone capsule 2 mg");
        await fill("Prescribe instead", "capsule_strong capsule_strong_2m");
        await fill("It begins", beginsLabels.on_day);
        await fill("First day of the new one", "2099-01-05");
        await fill("It begins", beginsLabels.now);
        await fill(/^Until then/, untilLabels.directions);
        await fill("Directions until then", "half of it");
        await fill(/^Until then/, untilLabels.stop);
        await fill("Message to the patient", "a little more");
        await press("Send for signature");
      },
      dialog: "Prepare a change of the treatment",
    },
  ),
  prepares("letter", id, [field("text", "To whom it may concern")], {
    show: (server) => recordPage(server, record({ revision: "seen" }), ["nurse"]),
    act: async ({ press, fill }) => {
      await press("Prepare a letter");
      await fill("Letter", "To whom it may concern");
      await press("Read it as it will be");
      await press("Send for signature");
    },
    dialog: "Send this letter for signature?",
  }),
];

const prepared: Readonly<
  Record<PreparedDecision, { readonly refid: string; readonly fields: readonly PreparedField[] }>
> = {
  renewal_approved: {
    refid: staffId(841),
    fields: [
      ...[field("note", "to read"), field("directions", "one at night"), field("refills", "3")],
      ...[field("followupon", "2027-01-24"), field("visitnote", "asked and weighed")],
    ],
  },
  renewal_declined: { refid: staffId(840), fields: [field("reason", "not any more")] },
  treatment_changed: {
    refid: subscriptionIds[1],
    fields: [
      ...[
        field("productid", "capsule_strong"),
        field("pricingid", "capsule_strong_2m"),
        field("note", "a little more"),
      ],
      ...[field("refills", "2"), field("begins", "now"), field("until", "stop")],
    ],
  },
  directions_changed: {
    refid: prescriptionIds[1],
    fields: [
      ...[field("directions", "every other night"), field("pace", "half"), field("begins", "when_box_ends")],
      ...[field("reason", "sleepy"), field("message", "slower")],
    ],
  },
  letter: { refid: id, fields: [field("text", "To whom it may concern")] },
};

/** The page of a task with a decision that waits for a prescriber's signature. */
export function preparedPage(server: Server, decision: PreparedDecision) {
  void requests(server);
  quote(server);
  directionsAnswer(server);
  void taskPage(server, {
    ...{ kind: "prepared", actions: ["sign", "answer", "aside", "reassign"], dueon: null },
    asker: { role: "nurse", memberid: staffId(7), name: "Cleo" },
    prepared: { decision, ...prepared[decision], fields: [...prepared[decision].fields], changed: [] },
  });
  return asMember(server, <TaskScreen />, { at: `/clinic/task/${taskId}`, roles: ["physician"] });
}

const signs = (
  decision: PreparedDecision,
  from: string,
  row: { readonly press: string; readonly dialog: string; readonly body: object },
): SentRow => ({
  ...{ from, about: "as it was prepared", isChoice: true, show: (server) => preparedPage(server, decision) },
  act: async ({ press, fill }) => {
    await press(/^Read it and sign/);
    // What the prescriber changes is sent as they have it.
    if (decision === "treatment_changed") await fill(/^Refills/, "1");
    if (decision === "letter") await press("Read it as it will be");
    await press(row.press);
  },
  dialog: row.dialog,
  sends: { params: { id: prepared[decision].refid }, body: { ...row.body, preparedid: taskId } },
});

const signing: readonly SentRow[] = [
  signs("renewal_approved", "clinic/patients/decisions/decide-dialog.tsx care.approvePrescriptionRenewal", {
    ...{ press: "Sign: Renew", dialog: "Renew Progesterone capsule 2 mg?" },
    body: {
      ...{ note: "to read", directions: "one at night", refills: 3, followupon: "2027-01-24" },
      ...{ visitnote: "asked and weighed", revision: "seen" },
    },
  }),
  signs("renewal_declined", "clinic/patients/decisions/decide-dialog.tsx care.declinePrescriptionRenewal", {
    ...{ press: "Sign: Decline", dialog: "Decline Estradiol patch 1 mg?" },
    body: { reason: "not any more", revision: "seen" },
  }),
  signs("treatment_changed", "clinic/prescribing/treatment-change/change-dialog.tsx care.changeTreatment", {
    ...{ press: "Sign: Change the treatment", dialog: "Change the treatment" },
    body: {
      ...{ productid: "capsule_strong", pricingid: "capsule_strong_2m", note: "a little more", refills: 1 },
      ...{ begins: "now", until: "stop", revision: "seen" },
    },
  }),
  signs("directions_changed", "clinic/prescribing/directions-dialog.tsx care.changeDirections", {
    ...{ press: "Sign: Change directions", dialog: "Change directions: Progesterone capsule 2 mg" },
    body: {
      // The day of what is at home as it's signed.
      ...{ directions: "every other night", pace: "half", begins: "when_box_ends", beginson: "2031-04-08" },
      ...{ reason: "sleepy", message: "slower", revision: "seen" },
    },
  }),
  signs("letter", "clinic/patients/letter/letter-dialog.tsx care.issueLetter", {
    ...{ press: "Issue the letter", dialog: "Issue this letter?", body: { text: "To whom it may concern" } },
  }),
];

const scan = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], "fax.jpg", { type: "image/jpeg" });
const filedRow = (kind: keyof typeof kindLabels, change: object = {}): SentRow => ({
  from: "clinic/patients/filed-documents/file-document.tsx care.fileDocument",
  ...{ about: kind, isChoice: kind !== "lab_result" },
  show: (server) => recordPage(server, record()),
  act: async ({ press, attach, fill }) => {
    await press("File a document");
    await attach(scan);
    await fill("What it is", kindLabels[kind]);
    await fill("Who sent it", " Prairie Lab ");
    if (kind === "lab_result") {
      await fill(/^The day it bears/, "2026-11-02");
      await fill(/^Name/, " Lipids ");
    }
    await press("File it");
  },
  dialog: "File a document",
  sends: {
    params: { id },
    body: { kind, from: "Prairie Lab", ...change, file: { file: "fax.jpg", type: "image/jpeg", size: scan.size } },
  },
});

const asideRow = (kind: AsideKind, show: SentRow["show"], press: string | RegExp, refid: string): SentRow => ({
  from: "clinic/care/aside/put-aside.tsx care.putAside",
  ...{ about: kind, isChoice: kind !== "case", show },
  act: async (shown) => {
    await shown.press(press);
    if (kind === "upsell") await shown.press("Back as soon as the patient writes to the doctor");
    if (kind !== "renewal") await shown.fill(/^Back on/, "2099-01-05");
    if (kind === "case") await shown.fill(/^What it waits for/, " her pressure ");
    await shown.press("Put it aside");
  },
  dialog: "Put it aside?",
  ...(refid === id && { twice: { [id]: "A case is named by its patient." } }),
  sends: {
    params: { id },
    body: {
      ...{ of: kind, refid, ...(kind !== "upsell" && { foranswer: true }) },
      ...(kind !== "renewal" && { until: "2099-01-05" }),
      ...(kind === "case" && { words: "her pressure" }),
    },
  },
});

export const preparedRows: readonly SentRow[] = [
  asideRow("case", (server) => casePage(server, caseOf()), "Put aside", id),
  asideRow("renewal", (server) => requests(server), /^Put aside: Progesterone capsule/, staffId(841)),
  asideRow("upsell", (server) => requests(server), /^Put aside: Upsold gel/, staffId(850)),
  filedRow("lab_result", { datedon: "2026-11-02", title: "Lipids" }),
  ...(["referral", "insurance_front", "insurance_back", "other"] as const).map((kind) => filedRow(kind)),
  ...preparing,
  ...signing,
  {
    from: "clinic/task/task-acts.tsx care.answerTask",
    ...{ about: "given back", isChoice: true, show: (server) => preparedPage(server, "letter") },
    act: async ({ press, fill }) => {
      await fill("Why it goes back", "ask about migraine first");
      await press("Give it back");
    },
    sends: { params: { id: taskId }, body: { answer: "ask about migraine first" } },
  },
];
