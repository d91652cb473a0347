import * as z from "zod/mini";
import { draftText } from "#clinic/work/draft-text.ts";
import { namesOfRoles } from "#clinic/ui/labels/role-labels.ts";
import { type AskedKind, type FormKind, formKinds, type TaskKind, taskKindOf } from "#contract/care/task-kinds.ts";
import type { ListFilters } from "#contract/care/lists.ts";
import type { taskCalls } from "#contract/care/tasks.ts";
import type { Input, Output } from "#contract/http/endpoint.ts";
import { type Permission, permits } from "#contract/policy/policy.ts";
import type { Role } from "#contract/policy/roles.ts";

/** What something is asked about; with none of it, about no patient. */
export interface TaskAbout {
  readonly patient: { readonly id: string; readonly name: string } | null;
  readonly order?: { readonly id: string; readonly number: string | null };
  readonly conversationId?: string;
  /** Everybody on a list: one for each. */
  readonly list?: { readonly filters: ListFilters; readonly count: number };
  /** Its order has something left to send, so a question can hold it. */
  readonly holds?: boolean;
}

const NewTask = z.object({ kind: z.string(), words: z.string(), whom: z.string(), dueon: z.string() });
export type NewTask = z.output<typeof NewTask>;
const nothing: NewTask = { kind: "", words: "", whom: "", dueon: "" };
export const newTaskText = draftText(NewTask, nothing);

/** The kinds somebody may open about this; first the one they open most. */
export const offeredKinds = (
  permissions: readonly Permission[],
  { holds = false }: TaskAbout,
): readonly AskedKind[] => [
  ...(holds && permits(permissions, taskKindOf("order_question").asks) ? (["order_question"] as const) : []),
  ...formKinds.filter((kind) => permits(permissions, taskKindOf(kind).asks)),
];

/** The kind that is chosen, as far as it's offered. */
export const chosenKind = (kinds: readonly AskedKind[], { kind }: NewTask): AskedKind =>
  kinds.find((each) => each === kind) ?? kinds[0] ?? "task";

type Who = Output<typeof taskCalls.whoIsAsked>["items"];

/** Who can be asked: oneself where it's a task, then each role and its people, as values of one choice. */
export function whomOptions(who: Who, kind: TaskKind, memberId: string): readonly { value: string; label: string }[] {
  const asked = who.filter(({ kinds }) => kinds.includes(kind));
  const people = asked.flatMap(({ role, people: of }) =>
    of
      .filter(({ memberid }) => memberid !== memberId)
      .map(({ memberid, name }) => ({ value: `${role} ${memberid}`, label: `${name}, ${namesOfRoles([role])}` })),
  );
  return [
    ...(taskKindOf(kind).ends === "done" ? [{ value: "", label: "Myself" }] : []),
    ...asked.map(({ role }) => ({ value: role, label: `Everybody of ${namesOfRoles([role])}` })),
    ...people,
  ];
}

/** Whom the choice names, as the calls take it. */
export function whomOf(value: string): { readonly role?: Role; readonly memberid?: string } {
  const [role = "", memberid] = value.split(" ");
  return { ...(role !== "" && { role: role as Role }), ...(memberid !== undefined && { memberid }) };
}

/** Whether those who are asked read nothing about health. */
export const readsNoHealth = (who: Who, whom: string): boolean =>
  who.find(({ role }) => role === whomOf(whom).role)?.clinical === false;

/** What is missing of a form, by its field. */
export function missingOf(kind: TaskKind, { words, whom, dueon }: NewTask): Readonly<Record<string, string>> {
  const { fields, day, ends } = taskKindOf(kind);
  return {
    ...(words.trim() === "" && { words: "Write what this is about." }),
    ...(fields.includes("for") && ends === "answer" && whom === "" && { whom: "Choose who is asked." }),
    ...(fields.includes("dueon") && day === "unseen_until" && dueon === "" && { dueon: "Choose the day it comes up." }),
  };
}

/** The body of the call that opens it; a question that holds an order has words alone. */
export function taskBody(
  kind: FormKind,
  { words, whom, dueon }: NewTask,
  { order, conversationId }: TaskAbout,
): Input<typeof taskCalls.addPatientTask>["body"] {
  return {
    ...{ kind, words: words.trim(), ...whomOf(whom) },
    ...(dueon !== "" && { dueon }),
    ...(order && { orderid: order.id }),
    ...(conversationId !== undefined && { conversationid: conversationId }),
  };
}
