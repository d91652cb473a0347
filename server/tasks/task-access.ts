import { taskKindOf } from "#contract/care/task-kinds.ts";
import type { TaskAction } from "#contract/care/tasks.ts";
import { opensClass } from "#contract/policy/field-classes.ts";
import { permits, type Permission, rolesWithin, scopesWithin } from "#contract/policy/policy.ts";
import { type Role, roleGrants } from "#contract/policy/roles.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { inheritsEntry, type LogKind, mayLog, readsLog } from "./log-rules.ts";
import { lastDayAside } from "./task-days.ts";
import type { TaskReader } from "./task-lists.ts";
import type { TaskRow } from "./tasks.ts";

type Caller = Pick<ClinicCaller, "actor" | "permissions" | "member">;

/** Whose inbox a caller reads. A system stands for the roles that give nothing beyond what it may do. */
export const readerOf = ({ permissions, member }: Pick<Caller, "permissions" | "member">): TaskReader => ({
  roles: member ? member.roles : rolesWithin(permissions),
  memberId: member?.memberId ?? null,
});

/** In which of these roles somebody opens one; a system with a part of a role's scopes asks for that role. Null: in none. */
export function askingRole(asking: readonly Role[], caller: Caller): Role | null {
  const own = readerOf(caller).roles.find((role) => asking.includes(role));
  if (own || caller.member) return own ?? null;
  const scopes = scopesWithin(caller.permissions);
  return asking.find((role) => roleGrants[role].scopes.some((scope) => scopes.includes(scope))) ?? null;
}

/** Who reads about health: all tasks of patients are theirs to see, and what they are asked may say something of it. */
export const readsClinical = (permissions: readonly Permission[]): boolean => opensClass(permissions, "clinical");

type Seen = Pick<
  TaskRow,
  | "kind"
  | "log_kind"
  | "on_chart"
  | "outcome"
  | "log_outcome"
  | "asker"
  | "asker_role"
  | "role"
  | "answered_role"
  | "patient_id"
  | "due_on"
  | "answered_at"
  | "ended_at"
>;

const isAsker = ({ asker, asker_role: role }: Seen, caller: Caller) =>
  asker === caller.actor || readerOf(caller).roles.includes(role);
const hasAnswered = ({ answered_role: role }: Seen, caller: Caller) =>
  role !== null && readerOf(caller).roles.includes(role);
const isAsked = ({ role }: Seen, caller: Caller) => readerOf(caller).roles.includes(role);

/**
 * Whether somebody may know of it: they have one of its roles, or it is of a patient and they read about health. Of what was logged, where `logKind` is its
 * kind, whoever made the entry or reads such entries. The lists ask the same of their rows.
 */
export function maySee(task: Seen, logKind: LogKind | null, caller: Caller): boolean {
  if (isAsked(task, caller)) return true;
  const clinical = readsClinical(caller.permissions);
  if (task.kind === "log")
    return task.asker === caller.actor || (logKind !== null && readsLog(logKind, readerOf(caller).roles, clinical));
  return isAsker(task, caller) || hasAnswered(task, caller) || (task.patient_id !== null && clinical);
}

/** What somebody may do about what was logged: end what waits for them or stands on a chart, and say that their own entry was an error. */
function entryActions(task: Seen, logKind: LogKind | null, caller: Caller, today: string): TaskAction[] {
  if (!permits(caller.permissions, ["write:tasks"]) || task.outcome === "dropped") return [];
  const open = task.ended_at === null;
  const isOwn = task.asker === caller.actor;
  const makesThem = isOwn || (logKind !== null && mayLog(logKind, readerOf(caller).roles));
  const isJudged = logKind?.judged === true;
  const inherits = logKind !== null && inheritsEntry(logKind, task.role, readerOf(caller).roles);
  const waitsForThem = open && !task.on_chart && (isAsked(task, caller) || inherits);
  // A death that was confirmed is taken back by whoever may confirm one, and stays in the record: it's no error that can be dropped.
  const isProved = logKind?.effect === "death" && task.log_outcome === "confirmed";
  const wasProved = isProved || (logKind?.effect === "death" && task.log_outcome === "reopened");
  const takesBack = isProved && (isAsked(task, caller) || inherits);
  const last = lastDayAside({ kind: task.kind, dueOn: task.due_on, answered: false }, today);
  return [
    ...((waitsForThem && !isJudged) || takesBack ? (["settle"] as const) : []),
    ...(open && task.on_chart && makesThem ? (["done"] as const) : []),
    ...(waitsForThem && last !== null ? (["aside"] as const) : []),
    ...(open && !task.on_chart && (waitsForThem || isOwn) ? (["reassign"] as const) : []),
    ...(!wasProved && (isOwn || (makesThem && logKind?.confidential !== true)) ? (["drop"] as const) : []),
  ];
}

/** What somebody may do about it today. Whoever asked can always give it to others: a role may have lost the kind since. */
export function actionsOf(task: Seen, logKind: LogKind | null, caller: Caller, today: string): TaskAction[] {
  if (task.kind === "log") return entryActions(task, logKind, caller, today);
  const { ends, asked } = taskKindOf(task.kind);
  if (task.ended_at !== null || !permits(caller.permissions, ["write:tasks"])) return [];
  const answered = task.answered_at !== null;
  const waitsForThem = isAsked(task, caller) && (answered || permits(caller.permissions, asked));
  // What was put aside is only brought back, by anybody who may put it there.
  if (ends === "back") return waitsForThem ? ["drop"] : [];
  const mayDrop = ends !== "verdict" && ends !== "talk" && (isAsker(task, caller) || (waitsForThem && ends === "done"));
  const last = lastDayAside({ kind: task.kind, dueOn: task.due_on, answered }, today);
  return [
    ...(waitsForThem ? ([answered ? "close" : ends] as const) : []),
    // Whoever doesn't sign it gives it back, with a word.
    ...(waitsForThem && !answered && ends === "sign" ? (["answer"] as const) : []),
    ...(waitsForThem && last !== null ? (["aside"] as const) : []),
    ...(!answered && (waitsForThem || isAsker(task, caller)) ? (["reassign"] as const) : []),
    ...(!answered && mayDrop ? (["drop"] as const) : []),
  ];
}
