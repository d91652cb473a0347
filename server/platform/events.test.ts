import { expect, test } from "vitest";
import { createEvents } from "./events.ts";

const db = {} as never;

test("every listener of an event hears it, in the order they were added, and no other one", async () => {
  const events = createEvents();
  const heard: string[] = [];
  events.listen("visit.submitted", async (_db, { caseId }) => heard.push(`first ${caseId}`));
  events.listen("visit.submitted", async (_db, { caseId }) => heard.push(`second ${caseId}`));
  events.listen("message.received", async () => heard.push("another event"));
  await events.announce(db, "visit.submitted", { caseId: "a" });
  expect(heard).toEqual(["first a", "second a"]);
});

test("what nobody listens to is announced all the same", async () => {
  await expect(createEvents().announce(db, "patient.moved", { caseId: "a" })).resolves.toBeUndefined();
});

test("a listener that fails refuses the event, so that its transaction ends", async () => {
  const events = createEvents();
  events.listen("patient.moved", () => Promise.reject(new Error("no")));
  await expect(events.announce(db, "patient.moved", { caseId: "a" })).rejects.toThrow("no");
});
