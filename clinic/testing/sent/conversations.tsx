import type { GoesOn, PairMerge, RecordMerge } from "#contract/care/merges.ts";
import { screen } from "@testing-library/react";
import { expect } from "vitest";
import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { ContactPage } from "#clinic/contact/contact-page.tsx";
import { ConversationPage } from "#clinic/conversation/conversation-page.tsx";
import { EmergencyPage } from "#clinic/emergency/emergency-page.tsx";
import { verdictLabels } from "#clinic/pair/pair-labels.ts";
import { PairPage } from "#clinic/pair/pair-page.tsx";
import { ItemPage } from "#clinic/item/item-page.tsx";
import { message } from "#clinic/testing/messages.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { reachedLabels } from "#clinic/ui/labels/emergency-labels.ts";
import { outcomeLabels } from "#clinic/work/work-item-labels.ts";
import { care } from "#contract/care/calls.ts";
import type { PairVerdict } from "#contract/care/patients.ts";
import { verdicts } from "#contract/care/patients.ts";
import type { ClinicConversation } from "#contract/care/conversations.ts";
import type { ClinicEmergency } from "#contract/care/emergencies.ts";
import { asMember, type Server } from "./as-member.tsx";
import { casePage, caseOf } from "./case.tsx";

export const conversationId = staffId(7);
const self = staffId(1);
const colleagues = [staffId(2), staffId(3), staffId(4)].map((memberid, at) => ({ memberid, name: `Colleague ${at}` }));
const assignedTo = (memberid: string) => ({ memberid, name: "Colleague", since: "2026-11-23T12:00:00Z" });

const emergency = (at: number, change: Partial<ClinicEmergency> = {}): ClinicEmergency => ({
  ...{
    id: staffId(960 + at),
    patient: patient(2),
    phoneno: null,
    voicemail: true,
    medicines: [],
    source: "message" as const,
  },
  ...{
    conversationid: conversationId,
    followupid: null,
    title: "Call 911",
    words: `words ${at}`,
    writer: null,
    contact: null,
  },
  ...{ reportedat: "2026-11-23T12:00:00Z", acknowledgedat: null, closedat: null, actions: [] },
  ...change,
});

const materials = [
  { id: "leaflet_rest", title: "Sleeping better", leaflet: true },
  { id: "pause", title: "How do I pause?", leaflet: false },
];

export function conversationPage(server: Server, change: Partial<ClinicConversation> = {}) {
  server.answer(care.conversation, {
    ...{ id: conversationId, kind: "doctor", patient: patient(2), lastseq: 45, readseq: 3, staffreadseq: 43 },
    ...{ waitingsince: "2026-11-23T12:00:00Z", needsreply: false, open: true, assignee: null },
    ...change,
  });
  server.answer(care.conversationMessages, { items: [message({ seq: 42 }), message({ seq: 41 })], cursor: null });
  server.answer(care.handovers, { items: [] });
  server.answer(care.cannedReplies, { items: [], articles: materials });
  server.answer(care.assignees, { items: colleagues });
  server.answer(care.emergencies, { items: [emergency(0), emergency(1)], nextpage: null });
  server.answer(care.patientConversations, {
    items: (["doctor", "patient_services"] as const).map((kind, at) => ({
      ...{
        id: staffId(970 + at),
        kind,
        patient: patient(2),
        lastseq: 33 + at,
        readseq: 23 + at,
        staffreadseq: 13 + at,
      },
      ...{ waitingsince: null, needsreply: false, open: true, assignee: null },
    })),
  });
  return asMember(server, <ConversationPage />, { at: `/clinic/conversation/${conversationId}` });
}

const params = { id: conversationId };

const assignRow = (about: string, row: Pick<SentRow, "act" | "sends" | "show">): SentRow => ({
  ...{ from: "clinic/conversation/assignment.tsx care.assignConversation", about },
  ...row,
});

const assignRows: readonly SentRow[] = [
  assignRow("taken", {
    show: conversationPage,
    act: ({ press }) => press(/^Take it/),
    sends: { params, body: { memberid: self } },
  }),
  assignRow("taken over", {
    show: (server) => conversationPage(server, { assignee: assignedTo(staffId(2)) }),
    act: ({ press }) => press(/^Take it over/),
    sends: { params, body: { memberid: self, fromid: staffId(2) } },
  }),
  assignRow("released", {
    show: (server) => conversationPage(server, { assignee: assignedTo(self) }),
    act: ({ press }) => press("Release"),
    sends: { params, body: { memberid: null, fromid: self } },
  }),
  {
    ...assignRow("to a colleague", {
      show: (server) => conversationPage(server, { assignee: assignedTo(staffId(2)) }),
      act: async ({ press, fill }) => {
        await press("Assign");
        await fill("Who", "Colleague 2");
        await press("Assign");
      },
      sends: { params, body: { memberid: staffId(4), fromid: staffId(2) } },
    }),
    dialog: "Assign the conversation",
  },
];

