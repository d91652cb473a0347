import { expect, test } from "vitest";
import { createEvents } from "./events.ts";

const db = {} as never;

test("every listener of an event hears it, in the order they were added, and no other one", async () => {
  const events = createEvents();
  const heard: string[] = [];
  events.listen("visit.finished", async (_db, { orderId }) => heard.push(`first ${orderId}`));
  events.listen("visit.finished", async (_db, { orderId }) => heard.push(`second ${orderId}`));
  events.listen("session.started", async () => heard.push("another event"));
  await events.announce(db, "visit.finished", { patientId: "p", orderId: "a" });
  expect(heard).toEqual(["first a", "second a"]);
});

test("what nobody listens to is announced all the same", async () => {
  await expect(createEvents().announce(db, "session.started", { patientId: "p", gpc: false })).resolves.toBeUndefined();
});

test("a listener that fails refuses the event, so that its transaction ends", async () => {
  const events = createEvents();
  events.listen("session.started", () => Promise.reject(new Error("no")));
  await expect(events.announce(db, "session.started", { patientId: "p", gpc: false })).rejects.toThrow("no");
});
