import { expect, test } from "vitest";
import { createInside } from "./inside-before.ts";

const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub }))}.x`;
function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test("the frame stands meanwhile for who was let in before in this tab, and for nobody else", () => {
  const storage = memory();
  const inside = createInside(() => storage);
  expect(inside.before(tokenOf("rosa"))).toBe(false);
  inside.let(tokenOf("rosa"));
  expect([inside.before(tokenOf("rosa")), inside.before(tokenOf("joan"))]).toEqual([true, false]);
  inside.refuse();
  expect(inside.before(tokenOf("rosa"))).toBe(false);
});

test("where nothing can be kept nobody was here before", () => {
  const inside = createInside(() => {
    throw new DOMException("off", "SecurityError");
  });
  inside.let(tokenOf("rosa"));
  expect(inside.before(tokenOf("rosa"))).toBe(false);
});
