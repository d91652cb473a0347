import { onboarding } from "#contract/onboarding.ts";
import { pay, readyToPay } from "#server/onboarding/testing/checkout.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import type { PointsOf } from "./ground.ts";
import type { Node } from "./spawn.ts";
import type { WritePoint } from "./write-points.ts";

/** A patient at step 7 who was shown this total, in dollars. */
export interface Shopper {
  readonly patient: TestPatient;
  readonly totalamount: number;
}

/** Lets one patient pay to learn the write points of step 7, and brings as many there as `patients` says. */
export const atStep7 =
  (patients: (points: readonly WritePoint[]) => number) => async (server: TestServer, pointsOf: PointsOf) => {
    const first = await shopper(server);
    const points = await pointsOf(() => pay(server, first.patient, first.totalamount));
    const shoppers: Shopper[] = [];
    for (let left = patients(points); left > 0; left -= 1) shoppers.push(await shopper(server));
    return { points, shoppers };
  };

async function shopper(server: TestServer): Promise<Shopper> {
  const patient = await server.newPatient();
  const { totalamount } = await readyToPay(server, patient);
  return { patient, totalamount };
}

/** Pays and finishes the visit; null when the node dies without an answer. */
export async function payStep7(
  node: Node,
  { patient, totalamount }: Shopper,
  key: string,
): Promise<{ status: number; code?: string } | null> {
  const answer = await node.call(onboarding.saveStep, { params: { n: 7 }, body: { totalamount } }, { patient, key });
  if (!answer) return null;
  const { status, problem } = answer;
  return { status, ...(problem.code ? { code: problem.code } : {}) };
}
