import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { message } from "#clinic/testing/messages.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { AddTask } from "#clinic/care/tasks/add-task.tsx";
import { TaskScreen } from "#clinic/shell/task-screen.tsx";
import type { TaskAbout } from "#clinic/care/tasks/new-task.ts";
import { care } from "#contract/care/calls.ts";
import type { Task } from "#contract/care/tasks.ts";
import { roles } from "#contract/policy/roles.ts";
import { asMember, type Server } from "./as-member.tsx";

const taskId = staffId(990);
const about: TaskAbout = { patient: { id: patient(2).id, name: "Maria" } };
const askedRoles = roles.filter((role) => role !== "administrator");

const who = (server: Server) =>
  server.answer(care.whoIsAsked, {
    items: askedRoles.map((role, at) => ({
      role,
      ...{
        kinds: role === "physician" ? ["task", "question", "order_question"] : ["task", "question"],
        clinical: at < 2,
      },
      people: role === "nurse" ? [{ memberid: staffId(7), name: "Cleo" }] : [],
    })) as never,
  });

export const addTaskPage = (server: Server, of: TaskAbout = about) => {
  who(server);
  return asMember(server, <AddTask about={of} />);
};

/** A task or a question that is open, with what may be done about it. */
export function taskPage(server: Server, change: Partial<Task> = {}) {
  who(server);
  server.answer(care.task, {
    ...server.sample(care.task),
    ...{
      id: taskId,
      kind: "task",
      message: null,
      letter: null,
      patient: patient(2),
      order: null,
      log: null,
      prepared: null,
      reviewid: null,
      answer: null,
      ended: null,
      words: "Call about it",
    },
    ...{ actions: ["done", "aside", "reassign", "drop"], dueon: "2026-11-25", seenon: "2026-11-25" },
    ...change,
  } as never);
  return asMember(server, <TaskScreen />, { at: `/clinic/task/${taskId}` });
}
export { taskId };

const params = { id: patient(2).id };
const order = { id: staffId(991), number: "100991" };

const roleRow = (role: string): SentRow => ({
  from: "clinic/care/tasks/task-dialog.tsx care.addPatientTask",
  ...{ about: `a question to ${role}`, isChoice: role !== "physician" },
  show: addTaskPage,
  act: async ({ press, fill }) => {
    await press("Add a task or ask");
    await fill("What", "question");
    await fill("Question", `why ${role}`);
    await fill("Who it’s for", role);
    await press("Ask");
  },
  dialog: "Task or question: Maria",
  sends: { params, body: { kind: "question", words: `why ${role}`, role } },
});

const endRow = (outcome: string, press: string, change: Partial<Task>): SentRow => ({
  from: "clinic/task/task-acts.tsx care.endTask",
  ...{ about: outcome, isChoice: outcome !== "done" },
  show: (server) => taskPage(server, change),
  act: async (shown) => {
    await shown.fill("Note (optional)", `because ${outcome}`);
    await shown.press(press);
  },
  sends: { params: { id: taskId }, body: { outcome, note: `because ${outcome}` } },
});

const reassignRow = (about: string, choice: string, body: object, isChoice: boolean): SentRow => ({
  from: "clinic/task/task-acts.tsx care.reassignTask",
  ...{ about, isChoice },
  show: taskPage,
  act: async ({ press, fill }) => {
    await fill("Who it’s for now", choice);
    await press("Reassign it");
  },
  sends: { params: { id: taskId }, body },
});

const letterTask = (server: Server) =>
  taskPage(server, {
    ...{ kind: "not_mine", actions: ["verdict"], asker: null, message: null },
    letter: {
      ...{
        id: staffId(930),
        text: "To whom it may concern",
        doctorname: "Dr. Ada Hill",
        preparedby: null,
        misfiled: "reported",
      },
      issuedat: "2026-11-20T12:00:00Z",
    },
  });