const handOverRow = (kind: ClinicConversation["kind"], button: string, dialog: string): SentRow => ({
  from: "clinic/conversation/hand-over.tsx care.handOverConversation",
  about: kind,
  show: (server) => conversationPage(server, { kind }),
  act: async ({ press, fill }) => {
    await press(button);
    await fill("Note for your colleagues", `for the ${kind}`);
    await press("Hand over");
  },
  dialog,
  sends: { params, body: { note: `for the ${kind}`, seq: 42 } },
});

const clientid = expect.stringMatching(/^[\w-]{36}$/) as string;
const seen = { answersseq: 42, seenseq: 42 };
const twice = { 42: "What was read last is both: what is answered, and what was seen." };

const replyRow = (about: string, act: SentRow["act"], body: object): SentRow => ({
  from: "clinic/work/send-reply.ts care.sendMessage",
  about,
  show: conversationPage,
  act,
  sends: { params, body: { clientid, ...seen, ...body } },
  twice,
});

const scan = new File(["%PDF-1.4"], "scan.pdf", { type: "application/pdf" });
const attachmentRow = (about: string, text: string, articleid?: string): SentRow => ({
  from: "clinic/work/send-reply.ts care.sendMessageAttachment",
  about,
  show: conversationPage,
  act: async ({ press, fill, user }) => {
    await user.upload(await screen.findByLabelText("File to send"), scan);
    await screen.findByText(/scan\.pdf/);
    if (text !== "") await fill("Answer Maria", text);
    if (articleid !== undefined) await fill(/^Send to read/, articleid);
    await press("Send");
  },
  sends: {
    params,
    body: {
      ...{ message: text, clientid, answersseq: "42", seenseq: "42", ...(articleid !== undefined && { articleid }) },
      file: { file: "scan.pdf", type: "application/pdf", size: scan.size },
    },
  },
  twice,
});

const messageRows: readonly SentRow[] = [
  replyRow(
    "a reply",
    async ({ press, fill }) => {
      await fill("Answer Maria", " my answer ");
      await press("Send");
    },
    { message: "my answer", needsreply: false },
  ),
  replyRow(
    "a question",
    async ({ press, fill }) => {
      await fill("Answer Maria", "how are you");
      await press("Ask for an answer");
      await press("Send");
    },
    { message: "how are you", needsreply: true },
  ),
  replyRow(
    "with something to read",
    async ({ press, fill, user }) => {
      await fill("Answer Maria", "read this");
      await user.selectOptions(await screen.findByLabelText(/^Send to read/), "How do I pause?");
      await press("Send");
    },
    { message: "read this", needsreply: false, articleid: "pause" },
  ),
  {
    from: "clinic/work/send-reply.ts care.sendMessage",
    about: "below a message that isn't there yet, which it doesn't answer",
    show: (server) => {
      const page = conversationPage(server);
      server.answer(care.conversationMessages, { items: [message({ seq: 42 }), message({ seq: 40 })], cursor: null });
      return page;
    },
    act: async ({ press, fill }) => {
      await fill("Answer Maria", "my answer");
      await press("Send");
    },
    sends: { params, body: { message: "my answer", clientid, answersseq: 40, seenseq: 40, needsreply: false } },
    twice: { 40: "What was read last is both: what is answered, and what was seen." },
  },
  {
    from: "clinic/work/send-reply.ts care.sendMessage",
    about: "one with something to read, and the next one without",
    show: conversationPage,
    act: async ({ press, fill }) => {
      await fill("Answer Maria", "read this");
      await fill(/^Send to read/, "pause");
      await press("Send");
      await screen.findByText("Sent.");
      await fill("Answer Maria", "and call me");
      await press("Send");
    },
    sends: [
      { params, body: { message: "read this", clientid, ...seen, needsreply: false, articleid: "pause" } },
      { params, body: { message: "and call me", clientid, ...seen, needsreply: false } },
    ],
    twice,
  },
  {
    from: "clinic/work/send-reply.ts care.sendMessage",
    about: "from the case",
    show: (server) => casePage(server, caseOf()),
    act: async ({ press, fill }) => {
      await fill("Reply", "my answer");
      await press("Send");
    },
    sends: {
      params: { id: staffId(901) },
      body: { message: "my answer", clientid, answersseq: 41, seenseq: 41, needsreply: false },
    },
    twice: { 41: "What was read last is both: what is answered, and what was seen." },
  },
  attachmentRow("with words", "look at this"),
  attachmentRow("without words", ""),
  attachmentRow("with a leaflet", "and this", "leaflet_rest"),
];

