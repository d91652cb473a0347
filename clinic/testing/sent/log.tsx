import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { AddEntry } from "#clinic/care/log/add-entry.tsx";
import type { EntryAbout } from "#clinic/care/log/new-entry.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { type AccessFinding, accessOutcomes } from "#contract/care/access-review.ts";
import { care } from "#contract/care/calls.ts";
import type { LogKind } from "#contract/care/log-entry.ts";
import { peerOutcomes, type ReviewedDecision } from "#contract/care/peer-review.ts";
import type { Task } from "#contract/care/tasks.ts";
import { asMember, type Server } from "./as-member.tsx";
import { taskId, taskPage } from "./tasks.tsx";

const choices = { id: "who", label: "Who called", type: "choice", optional: false } as const;
const call: LogKind = {
  ...{ id: "call", label: "Call", words: "What was said", about: "patient", ends: "at_once", mayadd: true },
  ...{ for: null, source: null },
  fields: [
    {
      ...choices,
      choices: [
        { id: "they", label: "They called us" },
        { id: "we", label: "We called them" },
      ],
    },
    { id: "number", label: "Phone number", type: "line", choices: [], optional: true },
    { id: "on", label: "Day", type: "day", choices: [], optional: false },
  ],
  outcomes: [
    { id: "talked", label: "We talked" },
    { id: "nobody", label: "Nobody answered" },
  ],
};
/** Of another kind, whose form must not send what was typed for a call. */
const breach: LogKind = {
  ...{ id: "breach", label: "Privacy incident", words: "What happened", about: "practice", ends: "work", mayadd: true },
  ...{ for: "administrator", source: null },
  fields: [{ id: "people", label: "How many people", type: "line", choices: [], optional: false }],
  outcomes: [{ id: "low", label: "Low probability" }],
};
const stock: LogKind = {
  ...{ id: "stock", label: "Stock taken out", words: "What was done with it", about: "practice", ends: "at_once" },
  ...{ mayadd: true, for: null, source: null },
  fields: [{ id: "lot", label: "Lot", type: "line", choices: [], optional: false }],
  outcomes: [{ id: "destroyed", label: "Destroyed" }],
};
const readOnly: LogKind = { ...call, id: "estimate", label: "Estimate", mayadd: false };

const finding = (at: number): AccessFinding => ({
  ...{
    id: staffId(940 + at),
    memberid: staffId(950 + at),
    membername: `Colleague ${at}`,
    patientid: staffId(960 + at),
  },
  ...{ patientname: `Patient ${at}`, reasons: ["surname"], accesses: 2 + at, own: false, judged: null },
  ...{ firstat: "2026-11-17T12:00:00Z", lastat: "2026-11-18T12:00:00Z" },
});

const reviewed = (at: number): ReviewedDecision => ({
  ...{ id: staffId(980 + at), patientid: staffId(985 + at), patientname: `Patient ${at}`, overrides: [], judged: null },
  note: {
    ...{ id: staffId(990 + at), decision: "renewal_approved", title: "Prescription renewed", text: `Note ${at}` },
    ...{ signedby: "Dr. Marsh, MD", preparedby: null, signedat: "2026-10-12T12:00:00Z", withdrawnat: null },
    ...{ actor: "staff:1", withdrawal: null, addenda: [] },
  },
});

export function addEntryPage(server: Server, about: EntryAbout = { patient: { id: patient(2).id, name: "Maria" } }) {
  server.answer(care.logKinds, { items: [call, readOnly, breach, stock] });
  return asMember(server, <AddEntry about={about} />);
}

const order = { id: staffId(993), number: "100993" };
const entry = (ends: "work" | "chart"): Partial<Task> => ({
  kind: "log",
  actions: ends === "work" ? ["settle", "drop"] : ["done", "drop"],
  log: {
    ...{
      kind: "complaint",
      label: "Complaint",
      ends,
      record: false,
      unconfirmed: false,
      fdareport: false,
      why: false,
      judged: false,
      outcome: null,
    },
    fields: [{ id: "about", label: "About", value: "Care" }],
    outcomes: [
      { id: "settled", label: "Settled with the patient", note: null },
      { id: "changed", label: "Something was changed", note: "Say what was changed." },
      { id: "explained", label: "It was explained", note: null },
    ],
  },
});

