import type { AuditItem } from "#contract/care/audit.ts";

/** The end of an id: enough to tell two apart in a list. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;

/** Who called, in words: a name where there is one, else what the audit says. */
export function actorName({ actor, actorname }: Pick<AuditItem, "actor" | "actorname">): string {
  const [kind, ...rest] = actor.split(":");
  const id = rest.join(":");
  switch (kind) {
    case "staff":
      return actorname ?? `Staff ${shortId(id)}`;
    case "key":
      return `API key ${actorname ?? shortId(id)}`;
    case "patient":
      return "The patient";
    case "anonymous":
      return "Somebody not signed in";
    case "system":
      return `System: ${id}`;
    default:
      return actor;
  }
}

/** Whose record, in words. */
export const patientNameOf = ({ patientid, patientname }: Pick<AuditItem, "patientid" | "patientname">): string =>
  patientname ?? (patientid === null ? "a patient" : `Patient ${shortId(patientid)}`);
