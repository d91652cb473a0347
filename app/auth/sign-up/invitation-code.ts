import { drafts } from "#app/forms/drafts.ts";

const name = "invitation";

/** The invitation code the visitor came with, until they have an account; undefined without one. */
export const invitationCode = (): string | undefined => {
  const code = drafts.get(name)?.["code"];
  return typeof code === "string" && code !== "" ? code : undefined;
};
export const saveInvitationCode = (code: string): void => drafts.save(name, { code });
export const removeInvitationCode = (): void => drafts.remove(name);
