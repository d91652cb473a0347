import type { care } from "#contract/care/calls.ts";
import type { PersonPair } from "#contract/care/pairs.ts";
import type { PairedRecord, RecordPair } from "#contract/care/patients.ts";
import { opensClass } from "#contract/policy/field-classes.ts";
import { defaultShippingAddress } from "#server/addresses/public.ts";
import { patientsById } from "#server/auth/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { judgePair, otherOf, pairById, type PairRow, pairsOf, verdictsOf } from "#server/persons/public.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { activePrescriptions, emptyOn, loadApprovedBoxes } from "#server/prescriptions/public.ts";
import { memberNames } from "#server/staff/public.ts";
import { type ClinicContext, loadPatientSummaries } from "../chart/patient-summary.ts";

/*
 * Two records that are likely of one person, for whoever judges it: who each is by what the practice knows of them, what was decided there and what is at
 * home there. Both are accesses to a record.
 */

type Context = ClinicContext & { readonly clinic: Pick<ClinicCaller, "permissions"> };

export const pairHandlers = {
  pair: async ({ params }, ctx) => presentPair(ctx, await requirePair(ctx, params.id)),

  judgePair: async ({ params, body }, ctx) => {
    const { verdict, reason, version } = body;
    await judgePair(ctx, { pairId: params.id, verdict, reason, version, actor: ctx.clinic.actor });
    return presentPair(ctx, await requirePair(ctx, params.id));
  },
} satisfies Partial<Handlers<typeof care>>;

async function requirePair({ db }: Context, id: string): Promise<PairRow> {
  const pair = await pairById(db, id);
  if (!pair) throw new Refusal("not_found");
  return pair;
}

async function presentPair(ctx: Context, pair: PairRow): Promise<PersonPair> {
  const verdicts = (await verdictsOf(ctx, pair.id)).toReversed();
  const names = await memberNames(
    ctx.db,
    verdicts.map(({ actor }) => actor),
  );
  return {
    ...{ id: pair.id, foundat: pair.found_at.toISOString(), verdict: pair.verdict, version: pair.version },
    agrees: pair.agrees as PersonPair["agrees"],
    records: await loadPairedRecords(ctx, [pair.earlier_id, pair.later_id]),
    verdicts: verdicts.map(({ at, ...each }) => ({
      ...each,
      at: at.toISOString(),
      name: names.get(each.actor) ?? null,
    })),
  };
}

/** The pairs a patient's record says of. */
export async function loadRecordPairs(ctx: Context, patientId: string): Promise<RecordPair[]> {
  const pairs = await pairsOf(ctx.db, patientId);
  const others = await loadPairedRecords(
    ctx,
    pairs.map((pair) => otherOf(pair, patientId)),
  );
  return pairs.flatMap((pair) => {
    const other = others.find(({ patient }) => patient.id === otherOf(pair, patientId));
    return other ? [{ id: pair.id, foundat: pair.found_at.toISOString(), verdict: pair.verdict, other }] : [];
  });
}

async function loadPairedRecords(ctx: Context, ids: readonly string[]): Promise<PairedRecord[]> {
  if (ids.length === 0) return [];
  for (const id of ids) ctx.auditPatient(id);
  const seesMedicines = opensClass(ctx.clinic.permissions, "treatment");
  const [summaries, patients, accounts] = await Promise.all([
    loadPatientSummaries(ctx, ids),
    patientsById(ctx, ids),
    ctx.db
      .selectFrom("patient")
      .select(["id", "created_at", "closed_at"])
      .where("id", "in", [...ids])
      .execute(),
  ]);
  const times = new Map(accounts.map(({ id, ...account }) => [id, account]));
  return Promise.all(
    summaries.map(async (patient) => ({
      patient,
      phoneno: patients.get(patient.id)?.phone ?? null,
      shippingaddress: await defaultShippingAddress(ctx, patient.id),
      madeat: times.get(patient.id)?.created_at.toISOString() ?? patient.since,
      closedat: times.get(patient.id)?.closed_at?.toISOString() ?? null,
      medicines: seesMedicines ? await loadMedicines(ctx, patient.id) : null,
    })),
  );
}

/** What is prescribed, and what was sent and isn't used up. */
async function loadMedicines(ctx: Context, patientId: string): Promise<NonNullable<PairedRecord["medicines"]>> {
  const today = clinicToday(ctx);
  const [prescribed, boxes] = await Promise.all([
    activePrescriptions(ctx, patientId),
    loadApprovedBoxes(ctx.db, [patientId], ctx.content.brand.timezone),
  ]);
  const until = (productId: string) => {
    const empty = emptyOn(boxes.get(productId) ?? [], today);
    return empty !== null && empty > today ? addDays(empty, -1) : null;
  };
  return [...new Set([...prescribed.keys(), ...boxes.keys()])].flatMap((productid) => {
    const product = productById(ctx.content, productid);
    const athomeuntil = until(productid);
    const isPrescribed = prescribed.has(productid);
    if (!product?.prescription || (!isPrescribed && athomeuntil === null)) return [];
    return [{ productid, name: product.name, dosage: product.strength, prescribed: isPrescribed, athomeuntil }];
  });
}
