import { type RawBuilder, sql } from "kysely";
import type { Content } from "#content/loader/load.ts";
import { formatList } from "#contract/fields/formats.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { doctorName, isNursePractitioner, isPhysician } from "./doctor-name.ts";

/*
 * In some states a nurse practitioner prescribes only with a physician who is licensed there (`nursepractitioners` in `states.yaml`). Whom, is on the license; whether
 * that physician still is one, is asked at each decision.
 */

/** SQL of the credentials of a license's collaborator, null unless they may practice in its state today and, where they were somebody of the team, still are. */
export const collaboratorCredentials = (license: string, today: string): RawBuilder<string | null> => sql<
  string | null
>`(
  select collaborator.credentials from doctor collaborator
  join doctor_license own on own.doctor_id = collaborator.id and own.state = ${sql.ref(`${license}.state`)}
  where collaborator.id = ${sql.ref(`${license}.collaborator_id`)} and collaborator.active
    and (own.valid_until is null or own.valid_until >= ${today}::date)
    and not coalesce((
      select bool_and(member.disabled_at is not null) from staff_member member where member.doctor_id = collaborator.id), false))`;

interface Prescribing {
  /** Of who prescribes. */
  readonly credentials: string;
  readonly state: string;
  /** Of who collaborates, as `collaboratorCredentials` gives them. */
  readonly collaborator_credentials: string | null;
}

/** Whether the state asks somebody with these credentials for a collaborating physician. */
export const needsCollaborator = (
  { nursepractitioners }: Pick<Content, "nursepractitioners">,
  { credentials, state }: Pick<Prescribing, "credentials" | "state">,
): boolean => isNursePractitioner(credentials) && nursepractitioners.collaboratingphysician.includes(state);

/** Whether somebody may not prescribe because the state asks for a collaborating physician, and there is none today. */
export const lacksCollaborator = (content: Pick<Content, "nursepractitioners">, prescribing: Prescribing): boolean =>
  needsCollaborator(content, prescribing) &&
  (prescribing.collaborator_credentials === null || !isPhysician(prescribing.collaborator_credentials));

type Deps = Pick<Services, "clock" | "content"> & { readonly db: Database };

/** Why a doctor who is licensed in a state may not prescribe there without a collaborating physician, and who can help; null where that isn't what's missing. */
export async function collaborationObstacle(services: Deps, doctorId: string, state: string): Promise<string | null> {
  const { db, content } = services;
  const today = clinicToday(services);
  const licensed = await db
    .selectFrom("doctor")
    .innerJoin("doctor_license as license", "license.doctor_id", "doctor.id")
    .leftJoin("doctor as named", "named.id", "license.collaborator_id")
    .select(["doctor.id", "doctor.firstname", "doctor.lastname", "doctor.credentials", "license.state"])
    .select(["named.firstname as first", "named.lastname as last", "named.credentials as of"])
    .select(collaboratorCredentials("license", today).as("collaborator_credentials"))
    .where("license.state", "=", state)
    .where("doctor.active", "=", true)
    .where((where) => where.or([where("license.valid_until", "is", null), where("license.valid_until", ">=", today)]))
    .orderBy("doctor.lastname")
    .orderBy("doctor.id")
    .execute();
  const own = licensed.find(({ id }) => id === doctorId);
  if (!own || !lacksCollaborator(content, own)) return null;
  const name = doctorName(own.firstname, own.lastname, own.credentials);
  const named = own.first !== null && own.last !== null && own.of !== null && doctorName(own.first, own.last, own.of);
  const why = named
    ? `${name} prescribes in ${state} with ${named}, who may not practice there today.`
    : `${name} has no collaborating physician in ${state}, and the state asks for one.`;
  const others = licensed.filter((each) => each.id !== doctorId && !lacksCollaborator(content, each));
  const names = others.map(({ firstname, lastname, credentials }) => doctorName(firstname, lastname, credentials));
  const meanwhile = names.length === 0 ? "" : ` Meanwhile ${formatList(names)} can decide.`;
  return `${why} An administrator can name one at their license, under Team.${meanwhile}`;
}
