import type { wellbeing } from "#contract/wellbeing/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { sentence } from "#server/platform/sentences.ts";
import { saveCheckIn, setCheckIns } from "./check-ins/save-check-in.ts";
import { endDays, noteDose, pickDays } from "./doses/note-dose.ts";
import { pickTimezone, takeBrowserTimezone } from "./doses/take-timezone.ts";
import { changeWellbeing, loadWellbeing } from "./wellbeing.ts";

const notedSentences = { done: "wellbeing.dose_done", skipped: "wellbeing.dose_skipped" } as const;

export const wellbeingHandlers = {
  read: (_input, ctx) => loadWellbeing(ctx, ctx.caller.patientId),
  setCheckIns: ({ body: { on } }, ctx) =>
    changeWellbeing(ctx, ctx.caller.patientId, async (tx) => {
      await setCheckIns(tx, ctx.caller.patientId, on);
      return sentence(on ? "wellbeing.check_ins_on" : "wellbeing.check_ins_off");
    }),
  checkIn: ({ params: { week }, body: { answers } }, ctx) =>
    changeWellbeing(ctx, ctx.caller.patientId, async (tx, { snapshot, start }) => {
      await saveCheckIn(tx, snapshot, start, { week, answers });
      return sentence("wellbeing.check_in_saved");
    }),
  pickDays: ({ params: { id }, body }, ctx) =>
    changeWellbeing(ctx, ctx.caller.patientId, async (tx, { snapshot }) => {
      const { timezone, ...days } = body;
      await pickDays(tx, timezone === undefined ? snapshot : await pickTimezone(tx, snapshot, timezone), id, days);
      return sentence("wellbeing.days_saved");
    }),
  endDays: ({ params: { id } }, ctx) =>
    changeWellbeing(ctx, ctx.caller.patientId, async (tx, { snapshot }) => {
      await endDays(tx, snapshot, id);
      return sentence("wellbeing.days_ended");
    }),
  noteDose: ({ params: { id, day }, body: { status, timezone } }, ctx) =>
    changeWellbeing(ctx, ctx.caller.patientId, async (tx, { snapshot }) => {
      await noteDose(tx, snapshot, id, { day, status });
      if (timezone !== undefined) await takeBrowserTimezone(tx, snapshot, timezone);
      return sentence(status === null ? "wellbeing.dose_taken_back" : notedSentences[status]);
    }),
} satisfies Handlers<typeof wellbeing>;
