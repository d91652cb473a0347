import { growth } from "#contract/growth.ts";
import { acceptOffer, inCareAnswered, offerOf } from "#server/growth/testing/offered.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import type { PointsOf } from "./ground.ts";
import type { Node } from "./spawn.ts";
import type { WritePoint } from "./write-points.ts";

/** A patient in care with an offer, and the total she was shown, in dollars. */
export interface Offered {
  readonly patient: TestPatient;
  readonly upsellId: string;
  readonly total: number;
}

/** Lets one patient accept an offer to learn the write points of that, and makes as many offers as `wanted` says. */
export const beforeAccepting =
  (wanted: (points: readonly WritePoint[]) => number) => async (server: TestServer, pointsOf: PointsOf) => {
    const { patient, upsellId, total } = await offered(server);
    const points = await pointsOf(() => acceptOffer(server, patient, upsellId, { totalamount: total }));
    const offers: Offered[] = [];
    while (offers.length < wanted(points)) offers.push(await offered(server));
    await server.jobs.drain();
    return { points, offers };
  };

async function offered(server: TestServer): Promise<Offered> {
  const patient = await inCareAnswered(server);
  const { upsellId, total } = await offerOf(server, patient, "minoxidil");
  return { patient, upsellId, total };
}

/** Accepts her offer; null when the node dies without an answer. */
export async function accept(
  node: Node,
  { patient, upsellId, total }: Offered,
  key: string,
): Promise<{ status: number; code?: string } | null> {
  const input = { params: { id: upsellId }, body: { totalamount: total } };
  const answer = await node.call(growth.acceptUpsell, input, { patient, key });
  if (!answer) return null;
  const { status, problem } = answer;
  return { status, ...(problem.code ? { code: problem.code } : {}) };
}