export const emergencyPage = (server: Server, change: Partial<ClinicEmergency> = {}) => {
  const told = emergency(1, change);
  server.answer(care.emergency, told);
  // The page stays open for the next call.
  const noted = { id: staffId(971), kind: "call", actor: "staff", name: "Nora", at: "2026-11-24T12:00:00Z" } as const;
  server.answer(care.emergencyCalled, {
    ...told,
    actions: [...told.actions, { ...noted, reached: "nobody", text: "Nobody answered" }],
  });
  return asMember(server, <EmergencyPage />, { at: `/clinic/emergency/${staffId(961)}` });
};
const emergencyParams = { id: staffId(961) };

const emergencyRows: readonly SentRow[] = [
  {
    from: "clinic/conversation/use-conversation.ts care.acknowledgeEmergency",
    show: (server) => conversationPage(server, { patient: patient(2, { emergencysince: "2026-11-23T12:00:00Z" }) }),
    act: ({ press }) => press("Acknowledge", 1),
    sends: { params: emergencyParams, body: {} },
  },
  {
    from: "clinic/emergency/emergency-page.tsx care.acknowledgeEmergency",
    show: emergencyPage,
    act: async ({ press, fill }) => {
      await fill("Note (optional)", "I call");
      await press("Acknowledge");
    },
    sends: { params: emergencyParams, body: { note: "I call" } },
  },
  {
    from: "clinic/emergency/emergency-page.tsx care.acknowledgeEmergency",
    about: "without a note",
    show: emergencyPage,
    act: ({ press }) => press("Acknowledge"),
    sends: { params: emergencyParams, body: {} },
  },
  ...Object.keys(reachedLabels).map((reached): SentRow => ({
    from: "clinic/emergency/emergency-page.tsx care.emergencyCalled",
    ...{ about: reached, isChoice: reached !== "patient" },
    show: emergencyPage,
    act: async ({ press, fill }) => {
      await fill("Who you reached", reached);
      await fill("What was said", `said to ${reached}`);
      await press("Note the call");
    },
    sends: { params: emergencyParams, body: { reached, text: `said to ${reached}` } },
  })),
  {
    from: "clinic/emergency/emergency-page.tsx care.closeEmergency",
    show: emergencyPage,
    act: async ({ press, fill }) => {
      await fill("How it ended", "well");
      await press("Close the emergency");
    },
    sends: { params: emergencyParams, body: { outcome: "well" } },
  },
];

export function contactPage(server: Server) {
  server.answer(care.contactMessages, {
    items: [0, 1].map((at) => ({
      ...{ id: staffId(980 + at), reference: `C-${at}`, patient: null, topic: "billing" as const, name: null },
      ...{ email: `writer${at}@example.com`, message: "Hello", sentat: "2026-11-23T12:00:00Z" },
      ...{ answeredat: null, answeredby: null },
    })),
    nextpage: null,
  });
  return asMember(server, <ContactPage />, { at: `/clinic/contact/${staffId(981)}` });
}

export function itemPage(server: Server, holds: boolean, asksmessage = false) {
  server.answer(care.workItem, {
    ...server.sample(care.workItem),
    ...{ id: staffId(985), kind: "words", patient: patient(2), holds, version: 17, closed: null, entries: [] },
    ...{ prescriptions: [], orders: [], due: "2026-11-26T12:00:00Z", closeobstacle: null, asksmessage },
  });
  return asMember(server, <ItemPage />, { at: `/clinic/item/${staffId(985)}` });
}

const itemRow = (outcome: string, label: string, note: string | null): SentRow => ({
  from: "clinic/item/close-item.tsx care.closeWorkItem",
  ...{ about: note === null ? `${outcome} without a note` : outcome, isChoice: outcome !== "changed" },
  show: (server) => itemPage(server, note !== null),
  act: async ({ press, fill }) => {
    await press(label);
    if (note !== null) await fill("Why may the medicine be sent?", note);
    await press(note === null ? "Close it" : "Close it and let the medicine go");
  },
  sends: { params: { id: staffId(985) }, body: { version: 17, outcome, ...(note !== null && { note }) } },
});

