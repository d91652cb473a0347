import { expect, test } from "vitest";
import { memoryCookies } from "#app/api/session/cookies.ts";
import { variantOf } from "#contract/growth/experiments.ts";
import { saveVariants, variantOfExperiment } from "./experiments.ts";

const experiment = {
  name: "sentence",
  variants: [
    { name: "a", weight: 1 },
    { name: "b", weight: 1 },
  ],
};
const cookieId = "0b0e2f6e-6f53-4c0f-8a3e-0d6a0b6f9a11";
const shown = (cookies: Record<string, string>) =>
  variantOfExperiment("sentence", memoryCookies(cookies), [experiment]);

test("§7 experiments: the variant is known without a request, and is the one the server computes", () => {
  expect(shown({ cookieId })).toBe(variantOf(experiment, cookieId));
});

test("a browser without an id gets one and keeps it", () => {
  const cookies = memoryCookies();
  const first = variantOfExperiment("sentence", cookies, [experiment]);
  expect(cookies.get("cookieId")).toMatch(/^[0-9a-f-]{36}$/);
  expect(variantOfExperiment("sentence", cookies, [experiment])).toBe(first);
});

test.each(["a", "b"])("the server's assignment wins, so that all devices of a patient agree: %s", (variant) => {
  const cookies = memoryCookies({ cookieId });
  saveVariants([{ name: "sentence", variant }], cookies);
  expect(variantOfExperiment("sentence", cookies, [experiment])).toBe(variant);
});

test.each(["{", "null", "7", '{"sentence":"c"}', '{"sentence":{"a":1}}'])(
  "a cookie that says %s is ignored",
  (variants) => {
    expect(shown({ cookieId, variants })).toBe(variantOf(experiment, cookieId));
  },
);

test("an experiment that is not running has no variant", () => {
  expect(variantOfExperiment("sentence", memoryCookies({ cookieId, variants: '{"sentence":"a"}' }), [])).toBeNull();
});
