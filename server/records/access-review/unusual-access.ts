import type { AccessReason } from "#contract/care/access-review.ts";
import { foldedWords } from "#contract/fields/fold-letters.ts";

/*
 * Which accesses of a week somebody should look at (45 CFR 164.308(a)(1)(ii)(D)): what hospitals look for first when somebody snoops. It says that an access
 * is unusual, never that it was wrong.
 */

/** From this many patients opened at night in a week each of them is looked at: one emergency at night isn't unusual. */
export const manyAtNight = 5;

/** Where somebody lives. */
export interface LivesAt {
  readonly address1: string;
  readonly zipcode: string;
}

export interface Access {
  readonly memberId: string;
  readonly patientId: string;
  /** A reason was given, because the patient was nobody's work. */
  readonly withoutWork: boolean;
  readonly atNight: boolean;
}

export interface ReviewedMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Of their own account as a patient, if they have one. */
  readonly livesAt: LivesAt | null;
}

export interface ReviewedPatient {
  readonly id: string;
  readonly firstname: string | null;
  readonly lastname: string | null;
  readonly email: string;
  readonly livesAt: LivesAt | null;
}

/** Why each access should be looked at, in the order of the list of reasons; empty: it needn't be. */
export function unusualReasons(
  access: Access,
  {
    members,
    patients,
    accesses,
  }: {
    readonly members: ReadonlyMap<string, ReviewedMember>;
    readonly patients: ReadonlyMap<string, ReviewedPatient>;
    /** All of the week. */
    readonly accesses: readonly Access[];
  },
): readonly AccessReason[] {
  const member = members.get(access.memberId);
  const patient = patients.get(access.patientId);
  if (!member || !patient) return [];
  const isOwn = isSamePerson(member, patient);
  const atNight = new Set(
    accesses.flatMap((each) => (each.memberId === access.memberId && each.atNight ? each.patientId : [])),
  );
  const found: Readonly<Record<AccessReason, boolean>> = {
    own: isOwn,
    colleague: !isOwn && [...members.values()].some((each) => each.id !== member.id && isSamePerson(each, patient)),
    surname: !isOwn && sharesSurname(member, patient),
    address: !isOwn && areNear(member.livesAt, patient.livesAt),
    no_work: access.withoutWork,
    night: access.atNight && atNight.size >= manyAtNight,
  };
  return (Object.keys(found) as AccessReason[]).filter((reason) => found[reason]);
}

/** By the address they use here, or by the whole name. */
function isSamePerson({ email, name }: ReviewedMember, patient: ReviewedPatient): boolean {
  if (email.toLowerCase() === patient.email.toLowerCase()) return true;
  const own = foldedWords(name);
  const words = foldedWords([patient.firstname, patient.lastname].filter(Boolean).join(" "));
  return own.length > 1 && own.join(" ") === words.join(" ");
}

/** Of a double name each part counts. */
function sharesSurname({ name }: ReviewedMember, { lastname }: ReviewedPatient): boolean {
  const surname = foldedWords(name).slice(1).at(-1);
  return surname !== undefined && foldedWords(lastname ?? "").includes(surname);
}

/** In one street of one ZIP code. */
function areNear(one: LivesAt | null, other: LivesAt | null): boolean {
  if (one === null || other === null || one.zipcode.slice(0, 5) !== other.zipcode.slice(0, 5)) return false;
  const street = ({ address1 }: LivesAt) =>
    foldedWords(address1)
      .filter((word) => !/^\d/u.test(word))
      .join(" ");
  return street(one) !== "" && street(one) === street(other);
}
