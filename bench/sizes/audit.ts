import { newId } from "#server/platform/ids.ts";
import type { Workshop } from "./jobs.ts";
import { median } from "../profile.ts";

/** Entries one turn writes, one after the other, and histories it reads. */
const entries = 50;
const monthMs = 30 * 24 * 3_600_000;

/**
 * What the audit costs: an entry made durable, and the last entries of a patient and of an actor within a month. Milliseconds of a turn, by
 * what was done, for each round and workshop.
 */
export async function measureAudit(
  workshops: readonly Workshop[],
  patientsOf: (workshop: number) => readonly string[],
  rounds: number,
): Promise<ReadonlyMap<string, readonly (readonly number[])[]>> {
  const figures = new Map<string, number[][]>();
  for (let round = 0; round <= rounds; round += 1)
    for (const [what, act] of Object.entries(acts)) {
      const turn: number[] = [];
      for (const at of workshops.keys()) {
        const index = (at + round) % workshops.length;
        const workshop = workshops[index];
        if (!workshop) continue;
        const patients = patientsOf(index);
        const began = performance.now();
        for (let n = 0; n < entries; n += 1) await act(workshop, patients[n % patients.length] ?? "");
        turn[index] = performance.now() - began;
      }
      if (round > 0) figures.set(what, [...(figures.get(what) ?? []), turn]);
    }
  return figures;
}

type Act = (workshop: Workshop, patientId: string) => Promise<unknown>;

const acts: Readonly<Record<string, Act>> = {
  "an entry written": ({ services }, patientId) =>
    services.audit.record({
      actor: `patient:${patientId}`,
      patientId,
      call: "account.user",
      status: 200,
      code: null,
      requestId: newId(),
    }),
  "a patient's last entries": ({ services }, patientId) => lastEntries(services, "patient_id", patientId),
  "an actor's last entries": ({ services }, patientId) => lastEntries(services, "actor", `patient:${patientId}`),
};

const lastEntries = ({ db }: Workshop["services"], column: "patient_id" | "actor", value: string) =>
  db
    .selectFrom("audit_event")
    .selectAll()
    .where(column, "=", value)
    .where("at", ">", new Date(Date.now() - monthMs))
    .orderBy("at", "desc")
    .limit(50)
    .execute();

/** The median over rounds of each workshop. */
export const mediansOf = (turns: readonly (readonly number[])[]): number[] =>
  (turns[0] ?? []).map((_, index) => median(turns.map((turn) => turn[index] ?? 0)));
