import type { Wellbeing } from "#contract/wellbeing/calls.ts";
import { inTransaction, type Database } from "#server/platform/database/open.ts";
import { type Sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { presentCheckIns } from "./check-ins/present-check-ins.ts";
import { loadStart, type StartSymptom } from "./check-ins/start.ts";
import { presentDoses } from "./doses/present-doses.ts";
import { lockWellbeing } from "./lock-wellbeing.ts";
import { loadWellbeingSnapshot, type WellbeingSnapshot } from "./wellbeing-rows.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** What a patient's check-ins and doses are decided on. */
interface WellbeingState {
  readonly snapshot: WellbeingSnapshot;
  readonly start: readonly StartSymptom[];
}

async function loadState(services: Deps, patientId: string): Promise<WellbeingState> {
  const snapshot = await loadWellbeingSnapshot(services, patientId);
  const { submittedAt, prescribed } = snapshot;
  const start = submittedAt === null || prescribed.size === 0 ? [] : await loadStart(services, patientId, submittedAt);
  return { snapshot, start };
}

const present = (services: Pick<Services, "content">, { snapshot, start }: WellbeingState): Wellbeing => ({
  checkins: presentCheckIns(services, snapshot, start),
  doses: presentDoses(services, snapshot),
});

export const loadWellbeing = async (services: Deps, patientId: string): Promise<Wellbeing> =>
  present(services, await loadState(services, patientId));

/** Runs `change` under the patient's wellbeing lock, and gives what is shown afterwards. */
export const changeWellbeing = <S extends Services>(
  services: S,
  patientId: string,
  change: (tx: Omit<S, "db"> & { readonly db: TxServices["db"] }, state: WellbeingState) => Promise<Sentence>,
): Promise<{ message: string; wellbeing: Wellbeing }> =>
  inTransaction(services, async (tx) => {
    await lockWellbeing(tx.db, patientId);
    const state = await loadState(tx, patientId);
    const done = await change(tx, state);
    // No change moves the start.
    const after = { ...state, snapshot: await loadWellbeingSnapshot(tx, patientId) };
    return { message: toText(services.content, done), wellbeing: present(services, after) };
  });
