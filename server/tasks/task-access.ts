import { rolesAsking, type TaskKind, taskKindOf } from "#contract/care/task-kinds.ts";
import type { TaskAction } from "#contract/care/tasks.ts";
import { opensClass } from "#contract/policy/field-classes.ts";
import { permits, type Permission, rolesWithin, scopesWithin } from "#contract/policy/policy.ts";
import { type Role, roleGrants } from "#contract/policy/roles.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { lastDayAside } from "./task-days.ts";
import type { TaskReader, TaskRow } from "./tasks.ts";

type Caller = Pick<ClinicCaller, "actor" | "permissions" | "member">;

/** Whose inbox a caller reads. A system stands for the roles that give nothing beyond what it may do. */
export const readerOf = ({ permissions, member }: Pick<Caller, "permissions" | "member">): TaskReader => ({
  roles: member ? member.roles : rolesWithin(permissions),
  memberId: member?.memberId ?? null,
});

/** In which role somebody opens one of this kind; a system with a part of a role's scopes asks for that role. Null: in none. */
export function askingRole(kind: TaskKind, caller: Caller): Role | null {
  const asking = rolesAsking(kind);
  const own = readerOf(caller).roles.find((role) => asking.includes(role));
  if (own || caller.member) return own ?? null;
  const scopes = scopesWithin(caller.permissions);
  return asking.find((role) => roleGrants[role].scopes.some((scope) => scopes.includes(scope))) ?? null;
}

/** Who reads about health: all tasks of patients are theirs to see, and what they are asked may say something of it. */
export const readsClinical = (permissions: readonly Permission[]): boolean => opensClass(permissions, "clinical");

type Seen = Pick<
  TaskRow,
  "kind" | "asker" | "asker_role" | "role" | "answered_role" | "patient_id" | "due_on" | "answered_at" | "ended_at"
>;

const isAsker = ({ asker, asker_role: role }: Seen, caller: Caller) =>
  asker === caller.actor || readerOf(caller).roles.includes(role);
const hasAnswered = ({ answered_role: role }: Seen, caller: Caller) =>
  role !== null && readerOf(caller).roles.includes(role);
const isAsked = ({ role }: Seen, caller: Caller) => readerOf(caller).roles.includes(role);

/** Whether somebody may know of it: they have one of its roles, or it is of a patient and they read about health. */
export const maySee = (task: Seen, caller: Caller): boolean =>
  isAsker(task, caller) ||
  isAsked(task, caller) ||
  hasAnswered(task, caller) ||
  (task.patient_id !== null && readsClinical(caller.permissions));

/** What somebody may do about it today. Whoever asked can always give it to others: a role may have lost the kind since. */
export function actionsOf(task: Seen, caller: Caller, today: string): TaskAction[] {
  const { ends, asked } = taskKindOf(task.kind);
  if (task.ended_at !== null || !permits(caller.permissions, ["write:tasks"])) return [];
  const answered = task.answered_at !== null;
  const waitsForThem = isAsked(task, caller) && (answered || permits(caller.permissions, asked));
  const mayDrop = ends !== "verdict" && ends !== "talk" && (isAsker(task, caller) || (waitsForThem && ends === "done"));
  const last = lastDayAside({ kind: task.kind, dueOn: task.due_on, answered }, today);
  return [
    ...(waitsForThem ? ([answered ? "close" : ends] as const) : []),
    ...(waitsForThem && last !== null ? (["aside"] as const) : []),
    ...(!answered && (waitsForThem || isAsker(task, caller)) ? (["reassign"] as const) : []),
    ...(!answered && mayDrop ? (["drop"] as const) : []),
  ];
}
