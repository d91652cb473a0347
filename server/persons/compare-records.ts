import { sql } from "kysely";
import { addressesOf } from "#server/addresses/public.ts";
import { patientById } from "#server/auth/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { acquireAdvisoryLock } from "#server/platform/database/advisory-lock.ts";
import { type Database, inTransaction, type Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { Services } from "#server/platform/services.ts";
import { isLikelyPair } from "./likely-pair.ts";
import { type ComparedKind, comparedKinds, lookupKinds, personDigests, versionDigest } from "./person-digests.ts";

/*
 * A trigger marks each record of which something changed that is compared (`person_due`). Whoever works a mark off writes the digests of the record and
 * looks for others that have two of birthday, number and first name in common: equality in one index, never all with all. The job does so at once after
 * the identity step and each minute for all others; an approval does so itself, so that it never precedes the comparison.
 */

type Deps = Pick<Services, "db" | "clock" | "secrets">;
type TxDeps = Pick<Services, "clock" | "secrets"> & { readonly db: Tx };

/** A record has hardly any; a limit keeps one that does from holding up the others. */
const mostCandidates = 200;

/** Compares a record that is marked; one that isn't has been compared as it is. */
export async function compareIfDue(services: TxDeps, patientId: string): Promise<void> {
  const { db } = services;
  const due = await db.selectFrom("person_due").select("mark").where("patient_id", "=", patientId).executeTakeFirst();
  if (!due) return;
  await writeDigests(services, patientId);
  await findPairs(services, patientId);
  // What changed since it was read has left another mark.
  await db.deleteFrom("person_due").where("patient_id", "=", patientId).where("mark", "=", due.mark).execute();
}

/** Null: not everything is there that is compared. */
async function readPerson(services: TxDeps, patientId: string) {
  const { db, secrets } = services;
  const [patient, addresses, visit, cards] = await Promise.all([
    patientById(services, patientId),
    addressesOf(services, patientId),
    db.selectFrom("onboarding").select("ssn_last4_sealed").where("patient_id", "=", patientId).executeTakeFirst(),
    db
      .selectFrom("payment_source")
      .select("fingerprint")
      .distinct()
      .where("patient_id", "=", patientId)
      .where("fingerprint", "is not", null)
      .execute(),
  ]);
  const { birthday, firstname, lastname, phone } = patient;
  const last4 = visit?.ssn_last4_sealed;
  if (!last4 || birthday === null) return null;
  return {
    birthday,
    number: secrets.open<string>(last4, sealed("onboarding.ssn_last4_sealed")(patientId)),
    firstname: firstname ?? "",
    lastname: lastname ?? "",
    phones: [phone, ...addresses.map(({ phoneno }) => phoneno)].filter((each) => each !== null),
    addresses,
    cards: cards.flatMap(({ fingerprint }) => fingerprint ?? []),
  };
}

async function writeDigests(services: TxDeps, patientId: string): Promise<void> {
  const { db, secrets } = services;
  const person = await readPerson(services, patientId);
  const digests = person === null ? [] : personDigests(secrets, person);
  // Two records of one person are compared one after the other, so that the second sees the first.
  const shared = digests.filter(({ kind }) => (lookupKinds as readonly string[]).includes(kind));
  for (const { digest } of shared.toSorted((one, other) => (one.digest < other.digest ? -1 : 1)))
    await acquireAdvisoryLock(db, `person ${digest}`);
  await db.deleteFrom("person_digest").where("patient_id", "=", patientId).execute();
  if (digests.length > 0)
    await db
      .insertInto("person_digest")
      .values(digests.map(({ kind, digest }) => ({ kind, digest: Buffer.from(digest, "hex"), patient_id: patientId })))
      .execute();
}

/** The identity service matched the number: nobody had to look at photos. */
const isProved = (patientId: string) => sql<boolean>`exists (
  select from onboarding where patient_id = ${sql.ref(patientId)} and identity_status = 'matched'
    and not exists (select from identity_photo where identity_photo.patient_id = onboarding.patient_id))`;

async function findPairs({ db, clock }: TxDeps, patientId: string): Promise<void> {
  const { rows } = await sql<{ other_id: string; agrees: string[]; both_proved: boolean }>`
    with own as materialized (select digest, kind, patient_id from person_digest where patient_id = ${patientId}),
    candidate as materialized (
      select distinct other.patient_id from own join person_digest other on other.digest = own.digest
      where own.kind = any(${lookupKinds}::text[]) and other.patient_id <> own.patient_id limit ${mostCandidates})
    select candidate.patient_id as other_id, array_agg(distinct own.kind) as agrees,
      bool_and(${isProved("own.patient_id")} and ${isProved("candidate.patient_id")}) as both_proved
    from candidate
      -- By the candidates: a digest that half of all records have, such as that of a card in a sandbox, is never read through.
      cross join lateral (select digest from person_digest where patient_id = candidate.patient_id offset 0) other
      join own on own.digest = other.digest
    group by candidate.patient_id`.execute(db);
  const pairs = rows.flatMap(({ other_id, agrees: common, both_proved: bothProved }) => {
    const agrees = comparedKinds.filter((kind) => common.includes(kind));
    if (!isLikelyPair({ agrees: new Set<ComparedKind>(agrees), bothProved })) return [];
    const [earlier_id, later_id] = [patientId, other_id].toSorted() as [string, string];
    return [{ id: newId(), earlier_id, later_id, agrees, found_at: clock.now() }];
  });
  if (pairs.length === 0) return;
  await db
    .insertInto("person_pair")
    .values(pairs)
    // Whoever judges sees what is alike now.
    .onConflict((found) =>
      found
        .columns(["earlier_id", "later_id"])
        .doUpdateSet((of) => ({ agrees: of.ref("excluded.agrees") }))
        .where("person_pair.verdict", "is", null),
    )
    .execute();
}

/** `patientId`: compares that record; without it, all that are marked. */
const compareQueue = "persons.compare";
/** No data: marks records whose digests are of another version or key. */
const outdatedQueue = "persons.outdated";
const batchSize = 500;

/** Has a record compared as soon as the transaction is committed. */
export const enqueueComparison = (
  { db, jobs }: Pick<Services, "jobs"> & { readonly db: Database },
  patientId: string,
) => jobs.enqueue(db, compareQueue, { patientId });

export function definePersonJobs(jobs: Jobs, services: Services): void {
  jobs.define(
    compareQueue,
    async ({ patientId }) =>
      typeof patientId === "string" ? compareOne(services, patientId) : void (await compareAllDue(services)),
    { cron: "* * * * *" },
  );
  jobs.define(outdatedQueue, () => markOutdated(services), { cron: "41 3 * * *" });
}

const compareOne = (services: Deps, patientId: string): Promise<void> =>
  inTransaction(services, (tx) => compareIfDue(tx, patientId));

/** Compares every marked record, each in a transaction of its own; nodes may do so beside each other. Returns how many were marked. */
export async function compareAllDue(services: Deps & Pick<Services, "log">): Promise<number> {
  let count = 0;
  let batch = await dueAfter(services.db, null);
  while (batch.length > 0) {
    count += batch.length;
    await processEach(services.log, "comparing a record", batch, (id) => compareOne(services, id));
    batch = await dueAfter(services.db, batch.at(-1) ?? null);
  }
  return count;
}

/** The marked ones after this patient, by id. */
async function dueAfter(db: Database, after: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom("person_due")
    .select("patient_id")
    .$if(after !== null, (due) => due.where("patient_id", ">", after ?? ""))
    .orderBy("patient_id")
    .limit(batchSize)
    .execute();
  return rows.map(({ patient_id }) => patient_id);
}

/** Marks the records that have no digests of this version and key. */
export async function markOutdated({ db, secrets }: Deps): Promise<void> {
  await sql`
    insert into person_due (patient_id, mark)
    select patient_id, gen_random_uuid() from onboarding
    where ssn_last4_sealed is not null and not exists (
      select from person_digest where person_digest.patient_id = onboarding.patient_id
        and digest = decode(${versionDigest(secrets)}, 'hex'))
    on conflict do nothing`.execute(db);
}
