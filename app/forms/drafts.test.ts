import { expect, test } from "vitest";
import { createDrafts, withoutSecrets } from "./drafts.ts";
import { memoryStorage } from "./testing.ts";

test("drafts: what was typed comes back until it is dropped", () => {
  const drafts = createDrafts(memoryStorage);
  const storage = memoryStorage();
  const stored = createDrafts(() => storage);
  stored.save("p1:address", { city: "Ames" });
  expect(stored.get("p1:address")).toEqual({ city: "Ames" });
  stored.remove("p1:address");
  expect(stored.get("p1:address")).toBeNull();
  expect(drafts.get("p1:address")).toBeNull();
});

test("drafts: signing out drops every draft and nothing else", () => {
  const storage = memoryStorage();
  storage.setItem("other", "1");
  storage.setItem("no draft:b", "1");
  const drafts = createDrafts(() => storage);
  drafts.save("a", { x: 1 });
  drafts.save("b", { x: 2 });
  expect([drafts.count("a"), drafts.count("c"), drafts.count("")]).toEqual([1, 0, 2]);
  drafts.removeAll();
  expect([drafts.get("a"), drafts.get("b"), storage.getItem("other")]).toEqual([null, null, "1"]);
  drafts.save("c", { x: 3 });
  drafts.suspend(() => false);
  drafts.removeAll();
  drafts.restore();
  expect([drafts.get("c"), Object.keys(storage)]).toEqual([null, ["other", "no draft:b"]]);
});

test("drafts: held ones leave the storage, are still known to the page, and are restored or dropped", () => {
  const storage = memoryStorage();
  const drafts = createDrafts(() => storage);
  const another = createDrafts(() => storage);
  drafts.save("p1:a", { x: 1 });
  drafts.save("p2:a", { x: 2 });
  drafts.suspend((name) => name.startsWith("p2"));
  expect(Object.keys(storage)).toEqual(["draft:p2:a"]);
  expect([drafts.get("p1:a"), drafts.get("p2:a"), drafts.count("p1")]).toEqual([{ x: 1 }, { x: 2 }, 1]);
  expect([drafts.count("a"), drafts.count("p")]).toEqual([0, 2]);
  expect([another.get("p1:a"), another.count("p1")]).toEqual([null, 0]);
  drafts.restore();
  expect(another.get("p1:a")).toEqual({ x: 1 });
  drafts.suspend(() => false);
  drafts.save("p1:a", { x: 3 });
  drafts.remove("p2:a");
  expect([drafts.get("p1:a"), drafts.get("p2:a"), drafts.count("")]).toEqual([{ x: 3 }, null, 1]);
  drafts.removeSuspended();
  expect([drafts.get("p1:a"), drafts.get("p2:a")]).toEqual([{ x: 3 }, null]);
});

test("drafts: a broken, full or forbidden storage is no error", () => {
  const storage = memoryStorage();
  storage.setItem("draft:a", "{");
  for (const [name, json] of Object.entries({ b: "[1]", c: "null", d: "1" })) storage.setItem(`draft:${name}`, json);
  const drafts = createDrafts(() => storage);
  for (const name of ["a", "b", "c", "d"]) expect([name, drafts.get(name)]).toEqual([name, null]);
  const forbidden = createDrafts(() => {
    throw new Error("SecurityError");
  });
  expect(() => forbidden.save("a", {})).not.toThrow();
  expect(forbidden.get("a")).toBeNull();
  expect(forbidden.count("")).toBe(0);
});

test("drafts: card, password and social security number are left out", () => {
  expect(withoutSecrets({ city: "Ames", ssn: "1" }, ["ssn"])).toEqual({ city: "Ames" });
});
