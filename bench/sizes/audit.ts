import { newId } from "#server/platform/ids.ts";
import { median } from "../browser/mobile-profile.ts";
import type { BenchServer } from "./bench-server.ts";

/** Entries written per round, one after another, and histories read. */
const entries = 50;
const monthMs = 30 * 24 * 3_600_000;

/**
 * The cost of the audit: a durable write of an entry, and reads of the last entries of a patient and of an actor within a month. Milliseconds, by
 * operation, for each round and database.
 */
export async function measureAudit(
  benchServers: readonly BenchServer[],
  patientsOf: (benchServer: number) => readonly string[],
  rounds: number,
): Promise<ReadonlyMap<string, readonly (readonly number[])[]>> {
  const figures = new Map<string, number[][]>();
  for (let round = 0; round <= rounds; round += 1)
    for (const [what, operation] of Object.entries(auditOperations)) {
      const milliseconds: number[] = [];
      for (const offset of benchServers.keys()) {
        const index = (offset + round) % benchServers.length;
        const benchServer = benchServers[index];
        if (!benchServer) continue;
        const patients = patientsOf(index);
        const began = performance.now();
        for (let n = 0; n < entries; n += 1) await operation(benchServer, patients[n % patients.length] ?? "");
        milliseconds[index] = performance.now() - began;
      }
      if (round > 0) figures.set(what, [...(figures.get(what) ?? []), milliseconds]);
    }
  return figures;
}

type AuditOperation = (benchServer: BenchServer, patientId: string) => Promise<unknown>;

const auditOperations: Readonly<Record<string, AuditOperation>> = {
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

const lastEntries = ({ db }: BenchServer["services"], column: "patient_id" | "actor", value: string) =>
  db
    .selectFrom("audit_event")
    .selectAll()
    .where(column, "=", value)
    .where("at", ">", new Date(Date.now() - monthMs))
    .orderBy("at", "desc")
    .limit(50)
    .execute();

/** The median over rounds for each database. */
export const mediansOf = (figuresByRound: readonly (readonly number[])[]): number[] =>
  (figuresByRound[0] ?? []).map((_, index) => median(figuresByRound.map((milliseconds) => milliseconds[index] ?? 0)));
