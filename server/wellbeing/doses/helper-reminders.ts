import type { account } from "#contract/account/calls.ts";
import type { HelperPart } from "#contract/account/helpers.ts";
import { timeZoneName } from "#contract/fields/formats.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { lockWellbeing } from "../lock-wellbeing.ts";
import { loadWellbeingSnapshot, type WellbeingSnapshot } from "../wellbeing-rows.ts";
import { pickDays } from "./note-dose.ts";
import { pickedFor, runningMedicines } from "./running-medicines.ts";

/*
 * A helper with this part reads and sets the hours of a patient's reminders. The days of a medicine are the patient's: where they picked none there's no
 * reminder to set. Which medicine it is a helper reads only where orders, with the names of products, were shared as well.
 */

const remindersOf = (services: Pick<Services, "content">, snapshot: WellbeingSnapshot) =>
  runningMedicines(services, snapshot).flatMap(({ prescriptionId, product, dosing }) => {
    const schedule = dosing && pickedFor(services.content, snapshot.schedules, product)?.schedule;
    return schedule ? [{ prescriptionId, name: product.name, schedule }] : [];
  });

function present(
  services: Pick<Services, "content">,
  snapshot: WellbeingSnapshot,
  parts: readonly string[],
): Output<typeof account.helperReminders> {
  const named = parts.includes("orders" satisfies HelperPart);
  return {
    items: remindersOf(services, snapshot).map(({ prescriptionId: id, name, schedule }, index) => ({
      id,
      title: named
        ? name
        : toText(services.content, sentence("wellbeing.reminder_number", { count: String(index + 1) })),
      remindat: schedule.remindAt,
    })),
    timezone: timeZoneName(snapshot.timezone),
    mailed: snapshot.wantsUpdateMails,
  };
}

export const helperReminderHandlers = {
  helperReminders: async (_input, ctx) => {
    const { helper, patientId } = ctx.caller;
    if (!helper) throw new Refusal("not_found");
    return present(ctx, await loadWellbeingSnapshot(ctx, patientId), helper.parts);
  },
  setHelperReminder: ({ params: { id }, body: { remindat } }, ctx) => {
    const { helper, patientId } = ctx.caller;
    if (!helper) throw new Refusal("not_found");
    return inTransaction(ctx, async (tx) => {
      await lockWellbeing(tx.db, patientId);
      const snapshot = await loadWellbeingSnapshot(tx, patientId);
      const reminder = remindersOf(tx, snapshot).find(({ prescriptionId }) => prescriptionId === id);
      if (!reminder) throw new Refusal("not_found");
      await pickDays(tx, snapshot, id, { days: reminder.schedule.days, remindat, helperId: helper.id });
      return present(tx, await loadWellbeingSnapshot(tx, patientId), helper.parts);
    });
  },
} satisfies Partial<Handlers<typeof account>>;
