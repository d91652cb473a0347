import { conversationNeeds } from "#contract/care/conversations.ts";
import { permits } from "#contract/policy/policy.ts";
import { isAway, isLicensed, type LicensedDoctor, licensedDoctors } from "#server/doctors/public.ts";
import type { ConversationRow } from "#server/messages/public.ts";
import { clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import type { Services } from "#server/platform/services.ts";
import { type Colleague, colleagues, holdersOf } from "#server/staff/public.ts";

/**
 * Whose a conversation is. An assignment counts while its person may answer: with the scope, and for a physician's answer the license in the patient's
 * state, today. That is asked at each reading, because a license ends at midnight without anybody doing anything.
 */
export interface Assignee {
  readonly memberid: string;
  readonly name: string;
  readonly since: string;
}

/** A conversation, with the patient's state. */
type Conversation = Pick<ConversationRow, "id" | "kind"> & { readonly state: string | null };

/** Whose these conversations are; those that are nobody's are left out. */
export async function assigneesOf(
  services: Pick<Services, "db" | "clock" | "content">,
  conversations: readonly Conversation[],
): Promise<ReadonlyMap<string, Assignee>> {
  const holders = await holdersOf(
    services.db,
    conversations.map(({ id }) => id),
  );
  const obstacleFor = await assignmentObstacles(
    services,
    [...holders.values()].map(({ member }) => member),
  );
  return new Map(
    conversations.flatMap((conversation) => {
      const holder = holders.get(conversation.id);
      if (!holder || obstacleFor(conversation, holder.member) !== null) return [];
      const { member, since } = holder;
      return [[conversation.id, { memberid: member.id, name: member.name, since: since.toISOString() }] as const];
    }),
  );
}

/** A person whose assignments count today, of conversations of this kind, with patients in this state. */
export interface CountingAssignment {
  readonly memberId: string;
  readonly kind: ConversationRow["kind"];
  readonly state: string | null;
}

/** Which of all assignments count today: as `assigneesOf`, for a statement about all conversations. */
export async function countingAssignments(
  services: Pick<Services, "db" | "clock" | "content">,
): Promise<readonly CountingAssignment[]> {
  const assigned = await services.db
    .selectFrom("staff_assignment")
    .innerJoin("conversation", "conversation.id", "staff_assignment.conversation_id")
    .innerJoin("patient", "patient.id", "staff_assignment.patient_id")
    .select(["staff_assignment.member_id as memberId", "conversation.kind", "patient.state"])
    .distinct()
    .$castTo<CountingAssignment>()
    .execute();
  if (assigned.length === 0) return [];
  const people = new Map((await colleagues(services.db)).map((person) => [person.id, person]));
  const obstacleFor = await assignmentObstacles(services, [...people.values()]);
  return assigned.filter((each) => {
    const person = people.get(each.memberId);
    return person !== undefined && obstacleFor(each, person) === null;
  });
}

/** Says of these people what keeps a conversation from being theirs today, in words; null where nothing does. */
export async function assignmentObstacles(
  services: Pick<Services, "db" | "clock" | "content">,
  people: readonly Colleague[],
): Promise<(conversation: Omit<Conversation, "id">, person: Colleague) => string | null> {
  const doctors = await licensedDoctors(services.db, [
    ...new Set(people.filter(answersByLicense).flatMap(({ doctorId }) => doctorId ?? [])),
  ]);
  const today = clinicToday(services);
  return (conversation, person) =>
    assignmentObstacle(conversation, person, { doctor: doctors.get(person.doctorId ?? ""), today });
}

/** A physician who is nothing else answers only where licensed. */
const answersByLicense = ({ roles }: Colleague) => roles.includes("physician") && !roles.includes("nurse");

function assignmentObstacle(
  { kind, state }: Omit<Conversation, "id">,
  person: Colleague,
  { doctor, today }: { readonly doctor: LicensedDoctor | undefined; readonly today: string },
): string | null {
  const { name, permissions, disabled } = person;
  if (disabled) return `${name} doesn't work here anymore. Please choose somebody else.`;
  if (!permits(permissions, conversationNeeds("write", kind)))
    return `${name}'s role doesn't open this conversation. Please choose somebody else.`;
  const licensed = doctor !== undefined && state !== null && isLicensed(doctor, state, today);
  if (kind === "doctor" && answersByLicense(person) && doctor && isAway(doctor, today))
    return `${name} is away until ${formatDay(doctor.absence?.until ?? today)}. Please choose somebody else.`;
  if (kind === "doctor" && answersByLicense(person) && !licensed)
    return `${name} isn't licensed in ${state ?? "the patient's state"} today. Please choose somebody else.`;
  return null;
}
