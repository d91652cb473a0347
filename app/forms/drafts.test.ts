import { expect, test } from "vitest";
import { createDrafts, withoutSecrets } from "./drafts.ts";

function memoryStorage(): Storage {
  const store: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => store[key] ?? null,
    setItem: (key: string, value: string) => void (store[key] = value),
    removeItem: (key: string) => void delete store[key],
  };
  return new Proxy(methods, {
    ownKeys: () => Object.keys(store),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }) as unknown as Storage;
}

test("drafts: what was typed comes back until it is dropped", () => {
  const drafts = createDrafts(memoryStorage);
  const storage = memoryStorage();
  const kept = createDrafts(() => storage);
  kept.put("p1:address", { city: "Ames" });
  expect(kept.get("p1:address")).toEqual({ city: "Ames" });
  kept.drop("p1:address");
  expect(kept.get("p1:address")).toBeNull();
  expect(drafts.get("p1:address")).toBeNull();
});

test("drafts: signing out forgets every draft and nothing else", () => {
  const storage = memoryStorage();
  storage.setItem("other", "1");
  const drafts = createDrafts(() => storage);
  drafts.put("a", { x: 1 });
  drafts.put("b", { x: 2 });
  expect([drafts.count("a"), drafts.count("c"), drafts.count("")]).toEqual([1, 0, 2]);
  drafts.dropAll();
  expect([drafts.get("a"), drafts.get("b"), storage.getItem("other")]).toEqual([null, null, "1"]);
});

test("drafts: a broken, full or forbidden storage is no error", () => {
  const storage = memoryStorage();
  storage.setItem("draft:a", "{");
  expect(createDrafts(() => storage).get("a")).toBeNull();
  const forbidden = createDrafts(() => {
    throw new Error("SecurityError");
  });
  expect(() => forbidden.put("a", {})).not.toThrow();
  expect(forbidden.get("a")).toBeNull();
  expect(forbidden.count("")).toBe(0);
});

test("drafts: card, password and social security number are left out", () => {
  expect(withoutSecrets({ city: "Ames", ssn: "1" }, ["ssn"])).toEqual({ city: "Ames" });
});
