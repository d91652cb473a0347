import { drafts, type Drafts } from "#app/forms/drafts.ts";

type Form = "login" | "sign-up" | "forgot-password";

/** Takes the e-mail she typed in one form of her account over to another, so that she is not asked twice. */
export function carryEmail(from: Form, to: Form, kept: Pick<Drafts, "get" | "put"> = drafts): void {
  const email = kept.get(from)?.["email"];
  if (typeof email === "string" && email !== "") kept.put(to, { ...kept.get(to), email });
}
