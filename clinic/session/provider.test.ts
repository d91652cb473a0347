import { expect, test, vi } from "vitest";
import { linkedProviderUrl, providerProblem } from "./provider.ts";

test("decisions §11 whoever comes back from the provider without a session reads why, whatever the reason is called", () => {
  expect(providerProblem("?problem=unavailable")).toMatch(/can’t be reached/);
  expect(providerProblem("?problem=no_role")).toMatch(/no role/);
  expect(providerProblem("?problem=<script>")).toBe(providerProblem("?problem=refused"));
  expect(providerProblem("")).toBeNull();
});

test("§4 each reason has a sentence of its own, which says what to do", () => {
  const reasons = [
    "unavailable",
    "misconfigured",
    "busy",
    "refused",
    "not_fresh",
    "no_role",
    "disabled",
    "email_taken",
  ];
  const sentences = [...reasons, "not_invited", "already_linked", "link_expired"].map((each) =>
    providerProblem(`?problem=${each}`),
  );
  expect(new Set(sentences).size).toBe(11);
  for (const sentence of sentences) expect(sentence).toMatch(/Please|ask/);
});

test("§4 a mailed link's token goes to the server by a cookie of its own path, in no address", () => {
  const document = { cookie: "" };
  vi.stubGlobal("document", document);
  vi.stubGlobal("location", { protocol: "https:" });
  expect(linkedProviderUrl("t".repeat(43))).toBe("/api/clinic/staff/oidc?link=1");
  expect(document.cookie).toBe(
    `staffLink=${"t".repeat(43)}; path=/api/clinic/staff/oidc; max-age=600; samesite=strict; secure`,
  );
  vi.unstubAllGlobals();
});
