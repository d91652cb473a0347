import type { DraftOf } from "#clinic/work/draft.ts";
import { type PreparedDecision, type PreparedField, preparedFields } from "#contract/care/prepared.ts";
import type { Task } from "#contract/care/tasks.ts";

/** A task with a decision that was prepared, as the dialog that signs it is opened on it. */
export type PreparedTask = Pick<Task, "id" | "asker" | "openedat"> & {
  readonly prepared: NonNullable<Task["prepared"]>;
};

/** What is prepared of a form: its fields by the names of the call that signs it. What is empty, and what a prescriber alone says, is left out. */
export const fieldsToPrepare = (
  decision: PreparedDecision,
  values: Readonly<Record<string, string | undefined>>,
): PreparedField[] =>
  preparedFields[decision].flatMap((id) => {
    const value = values[id]?.trim() ?? "";
    return value === "" ? [] : [{ id, value }];
  });

/** A field as it was prepared; empty where nothing was. */
export const preparedValue = (task: PreparedTask | undefined, field: string): string =>
  task?.prepared.fields.find(({ id }) => id === field)?.value ?? "";

/** All of them by name; none without a task. */
export const preparedValues = (task: PreparedTask | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries((task?.prepared.fields ?? []).map(({ id, value }) => [id, value]));

/** Whoever opens what was prepared has a draft of their own of it: what they wrote of the same thing before isn't mixed with it. */
export const draftOf = (task: PreparedTask | undefined, own: DraftOf): DraftOf =>
  task ? { kind: "prepared", id: task.id } : own;
