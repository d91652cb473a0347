import { onboarding } from "#contract/onboarding/calls.ts";
import { pay, readyToPay } from "#server/onboarding/testing/checkout.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import type { FindWritePoints } from "./crash-test-database.ts";
import type { SpawnedNode } from "./spawn-node.ts";
import type { WritePoint } from "./write-points.ts";

/** A patient at step 7 who was shown this total, in dollars. */
export interface PatientAtStep7 {
  readonly patient: TestPatient;
  readonly totalamount: number;
}

/** Has one patient pay to learn the write points of step 7, and prepares as many patients there as requested. */
export const preparePatientsAtStep7 =
  (neededCount: (points: readonly WritePoint[]) => number) => async (server: TestServer, pointsOf: FindWritePoints) => {
    const first = await preparePatientAtStep7(server);
    const points = await pointsOf(() => pay(server, first.patient, first.totalamount));
    const readyPatients: PatientAtStep7[] = [];
    for (let remaining = neededCount(points); remaining > 0; remaining -= 1)
      readyPatients.push(await preparePatientAtStep7(server));
    return { points, shoppers: readyPatients };
  };

async function preparePatientAtStep7(server: TestServer): Promise<PatientAtStep7> {
  const patient = await server.newPatient();
  const { totalamount } = await readyToPay(server, patient);
  return { patient, totalamount };
}

/** Pays and finishes the visit; null when the node dies without an answer. */
export async function payStep7(
  node: SpawnedNode,
  { patient, totalamount }: PatientAtStep7,
  key: string,
): Promise<{ status: number; code?: string } | null> {
  const answer = await node.call(onboarding.saveStep, { params: { n: 7 }, body: { totalamount } }, { patient, key });
  if (!answer) return null;
  const { status, problem } = answer;
  return { status, ...(problem.code ? { code: problem.code } : {}) };
}
