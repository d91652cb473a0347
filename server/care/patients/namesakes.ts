import type { Namesake } from "#contract/care/patients.ts";
import { foldedWords } from "#contract/fields/fold-letters.ts";
import { type Permission, permits } from "#contract/policy/policy.ts";
import { findPatientIds, parsePatientSearch, patientsById } from "#server/auth/public.ts";
import type { Services } from "#server/platform/services.ts";

/** More than these aren't named: with so many, the birthday is read in any case. */
const namesakesShown = 5;

/** What a first name has in common with one that's mistaken for it: Ana and Anna, Maria and Mary. */
const alikeLetters = 2;

/**
 * Other patients whose name is easily mistaken for this one: the same last name in any spelling, and a first name that begins alike. With their birthday for
 * whoever finds patients by it; for others, that there is such a name.
 */
export async function namesakesOf(
  services: Pick<Services, "db" | "secrets">,
  patientId: string,
  permissions: readonly Permission[],
): Promise<Namesake[]> {
  const own = (await patientsById(services, [patientId])).get(patientId);
  const [last, first] = [foldedWords(own?.lastname ?? ""), foldedWords(own?.firstname ?? "")];
  if (last.length === 0 || first.length === 0) return [];
  const beginning = Array.from(first[0] ?? "").slice(0, alikeLetters);
  const { terms } = parsePatientSearch([...last, beginning.join("")].join(" "));
  const found = await findPatientIds(services, terms, { after: null, limit: namesakesShown + 1 });
  const ids = found.filter((id) => id !== patientId).slice(0, namesakesShown);
  const patients = await patientsById(services, ids);
  const readsBirthday = permits(permissions, ["read:patients"]);
  return ids.flatMap((id) => {
    const patient = patients.get(id);
    if (!patient) return [];
    const { firstname, lastname, birthday } = patient;
    return [{ id, firstname, lastname, birthday: readsBirthday ? birthday : null }];
  });
}