/** A result is signed off with what the patient reads; who wrote to them needs no more. */
const signedOffRows = (["no_change", "contacted"] as const).map((outcome): SentRow => ({
  from: "clinic/item/close-item.tsx care.closeWorkItem",
  ...{ about: `signed off: ${outcome}`, isChoice: true, show: (server) => itemPage(server, false, true) },
  act: async ({ press, fill }) => {
    await press(outcomeLabels[outcome].label);
    if (outcome === "no_change") await fill("What the patient reads about it", " all is well ");
    await press("Sign it off");
  },
  sends: {
    params: { id: staffId(985) },
    body: { version: 17, outcome, ...(outcome === "no_change" && { message: "all is well" }) },
  },
}));

/** A pair, of which nobody is asked anything, or the merge stands as it is given. */
export function pairPage(
  server: Server,
  verdict: PairVerdict | null,
  merge: PairMerge["merge"] = null,
  subscriptions: PairMerge["choices"][number]["subscriptions"] = [],
) {
  const choices = [
    { survivingid: staffId(988), refusals: [], subscriptions },
    { survivingid: staffId(989), refusals: ["It has an order."], subscriptions: [] },
  ];
  server.answer(care.pairMerge, { choices, merge });
  const read = server.sample(care.pair);
  const records = read.records.map((record, at) => ({
    ...record,
    patient: { ...record.patient, id: staffId(988 + at) },
  }));
  server.answer(care.pair, { ...read, records, id: staffId(987), verdict, version: 23, verdicts: [] });
  return asMember(server, <PairPage />, { at: `/clinic/pair/${staffId(987)}` });
}

const verdictRow = (verdict: PairVerdict, before: PairVerdict | null): SentRow => ({
  from: "clinic/pair/judge-pair.tsx care.judgePair",
  ...{ about: before === null ? verdict : `${verdict}, corrected`, isChoice: verdict !== "same" || before !== null },
  show: (server) => pairPage(server, before),
  act: async ({ press, fill }) => {
    await press(verdictLabels[verdict].label);
    await fill("Why", `why ${verdict}`);
    await press("Save it");
  },
  sends: { params: { id: staffId(987) }, body: { version: 23, verdict, reason: `why ${verdict}` } },
});

const mergeOf = (change: Partial<RecordMerge>): RecordMerge => ({
  ...{ id: staffId(990), status: "asked", survivingid: staffId(988), retiredid: staffId(989), confirmed: [] },
  ...{ asked: { at: "2026-11-20T12:00:00Z", actor: `staff:${staffId(1)}`, name: "Ada" } },
  ...{ openuntil: "2026-11-27T12:00:00Z", signinof: null, mergedat: null, undountil: null, undorefusal: null },
  ...{ undone: null, subscriptions: [] },
  ...change,
});

/** A patch that both have, and capsules that the account that would close has alone. */
const ending: PairMerge["choices"][number]["subscriptions"] = [
  {
    ...{ subscriptionid: staffId(991), medicine: { name: "Patch", dosage: "0.1 mg" } },
    surviving: {
      subscriptionid: staffId(993),
      medicine: { name: "Patch", dosage: "0.05 mg" },
      status: "active",
      runs: true,
      sameproduct: false,
    },
  },
  {
    ...{ subscriptionid: staffId(992), medicine: { name: "Capsules", dosage: "100 mg" } },
    surviving: null,
  },
];

const endingRow = (goeson: GoesOn, label: string): SentRow => {
  const isAlone = goeson === "retired";
  return {
    from: "clinic/pair/merge-accounts.tsx care.askMerge",
    ...{ about: `of a subscription in both: ${goeson}`, isChoice: true },
    show: (server) => pairPage(server, "same", null, isAlone ? ending.slice(0, 1) : ending),
    act: async ({ press }) => {
      await press("The account of the first record");
      await press(label);
      await press("Ask the patient");
    },
    shown: [
      "The other one is another strength or form, so a physician gets a task.",
      ...(isAlone ? [] : ["Capsules 100 mg: only in the account that closes."]),
    ],
    sends: {
      params: { id: staffId(987) },
      body: {
        survivingid: staffId(988),
        subscriptions: [
          { subscriptionid: staffId(991), goeson },
          ...(isAlone ? [] : [{ subscriptionid: staffId(992), goeson: "retired" }]),
        ],
      },
    },
  };
};

