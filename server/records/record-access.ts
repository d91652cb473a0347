import type { staff } from "#contract/staff/calls.ts";
import { staffLimits } from "#contract/staff/constants.ts";
import type { RecordReason } from "#contract/staff/record-access.ts";
import { latestCase, treatingDoctor } from "#server/cases/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Authenticators, RecordAccess } from "#server/platform/http/authenticate.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { wordsOfCopies } from "./copies.ts";
import { hasOpenWork } from "./open-work.ts";
import { patientOf } from "./patient-of.ts";

type Deps = Pick<Services, "db" | "clock" | "content">;

const wordsOf = sealed("staff_record_access.words_sealed");

/**
 * What opens a patient's record to a person. Their work: something of the patient waits in a list that is open to them, or the patient's treating doctor
 * is the one they decide as. Or a reason they gave. Either counts for an hour, so that whoever finishes their work can still look at what they did. A
 * claim opens nothing: somebody can claim whatever their role does.
 */
export const recordAccessOf =
  (services: Deps): Authenticators["recordAccess"] =>
  async ({ memberId, doctorId, permissions, roles }, record) => {
    const patientId = await patientOf(services, record);
    if (patientId === null) return null;
    const open = await openAccess(services, memberId, patientId);
    if (open) return open;
    // For an unknown id the handler refuses by itself.
    if (!(await isPatient(services, patientId))) return null;
    const found = await latestCase(services.db, patientId);
    const isTreating = doctorId !== null && found !== undefined && treatingDoctor(found) === doctorId;
    if (isTreating) return openByWork(services, memberId, patientId, "treating");
    const work = { permissions, reader: { roles, memberId } };
    if (await hasOpenWork(services, patientId, work)) return openByWork(services, memberId, patientId, "work");
    return { patientId, id: null };
  };

/** Opens the record for an hour, for a reason. One that is open stays as it is. */
async function openRecord(
  services: Deps & Pick<Services, "secrets">,
  memberId: string,
  patientId: string,
  { reason, words }: { readonly reason: RecordReason; readonly words?: string | undefined },
): Promise<{ patientid: string; until: string }> {
  const { db, secrets } = services;
  if (!(await isPatient(services, patientId))) throw new Refusal("not_found");
  const open = await openAccess(services, memberId, patientId);
  if (open) return { patientid: patientId, until: open.endsAt.toISOString() };
  const id = newId();
  const row = { id, member_id: memberId, patient_id: patientId, ground: reason, ...fromNow(services) };
  await db
    .insertInto("staff_record_access")
    .values({ ...row, words_sealed: words === undefined ? null : secrets.seal(words, wordsOf(id)) })
    .execute();
  return { patientid: patientId, until: row.ends_at.toISOString() };
}

export const recordAccessHandlers = {
  openRecord: async ({ params, body }, ctx) => {
    const opened = await openRecord(ctx, ctx.member.memberId, params.id, body);
    ctx.auditPatient(params.id);
    return opened;
  },
} satisfies Pick<Handlers<typeof staff>, "openRecord">;

/** What was said for each of these accesses and copies, by their ids. */
export async function wordsOfAccesses(
  services: Pick<Services, "db" | "secrets">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { db, secrets } = services;
  const copies = await wordsOfCopies(services, ids);
  const rows = await db
    .selectFrom("staff_record_access")
    .select(["id", "words_sealed"])
    .where("id", "in", [...ids])
    .where("words_sealed", "is not", null)
    .execute();
  const entries = rows.map(
    ({ id, words_sealed }) => [id, secrets.open<string>(words_sealed as Buffer, wordsOf(id))] as const,
  );
  return new Map([...copies, ...entries]);
}

async function openAccess(
  { db, clock }: Deps,
  memberId: string,
  patientId: string,
): Promise<(RecordAccess & { readonly endsAt: Date }) | undefined> {
  return db
    .selectFrom("staff_record_access")
    .select(["id", "patient_id as patientId", "ends_at as endsAt"])
    .select((row) => row.ref("ground").$castTo<RecordAccess["ground"]>().as("ground"))
    .where("member_id", "=", memberId)
    .where("patient_id", "=", patientId)
    .where("ends_at", ">", clock.now())
    .orderBy("ends_at", "desc")
    .executeTakeFirst();
}

async function openByWork(services: Deps, memberId: string, patientId: string, ground: "work" | "treating") {
  const times = fromNow(services);
  const { id } = await services.db
    .insertInto("staff_record_access")
    .values({ id: newId(), member_id: memberId, patient_id: patientId, ground, ...times })
    .onConflict((conflict) =>
      conflict
        .columns(["member_id", "patient_id"])
        .where("ground", "in", ["work", "treating"])
        .doUpdateSet({ ground, ...times }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return { patientId, id, ground };
}

function fromNow({ clock }: Deps) {
  const now = clock.now();
  return { opened_at: now, ends_at: new Date(now.getTime() + staffLimits.recordHours * 3_600_000) };
}

const isPatient = async ({ db }: Deps, id: string): Promise<boolean> =>
  (await db.selectFrom("patient").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
