import type { ListAction, ListFilters, listCalls } from "#contract/care/lists.ts";
import type { Output } from "#contract/http/endpoint.ts";

/** What is chosen in the form of a list; empty: left open. */
export interface ListForm {
  readonly medicine: string;
  readonly strength: string;
  readonly lotnumber: string;
  readonly doctor: string;
  readonly state: string;
  readonly carestatus: string;
  readonly notseensince: string;
  readonly questionid: string;
  readonly value: string;
  readonly checkup: string;
  readonly reviewopen: boolean;
  readonly awaitsreply: boolean;
}

export const emptyForm: ListForm = {
  ...{ medicine: "", strength: "", lotnumber: "", doctor: "", state: "", carestatus: "", notseensince: "" },
  ...{ questionid: "", value: "", checkup: "", reviewopen: false, awaitsreply: false },
};

export type ListChoices = Output<typeof listCalls.listFilters>;

/** What follows a change: a strength is of a medicine, an answer of a question. */
export const changedForm = (form: ListForm, change: Partial<ListForm>): ListForm => ({
  ...form,
  ...("medicine" in change && { strength: "" }),
  ...("questionid" in change && { value: "" }),
  ...change,
});

/** What is asked of patients. A question without an answer asks nothing yet. */
export const filtersOf = (form: ListForm): ListFilters => ({
  ...textsOf(form),
  ...(form.questionid !== "" && form.value !== "" && { answer: { questionid: form.questionid, value: form.value } }),
  ...(form.reviewopen && { reviewopen: true as const }),
  ...(form.awaitsreply && { awaitsreply: true as const }),
});

const textNames = [
  "medicine",
  "strength",
  "lotnumber",
  "doctor",
  "state",
  "carestatus",
  "notseensince",
  "checkup",
] as const;
const textsOf = (form: ListForm) =>
  Object.fromEntries(
    textNames.flatMap((name) => (form[name].trim() === "" ? [] : [[name, form[name].trim()]])),
  ) as Pick<ListFilters, (typeof textNames)[number]>;

/** The form of a saved list. */
export const formOf = ({ answer, ...filters }: ListFilters): ListForm => ({
  ...emptyForm,
  ...(filters as Partial<ListForm>),
  ...(answer && { questionid: answer.questionid, value: answer.value }),
});

export const careStatusOptions = [
  { value: "none", label: "No plan" },
  { value: "in_review", label: "In review" },
  { value: "approved", label: "In care" },
  { value: "declined", label: "Declined" },
] as const satisfies readonly { value: NonNullable<ListFilters["carestatus"]>; label: string }[];

const people = (count: number): string => `${count} ${count === 1 ? "patient" : "patients"}`;

/** Why how many on a list aren't written to, as far as is known before it's sent. */
type LeftOutCounts = Output<typeof listCalls.listPatients>["leftout"];

/** How many of a list a message goes to. */
export const reachedOf = (count: number, leftOut: LeftOutCounts): number =>
  Object.values(leftOut).reduce((left, each) => left - each, count);

/** Whom a message goes to, before it's sent. */
export function recipientsText(count: number, leftOut: LeftOutCounts): string {
  const left = leftOutText(leftOut);
  const all = `${people(reachedOf(count, leftOut))} will get this message, each once.`;
  return left === "" ? all : `${all} Left out: ${left}.`;
}

const leftOutLabels: Readonly<Record<keyof ListAction["leftout"], string>> = {
  closed: "closed their account",
  death_reported: "may have died",
  restricted: "must be written to alone",
  merged: "now have another account, which got it instead",
  no_conversation: "have no such conversation",
  conversation_closed: "have a closed conversation",
};

/** Why how many are left out; empty: nobody is. */
export const leftOutText = (leftOut: Partial<ListAction["leftout"]>): string =>
  Object.entries(leftOutLabels)
    .flatMap(([reason, label]) => {
      const count = leftOut[reason as keyof ListAction["leftout"]] ?? 0;
      return count === 0 ? [] : [`${count} ${label}`];
    })
    .join(", ");

/** How far something is that was begun for a list. */
export function actionText({ kind, count, done, endedat, leftout }: ListAction): string {
  const left = Object.values(leftout).reduce((sum, each) => sum + each, 0);
  const did = kind === "task" ? `${done} of ${count - left} tasks added` : `Sent to ${done} of ${count - left}`;
  return [did, leftOutText(leftout) && `left out: ${leftOutText(leftout)}`, endedat === null ? "going on" : ""]
    .filter(Boolean)
    .join(" · ");
}
