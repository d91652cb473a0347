import { expect, test } from "vitest";
import type { ListFilters } from "#contract/care/lists.ts";
import {
  actionText,
  changedForm,
  emptyForm,
  filtersOf,
  formOf,
  leftOutText,
  reachedOf,
  recipientsText,
} from "./list-form.ts";

const all: Required<ListFilters> = {
  ...{ medicine: "patch", strength: "patch_1", lotnumber: "L1", doctor: "d1", state: "IA", carestatus: "approved" },
  ...{ notseensince: "2026-01-05", answer: { questionid: "q", value: "v" }, checkup: "pap" },
  ...{ reviewopen: true, awaitsreply: true },
};

test("a form asks what is filled in, and a saved list fills it in again, filter by filter", () => {
  expect(filtersOf(emptyForm)).toEqual({});
  expect(filtersOf(formOf(all))).toEqual(all);
  for (const [name, value] of Object.entries(all))
    expect(filtersOf(formOf({ [name]: value }))).toEqual({ [name]: value });
});

test("a question without an answer asks nothing, and neither do spaces", () => {
  expect(filtersOf({ ...emptyForm, questionid: "q", lotnumber: "  " })).toEqual({});
  expect(filtersOf({ ...emptyForm, lotnumber: " L1 " })).toEqual({ lotnumber: "L1" });
});

test("another medicine has no strength chosen, and another question no answer", () => {
  const form = formOf(all);
  expect(filtersOf(changedForm(form, { medicine: "gel" }))).toMatchObject({ medicine: "gel" });
  expect(changedForm(form, { medicine: "gel" }).strength).toBe("");
  expect(changedForm(form, { medicine: "gel" }).value).toBe("v");
  expect(filtersOf(changedForm(form, { questionid: "other" })).answer).toBeUndefined();
  expect(changedForm(form, { questionid: "other" }).strength).toBe("patch_1");
  expect(changedForm(form, { state: "TX" })).toEqual({ ...form, state: "TX" });
});

const none = { closed: 0, death_reported: 0, restricted: 0, merged: 0, no_conversation: 0, conversation_closed: 0 };

test("whom a message reaches is said before it's sent", () => {
  expect([reachedOf(3, none), reachedOf(7, { closed: 1, death_reported: 1, restricted: 2 })]).toEqual([3, 3]);
  expect(recipientsText(3, none)).toBe("3 patients will get this message, each once.");
  expect(recipientsText(2, { closed: 1, death_reported: 0, restricted: 0 })).toBe(
    "1 patient will get this message, each once. Left out: 1 closed their account.",
  );
  expect(recipientsText(7, { closed: 1, death_reported: 1, restricted: 2 })).toBe(
    "3 patients will get this message, each once. Left out: 1 closed their account, 1 may have died, 2 must be written to alone.",
  );
});

test("each reason somebody is left out for has its words", () => {
  expect(leftOutText(none)).toBe("");
  expect(
    leftOutText({ closed: 1, death_reported: 6, restricted: 2, merged: 3, no_conversation: 4, conversation_closed: 5 }),
  ).toBe(
    "1 closed their account, 6 may have died, 2 must be written to alone, 3 now have another account, which got it instead, 4 have no such conversation, 5 have a closed conversation",
  );
});

test("how far something is", () => {
  const begun = {
    id: "1",
    begunat: "2026-11-23T12:00:00Z",
    endedat: null,
    count: 5,
    done: 2,
    leftout: { ...none, closed: 1 },
  };
  expect(actionText({ ...begun, kind: "message" })).toBe(
    "Sent to 2 of 4 · left out: 1 closed their account · going on",
  );
  expect(actionText({ ...begun, kind: "task", done: 5, leftout: none, endedat: "2026-11-23T12:05:00Z" })).toBe(
    "5 of 5 tasks added",
  );
});
