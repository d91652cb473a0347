import { expect, test } from "vitest";
import type { Drafts } from "#app/forms/drafts.ts";
import { copyEmailDraft } from "./copy-email-draft.ts";

function draftsOf(
  start: Record<string, Record<string, unknown>>,
): Pick<Drafts, "get" | "save"> & { all: typeof start } {
  const all = { ...start };
  return {
    all,
    get: (name) => all[name] ?? null,
    save: (name, values) => void (all[name] = { ...values }),
  };
}

test("§2.3 cart: the e-mail typed at the login is there at the sign-up, beside what was typed there", () => {
  const draftStore = draftsOf({ login: { email: "ada@example.com" }, "sign-up": { firstname: "Ada", email: "" } });
  copyEmailDraft("login", "sign-up", draftStore);
  expect(draftStore.all["sign-up"]).toEqual({ firstname: "Ada", email: "ada@example.com" });
});

test.each([{}, { login: { email: "" } }, { login: { email: 7 } }])(
  "§2.3 cart: without an e-mail (%j) the other form keeps its own",
  (login) => {
    const draftStore = draftsOf({
      ...(login as Record<string, Record<string, unknown>>),
      "sign-up": { email: "b@example.com" },
    });
    copyEmailDraft("login", "sign-up", draftStore);
    expect(draftStore.all["sign-up"]).toEqual({ email: "b@example.com" });
  },
);
