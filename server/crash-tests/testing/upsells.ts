import { growth } from "#contract/growth/calls.ts";
import { acceptUpsell, answeredPatientInCare, dashboardUpsell } from "#server/growth/testing/upsells.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import type { FindWritePoints } from "./crash-test-database.ts";
import type { SpawnedNode } from "./spawn-node.ts";
import type { WritePoint } from "./write-points.ts";

/** A patient in care with an offered upsell, and the total they were shown, in dollars. */
export interface OfferedUpsell {
  readonly patient: TestPatient;
  readonly upsellId: string;
  readonly total: number;
}

/** Has one patient accept an upsell to learn the write points, and prepares as many offered upsells as requested. */
export const prepareUpsells =
  (neededCount: (points: readonly WritePoint[]) => number) => async (server: TestServer, pointsOf: FindWritePoints) => {
    const { patient, upsellId, total } = await preparePatientWithUpsell(server);
    const points = await pointsOf(() => acceptUpsell(server, patient, upsellId, { totalamount: total }));
    const upsells: OfferedUpsell[] = [];
    while (upsells.length < neededCount(points)) upsells.push(await preparePatientWithUpsell(server));
    await server.jobs.drain();
    return { points, upsells };
  };

async function preparePatientWithUpsell(server: TestServer): Promise<OfferedUpsell> {
  const patient = await answeredPatientInCare(server);
  const { upsellId, total } = await dashboardUpsell(server, patient, "minoxidil");
  return { patient, upsellId, total };
}

/** Accepts the patient's upsell; null when the node dies without an answer. */
export async function acceptUpsellOn(
  node: SpawnedNode,
  { patient, upsellId, total }: OfferedUpsell,
  key: string,
): Promise<{ status: number; code?: string } | null> {
  const input = { params: { id: upsellId }, body: { totalamount: total } };
  const answer = await node.call(growth.acceptUpsell, input, { patient, key });
  if (!answer) return null;
  const { status, problem } = answer;
  return { status, ...(problem.code ? { code: problem.code } : {}) };
}
