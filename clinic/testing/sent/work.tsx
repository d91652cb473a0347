import type { Screen } from "#app/testing/screens/screen.tsx";
import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { InboxPage } from "#clinic/inbox/inbox-page.tsx";
import { inboxItem } from "#clinic/testing/inbox.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { pressKey } from "#clinic/ui/use-keys.ts";
import { care } from "#contract/care/calls.ts";
import type { DraftKind, WorkKind } from "#contract/http/work.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";
import { asMember, type Server } from "./as-member.tsx";
import { casePage, caseOf } from "./case.tsx";
import { contactPage, conversationId, conversationPage, itemPage, pairPage } from "./conversations.tsx";
import { dispensing, select } from "./dispensing.tsx";
import { prescriptionIds, record, subscriptionIds } from "./medicines.ts";
import { followup, identityOf, contactOf } from "./patients.tsx";
import { recordPage, requests, suggestionPage } from "./prescribing.tsx";
import { preparedPage } from "./prepared.tsx";
import { addEntryPage } from "./log.tsx";
import { taskId, taskPage } from "./tasks.tsx";
import { healthQuestions } from "./told-answers.tsx";

const { id } = patient(2);

interface Place {
  readonly id: string;
  readonly show: (server: Server) => ReturnType<SentRow["show"]>;
  /** Opens what is claimed, where the page alone doesn't. */
  readonly open?: (shown: Screen) => Promise<void>;
  /** What is opened by that, where it's a dialog. */
  readonly dialog?: string;
}

/** Where each kind of work is done; an order isn't claimed by opening it, but by packing it. */
const places: Readonly<Record<Exclude<WorkKind, "order">, Place>> = {
  case: { id, show: (server) => casePage(server, caseOf()) },
  identity: {
    id,
    show: (server) => recordPage(server, identityOf()),
    open: ({ press }) => press("Check the identity"),
    dialog: "Check the identity",
  },
  conversation: { id: conversationId, show: conversationPage },
  renewal: {
    ...{ id: staffId(841), show: requests, open: ({ press }) => press(/^Approve: Progesterone capsule/) },
    dialog: "Renew Progesterone capsule 2 mg?",
  },
  upsell: {
    ...{ id: staffId(851), show: requests, open: ({ press }) => press(/^Approve: Upsold estriol/) },
    dialog: "Approve Upsold estriol 1 mg and Upsold patch_strong 1 mg?",
  },
  followup: { id: staffId(951), show: followup, open: ({ press }) => press("Read: sent November 21, 2026") },
  contact: { id: staffId(981), show: contactPage },
  work_item: { id: staffId(985), show: (server) => itemPage(server, true) },
  pair: { id: staffId(987), show: (server) => pairPage(server, null) },
};

const workRows = Object.entries(places).flatMap(([kind, { id: of, show, open, dialog }]): readonly SentRow[] => {
  const params = { kind, id: of };
  const claimed = { kind: kind as WorkKind, id: of, memberid: staffId(2), name: "Cleo", until: "2026-11-26T12:00:00Z" };
  return [
    {
      from: "clinic/work/claim.ts staff.claim",
      ...{ about: `${kind}, taken over`, isChoice: kind !== "case" },
      show: (server) => {
        const page = show(server);
        server.answer(staffWorkCalls.claims, { items: [claimed] });
        server.answer(staffWorkCalls.claim, ({ body }) =>
          (body as { takeover: boolean }).takeover
            ? { ...claimed, memberid: staffId(1) }
            : { refused: "claimed", details: { name: "Cleo" } },
        );
        return page;
      },
      act: async (shown) => {
        await open?.(shown);
        await shown.press("Take over");
      },
      ...(dialog !== undefined && { dialog }),
      sends: [
        { params, body: { takeover: false } },
        { params, body: { takeover: true } },
      ],
    },
    {
      from: "clinic/work/claim.ts staff.release",
      ...{ about: kind, isChoice: kind !== "case" },
      show,
      act: async (shown) => {
        await open?.(shown);
        await shown.sentOf("staff.claim");
        shown.close();
      },
      sends: { params },
    },
  ];
});

interface DraftPlace extends Place {
  readonly write: (shown: Screen) => Promise<void>;
  /** What is kept of it: the text, or those fields of a form. */
  readonly text: string | object;
}

