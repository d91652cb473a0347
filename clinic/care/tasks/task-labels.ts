import { formatDollars } from "#app/formats/money.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { namesOfRoles } from "#clinic/ui/labels/role-labels.ts";
import type { AskedKind, TaskKind } from "#contract/care/task-kinds.ts";
import type { Task, TaskOutcome } from "#contract/care/tasks.ts";
import { formatWeekday } from "#contract/fields/formats.ts";
import type { Role } from "#contract/policy/roles.ts";

/** What each kind is called, in the inbox, on its page and in its form. */
export const taskLabels: Readonly<Record<TaskKind, { readonly label: string }>> &
  Readonly<Record<AskedKind, { readonly ask: string; readonly words: string }>> = {
  not_mine: { label: "“This isn’t mine”" },
  counseling: { label: "Call with the pharmacist" },
  log: { label: "Entry" },
  prepared: { label: "To sign" },
  aside: { label: "Put aside" },
  task: { label: "Task", ask: "A task", words: "What’s to be done" },
  question: { label: "Question", ask: "A question", words: "Question" },
  order_question: {
    label: "Pharmacist’s question",
    ask: "A question to the prescriber that holds this order",
    words: "Question to the prescriber",
  },
};

export const taskOutcomeLabels: Readonly<Record<TaskOutcome, string>> = {
  done: "Done",
  answered: "Answered",
  dropped: "Dropped",
  talked: "They talked",
  declined: "The patient declined",
  not_reached: "Not reached",
  settled: "Logged",
  signed: "Signed",
};

/** “Cleo Reyes, Nurse”, or the role alone. */
export const partyName = ({ role, name }: { readonly role: Role; readonly name: string | null }): string =>
  name === null ? namesOfRoles([role]) : `${name}, ${namesOfRoles([role])}`;

/** Who asked: null is the patient. */
export const askerName = (asker: Task["asker"]): string => (asker === null ? "The patient" : partyName(asker));

/** When it comes up, or by when it's needed, as somebody reads it today. */
export function taskDayText(
  { kind, dueon, seenon, answer }: Pick<Task, "kind" | "dueon" | "seenon" | "answer">,
  today: string,
): string {
  if (answer !== null) return seenon > today ? `Put aside until ${formatWeekday(seenon)}` : "Answered";
  const seen = seenon > today ? `Comes up on ${formatWeekday(seenon)}` : null;
  if (kind === "aside") return seenon > today ? `Back on ${formatWeekday(seenon)}` : "Back in the inbox";
  if (dueon === null) return seen ?? "No day";
  if (kind === "not_mine") return "At once";
  if (kind === "counseling") return `Call by ${formatWeekday(dueon)}`;
  if (kind === "order_question") return `The package has to leave on ${formatWeekday(dueon)}`;
  if (kind === "question") return [seen, `Answer needed by ${formatWeekday(dueon)}`].filter(Boolean).join(" · ");
  if (kind === "log" && dueon >= today) return [seen, `By ${formatWeekday(dueon)}`].filter(Boolean).join(" · ");
  return seen ?? (dueon < today ? `Overdue since ${formatWeekday(dueon)}` : "Due today");
}

/** What is said once it was added: on a weekend it's seen later than its day. */
export function addedText({ kind, dueon, seenon, order, for: asked }: Task, today: string): string {
  if (kind === "order_question")
    return `Asked. Order ${order?.number ?? ""} is held until ${partyName(asked)} has answered.`;
  if (kind === "question") return `Asked: ${partyName(asked)}.`;
  if (seenon <= today) return "Added. It’s in the inbox now.";
  return dueon === seenon
    ? `Added. It comes up on ${formatWeekday(seenon)}.`
    : `Added. That day nobody works here: it’ll be seen on ${formatWeekday(seenon)}.`;
}

const refundBecame: Readonly<Record<NonNullable<Task["order"]>["refunds"][number]["status"], string>> = {
  ...{ under_way: "is on its way back", refunded: "was refunded", failed: "couldn’t be refunded" },
};

/** What was refunded of the order of a question since it was asked, a sentence each. */
export const refundedSince = (refunds: NonNullable<Task["order"]>["refunds"]): readonly string[] =>
  refunds.map(
    ({ amount, status, requestedat }) =>
      `${formatDollars(amount)} of this order ${refundBecame[status]}, asked for on ${practiceDayAndTime(requestedat)}.`,
  );
