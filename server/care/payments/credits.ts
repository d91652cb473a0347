import type { care } from "#contract/care/calls.ts";
import type { Credit, creditCalls } from "#contract/care/credits.ts";
import { formatCents, toCents, toDollars } from "#contract/fields/numbers.ts";
import { type Permission, permits } from "#contract/policy/policy.ts";
import { lockOpenAccount } from "#server/auth/public.ts";
import { type CreditRow, creditsOf, givenSince, insertCredit, withdrawCredit } from "#server/discounts/public.ts";
import { notifyAndMail, removeNotification } from "#server/notifications/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { memberNames } from "#server/staff/public.ts";
import { requirePatient } from "../chart/patient-summary.ts";

/** The days whose credits count together. */
const limitDays = 30;
const dayMs = 24 * 3_600_000;

/** Who may give how much: an administrator's limit holds for somebody who works with patients' money as well, as nobody else makes this call. */
const limitPermissions = [
  ["administrator", "write:team"],
  ["finance", "write:money"],
  ["patient_services", "write:subscriptions"],
] as const satisfies readonly (readonly [keyof Services["content"]["creditlimits"], Permission])[];

type Caller = Pick<Services, "db" | "content" | "clock"> & { readonly clinic: Pick<ClinicCaller, "permissions"> };

/** What the caller may still give a patient, in cents. */
async function mostNow({ db, content, clock, clinic }: Caller, patientId: string): Promise<number> {
  const role = limitPermissions.find(([, permission]) => permits(clinic.permissions, [permission]))?.[0];
  const limit = role === undefined ? 0 : content.creditlimits[role];
  const given = await givenSince(db, patientId, new Date(clock.now().getTime() - limitDays * dayMs));
  return Math.max(0, limit - given);
}

const limitText = ({ creditlimits }: Services["content"]): string =>
  `In ${limitDays} days, a patient can be given ${formatCents(creditlimits.patient_services)} by patient services, ${formatCents(creditlimits.finance)} by finance, and ${formatCents(creditlimits.administrator)} by an administrator who also has one of these roles. That counts what anybody gave.`;

async function presentCredits(services: Pick<Services, "db">, credits: readonly CreditRow[]): Promise<Credit[]> {
  const names = await memberNames(
    services.db,
    credits.map(({ actor }) => actor),
  );
  return credits.map((credit) => ({
    ...{ id: credit.id, amount: toDollars(credit.amountCents), left: toDollars(credit.leftCents) },
    ...{ reason: credit.reason, note: credit.note, actor: credit.actor, name: names.get(credit.actor) ?? null },
    ...{ givenat: credit.givenAt.toISOString(), withdrawnat: credit.withdrawnAt?.toISOString() ?? null },
  }));
}

/** One of a patient's credits. */
async function creditOf(services: Pick<Services, "db" | "secrets">, patientId: string, id: string): Promise<Credit> {
  const found = (await creditsOf(services, patientId)).filter((credit) => credit.id === id);
  const [credit] = await presentCredits(services, found);
  if (!credit) throw new Refusal("not_found");
  return credit;
}

/** Credits for a mistake of the practice. */
export const creditHandlers = {
  credits: async ({ params: { id } }, ctx) => {
    await requirePatient(ctx, id);
    return {
      items: await presentCredits(ctx, await creditsOf(ctx, id)),
      mostnow: toDollars(await mostNow(ctx, id)),
      limit: limitText(ctx.content),
    };
  },

  giveCredit: async ({ params: { id }, body: { amount, reason, note } }, ctx) => {
    await requirePatient(ctx, id);
    return inTransaction(ctx, async (tx) => {
      if (!(await lockOpenAccount(tx.db, id)))
        throw tx.refuse("wrong_state", { message: "The patient has closed this account." });
      await lockPatientOrders(tx.db, id);
      const [amountCents, most] = [toCents(amount), await mostNow(tx, id)];
      if (amountCents > most)
        throw tx.refuse("wrong_state", {
          message: `You may give ${formatCents(most)} now. ${limitText(tx.content)}`,
          fields: [{ path: "amount", message: `At most ${formatCents(most)} now.` }],
        });
      const creditId = await insertCredit(tx, { patientId: id, amountCents, reason, note, actor: tx.clinic.actor });
      ctx.auditPatient(id, { ground: "credit_given", id: creditId });
      const values = { amount: formatCents(amountCents), phone: tx.content.brand.supportphone };
      await notifyAndMail(tx, { patientId: id, template: "credit_given", values, dedupeKey: creditId });
      return {
        message: `${formatCents(amountCents)} comes off the patient’s next order. We’ve told them by email.`,
        credit: await creditOf(tx, id, creditId),
      };
    });
  },

  withdrawCredit: async ({ params: { id, creditid } }, ctx) => {
    await requirePatient(ctx, id);
    return inTransaction(ctx, async (tx) => {
      await creditOf(tx, id, creditid);
      const cents = await withdrawCredit(tx, { id: creditid, patientId: id, actor: tx.clinic.actor });
      if (cents === 0)
        throw tx.refuse("wrong_state", { message: "Nothing is left of it: it was used, or withdrawn already." });
      ctx.auditPatient(id, { ground: "credit_withdrawn", id: creditid });
      await removeNotification(tx.db, "credit_given", creditid);
      const values = { amount: formatCents(cents), phone: tx.content.brand.supportphone };
      await notifyAndMail(tx, {
        patientId: id,
        template: "credit_withdrawn",
        values,
        dedupeKey: `${creditid}:${tx.clock.now().toISOString()}`,
      });
      return {
        message: `${formatCents(cents)} was withdrawn. We’ve told the patient by email.`,
        credit: await creditOf(tx, id, creditid),
      };
    });
  },
} satisfies Pick<Handlers<typeof care>, keyof typeof creditCalls>;
