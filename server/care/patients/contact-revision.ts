import { createHash } from "node:crypto";
import type { Address } from "#server/addresses/public.ts";
import type { Patient } from "#server/auth/public.ts";
import type { Refuses } from "#server/platform/refusal.ts";

/*
 * Patient and practice may change contact data at the same time. Its revision is a short digest of each fact, so that a change made from an older state is
 * refused with the names of what has changed.
 */

type Contact = Pick<Patient, "id" | "firstname" | "lastname" | "birthday" | "phone" | "email">;

/** The facts in the order of the revision. */
const factsOf = ({ firstname, lastname, birthday, phone, email }: Contact, address: Address | null) =>
  [
    ["the name", [firstname, lastname]],
    ["the birthday", birthday],
    ["the phone number", phone],
    ["the email", email],
    ["the shipping address", address],
  ] as const;

const digestsOf = (patient: Contact, address: Address | null): string[] =>
  factsOf(patient, address).map(([name, value]) =>
    createHash("sha256")
      .update(JSON.stringify([patient.id, name, value]))
      .digest("base64url")
      .slice(0, 10),
  );

/** Stands for a patient's contact data, with the address orders go to. */
export const contactRevision = (patient: Contact, address: Address | null): string =>
  digestsOf(patient, address).join(".");

/** Refuses with `conflict` a change made from another revision; `details.changed` names what differs. Without a revision nothing is compared. */
export function requireContactRevision(
  { refuse }: Refuses<"conflict">,
  revision: string | undefined,
  patient: Contact,
  address: Address | null,
): void {
  if (revision === undefined) return;
  const seen = revision.split(".");
  const present = digestsOf(patient, address);
  const changed = factsOf(patient, address).flatMap(([name], index) => (seen[index] === present[index] ? [] : [name]));
  if (changed.length === 0) return;
  throw refuse("conflict", {
    message: `Since you opened this record, somebody has changed ${changed.join(", ")}. Please open it again, and change what is still needed.`,
    details: { changed },
    transient: true,
  });
}
