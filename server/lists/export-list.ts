import { sql } from "kysely";
import type { ListFilters } from "#contract/care/lists.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import { csvText } from "#contract/fields/csv.ts";
import { dayIn } from "#contract/fields/formats.ts";
import type { Permission } from "#contract/policy/policy.ts";
import type { CopyRecipient } from "#contract/staff/record-access.ts";
import { patientsById } from "#server/auth/public.ts";
import { loadPatientSummaries } from "#server/care/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { chartEffects } from "#server/tasks/public.ts";
import { findListed, lastSeen } from "./find-listed.ts";

type Deps = Pick<Services, "db" | "secrets" | "content" | "clock">;

/** When each of these was last seen. */
export async function lastSeenOf({ db }: Pick<Services, "db">, ids: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date | null }>`
    select patient.id, ${lastSeen} as at from patient where patient.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at] as const])));
}

const header = [
  "Last name",
  "First name",
  "Birthday",
  "Email",
  "Phone",
  "State",
  "Doctor",
  "Case",
  "Last seen",
  "Account",
];

const cases: Readonly<Record<PatientSummary["planstatus"], string>> = {
  none: "",
  in_review: "In review",
  approved: "In care",
  declined: "Declined",
};

/** Everybody on a list as a file, and the copy of each that the record says was made, by patient. */
export async function exportList(
  services: Deps,
  { filters, permissions }: { readonly filters: ListFilters; readonly permissions: readonly Permission[] },
  purpose: { readonly actor: string; readonly recipient: CopyRecipient; readonly words: string },
): Promise<{ readonly csv: string; readonly copies: ReadonlyMap<string, string> }> {
  const { content } = services;
  const listed = await findListed(services, filters, permissions);
  const ids = listed.map(({ id }) => id);
  await requireDisclosable(services, ids, purpose.recipient);
  const [summaries, patients, seen] = await Promise.all([
    loadPatientSummaries(services, ids),
    patientsById(services, ids),
    lastSeenOf(services, ids),
  ]);
  const closed = new Set(listed.flatMap(({ id, leftOut }) => (leftOut === "closed" ? [id] : [])));
  const rows = summaries.map((patient) => {
    const at = seen.get(patient.id);
    return [
      ...[patient.lastname ?? "", patient.firstname ?? "", patient.birthday ?? "", patient.email],
      ...[patients.get(patient.id)?.phone ?? "", patient.state ?? "", patient.doctor?.name ?? ""],
      ...[cases[patient.planstatus], at === undefined ? "" : dayIn(content.brand.timezone, at)],
      closed.has(patient.id) ? "Closed" : "",
    ];
  });
  return { csv: csvText([header, ...rows]), copies: await noteCopies(services, ids, purpose) };
}

/** What a chart says an insurer doesn't get binds (45 CFR 164.522(a)); nobody on a list gets what is known of the others. */
async function requireDisclosable(services: Deps, ids: readonly string[], recipient: CopyRecipient): Promise<void> {
  const refuse = (message: string) => new Refusal("bad_request", { fields: [{ path: "recipient", message }] });
  if (recipient === "patient" && ids.length > 1)
    throw refuse("This list has more than one patient on it, and a patient gets only what is their own.");
  if (recipient !== "insurer") return;
  const bound = [...(await chartEffects(services, ids)).values()].filter(({ notToInsurer }) => notToInsurer).length;
  if (bound > 0)
    throw refuse(
      bound === 1
        ? "A restriction on the chart of one of these patients forbids copies for an insurer. It binds until it’s ended there."
        : `A restriction on the chart of ${bound} of these patients forbids copies for an insurer. It binds until it’s ended there.`,
    );
}

const wordsOf = sealed("record_copy.words_sealed");

/** A copy left the practice of each of these. */
async function noteCopies(
  { db, secrets, clock }: Deps,
  patientIds: readonly string[],
  { actor, recipient, words }: { readonly actor: string; readonly recipient: CopyRecipient; readonly words: string },
): Promise<ReadonlyMap<string, string>> {
  const copies = patientIds.map((patientId) => ({ id: newId(), patientId }));
  await sql`
    insert into record_copy (id, patient_id, actor, recipient, words_sealed, made_at)
    select id, patient_id, ${actor}, ${recipient}, words, ${clock.now()}::timestamptz
    from unnest(${copies.map(({ id }) => id)}::uuid[], ${copies.map((each) => each.patientId)}::uuid[],
      ${copies.map(({ id }) => secrets.seal(words, wordsOf(id)))}::bytea[]) as copy (id, patient_id, words)`.execute(
    db,
  );
  return new Map(copies.map(({ id, patientId }) => [patientId, id]));
}
