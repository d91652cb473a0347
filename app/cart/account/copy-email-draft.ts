import { drafts, type Drafts } from "#app/forms/drafts.ts";

type Form = "login" | "sign-up" | "forgot-password";

/** Copies the e-mail typed in one account form to another, so that it is not asked for twice. */
export function copyEmailDraft(from: Form, to: Form, draftStore: Pick<Drafts, "get" | "save"> = drafts): void {
  const email = draftStore.get(from)?.["email"];
  if (typeof email === "string" && email !== "") draftStore.save(to, { ...draftStore.get(to), email });
}