export const taskRows: readonly SentRow[] = [
  {
    ...{ from: "clinic/care/tasks/task-dialog.tsx care.addPatientTask", about: "a task for oneself, with its day" },
    show: (server) => addTaskPage(server, { ...about, order, conversationId: staffId(992) }),
    act: async ({ press, fill }) => {
      await press("Add a task or ask");
      await fill("What’s to be done", "mammogram");
      await fill("Comes up on", "2026-12-03");
      await press("Add the task");
    },
    dialog: "Task or question: order 100991: Maria",
    sends: {
      params,
      body: { kind: "task", words: "mammogram", dueon: "2026-12-03", orderid: order.id, conversationid: staffId(992) },
    },
  },
  {
    ...{ from: "clinic/care/tasks/task-dialog.tsx care.addPatientTask", about: "a question to one person, by a day" },
    show: addTaskPage,
    act: async ({ press, fill }) => {
      await press("Add a task or ask");
      await fill("What", "question");
      await fill("Question", "sent?");
      await fill("Who it’s for", `nurse ${staffId(7)}`);
      await fill("Answer needed by (optional)", "2026-12-04");
      await press("Ask");
    },
    dialog: "Task or question: Maria",
    sends: {
      params,
      body: { kind: "question", words: "sent?", role: "nurse", memberid: staffId(7), dueon: "2026-12-04" },
    },
  },
  ...askedRoles.map((role) => roleRow(role)),
  {
    ...{ from: "clinic/care/tasks/task-dialog.tsx care.addTask", about: "a task for oneself" },
    show: (server) => addTaskPage(server, { patient: null }),
    act: async ({ press, fill }) => {
      await press("Add a task or ask");
      await fill("What’s to be done", "order gloves");
      await fill("Comes up on", "2026-12-05");
      await press("Add the task");
    },
    dialog: "Task or question",
    sends: { body: { kind: "task", words: "order gloves", dueon: "2026-12-05" } },
  },
  ...askedRoles.map((role): SentRow => ({
    from: "clinic/care/tasks/task-dialog.tsx care.addTask",
    ...{ about: `a question to ${role}`, isChoice: role !== "physician" },
    show: (server) => addTaskPage(server, { patient: null }),
    act: async ({ press, fill }) => {
      await press("Add a task or ask");
      await fill("What", "question");
      await fill("Question", `which ${role}`);
      await fill("Who it’s for", role);
      await press("Ask");
    },
    dialog: "Task or question",
    sends: { body: { kind: "question", words: `which ${role}`, role } },
  })),
  {
    ...{ from: "clinic/care/tasks/task-dialog.tsx care.addTask", about: "a task for one person" },
    show: (server) => addTaskPage(server, { patient: null }),
    act: async ({ press, fill }) => {
      await press("Add a task or ask");
      await fill("What’s to be done", "order masks");
      await fill("Who it’s for", `nurse ${staffId(7)}`);
      await fill("Comes up on", "2026-12-07");
      await press("Add the task");
    },
    dialog: "Task or question",
    sends: {
      body: { kind: "task", words: "order masks", role: "nurse", memberid: staffId(7), dueon: "2026-12-07" },
    },
  },
  {
    from: "clinic/care/tasks/task-dialog.tsx care.askAboutOrder",
    show: (server) => addTaskPage(server, { ...about, order, holds: true }),
    act: async ({ press, fill }) => {
      await press("Add a task or ask");
      await fill("Question to the prescriber", "two at once?");
      await press("Ask");
    },
    dialog: "Task or question: order 100991: Maria",
    sends: { params: { id: order.id }, body: { words: "two at once?" } },
  },
  {
    from: "clinic/task/task-acts.tsx care.answerTask",
    show: (server) => taskPage(server, { kind: "question", actions: ["answer"] }),
    act: async ({ press, fill }) => {
      await fill("Answer", "yes");
      await press("Answer");
    },
    sends: { params: { id: taskId }, body: { answer: "yes" } },
  },
  {
    from: "clinic/task/verdict.tsx care.keepMessage",
    show: (server) =>
      taskPage(server, {
        ...{ kind: "not_mine", actions: ["verdict"], asker: null },
        message: message({ seq: 5, by: "doctor", misfiled: "reported" }),
      }),
    act: async ({ press, fill }) => {
      await fill("Message to the patient", "this is yours");
      await press("Show it again and send this");
    },
    sends: {
      params: { id: message({ seq: 5 }).conversationid, mid: message({ seq: 5 }).id },
      body: { message: "this is yours" },
    },
  },
  {
    from: "clinic/task/verdict.tsx care.keepLetter",
    show: letterTask,
    act: async ({ press, fill }) => {
      await fill("Message to the patient", "this is yours");
      await press("Show it again and send this");
    },
    sends: { params: { id: patient(2).id, letterid: staffId(930) }, body: { message: "this is yours" } },
  },
  {
    from: "clinic/care/wrong-chart/withdraw-letter.tsx care.withdrawLetter",
    about: "from its task",
    show: letterTask,
    act: async ({ press }) => {
      await press("No, withdraw it");
      await press("Withdraw it");
    },
    dialog: "Withdraw this letter?",
    sends: { params: { id: patient(2).id, letterid: staffId(930) }, body: {} },
  },
  endRow("done", "Done", {}),
  endRow("answered", "Close it", { kind: "question", actions: ["close"] }),
  endRow("dropped", "Drop it", {}),
  endRow("talked", "We talked", { kind: "counseling", actions: ["talk"] }),
  endRow("not_reached", "Not reached", { kind: "counseling", actions: ["talk"] }),
  endRow("declined", "The patient didn’t want to", { kind: "counseling", actions: ["talk"] }),
  {
    from: "clinic/task/task-acts.tsx care.putTaskAside",
    show: taskPage,
    act: async ({ press, fill }) => {
      await fill("Until", "2026-12-06");
      await press("Put it aside");
    },
    sends: { params: { id: taskId }, body: { until: "2026-12-06" } },
  },
  ...askedRoles.map((role, at) => reassignRow(`to ${role}`, role, { role }, at > 0)),
  reassignRow("to one person", `nurse ${staffId(7)}`, { role: "nurse", memberid: staffId(7) }, true),
];
