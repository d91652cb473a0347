import type { StaffMember } from "#contract/staff/members.ts";

/** The end of an id: enough to tell two apart in a list. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;

/** Who called, in words: a name where the team's list has one, else what the audit says. */
export function actorName(actor: string, team: readonly Pick<StaffMember, "id" | "name">[]): string {
  const [kind, ...rest] = actor.split(":");
  const id = rest.join(":");
  switch (kind) {
    case "staff":
      return team.find((member) => member.id === id)?.name ?? `Staff ${shortId(id)}`;
    case "key":
      return `API key ${shortId(id)}`;
    case "patient":
      return "The patient";
    case "anonymous":
      return "Not signed in";
    case "system":
      return `System: ${id}`;
    default:
      return actor;
  }
}
