import { type Permission, permissionsOfRole, permits } from "#contract/policy/policy.ts";
import { type Role, roles } from "#contract/policy/roles.ts";

/** A kind of thing that a person of the practice asks of somebody. Its form, who is asked, what ends it and what waits for it follow from its entry. */
interface TaskKindEntry {
  /** Who may open one; none: a patient does. */
  readonly asks: readonly Permission[];
  /** Who may be asked, and so act on it. */
  readonly asked: readonly [Permission, ...Permission[]];
  /** What its form has, in its order. A question about an order goes to its prescriber. */
  readonly fields: readonly TaskField[];
  /** Its day: one has to be named and it isn't seen before · one may be named by which it's answered · the day the package must leave · now. */
  readonly day: "unseen_until" | "answered_by" | "package" | "at_once";
  /**
   * Whoever is asked says that it's done · answers, and whoever asked closes it · decides what it's about by that thing's own calls · says what came of
   * the talk · chooses one of the outcomes of its kind of entry · signs it by deciding, or answers and so gives it back · brings back what was put aside.
   */
  readonly ends: "done" | "answer" | "verdict" | "talk" | "settle" | "sign" | "back";
  /** The order it's about is neither packed nor sent until it's answered or withdrawn. */
  readonly holds: boolean;
}
export type TaskField = "for" | "dueon" | "words";

export const taskKindEntries = {
  task: {
    ...{ asks: ["write:tasks"], asked: ["write:tasks"], fields: ["words", "for", "dueon"] },
    ...{ day: "unseen_until", ends: "done", holds: false },
  },
  question: {
    ...{ asks: ["write:tasks"], asked: ["write:tasks"], fields: ["words", "for", "dueon"] },
    ...{ day: "answered_by", ends: "answer", holds: false },
  },
  order_question: {
    ...{ asks: ["write:dispensing"], asked: ["write:prescribing"], fields: ["words"] },
    ...{ day: "package", ends: "answer", holds: true },
  },
  not_mine: {
    ...{ asks: [], asked: ["write:doctor_conversation", "write:services_conversation"], fields: [] },
    ...{ day: "at_once", ends: "verdict", holds: false },
  },
  counseling: {
    ...{ asks: [], asked: ["write:dispensing"], fields: [] },
    ...{ day: "answered_by", ends: "talk", holds: false },
  },
  // A decision that somebody who may not make it has written; `prepared.ts` says which.
  prepared: {
    ...{ asks: ["write:health"], asked: ["write:prescribing"], fields: [] },
    ...{ day: "answered_by", ends: "sign", holds: false },
  },
  // A case, a renewal or an upsell that isn't in the inbox before its day, or before the patient writes.
  aside: {
    ...{ asks: ["write:prescribing"], asked: ["write:prescribing"], fields: [] },
    ...{ day: "unseen_until", ends: "back", holds: false },
  },
  // What was logged: `content/log.yaml` says who makes an entry of which kind, its fields and its day.
  log: {
    ...{ asks: ["write:tasks"], asked: ["write:tasks"], fields: [] },
    ...{ day: "answered_by", ends: "settle", holds: false },
  },
} as const satisfies Readonly<Record<string, TaskKindEntry>>;
export type TaskKind = keyof typeof taskKindEntries;
export const taskKinds = Object.keys(taskKindEntries) as TaskKind[];
export const taskKindOf = (kind: TaskKind): TaskKindEntry => taskKindEntries[kind];

/** The kinds with a form of their own; the others come from an order, or from a patient. */
export const formKinds = ["task", "question"] as const satisfies readonly TaskKind[];
export type FormKind = (typeof formKinds)[number];
/** What a person of the practice opens. */
export type AskedKind = FormKind | "order_question";

const rolesWith = (needs: readonly Permission[]) => roles.filter((role) => permits(permissionsOfRole(role), needs));
/** The roles that may be asked one of this kind. */
export const rolesAsked = (kind: TaskKind): readonly Role[] => rolesWith(taskKindOf(kind).asked);
/** The roles in which one of this kind is opened. */
export const rolesAsking = (kind: TaskKind): readonly Role[] => rolesWith(taskKindOf(kind).asks);

/** What is put aside. */
export const asideKinds = ["case", "renewal", "upsell"] as const;
export type AsideKind = (typeof asideKinds)[number];
/** How far ahead that may be, days. */
export const asideDaysAhead = 30;
/** How long before the bank lets go of its payment it comes back, hours. */
export const backBeforePaymentHours = 24;

/** How far ahead a day may be, days. */
export const taskDaysAhead = 730;
