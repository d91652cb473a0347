import type { Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { writeCheckIn } from "../check-in-queries.ts";
import type { WellbeingSnapshot } from "../wellbeing-rows.ts";
import { presentCheckIns } from "./present-check-ins.ts";
import type { StartSymptom } from "./start.ts";

export interface CheckInInput {
  readonly week: string;
  readonly answers: readonly { readonly symptomid: string; readonly value: number }[];
}

/**
 * Saves answers of this week's check-in; those not named stay, so that two devices add to one check-in. Refuses `wrong_state` for any other week and
 * while check-ins are off, `conflict` for a symptom that is not asked about.
 */
export async function saveCheckIn(
  { db, content, clock, secrets, refuse }: TxServices & Refuses<"wrong_state" | "conflict">,
  snapshot: WellbeingSnapshot,
  start: readonly StartSymptom[],
  { week, answers }: CheckInInput,
): Promise<void> {
  const checkIns = presentCheckIns({ content }, snapshot, start);
  if (checkIns === null) throw refuse("wrong_state");
  if (!checkIns.on) throw refuse("wrong_state", { message: sentence("wellbeing.check_in_turned_off") });
  if (week !== checkIns.week) throw refuse("wrong_state", { message: sentence("wellbeing.check_in_other_week") });
  if (answers.some(({ symptomid }) => !start.some(({ id }) => id === symptomid)))
    throw refuse("conflict", { message: sentence("wellbeing.check_in_other_symptoms") });
  const given = new Map(answers.map(({ symptomid, value }) => [symptomid, value]));
  await writeCheckIn(db, secrets, snapshot.patientId, {
    week,
    at: clock.now(),
    contentVersion: content.questionnaire.version,
    answers: checkIns.symptoms.flatMap(({ id, name, then, thisweek }) => {
      const value = given.get(id) ?? thisweek;
      return value === null ? [] : [{ symptomId: id, name, then, value }];
    }),
  });
}

/** Turns the offer of check-ins off, or on again. */
export async function setCheckIns(
  { db, clock }: Pick<TxServices, "db" | "clock">,
  patientId: string,
  wanted: boolean,
): Promise<void> {
  const set = { wanted, updated_at: clock.now() };
  await db
    .insertInto("check_in_preference")
    .values({ patient_id: patientId, ...set })
    .onConflict((conflict) => conflict.column("patient_id").doUpdateSet(set))
    .execute();
}
