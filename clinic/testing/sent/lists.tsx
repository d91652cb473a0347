import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { ListsPage } from "#clinic/lists/lists-page.tsx";
import { Story } from "#clinic/patients/story/story.tsx";
import { recipientNames } from "#clinic/ui/labels/recipient-names.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { care } from "#contract/care/calls.ts";
import { type ListFilter, listFilterNeeds, type ListFilters } from "#contract/care/lists.ts";
import { timelineKinds } from "#contract/care/timeline.ts";
import { roles } from "#contract/policy/roles.ts";
import { asMember, type Server } from "./as-member.tsx";

const choice = (id: string, label: string) => ({ id, label });
const saved = [
  { id: staffId(981), name: "Overdue", role: null, filters: { checkup: "pap" } },
  { id: staffId(982), name: "Iowa", role: "nurse", filters: { state: "IA" } },
];
const action = {
  ...{ id: staffId(985), kind: "message", begunat: "2026-11-23T12:00:00Z", endedat: null, count: 3, done: 0 },
  leftout: { closed: 0, death_reported: 0, restricted: 0, merged: 0, no_conversation: 0, conversation_closed: 0 },
};

/** The lists of somebody who lists by everything, with three patients on whatever list. */
export function listsPage(server: Server, nextpage: string | null = null) {
  server.answer(care.listFilters, {
    filters: Object.keys(listFilterNeeds) as ListFilter[],
    medicines: [
      { id: "patch", label: "Patch", strengths: [choice("patch_1", "1 mg"), choice("patch_2", "2 mg")] },
      { id: "gel", label: "Gel", strengths: [choice("gel_1", "3 mg")] },
    ],
    doctors: [choice("d1", "Lis Tan"), choice("d2", "Ana Ruiz")],
    states: [choice("IA", "Iowa"), choice("TX", "Texas")],
    questions: [
      { id: "q1", label: "Smoking", values: [choice("yes", "Yes"), choice("no", "No")] },
      { id: "q2", label: "Uterus", values: [choice("yes", "Yes")] },
    ],
    checkups: [
      { id: "mammogram", label: "Mammogram", source: "A source" },
      { id: "pap", label: "Pap test", source: "Another one" },
    ],
  });
  server.answer(care.listPatients, {
    items: [
      { patient: patient(2), lastseenat: "2026-11-01T12:00:00Z", leftout: null },
      { patient: patient(3), lastseenat: null, leftout: "closed" },
    ],
    ...{ nextpage, count: 3, leftout: { closed: 1, death_reported: 0, restricted: 0 } },
  } as never);
  server.answer(care.savedLists, { items: saved } as never);
  server.answer(care.listActions, { items: [] });
  for (const begun of [care.listTasks, care.listMessage]) server.answer(begun, action as never);
  server.answer(care.whoIsAsked, {
    items: roles.map((role) => ({
      role,
      kinds: ["task", "question"],
      clinical: true,
      people: role === "nurse" ? [{ memberid: staffId(7), name: "Cleo" }] : [],
    })) as never,
  });
  return asMember(server, <ListsPage />, { at: "/clinic/lists" });
}

type Act = SentRow["act"];
const lookUp = (about: string, act: Act, filters: ListFilters, isChoice = false): SentRow => ({
  ...{ from: "clinic/lists/lists-page.tsx care.listPatients", about, isChoice, show: listsPage, act },
  sends: { body: { filters } },
});
const select =
  (label: string, value: string): Act =>
  async ({ fill }) =>
    fill(label, value);