/** Where each kind of draft is written; a contact form and an identity check have none. */
const drafts: Readonly<Record<Exclude<DraftKind, "contact" | "identity">, DraftPlace>> = {
  case: {
    ...places.case,
    write: ({ fill }) => fill(/^Note/, "to the patient"),
    text: {
      ...{ choices: {}, prescribed: {}, note: "to the patient", declinereason: "", reply: "" },
      ...{ withoutanswers: false, overridereason: "", followupon: "" },
    },
  },
  conversation: { ...places.conversation, write: ({ fill }) => fill("Answer Maria", "half an"), text: "half an" },
  renewal: {
    ...places.renewal,
    write: ({ fill }) => fill(/^Refills/, "4"),
    text: { note: "", reason: "", overridereason: "", refills: "4", directions: {}, followupon: "" },
  },
  upsell: {
    ...places.upsell,
    write: ({ fill }) => fill(/^Directions for Upsold estriol/, "daily"),
    text: { note: "", reason: "", overridereason: "", refills: "", directions: { estriol: "daily" }, followupon: "" },
  },
  followup: { ...places.followup, write: ({ fill }) => fill(/^Note to the patient/, "well"), text: "well" },
  order: {
    id: staffId(502),
    show: dispensing,
    open: async (shown) => {
      await select(shown, 2);
      await shown.press("Pack");
    },
    write: ({ fill }) => fill("Lot number", "L2", 1),
    text: { capsule_3m: { lot: "L2", end: "" } },
  },
  pair: { ...places.pair, write: ({ fill }) => fill("Why", "alike"), text: "alike" },
  work_item: { ...places.work_item, write: ({ fill }) => fill("Why may the medicine be sent?", "fine"), text: "fine" },
  note: {
    id,
    show: (server) => recordPage(server, record()),
    write: ({ fill }) => fill("New note", "for us"),
    text: "for us",
  },
  prepared: {
    id: taskId,
    show: (server) => preparedPage(server, "letter"),
    open: ({ press }) => press(/^Read it and sign/),
    write: ({ fill }) => fill("Letter", "other words"),
    text: "other words",
  },
  visit_note: {
    id: prescriptionIds[1],
    show: (server) => recordPage(server, record()),
    open: ({ press }) => press("Stop: Progesterone capsule 2 mg"),
    write: ({ fill }) => fill("Visit note", "weighed"),
    text: { decision: "medicine_stopped", text: "weighed", from: "" },
  },
  prescription: {
    id: prescriptionIds[1],
    show: (server) => recordPage(server, record()),
    open: ({ press }) => press("Stop: Progesterone capsule 2 mg"),
    write: ({ fill }) => fill("Reason", "private"),
    text: {
      ...{ step: "stop", reason: "private", message: "", cause: "" },
      ...{ despitewarning: false, wrongpatient: false, partnersgone: false },
    },
  },
  change: {
    id: subscriptionIds[1],
    show: (server) => recordPage(server, record()),
    open: ({ press }) => press("Change: Progesterone capsule 2 mg"),
    write: ({ fill }) => fill("Message to the patient", "more"),
    text: {
      ...{ productid: "", pricingid: "", note: "more", directions: "", refills: "", overridereason: "" },
      ...{ begins: "", beginson: "", until: "", untildirections: "", untilpace: "", followupon: "" },
    },
  },
  suggestion: {
    id,
    show: (server) => suggestionPage(server),
    open: ({ press }) => press("Suggest a medicine"),
    write: ({ fill }) => fill("Message to the patient", "for sleep"),
    text: { productid: "", pricingid: "", beginson: "", note: "for sleep", directions: "", overridereason: "" },
  },
  letter: {
    id,
    show: (server) => recordPage(server, record()),
    open: ({ press }) => press("Write a letter"),
    write: ({ fill }) => fill("Letter", "To whom"),
    text: "To whom",
  },
  contact_data: {
    id,
    show: (server) => recordPage(server, contactOf()),
    open: ({ press }) => press("Change contact data"),
    write: ({ fill }) => fill("City", "Boone"),
    text: { city: "Boone" },
  },
  task: {
    id: taskId,
    show: (server) => taskPage(server),
    write: ({ fill }) => fill("Note (optional)", "called"),
    text: "called",
  },
  log: {
    id,
    show: addEntryPage,
    open: async ({ press, fill }) => {
      await press("Log something");
      await fill("What", "call");
    },
    write: ({ fill }) => fill("What was said", "Maria called"),
    text: { kind: "call", words: "Maria called", outcome: "", fields: {} },
  },
  told_answers: {
    id,
    show: healthQuestions,
    open: ({ press }) => press("Record what the patient told"),
    write: ({ fill }) => fill("What was said", "on the phone"),
    text: { note: "on the phone" },
  },
};

const draftRows = Object.entries(drafts).map(([kind, { id: of, show, open, write, text }]): SentRow => ({
  from: "clinic/work/draft.ts staff.saveDraft",
  ...{ about: kind, isChoice: kind !== "case" },
  show,
  act: async (shown) => {
    await open?.(shown);
    await write(shown);
    shown.close();
  },
  sends: { params: { kind, id: of }, body: { text: typeof text === "string" ? text : JSON.stringify(text) } },
}));

export const workAndDraftRows: readonly SentRow[] = [
  ...workRows,
  ...draftRows,
  {
    from: "clinic/inbox/inbox-page.tsx staff.release",
    show: (server) => {
      const page = asMember(server, <InboxPage />, { at: "/clinic/inbox" });
      server.answer(care.inbox, {
        ...{ kinds: [], nextpage: null },
        items: [1, 2].map((number) => inboxItem({ kind: "accepted", patient: patient(number) })),
      });
      return page;
    },
    act: async () => {
      document.querySelector<HTMLElement>(`[data-case="${id}"]`)?.focus();
      pressKey("e");
    },
    sends: { params: { kind: "case", id } },
  },
];
