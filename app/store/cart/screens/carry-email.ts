import { drafts, type Drafts } from "#app/forms/drafts.ts";

type Form = "login" | "sign-up" | "forgot-password";

/** Takes the e-mail she typed in one form of her account over to another, so that she is not asked twice. */
export function copyEmailDraft(from: Form, to: Form, draftStore: Pick<Drafts, "get" | "put"> = drafts): void {
  const email = draftStore.get(from)?.["email"];
  if (typeof email === "string" && email !== "") draftStore.put(to, { ...draftStore.get(to), email });
}