const mergeRows: readonly SentRow[] = [
  {
    from: "clinic/pair/merge-accounts.tsx care.askMerge",
    show: (server) => pairPage(server, "same"),
    act: async ({ press }) => {
      await press("The account of the first record");
      await press("Ask the patient");
    },
    sends: { params: { id: staffId(987) }, body: { survivingid: staffId(988) } },
  },
  endingRow("surviving", "Patch 0.05 mg, in the account that’s kept"),
  endingRow("retired", "Patch 0.1 mg, in the account that closes"),
  {
    from: "clinic/pair/merge-accounts.tsx care.withdrawMerge",
    show: (server) => pairPage(server, "same", mergeOf({})),
    act: ({ press }) => press("Withdraw the question"),
    sends: { params: { id: staffId(987) } },
  },
  {
    from: "clinic/pair/merge-accounts.tsx care.undoMerge",
    show: (server) =>
      pairPage(
        server,
        "same",
        mergeOf({
          ...{ status: "merged", mergedat: "2026-11-21T12:00:00Z", signinof: staffId(989) },
          subscriptions: [
            { subscriptionid: staffId(991), medicine: { name: "Patch", dosage: "0.1 mg" }, goeson: "surviving" },
          ],
        }),
      ),
    act: async ({ press, fill }) => {
      await fill("Why do you undo it?", "two sisters");
      await press("Undo it");
    },
    shown: [
      "the email and password of the second record.",
      "Patch 0.1 mg: canceled with the account of the second record; the one in the other account continues.",
      "Its subscriptions stay canceled: only the patient can start them again",
    ],
    sends: { params: { id: staffId(987) }, body: { reason: "two sisters" } },
  },
];

const ownMessages = (server: Server) => {
  const page = conversationPage(server);
  const items = [43, 42].map((seq) => message({ seq, by: "doctor", message: `own ${seq}` }));
  server.answer(care.conversationMessages, { items, cursor: null });
  server.answer(care.searchPatients, { items: [patient(4), patient(5)], nextpage: null });
  return page;
};
const withdrawRow = (about: string, act: SentRow["act"], body: object): SentRow => ({
  from: "clinic/care/wrong-chart/withdraw-message.tsx care.withdrawMessage",
  about,
  show: ownMessages,
  act: async (shown) => {
    await shown.press("Wrong patient", 1);
    await act(shown);
  },
  dialog: "Withdraw this message?",
  sends: { params: { id: conversationId, mid: message({ seq: 43 }).id }, body },
});
const withdrawRows: readonly SentRow[] = [
  withdrawRow("alone", ({ press }) => press("Withdraw it"), {}),
  withdrawRow(
    "sent to the right patient",
    async ({ press, fill }) => {
      await fill("Who it was meant for (optional)", "Maria");
      await press(/Patient 5/);
      await press(/^Withdraw it and send/);
    },
    { forpatientid: patient(5).id },
  ),
];

export const conversationRows: readonly SentRow[] = [
  ...mergeRows,
  ...assignRows,
  {
    from: "clinic/conversation/conversation-page.tsx care.openConversation",
    show: conversationPage,
    act: ({ press }) => press("Close conversation"),
    sends: { params, body: { open: false } },
  },
  {
    from: "clinic/conversation/conversation-page.tsx care.openConversation",
    about: "again",
    show: (server) => conversationPage(server, { open: false }),
    act: ({ press }) => press("Open again"),
    sends: { params, body: { open: true } },
  },
  ...withdrawRows,
  handOverRow("doctor", "Hand to patient services", "Patient services will answer this one"),
  handOverRow("patient_services", "Hand to the doctor", "The doctor’s side will answer this one"),
  {
    from: "clinic/conversation/use-conversation.ts care.readConversation",
    show: (server) => conversationPage(server, { staffreadseq: 5 }),
    act: async () => {},
    sends: { params, body: { seq: 42 } },
  },
  ...messageRows,
  ...emergencyRows,
  {
    from: "clinic/contact/contact-page.tsx care.contactAnswered",
    show: contactPage,
    act: ({ press }) => press("Mark as answered"),
    sends: { params: { id: staffId(981) } },
  },
  ...Object.entries(outcomeLabels).map(([outcome, { label }]) => itemRow(outcome, label, `why ${outcome}`)),
  itemRow("no_change", outcomeLabels.no_change.label, null),
  ...signedOffRows,
  ...verdicts.map((verdict) => verdictRow(verdict, null)),
  verdictRow("not_same", "same"),
];
