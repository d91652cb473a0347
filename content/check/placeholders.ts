import { ContentError } from "../loader/read.ts";
import { commonPlaceholders, mailIds, mailPlaceholders } from "../schema/texts/mails.ts";
import type { Checked } from "./references.ts";

/** Checks that each mail uses its placeholders (`firstname` is optional) and no others besides the common ones. */
export function checkMails({ mails }: Checked): void {
  for (const id of mailIds) {
    const given: readonly string[] = mailPlaceholders[id];
    const used = [...`${mails[id].subject}\n${mails[id].text}`.matchAll(/\{\{([^}]*)\}\}/g)].map(
      (match) => match[1] ?? "",
    );
    const unknown = used.find((name) => !given.includes(name) && !commonPlaceholders.some((common) => common === name));
    if (unknown !== undefined)
      throw new ContentError("mails.yaml", `${id} uses the unknown placeholder {{${unknown}}}`);
    const unused = given.find((name) => name !== "firstname" && !used.includes(name));
    if (unused) throw new ContentError("mails.yaml", `${id} does not use {{${unused}}}`);
  }
}
