import type { care } from "#contract/care/calls.ts";
import type { toldAnswerCalls } from "#contract/care/told-answers.ts";
import { formatList } from "#contract/fields/formats.ts";
import type { HandlerInput } from "#contract/http/endpoint.ts";
import { permits } from "#contract/policy/policy.ts";
import { lockOpenAccount } from "#server/auth/public.ts";
import { putPrescriptionsOnHold, requirePatient } from "#server/care/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import {
  changeHealthAnswers,
  type ChangePreview,
  previewHealthChange,
  readHealthAnswers,
  type Recording,
} from "#server/onboarding/public.ts";
import { clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import type { Context, Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

type Call = typeof toldAnswerCalls.recordTold;
type Input = HandlerInput<Call>["body"];

/** What a patient tells the practice of their health: the answers as if the patient had changed them, with how they were told. */
export const toldAnswerHandlers = {
  healthAnswers: async ({ params: { id } }, ctx) => {
    await requirePatient(ctx, id);
    const { version, screens } = await readHealthAnswers(ctx, id);
    return { version, screens };
  },
  previewTold: async ({ params: { id }, body }, ctx) => {
    await requirePatient(ctx, id);
    const preview = await previewHealthChange(ctx, id, body.answers);
    return { follows: followsOf(ctx, await inUse(ctx.db, id), preview), screens: [...preview.screens] };
  },
  recordTold: async ({ params: { id }, body }, ctx) => {
    await requirePatient(ctx, id);
    requireToldBefore(ctx, body);
    if (body.reviewed && !permits(ctx.clinic.permissions, ["write:prescribing"]))
      throw new Refusal("bad_request", { fields: [{ path: "reviewed", message: reviewedText }] });
    return recordTold(ctx, id, body);
  },
} satisfies Pick<Handlers<typeof care>, keyof typeof toldAnswerCalls>;

const reviewedText = "Only a doctor can say that nobody else has to look at it.";

function requireToldBefore(services: Pick<Services, "content" | "clock">, { told }: Input): void {
  if (told.on > clinicToday(services))
    throw new Refusal("bad_request", {
      fields: [{ path: "told.on", message: "Please enter the day it was told, today or earlier." }],
    });
}

const recordTold = (ctx: Context<Call>, patientId: string, { told, answers, version, reviewed = false }: Input) =>
  inTransaction(ctx, async (tx) => {
    if (!(await lockOpenAccount(tx.db, patientId)))
      throw tx.refuse("wrong_state", {
        message: "The patient has closed this account, so nothing of it can be changed.",
      });
    let toldId = "";
    const recording: Recording = {
      ...{ source: told.source, teller: told.teller, on: told.on, note: told.note, callerProved: told.callerproved },
      ...{ actor: tx.clinic.actor, reviewed },
      kept: (id) => void (toldId = id),
    };
    const { health } = await changeHealthAnswers(
      tx,
      patientId,
      { answers, version },
      (services, id, affects) => putPrescriptionsOnHold(services, id, affects, { asksDoctor: !reviewed }),
      recording,
    );
    tx.auditPatient(patientId, { ground: `told_${told.source}`, id: toldId });
    const values = { date: formatDay(told.on), phone: tx.content.brand.supportphone };
    await notifyAndMail(tx, { patientId, template: "answers_told", values, dedupeKey: toldId });
    return { message: "Recorded. We’ve asked the patient to check it.", version: health.version };
  });

/** The products of the prescriptions a patient has and that aren't on hold. */
async function inUse(db: Database, patientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("prescription")
    .select("product_id")
    .distinct()
    .where("patient_id", "=", patientId)
    .where("status", "=", "active")
    .where("on_hold_at", "is", null)
    .orderBy("product_id")
    .execute();
  return rows.map(({ product_id }) => product_id);
}

/** What would follow from a change of answers, for whoever is about to record it. */
function followsOf(
  { content }: Pick<Services, "content">,
  prescribed: readonly string[],
  { contraindicates, look, isEmergency }: ChangePreview,
): string[] {
  const names = (isMeant: (productId: string) => boolean) =>
    content.catalogue.products
      .filter(({ productid }) => prescribed.includes(productid) && isMeant(productid))
      .map(({ name }) => name);
  const onHold = names(contraindicates);
  const waiting = names((id) => look !== null && look.holds.includes(id) && !contraindicates(id));
  const follows = [
    ...(isEmergency ? ["It’s reported as an emergency at once. Tell the caller to call 911."] : []),
    ...(onHold.length > 0 ? [`This puts ${formatList(onHold)} on hold.`] : []),
    ...(look === null ? [] : [`A clinician looks at it ${withinText(look.within)}.`]),
    ...(waiting.length > 0 ? [`Until then, ${formatList(waiting)} isn’t sent or charged.`] : []),
  ];
  return follows.length > 0 ? follows : ["Nothing is stopped by it. It’s kept in the record."];
}

const withinText = (within: "today" | number): string =>
  within === "today" ? "today" : within === 1 ? "by the next business day" : `within ${within} business days`;