const lookedUp: readonly SentRow[] = [
  lookUp(
    "a strength of a medicine and its lot",
    async ({ fill }) => {
      await fill("Medicine", "patch");
      await fill("Strength", "patch_2");
      await fill("Lot", "L7");
    },
    { medicine: "patch", strength: "patch_2", lotnumber: "L7" },
  ),
  lookUp("a doctor", select("Doctor", "d2"), { doctor: "d2" }),
  lookUp("a state", select("State", "TX"), { state: "TX" }),
  lookUp("no plan", select("Care", "none"), { carestatus: "none" }),
  lookUp("in review", select("Care", "in_review"), { carestatus: "in_review" }, true),
  lookUp("in care", select("Care", "approved"), { carestatus: "approved" }, true),
  lookUp("declined", select("Care", "declined"), { carestatus: "declined" }, true),
  lookUp("a day", select("Not seen since", "2026-10-05"), { notseensince: "2026-10-05" }),
  lookUp(
    "an answer",
    async ({ fill }) => {
      await fill("Health question", "q1");
      await fill("Answer", "no");
    },
    { answer: { questionid: "q1", value: "no" } },
  ),
  lookUp("a checkup", select("Overdue", "mammogram"), { checkup: "mammogram" }),
  lookUp("a review", async ({ press }) => press("Review not answered"), { reviewopen: true }),
  lookUp("an answer we wait for", async ({ press }) => press("We wait for their answer"), { awaitsreply: true }),
  {
    ...lookUp(
      "the next page",
      async (shown) => {
        await shown.fill("State", "TX");
        await shown.press("Show more");
      },
      {},
    ),
    show: (server) => listsPage(server, "further"),
    sends: [{ body: { filters: { state: "TX" } } }, { body: { filters: { state: "TX" }, nextpage: "further" } }],
  },
  lookUp("a saved list", select("Saved lists", saved[1]?.id ?? ""), { state: "IA" }),
];

const everything: readonly (readonly [string, string])[] = [
  ["Medicine", "patch"],
  ["Strength", "patch_2"],
  ["Lot", "L7"],
  ["Doctor", "d2"],
  ["State", "TX"],
  ["Care", "approved"],
  ["Not seen since", "2026-10-05"],
  ["Health question", "q1"],
  ["Answer", "no"],
  ["Overdue", "pap"],
];
/** A list of three by one of these, which the rows go through in turn. */
const listed: readonly { readonly choose: Act; readonly filters: ListFilters }[] = [
  {
    choose: async ({ fill, press }) => {
      for (const [label, value] of everything) await fill(label, value);
      for (const label of ["Review not answered", "We wait for their answer"]) await press(label);
    },
    filters: {
      ...{
        medicine: "patch",
        strength: "patch_2",
        lotnumber: "L7",
        doctor: "d2",
        state: "TX",
        carestatus: "approved",
      },
      ...{ notseensince: "2026-10-05", answer: { questionid: "q1", value: "no" }, checkup: "pap" },
      ...{ reviewopen: true, awaitsreply: true },
    },
  },
  { choose: ({ press }) => press("Review not answered"), filters: { reviewopen: true } },
  { choose: ({ press }) => press("We wait for their answer"), filters: { awaitsreply: true } },
];
const listAt = (at: number) => {
  const { choose, filters } = listed[at % listed.length] as (typeof listed)[number];
  const look: Act = async (shown) => {
    await choose(shown);
    await shown.findText("3 in all");
  };
  return { look, filters };
};

const saveRow = (role: string, at: number): SentRow => ({
  from: "clinic/lists/saved-lists.tsx care.saveList",
  ...{ about: role === "" ? "for oneself" : `for ${role}`, isChoice: role !== "" && role !== roles[0] },
  show: listsPage,
  act: async (shown) => {
    await listAt(at).look(shown);
    await shown.press("Save this list");
    await shown.fill("Name", `List ${role || "mine"}`);
    if (role !== "") await shown.fill("Who it’s for", role);
    await shown.press("Save it");
  },
  dialog: "Save this list",
  sends: {
    body: { name: `List ${role || "mine"}`, filters: listAt(at).filters, ...(role !== "" && { role: role as never }) },
  },
});

const messageRow = (kind: "doctor" | "patient_services", at: number): SentRow => ({
  from: "clinic/lists/message-dialog.tsx care.listMessage",
  ...{ about: kind, isChoice: kind !== "doctor", show: listsPage },
  act: async (shown) => {
    await listAt(at).look(shown);
    await shown.press("Write to all");
    await shown.fill("Conversation", kind);
    await shown.fill("Message", `to all with ${kind}`);
    if (kind === "doctor") await shown.press("Wait for their answers");
    await shown.press("Send to 2 patients");
  },
  dialog: "Write to all on the list",
  sends: {
    body: {
      ...{ filters: listAt(at).filters, count: 3, kind, message: `to all with ${kind}` },
      ...(kind === "doctor" && { needsreply: true }),
    },
  },
});

