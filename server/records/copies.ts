import type { care } from "#contract/care/calls.ts";
import type { AuditGround, CopyRecipient } from "#contract/staff/record-access.ts";
import { requirePatient } from "#server/care/public.ts";
import {
  createConversationsData,
  createConversationsPdf,
  createFhirRecord,
  createMedicalRecord,
  createNdcLetter,
  createReceipt,
  documentsPerMinute,
} from "#server/documents/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { type ChartEffects, chartEffectsOfPatient } from "#server/tasks/public.ts";

const wordsOf = sealed("record_copy.words_sealed");

type Context = Services & {
  readonly clinic: ClinicCaller;
  readonly auditPatient: (patientId: string, access?: { readonly ground: AuditGround; readonly id: string }) => void;
};
interface Purpose {
  readonly recipient: CopyRecipient;
  readonly words: string;
  readonly restrictionsread?: true | undefined;
}

/** Copies of a record for somebody outside. Whom one is for and why is kept, and is the reason in the audit. */
export const copyHandlers = {
  copyRecord: async ({ params, body }, ctx) => {
    const patientId = await copying(ctx, params.id, body);
    switch (body.of) {
      case "record":
        return createMedicalRecord(ctx, patientId);
      case "record_data":
        return createFhirRecord(ctx, patientId);
      case "conversations":
        return createConversationsPdf(ctx, patientId);
      case "conversations_data":
        return createConversationsData(ctx, patientId);
    }
  },
  copyReceipts: async ({ params, body }, ctx) => {
    const patientId = await copying(ctx, params.id, body);
    return body.of === "ndc"
      ? createNdcLetter(ctx, patientId, body.year)
      : createReceipt(ctx, body.of, patientId, body.year);
  },
} satisfies Partial<Handlers<typeof care>>;

/** Notes whom the copy is for before it is made; `not_found` for an unknown patient. */
async function copying(ctx: Context, id: string, purpose: Purpose): Promise<string> {
  const { recipient, words } = purpose;
  const patientId = await requirePatient(ctx, id);
  requireDisclosable(await chartEffectsOfPatient(ctx, patientId), purpose);
  await ctx.limiter.consume("paper", ctx.clinic.owner, documentsPerMinute);
  const copyId = newId();
  await ctx.db
    .insertInto("record_copy")
    .values({
      ...{ id: copyId, patient_id: patientId, actor: ctx.clinic.actor, recipient, made_at: ctx.clock.now() },
      words_sealed: ctx.secrets.seal(words, wordsOf(copyId)),
    })
    .execute();
  ctx.auditPatient(patientId, { ground: `copy_${recipient}`, id: copyId });
  return patientId;
}

/** What the chart says isn't to be disclosed binds (45 CFR 164.522(a)). A patient gets everything of their own. */
function requireDisclosable(
  { restricted, notToInsurer }: ChartEffects,
  { recipient, restrictionsread: looked }: Purpose,
): void {
  const refuse = (path: string, message: string) => new Refusal("bad_request", { fields: [{ path, message }] });
  if (recipient === "insurer" && notToInsurer)
    throw refuse(
      "recipient",
      "A restriction on the chart forbids copies for an insurer. It binds until it’s ended there.",
    );
  if (restricted && recipient !== "patient" && !looked)
    throw refuse(
      "restrictionsread",
      "Something on the chart isn’t to be disclosed. Look at it first, then say that you did.",
    );
}

/** What was said for each of these copies, by their ids. */
export async function wordsOfCopies(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  ids: readonly string[],
): Promise<readonly (readonly [string, string])[]> {
  const rows = await db
    .selectFrom("record_copy")
    .select(["id", "words_sealed"])
    .where("id", "in", [...ids])
    .execute();
  return rows.map(({ id, words_sealed }) => [id, secrets.open<string>(words_sealed, wordsOf(id))] as const);
}
