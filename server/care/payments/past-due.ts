import { v5 } from "uuid";
import type { care } from "#contract/care/calls.ts";
import { type PastDueMail, pastDueMails, type PatientPastDue, type pastDueCalls } from "#contract/care/past-due.ts";
import { formatCents, toCents, toDollars } from "#contract/fields/numbers.ts";
import type { HandlerInput } from "#contract/http/endpoint.ts";
import { lockOpenAccount, type Patient, patientById } from "#server/auth/public.ts";
import { lastSentByPractice, notifyAndMail, sendByPractice } from "#server/notifications/public.ts";
import { orderByKey } from "#server/orders/public.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Context, Handlers } from "#server/platform/http/handler.ts";
import { greetingName } from "#server/platform/mail/queue-mail.ts";
import { renderMail } from "#server/platform/mail/render-mail.ts";
import type { RateLimit } from "#server/platform/rate-limit.ts";
import type { Services } from "#server/platform/services.ts";
import {
  chargePastDue,
  loadPatientPastDue,
  type PastDueObstacle,
  type PatientPastDue as PastDue,
  takeWriteOffsBack,
  writeOffCharges,
} from "#server/treatment/public.ts";
import { requirePatient } from "../chart/patient-summary.ts";
import { insertPatientRequest, requireAskedBefore, requireProof } from "../orders/patient-requests.ts";

/** Namespace of the ids of requests to charge again, derived from the call's idempotency key. */
const requestNamespace = "3c7a5f0e-6d1b-4a39-9d55-7b0e1a2c4f88";

/** How long after one prepared mail the next one can be sent. */
const mailEveryDays = 2;
const dayMs = 24 * 3_600_000;

/** Banks take many tries for fraud, and the patient pays for it with a blocked card. */
const chargesPerDay: RateLimit = {
  points: 3,
  seconds: 24 * 3600,
  message: "This card was tried three times today. Please send the link for another card.",
};

const billingPath = "/account-settings/billing-details";

/** What the prepared mails about a charge that failed are filled with. */
const mailValues = (
  { config, content }: Pick<Services, "config" | "content">,
  { firstname }: Pick<Patient, "firstname">,
  totalCents: number,
) => ({
  firstname: greetingName(firstname),
  total: formatCents(totalCents),
  phone: content.brand.supportphone,
  link: `${config.publicUrl}${billingPath}`,
});

/** Why it can't be charged for a patient who asks for it. */
const obstacleTexts: Readonly<Record<PastDueObstacle, string>> = {
  nothing: "Nothing is past due.",
  written_off: "All of it was written off. To charge it, take the write-off back first.",
  charging: "It’s being charged right now. Please look again in a minute.",
  disputed: "A payment is disputed, so nothing is charged until that’s settled.",
  death_reported: "Somebody says that this patient died, so nothing is charged or mailed until that’s settled.",
  care_ended: "The practice has ended this patient’s care, so nothing more is charged.",
  waits: "It waits for the doctor or for the patient’s answer, so it isn’t charged.",
  no_card: "There’s no card on file. Send the link for a new one.",
  card_refused: "The bank won’t let us charge this card any more. Send the link for a new one.",
};

/** Another card doesn't help with these, so no mail asks for one. */
const nothingToMail: ReadonlySet<PastDueObstacle> = new Set([
  ...(["nothing", "written_off", "charging", "death_reported", "care_ended"] as const),
]);

/** Why a prepared mail can't be sent now; null where it can. */
function mailObstacle(
  services: Pick<Services, "clock" | "content">,
  mail: PastDueMail,
  { charges, totalCents, obstacle }: PastDue,
  { patient, mailedAt }: { readonly patient: Patient; readonly mailedAt: Date | null },
): string | null {
  if (obstacle !== null && nothingToMail.has(obstacle)) return obstacleTexts[obstacle];
  if (totalCents === 0) return "It waits for the doctor or for the patient’s answer, so a card doesn’t help.";
  if (patient.emailRefusedAt !== null)
    return "The mail server says this address takes no mail. Please call, and change the contact data.";
  if (mailedAt !== null && services.clock.now().getTime() - mailedAt.getTime() < mailEveryDays * dayMs)
    return "One of these was sent in the last two days.";
  const retries = charges.flatMap(({ retryOn }) => retryOn ?? []).toSorted();
  if (mail === "payment_closing" && retries[0] !== undefined) return `We try again on ${formatDay(retries[0])}.`;
  return null;
}

async function presentPastDue(
  services: Pick<Services, "db" | "content" | "clock" | "config" | "secrets">,
  patientId: string,
): Promise<PatientPastDue> {
  const pastDue = await loadPatientPastDue(services, patientId);
  const patient = await patientById(services, patientId);
  const mailedAt = (await lastSentByPractice(services.db, [patientId], pastDueMails)).get(patientId) ?? null;
  const values = mailValues(services, patient, pastDue.totalCents);
  return {
    amount: toDollars(pastDue.totalCents),
    charges: pastDue.charges.map(({ id, amountCents, failedOn, writeOff }) => ({
      ...{ prescriptionorderid: id, amount: toDollars(amountCents), failedon: failedOn },
      writeoff: writeOff !== null,
    })),
    card: pastDue.card,
    chargeobstacle: pastDue.obstacle && obstacleTexts[pastDue.obstacle],
    mailedat: mailedAt?.toISOString() ?? null,
    mails: pastDueMails.map((mail) => {
      const { subject, text } = renderMail(services.content, mail, values, services.clock.now());
      return { mail, subject, text, obstacle: mailObstacle(services, mail, pastDue, { patient, mailedAt }) };
    }),
  };
}

