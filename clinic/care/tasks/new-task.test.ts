import { describe, expect, test } from "vitest";
import { type AskedKind, formKinds } from "#contract/care/task-kinds.ts";
import type { Task } from "#contract/care/tasks.ts";
import type { Role } from "#contract/policy/roles.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import { chosenKind, missingOf, offeredKinds, readsNoHealth, taskBody, whomOf, whomOptions } from "./new-task.ts";
import { addedText, partyName, taskDayText } from "./task-labels.ts";

const both: AskedKind[] = ["task", "question"];
const who = [
  {
    role: "physician" as const,
    kinds: ["order_question" as const, ...formKinds],
    clinical: true,
    people: [{ memberid: "m1", name: "Elena" }],
  },
  {
    ...{ role: "finance" as const, kinds: both, clinical: false },
    people: [
      { memberid: "m2", name: "Fay" },
      { memberid: "m3", name: "Finn" },
    ],
  },
];
const fields = { kind: "", words: "", whom: "", dueon: "" };

describe("the form of a task or a question", () => {
  test("each role is offered the kinds it may open; the one that holds an order only where something of it is left to send", () => {
    const offered = (role: Role, holds: boolean) => offeredKinds(permissionsOfRoles(role), { patient: null, holds });
    expect(offered("pharmacy", true)).toEqual(["order_question", "task", "question"]);
    expect(offered("pharmacy", false)).toEqual(["task", "question"]);
    expect(offered("physician", true)).toEqual(["task", "question"]);
    expect(offered("administrator", true)).toEqual(["task", "question"]);
    expect(offeredKinds([], { patient: null })).toEqual([]);
  });

  test("a kind that was drafted and isn't offered is the first that is", () => {
    expect(chosenKind(both, { ...fields, kind: "question" })).toBe("question");
    expect(chosenKind(both, { ...fields, kind: "order_question" })).toBe("task");
  });

  test("oneself is asked tasks alone, and the prescriber's question goes to those who prescribe", () => {
    const values = (kind: AskedKind, memberId = "m2") => whomOptions(who, kind, memberId).map(({ value }) => value);
    expect(values("task")).toEqual(["", "physician", "finance", "physician m1", "finance m3"]);
    expect(values("question", "m1")).toEqual(["physician", "finance", "finance m2", "finance m3"]);
    expect(values("order_question")).toEqual(["physician", "physician m1"]);
    expect(whomOptions(who, "task", "m1").map(({ label }) => label)).toEqual([
      ...["Myself", "Everybody of Physician", "Everybody of Finance", "Fay, Finance", "Finn, Finance"],
    ]);
    expect(["", "finance", "finance m3"].map(whomOf)).toEqual([
      {},
      { role: "finance" },
      { role: "finance", memberid: "m3" },
    ]);
  });

  test("who reads nothing about health is told apart, as a role and as one of its people", () => {
    expect(["", "physician", "finance", "finance m3", "nurse"].map((whom) => readsNoHealth(who, whom))).toEqual([
      ...[false, false, true, true, false],
    ]);
  });

  test("what is missing follows from the kind", () => {
    const missing = (kind: AskedKind, change: object) => Object.keys(missingOf(kind, { ...fields, ...change }));
    expect(missing("task", {})).toEqual(["words", "dueon"]);
    expect(missing("question", {})).toEqual(["words", "whom"]);
    expect(missing("order_question", {})).toEqual(["words"]);
    expect(missing("task", { words: " ", dueon: "2026-12-01" })).toEqual(["words"]);
    expect(missing("question", { words: "Why?", whom: "finance" })).toEqual([]);
  });

  test("the body has what was chosen and nothing else", () => {
    const about = { patient: null, order: { id: "o1", number: "7" }, conversationId: "c1" };
    expect(taskBody("task", { ...fields, words: " Call ", dueon: "2026-12-01" }, about)).toEqual({
      ...{ kind: "task", words: "Call", dueon: "2026-12-01", orderid: "o1", conversationid: "c1" },
    });
    expect(taskBody("question", { ...fields, words: "Why?", whom: "finance m2" }, { patient: null })).toEqual({
      ...{ kind: "question", words: "Why?", role: "finance", memberid: "m2" },
    });
  });
});

describe("its day, as it's read", () => {
  const [before, today, after, later] = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-30"] as const;
  const answer = { text: "Yes", actor: "key:1", name: null, at: "2026-11-24T12:00:00Z" };
  test.each([
    ["task", after, after, null, "Comes up on Wednesday, November 25"],
    ["task", "2026-11-28", later, null, "Comes up on Monday, November 30"],
    ["task", today, today, null, "Due today"],
    ["task", before, today, null, "Overdue since Monday, November 23"],
    ["question", null, today, null, "No day"],
    ["question", after, today, null, "Answer needed by Wednesday, November 25"],
    ["question", later, after, null, "Comes up on Wednesday, November 25 · Answer needed by Monday, November 30"],
    ["order_question", after, today, null, "The package has to leave on Wednesday, November 25"],
    ["question", null, today, answer, "Answered"],
    ["question", null, later, answer, "Put aside until Monday, November 30"],
  ] as const)("%s, due %s, seen %s", (kind, dueon, seenon, answered, text) =>
    expect(taskDayText({ kind, dueon, seenon, answer: answered }, today)).toBe(text),
  );

  const task = (change: Partial<Task>): Task => ({
    ...({} as Task),
    ...{ kind: "task", dueon: after, seenon: after, order: null, for: { role: "nurse", memberid: null, name: null } },
    ...change,
  });
  test.each([
    [task({}), "Added. It comes up on Wednesday, November 25."],
    [task({ dueon: today, seenon: today }), "Added. It’s in the inbox now."],
    [
      task({ dueon: "2026-11-28", seenon: later }),
      "Added. That day nobody works here: it’ll be seen on Monday, November 30.",
    ],
    [task({ kind: "question", for: { role: "nurse", memberid: "m1", name: "Nora" } }), "Asked: Nora, Nurse."],
    [
      task({ kind: "order_question", order: { id: "o1", number: "100", held: true, refunds: [] } }),
      "Asked. Order 100 is held until Nurse has answered.",
    ],
  ])("what is said once it was added: %#", (added, text) => expect(addedText(added, today)).toBe(text));

  test("somebody is named with their role", () =>
    expect([partyName({ role: "nurse", name: "Nora" }), partyName({ role: "nurse", name: null })]).toEqual([
      ...["Nora, Nurse", "Nurse"],
    ]));
});
