import type { ErrorCode } from "#contract/http/errors.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import { type Obstacle, refusalBy } from "../obstacle.ts";
import { loadTreatmentSnapshot, type TreatmentSnapshot } from "./treatment-snapshot.ts";

type OnTransaction<S> = Omit<S, "db"> & { readonly db: Tx };

/** Runs `work` on a patient's treatment snapshot while holding the patient's order lock. Joins the transaction of `services.db`. */
export function withLockedTreatment<S extends Services | TxServices, T>(
  services: S,
  patientId: string,
  work: (txServices: OnTransaction<S>, snapshot: TreatmentSnapshot) => Promise<T>,
): Promise<T> {
  return inTransaction<S, T>(services, async (txServices) => {
    const tx: TxServices = { ...services, db: txServices.db };
    await lockPatientOrders(tx.db, patientId);
    return work(txServices, await loadTreatmentSnapshot(tx, patientId, await activePrescriptions(tx, patientId)));
  });
}

/** What a patient does with their treatment, in the order in which it is asked under the lock. */
interface TreatmentAct<S, Code extends ErrorCode, Target, T> {
  /** What it is about; undefined refuses with `not_found`. */
  readonly load: (tx: S, snapshot: TreatmentSnapshot) => Target | undefined | Promise<Target | undefined>;
  /** The result where nothing is to be performed, as for a repeat. */
  readonly instead?: (tx: S, target: Target) => Promise<T | null>;
  readonly obstacle: (tx: S, snapshot: TreatmentSnapshot, target: Target) => Obstacle<Code> | null;
  readonly perform: (tx: S, snapshot: TreatmentSnapshot, target: Target) => Promise<T>;
}

/** Performs an act on a patient's treatment under the patient's order lock, or refuses with its obstacle. */
export function actOnTreatment<S extends Services | TxServices, Code extends ErrorCode, Target, T>(
  services: S & Refuses<Code>,
  patientId: string,
  { load, instead, obstacle: obstacleOf, perform }: TreatmentAct<OnTransaction<S & Refuses<Code>>, Code, Target, T>,
): Promise<T> {
  return withLockedTreatment(services, patientId, async (tx, snapshot) => {
    const target = await load(tx, snapshot);
    if (target === undefined) throw new Refusal("not_found");
    const result = await instead?.(tx, target);
    if (result !== null && result !== undefined) return result;
    const obstacle = obstacleOf(tx, snapshot, target);
    if (obstacle === null) return perform(tx, snapshot, target);
    throw refusalBy(services, obstacle);
  });
}
