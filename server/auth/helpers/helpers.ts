import { sql } from "kysely";
import type { Helper, HelperCopy, HelperPart, Helpers } from "#contract/account/helpers.ts";
import { formatsIn } from "#contract/fields/formats.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { patientTimezone } from "../patients/patient-timezone.ts";
import { patientById } from "../patients/patients.ts";
import { copiesWithin, type ForbidsCopies } from "./helper-copies.ts";

/*
 * A row of `helper` is one person who helps one patient: an authorization the patient gave, and how it ended. Their sign-in, `helper_account`, may be for
 * several patients, and is deleted with the last of them. A session of theirs is a session of the patient's with `helper_id`, so whatever ends all of a
 * patient's sessions ends it as well.
 */

export type HelperRow = Pick<
  Awaited<ReturnType<typeof helpersOf>>[number],
  keyof Awaited<ReturnType<typeof helpersOf>>[number]
>;
type Deps = Pick<Services, "clock" | "content" | "secrets"> & { readonly db: Database };

/** A patient's helpers with the expiry of the link that waits for them, those who help or are invited first, then the newest. */
export const helpersOf = (db: Database, patientId: string) =>
  db
    .selectFrom("helper")
    .selectAll("helper")
    .select((of) =>
      of
        .selectFrom("single_use_link as link")
        .select((link) => link.fn.max("link.expires_at").as("until"))
        .whereRef("link.helper_id", "=", "helper.id")
        .where("link.purpose", "=", "helper_invitation")
        .where("link.ended_at", "is", null)
        .as("link_until"),
    )
    .where("helper.patient_id", "=", patientId)
    .orderBy(sql`helper.ended_at is not null`)
    .orderBy("helper.authorized_at", "desc")
    .orderBy("helper.id")
    .execute();

/** What a helper does for the patient, as the patient reads it; reading isn't an act. */
export const helperActs = {
  "messages.send": sentence("account.helper_message"),
  "messages.sendAttachment": sentence("account.helper_file"),
  "account.setHelperReminder": sentence("account.helper_reminder"),
} as const satisfies Record<string, Sentence>;
const mostActs = 100;

/** What these helpers did, newest first. The audit names who it was. */
async function actsOf(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { call: string; at: Date }[]>();
  const rows = await db
    .selectFrom("audit_event")
    .select(["actor", "call", "at"])
    .where(
      "actor",
      "in",
      ids.map((id) => `helper:${id}`),
    )
    .where("call", "in", Object.keys(helperActs))
    .where("status", "<", 400)
    .orderBy("at", "desc")
    .limit(mostActs)
    .execute();
  return Map.groupBy(rows, ({ actor }) => actor.slice("helper:".length));
}

/** Everything a patient's page of helpers shows. */
export async function presentHelpers(
  services: Deps,
  forbidsCopies: ForbidsCopies,
  patientId: string,
): Promise<Helpers> {
  const { db, clock, content } = services;
  const now = clock.now();
  const rows = await helpersOf(db, patientId);
  const acts = await actsOf(
    db,
    rows.map(({ id }) => id),
  );
  return {
    items: rows.map((row) => ({
      ...presentHelper(row, now),
      acts: (acts.get(row.id) ?? []).map(({ call, at }) => ({
        text: toText(content, helperActs[call as keyof typeof helperActs]),
        at: at.toISOString(),
      })),
    })),
    parts: presentParts(content),
    copies: presentCopies(content),
    copiesobstacle: (await forbidsCopies(services, patientId))
      ? toText(content, sentence("account.helper_copies_chart"))
      : null,
    authorization: await authorizationText(services, patientId),
    obstacle: tooMany(services, rows),
  };
}

type Shown = Omit<Helper, "acts">;

