import { speakingFields } from "#content/schema/log.ts";
import type { account } from "#contract/account/calls.ts";
import type { SpeakingChoices } from "#contract/account/speaking.ts";
import { labelLanguageOf } from "#server/dispensing/public.ts";
import { mergedFrom } from "#server/persons/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  chartEntries,
  endTask,
  fieldsOfTask,
  newTaskDays,
  openTask,
  speakingKindOf,
  type TaskRow,
} from "#server/tasks/public.ts";

/*
 * How a patient wants to be spoken with, and their medicine labeled and closed, is an entry on their chart of the kind with `effect: speaking`. The patient
 * chooses it in the app; somebody of the practice logs it for a patient who says so. What was chosen last stands, whoever chose it.
 */

type Deps = Pick<Services, "content" | "secrets" | "config"> & { readonly db: Database };
type Chosen = Omit<SpeakingChoices, "languages" | "easyopentext">;

export const speakingHandlers = {
  speaking: async (_input, ctx) => presentSpeaking(ctx, await entriesOf(ctx, ctx.caller.patientId)),

  chooseSpeaking: ({ body }, ctx) =>
    inTransaction(ctx, async (tx) => {
      const { patientId } = ctx.caller;
      if (!languagesOf(tx).some(({ id }) => id === body.language))
        throw new Refusal("bad_request", {
          fields: [{ path: "language", message: sentence("account.choose_language") }],
        });
      await lockPatientOrders(tx.db, patientId);
      const entries = await entriesOf(tx, patientId);
      const actor = `patient:${patientId}`;
      const chosen = fieldsFor(tx, body);
      const isSame = JSON.stringify(fieldsFor(tx, chosenOf(tx, entries))) === JSON.stringify(chosen);
      if (isSame && entries.length <= 1) return presentSpeaking(tx, entries);
      for (const row of entries) await endTask(tx, row, { outcome: "done", note: undefined, actor });
      if (chosen.length > 0) await openEntry(tx, patientId, chosen);
      return presentSpeaking(tx, await entriesOf(tx, patientId));
    }),
} satisfies Pick<Handlers<typeof account>, "speaking" | "chooseSpeaking">;

/** Also those of an account that became part of this one, which bind as well. */
const entriesOf = async ({ db, content }: Deps, patientId: string): Promise<readonly TaskRow[]> =>
  chartEntries(db, [patientId, ...(await mergedFrom(db, patientId))], speakingKindOf(content.log)[0]);

const languagesOf = ({ content }: Pick<Deps, "content">) =>
  Object.entries(speakingKindOf(content.log)[1].fields[speakingFields.language]?.choices ?? {}).map(([id, label]) => ({
    ...{ id, label },
  }));

/** What stands: of several entries the last one that says it. */
function chosenOf(deps: Pick<Deps, "content" | "secrets">, entries: readonly TaskRow[]): Chosen {
  const values = new Map(
    entries.flatMap((row) => fieldsOfTask(deps, row).map(({ id, value }) => [id, value] as const)),
  );
  return {
    language: values.get(speakingFields.language) ?? languagesOf(deps)[0]?.id ?? "",
    interpreter: values.get(speakingFields.interpreter) === "yes",
    largetype: values.get(speakingFields.print) === "large",
    easyopen: values.get(speakingFields.cap) === "easy",
  };
}

/** The fields of an entry that says it; none where all is as usual. */
function fieldsFor(deps: Pick<Deps, "content">, { language, interpreter, largetype, easyopen }: Chosen) {
  return [
    ...(language === languagesOf(deps)[0]?.id ? [] : [{ id: speakingFields.language, value: language }]),
    ...(interpreter ? [{ id: speakingFields.interpreter, value: "yes" }] : []),
    ...(largetype ? [{ id: speakingFields.print, value: "large" }] : []),
    ...(easyopen ? [{ id: speakingFields.cap, value: "easy" }] : []),
  ];
}

async function openEntry(tx: TxServices, patientId: string, fields: readonly { id: string; value: string }[]) {
  const { promises, brand, log } = tx.content;
  const [kindId, kind] = speakingKindOf(log);
  const party = { role: kind.writes[0] ?? "patient_services", memberId: null } as const;
  const now = { today: clinicToday(tx), closed: promises.closed, timezone: brand.timezone, now: tx.clock.now() };
  await openTask(tx, {
    ...{ kind: "log", patientId, orderId: null, conversationId: null, holds: false, actor: `patient:${patientId}` },
    ...{ words: "Chosen by the patient in the app", asker: party, asked: party, days: newTaskDays("log", null, now) },
    log: { kind: kindId, fields, onChart: true },
  });
}

const presentSpeaking = (deps: Deps, entries: readonly TaskRow[]): SpeakingChoices => ({
  ...chosenOf(deps, entries),
  languages: languagesOf(deps).map((each) => ({ ...each, labels: labelLanguageOf(deps, each.id) !== null })),
  easyopentext: deps.content.documents.easyopen.patient,
});
