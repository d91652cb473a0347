import { expect, test } from "vitest";
import { providerProblem } from "./provider.ts";

test("decisions §11 whoever comes back from the provider without a session reads why, whatever the reason is called", () => {
  expect(providerProblem("?problem=unavailable")).toMatch(/can’t be reached/);
  expect(providerProblem("?problem=no_role")).toMatch(/no role/);
  expect(providerProblem("?problem=<script>")).toBe(providerProblem("?problem=refused"));
  expect(providerProblem("")).toBeNull();
});