/** A helper as the patient and the practice see them. */
export function presentHelper(row: HelperRow, now: Date): Shown {
  return {
    ...{ id: row.id, firstname: row.firstname, lastname: row.lastname, email: row.email },
    parts: row.parts as HelperPart[],
    status: statusOf(row, now),
    authorizedat: row.authorized_at.toISOString(),
    until: row.expires_at.toISOString(),
    joinedat: row.joined_at?.toISOString() ?? null,
    copies: copiesOf(row, now),
    copiesstoppedat: row.copies_stopped_at?.toISOString() ?? null,
    emailrefusedat: row.email_refused_at?.toISOString() ?? null,
    ...endOf(row, now),
  };
}

const copiesOf = (row: HelperRow, now: Date): Helper["copies"] =>
  statusOf(row, now) === "active" ? copiesWithin(row.parts).map((id) => ({ id, on: row.copies.includes(id) })) : [];

function statusOf({ ended_at, expires_at, joined_at, link_until }: HelperRow, now: Date): Helper["status"] {
  if (ended_at !== null || expires_at <= now) return "ended";
  if (joined_at !== null) return "active";
  return link_until !== null && link_until > now ? "invited" : "link_expired";
}

/** How it ended: what nobody ended in time ended by itself. */
function endOf({ ended_at, ended_by, expires_at }: HelperRow, now: Date): Pick<Helper, "endedat" | "endedby"> {
  if (ended_at !== null && ended_by !== null) return { endedat: ended_at.toISOString(), endedby: ended_by };
  return expires_at <= now
    ? { endedat: expires_at.toISOString(), endedby: "expired" }
    : { endedat: null, endedby: null };
}

/** The parts in the words of the content; all of them, or those given. */
export const presentParts = (
  { helpers }: Pick<Services["content"], "helpers">,
  parts = Object.keys(helpers.parts) as readonly HelperPart[],
) => parts.map((id) => ({ id, ...helpers.parts[id] }));

/** Kinds of copies in the words of the content; all of them, or those given. */
export const presentCopies = (
  { helpers }: Pick<Services["content"], "helpers">,
  copies = Object.keys(helpers.copies) as readonly HelperCopy[],
) => copies.map((id) => ({ id, ...helpers.copies[id] }));

/** When what is authorized now is over by itself. */
export function endOfAuthorization({ clock, content }: Pick<Services, "clock" | "content">): Date {
  const end = clock.now();
  const until = new Date(end);
  until.setUTCMonth(until.getUTCMonth() + content.helpers.months);
  return until;
}

const longDay = formatsIn({ year: "numeric", month: "long", day: "numeric" });

/** What the patient agrees to today. */
async function authorizationText(services: Deps, patientId: string): Promise<Helpers["authorization"]> {
  const { content } = services;
  const { version, text } = content.helpers.authorization;
  const timezone = patientTimezone(content, await patientById(services, patientId));
  const date = longDay(timezone).format(endOfAuthorization(services));
  return { version, text: fillPlaceholders(text, { brand: content.brand.name, date }) };
}

/** Why nobody can be invited, in words; null: somebody can. */
export function tooMany({ clock, content }: Pick<Services, "clock" | "content">, rows: readonly HelperRow[]) {
  const now = clock.now();
  const { most } = content.helpers;
  const open = rows.filter((row) => statusOf(row, now) !== "ended").length;
  return open < most ? null : toText(content, sentence("account.helper_most", { count: String(most) }));
}

/** Names of helpers by id, also of those whose help has ended. */
export async function helperNames(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<Tables["helper"], "firstname" | "lastname">>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("helper")
    .select(["id", "firstname", "lastname"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

const helperActor = "helper:";

/** Names of the helpers among these actors, each with what they are: their name alone could be anybody's. */
export async function helperActors(
  { db }: { readonly db: Database },
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = actors.flatMap((by) => (by.startsWith(helperActor) ? by.slice(helperActor.length) : []));
  const names = await helperNames(db, ids);
  return new Map(
    [...names].map(([id, { firstname, lastname }]) => [helperActor + id, `${firstname} ${lastname} (helper)`]),
  );
}