const recipients = Object.keys(recipientNames);
const fileRow = (recipient: string, at: number): SentRow => ({
  from: "clinic/lists/file-dialog.tsx care.exportList",
  ...{ about: recipient, isChoice: at > 0, show: listsPage },
  act: async (shown) => {
    await listAt(at).look(shown);
    await shown.press("Save as a file");
    await shown.fill("Who it’s for", recipient);
    await shown.fill("Who asked for it, and why", `asked by ${recipient}`);
    await shown.press("Save the file");
  },
  dialog: "Save the list as a file",
  sends: { body: { filters: listAt(at).filters, recipient: recipient as never, words: `asked by ${recipient}` } },
});

const taskRow = (kind: "task" | "question", at: number): SentRow => ({
  from: "clinic/care/tasks/task-dialog.tsx care.listTasks",
  ...{ about: kind, isChoice: kind !== "task", show: listsPage },
  act: async (shown) => {
    await listAt(at).look(shown);
    await shown.press("Add a task for each");
    await shown.fill("What", kind);
    await shown.fill(kind === "task" ? "What’s to be done" : "Question", `${kind} about the lot`);
    await shown.fill("Who it’s for", kind === "task" ? "nurse" : `nurse ${staffId(7)}`);
    await shown.fill(kind === "task" ? "Comes up on" : /^Answer needed by/, "2026-12-05");
    await shown.press(kind === "task" ? "Add the task" : "Ask");
  },
  dialog: "Task or question for each of 3",
  sends: {
    body: {
      ...{
        kind,
        words: `${kind} about the lot`,
        role: "nurse",
        ...(kind === "question" && { memberid: staffId(7) }),
        dueon: "2026-12-05",
      },
      ...{ filters: listAt(at).filters, count: 3 },
    },
  },
});

/** What the lists send. */
export const listRows: readonly SentRow[] = [
  ...lookedUp,
  ...["", ...roles].map(saveRow),
  {
    from: "clinic/lists/saved-lists.tsx care.forgetList",
    show: listsPage,
    act: async (shown) => {
      await shown.fill("Saved lists", saved[0]?.id ?? "");
      await shown.press("Forget this list");
      await shown.press("Forget it");
    },
    dialog: "Forget “Overdue”?",
    sends: { params: { id: saved[0]?.id ?? "" } },
  },
  messageRow("doctor", 0),
  messageRow("patient_services", 1),
  ...recipients.map(fileRow),
  taskRow("task", 0),
  taskRow("question", 2),
];

const storyPage = (server: Server) => {
  const page = asMember(server, <Story patientId={patient(2).id} />);
  server.answer(care.timeline, {
    kinds: [...timelineKinds],
    items: [
      {
        ...{
          id: staffId(986),
          kind: "message",
          event: "patient",
          at: "2026-11-22T12:00:00Z",
          by: null,
          about: "doctor",
        },
        ...{ amount: null, refid: staffId(987), seq: 4, excerpt: "A rash on my arm" },
      },
    ],
    nextpage: "further",
  });
  return page;
};
const storyRow = (about: string, act: Act, body: object, isChoice = false): SentRow => ({
  ...{ from: "clinic/patients/story/story.tsx care.timeline", about, isChoice, show: storyPage, act },
  sends: [
    { params: { id: patient(2).id }, body: {} },
    { params: { id: patient(2).id }, body },
  ],
});

/** What the story of a patient asks for. */
export const storyRows: readonly SentRow[] = [
  storyRow("words", ({ fill }) => fill("Words in it", "rash"), { words: "rash" }),
  storyRow("the next page", ({ press }) => press("Show more"), { nextpage: "further" }),
  ...timelineKinds.map((kind, at) =>
    storyRow(
      kind,
      async ({ fill, findText }) => {
        await findText("A rash on my arm");
        await fill("Show", kind);
      },
      { kinds: [kind] },
      at > 0,
    ),
  ),
];
