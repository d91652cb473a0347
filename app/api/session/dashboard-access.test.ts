import { expect, test } from "vitest";
import { createDashboardAccess } from "./dashboard-access.ts";

const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub }))}.x`;
function memory() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

test("the shell shows meanwhile for a patient let in before in this tab, and for nobody else", () => {
  const storage = memory();
  const access = createDashboardAccess(() => storage);
  expect(access.before(tokenOf("rosa"))).toBe(false);
  access.let(tokenOf("rosa"));
  expect([access.before(tokenOf("rosa")), access.before(tokenOf("joan"))]).toEqual([true, false]);
  access.refuse();
  expect(access.before(tokenOf("rosa"))).toBe(false);
});

test("where nothing can be stored nobody was let in before", () => {
  const access = createDashboardAccess(() => {
    throw new DOMException("off", "SecurityError");
  });
  access.let(tokenOf("rosa"));
  expect(access.before(tokenOf("rosa"))).toBe(false);
});