/** What the practice does about charges that failed. */
export const pastDueHandlers = {
  pastDue: async ({ params: { id } }, ctx) => {
    await requirePatient(ctx, id);
    return presentPastDue(ctx, id);
  },

  chargePastDue: { resumable: ({ params, body }, ctx) => chargeAsAsked(ctx, params.id, body) },

  mailPastDue: async ({ params: { id }, body: { mail } }, ctx) => {
    await requirePatient(ctx, id);
    return inTransaction(ctx, async (tx) => {
      if (!(await lockOpenAccount(tx.db, id))) throw tx.refuse("wrong_state", { message: closedText });
      const [pastDue, patient] = [await loadPatientPastDue(tx, id), await patientById(tx, id)];
      const mailedAt = (await lastSentByPractice(tx.db, [id], pastDueMails)).get(id) ?? null;
      const obstacle = mailObstacle(tx, mail, pastDue, { patient, mailedAt });
      if (obstacle !== null) throw tx.refuse("wrong_state", { message: obstacle });
      const mailId = await sendByPractice(tx, {
        ...{ patientId: id, mail, to: patient.email, actor: tx.clinic.actor },
        values: mailValues(tx, patient, pastDue.totalCents),
        dedupeKey: `${mail}:${id}:${tx.idempotencyKey}`,
      });
      ctx.auditPatient(id, { ground: mail, id: mailId });
      return { message: "It’s on its way." };
    });
  },

  writeOff: async ({ params: { id }, body: { prescriptionorderids: ids, reason, note } }, ctx) => {
    await requirePatient(ctx, id);
    return inTransaction(ctx, async (tx) => {
      const made = await writeOffCharges(tx, { patientId: id, ids, reason, note, actor: tx.clinic.actor });
      if (made === null) throw tx.refuse("conflict", { message: changedText });
      for (const writeOffId of made) ctx.auditPatient(id, { ground: "write_off", id: writeOffId });
      return presentPastDue(tx, id);
    });
  },

  takeWriteOffBack: async ({ params: { id }, body: { prescriptionorderids: ids } }, ctx) => {
    await requirePatient(ctx, id);
    return inTransaction(ctx, async (tx) => {
      const ended = await takeWriteOffsBack(tx, { patientId: id, ids, actor: tx.clinic.actor });
      if (ended === null) throw tx.refuse("conflict", { message: changedText });
      for (const writeOffId of ended) ctx.auditPatient(id, { ground: "write_off_taken_back", id: writeOffId });
      return presentPastDue(tx, id);
    });
  },
} satisfies Pick<Handlers<typeof care>, keyof typeof pastDueCalls>;

const closedText = "The patient has closed this account.";
const changedText = "Something of it has changed since you looked. Please look again.";

type ChargeCall = typeof pastDueCalls.chargePastDue;
type ChargeBody = HandlerInput<ChargeCall>["body"];

/** Charges what is past due for a patient who asks for it, and tells them that somebody asked. The same key is the same charge. */
async function chargeAsAsked(ctx: Context<ChargeCall>, patientId: string, { asked, amount }: ChargeBody) {
  await requirePatient(ctx, patientId);
  requireAskedBefore(ctx, asked);
  requireProof(asked);
  const key = `asked:${ctx.idempotencyKey}`;
  const askedCents = toCents(amount);
  // Sent again after a crash, what it began is no obstacle.
  if (!(await orderByKey(ctx.db, patientId, key))) {
    const { totalCents, obstacle } = await loadPatientPastDue(ctx, patientId);
    if (obstacle !== null) throw ctx.refuse("wrong_state", { message: obstacleTexts[obstacle] });
    if (totalCents !== askedCents) throw ctx.refuse("conflict", { message: otherAmountText(totalCents) });
    await ctx.limiter.consume("charges-asked-for", patientId, chargesPerDay);
  }
  await inTransaction(ctx, async (tx) => {
    const id = v5(`${patientId}:${ctx.idempotencyKey}`, requestNamespace);
    await insertPatientRequest(tx, { patientId, asked, action: "charge", id });
    const { supportphone: phone } = tx.content.brand;
    const values = { total: formatCents(askedCents), date: formatDay(asked.on), phone };
    await notifyAndMail(tx, { patientId, template: "charge_asked", values, dedupeKey: id });
  });
  const result = await chargePastDue(ctx, { patientId, idempotencyKey: key, askedCents });
  if (result === null) throw ctx.refuse("wrong_state", { message: "There’s nothing to charge any more." });
  return { outcome: result.outcome, amount: result.amount, message: outcomeTexts[result.outcome] };
}

const otherAmountText = (cents: number): string =>
  `It would be ${formatCents(cents)} now. Please ask the patient about that amount.`;

const outcomeTexts = {
  paid: "It’s paid, and the order goes out. The patient gets a receipt by email.",
  declined: "It didn’t work. The patient needs another card: send the link.",
  pending: "The bank hasn’t answered yet. We’ll email the patient once it has.",
} as const;