export const logRows: readonly SentRow[] = [
  {
    ...{ from: "clinic/care/log/entry-dialog.tsx care.addPatientLog", about: "with all fields, of an order" },
    show: (server) => addEntryPage(server, { patient: { id: patient(2).id, name: "Maria" }, order }),
    act: async ({ press, fill }) => {
      await press("Log something");
      await fill("What", "call");
      await fill("Who called", "we");
      await fill("Phone number (optional)", "212 555 0100");
      await fill("Day", "2026-11-20");
      await fill("What came of it", "talked");
      await fill("What was said", "she’ll send it");
      await press("Log it");
    },
    dialog: "Log: order 100993: Maria",
    sends: {
      params: { id: patient(2).id },
      body: {
        ...{ kind: "call", words: "she’ll send it", outcome: "talked", orderid: order.id },
        fields: [
          { id: "who", value: "we" },
          { id: "number", value: "212 555 0100" },
          { id: "on", value: "2026-11-20" },
        ],
      },
    },
  },
  {
    ...{ from: "clinic/care/log/entry-dialog.tsx care.addLog", about: "what ends at once" },
    show: (server) => addEntryPage(server, { patient: null }),
    act: async ({ press, fill }) => {
      await press("Log something");
      await fill("What", "stock");
      await fill("Lot", "L7");
      await fill("What came of it", "destroyed");
      await fill("What was done with it", "burned");
      await press("Log it");
    },
    dialog: "Log",
    sends: {
      body: { kind: "stock", words: "burned", outcome: "destroyed", fields: [{ id: "lot", value: "L7" }] },
    },
  },
  {
    ...{ from: "clinic/care/log/entry-dialog.tsx care.addLog", about: "nothing of what was typed about a patient" },
    show: (server) => addEntryPage(server, { patient: null }),
    act: async ({ press, fill }) => {
      await press("Log something");
      await fill("What", "breach");
      await fill("How many people", "3");
      await fill("What happened", "a wrong label");
      await press("Log it");
    },
    dialog: "Log",
    sends: { body: { kind: "breach", words: "a wrong label", fields: [{ id: "people", value: "3" }] } },
  },
  {
    ...{ from: "clinic/task/task-acts.tsx care.endTask", about: "the outcome of what was logged" },
    show: (server) => taskPage(server, entry("work")),
    act: async ({ press, fill }) => {
      await fill("Outcome", "changed");
      await fill("Note", "two called");
      await press("Save");
    },
    sends: { params: { id: taskId }, body: { outcome: "settled", logoutcome: "changed", note: "two called" } },
  },
  {
    ...{ from: "clinic/task/task-acts.tsx care.endTask", about: "what stood on the chart", isChoice: true },
    show: (server) => taskPage(server, entry("chart")),
    act: async ({ press, fill }) => {
      await fill("Note (optional)", "hears well now");
      await press("No longer so");
    },
    sends: { params: { id: taskId }, body: { outcome: "done", note: "hears well now" } },
  },
  {
    ...{ from: "clinic/task/task-acts.tsx care.endTask", about: "entered in error", isChoice: true },
    show: (server) => taskPage(server, entry("chart")),
    act: async ({ press, fill }) => {
      await fill("Note (optional)", "another patient’s");
      await press("Entered in error");
    },
    sends: { params: { id: taskId }, body: { outcome: "dropped", note: "another patient’s" } },
  },
  {
    ...{ from: "clinic/task/task-acts.tsx care.endTask", about: "with why, which the patient reads", isChoice: true },
    show: (server) => taskPage(server, { ...entry("work"), log: { ...entry("work").log!, why: true } }),
    act: async ({ press, fill }) => {
      await fill("Outcome", "explained");
      await fill("Why", "give it four weeks");
      await press("Save");
    },
    sends: {
      params: { id: taskId },
      body: { outcome: "settled", logoutcome: "explained", note: "give it four weeks" },
    },
  },
  ...peerOutcomes.map((outcome, at): SentRow => ({
    ...{ from: "clinic/task/peer-review.tsx care.judgeDecision", about: outcome, isChoice: at > 0 },
    show: (server) => {
      server.answer(care.peerReview, {
        ...{ month: "2026-10-01", doctorid: "marsh", doctorname: "Dr. Marsh", memberid: null, decided: 12, own: false },
        items: [reviewed(0), reviewed(1)],
      });
      return taskPage(server, {
        kind: "log",
        actions: [],
        log: { ...entry("work").log!, kind: "peer_review", judged: true },
      });
    },
    act: async ({ press, fill }) => {
      await fill("Your answer", outcome, 1);
      if (outcome !== "agrees") await fill(`Your ${outcome}`, `read, ${outcome}`);
      await press("Save", 1);
    },
    sends: {
      params: { id: staffId(981) },
      body: { outcome, ...(outcome !== "agrees" && { words: `read, ${outcome}` }) },
    },
  })),
  ...accessOutcomes.map((outcome, at): SentRow => ({
    ...{ from: "clinic/task/access-findings.tsx care.judgeAccess", about: outcome, isChoice: at > 0 },
    show: (server) => {
      server.answer(care.accessReview, { week: "2026-11-16", items: [finding(0), finding(1)] });
      return taskPage(server, { kind: "log", actions: [], log: { ...entry("work").log!, judged: true } });
    },
    act: async ({ press, fill }) => {
      await fill("What you found", outcome, 1);
      await fill("Why", `asked, ${outcome}`, 1);
      await press("Save", 1);
    },
    sends: { params: { id: staffId(941) }, body: { outcome, note: `asked, ${outcome}` } },
  })),
];
