import type { CheckIns } from "#contract/wellbeing/check-ins.ts";
import { addDays, weekdayOf } from "#server/platform/clock/calendar-days.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import type { WellbeingSnapshot } from "../wellbeing-rows.ts";
import type { StartSymptom } from "./start.ts";

/** The first day of a day's week, a Sunday. */
export const weekOf = (day: string): string => addDays(day, -weekdayOf(day));

/** The patient's check-ins; null without a symptom to ask about, or before a doctor has prescribed anything. */
export function presentCheckIns(
  { content }: Pick<Services, "content">,
  snapshot: WellbeingSnapshot,
  start: readonly StartSymptom[],
): CheckIns | null {
  if (start.length === 0 || snapshot.prescribed.size === 0) return null;
  const week = weekOf(snapshot.practiceToday);
  const thisWeek = snapshot.checkIns.find((checkIn) => checkIn.week === week);
  const [latest] = snapshot.checkIns;
  const symptoms = start.map((symptom) => {
    const valueIn = (checkIn: typeof latest) =>
      checkIn?.answers.find(({ symptomId }) => symptomId === symptom.id)?.value ?? null;
    const thisweek = valueIn(thisWeek);
    const before = snapshot.checkIns.map(valueIn).find((value) => value !== null) ?? null;
    return { ...symptom, now: thisweek ?? before, thisweek };
  });
  return {
    on: snapshot.wantsCheckIns,
    week,
    scale: [...content.questionnaire.scale],
    symptoms,
    latestweek: latest?.week ?? null,
    note: noteOn(content, snapshot, symptoms),
  };
}

/** What a patient reads beside the check-in. Nothing is celebrated while a medicine is on hold. */
function noteOn(
  content: Services["content"],
  { doctor, prescribed }: WellbeingSnapshot,
  symptoms: CheckIns["symptoms"],
): CheckIns["note"] {
  const moves = symptoms.flatMap(({ then, now }) => (now === null ? [] : now - then));
  const values = { doctor };
  if (moves.length === 0)
    return {
      kind: "before_first",
      text: toText(content, sentence("wellbeing.check_in_before_first", values)),
      action: null,
    };
  if (moves.some((move) => move >= content.followup.symptoms.worse.by))
    return {
      kind: "worse",
      text: toText(content, sentence("wellbeing.check_in_worse", values)),
      action: { label: toText(content, sentence("wellbeing.check_in_write", values)), href: "/messages/doctor" },
    };
  const onHold = [...prescribed.values()].some((item) => item.onHold);
  if (!onHold && moves.every((move) => move <= 0) && moves.some((move) => move < 0))
    return { kind: "better", text: toText(content, sentence("wellbeing.check_in_better", values)), action: null };
  return { kind: "reads", text: toText(content, sentence("wellbeing.check_in_reads", values)), action: null };
}
