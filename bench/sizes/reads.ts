import autocannon from "autocannon";
import type { Client } from "pg";
import { auth } from "#contract/auth.ts";
import { benchClient } from "../client.ts";
import { median } from "../profile.ts";
import { idIn } from "./copies.ts";

/** Measured at once on one server. */
const connections = 4;
const seconds = 1;

/** The calls of the screens patients open most; `{order}` is one of hers. */
const calls = [
  "/api/user",
  "/api/v2/prescriptionOrder/full",
  "/api/order/{order}",
  "/api/document",
  "/api/shipping/default",
];

export interface Reader {
  readonly token: string;
  readonly orderId: string;
}

export interface ReadFigure {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Signs these copies of the template in. */
export async function signInCopies(
  origin: string,
  client: Client,
  templateId: string,
  password: string,
  numbers: readonly number[],
): Promise<Reader[]> {
  const { rows } = await client.query<{ id: string }>("select id from customer_order where patient_id = $1", [
    templateId,
  ]);
  const orderId = rows[0]?.id ?? "";
  const emails = await client.query<{ id: string; email: string }>(
    "select id, email::text from patient where id = any($1)",
    [numbers.map((n) => idIn(n, templateId))],
  );
  const readers: Reader[] = [];
  for (const n of numbers) {
    const email = emails.rows.find(({ id }) => id === idIn(n, templateId))?.email ?? "";
    const { idToken } = await benchClient(origin).call(auth.signIn, { body: { email, password } });
    readers.push({ token: idToken, orderId: idIn(n, orderId) });
  }
  return readers;
}

/**
 * Each call on each server in turns, `rounds` times after one to warm up, so that what else the machine does hits all alike. By call, the
 * figures of each round, one for each server.
 */
export async function measureCalls(
  servers: readonly { readonly url: string; readonly readers: readonly Reader[] }[],
  rounds: number,
): Promise<ReadonlyMap<string, readonly (readonly ReadFigure[])[]>> {
  const figures = new Map<string, ReadFigure[][]>();
  for (let round = 0; round <= rounds; round += 1)
    for (const call of calls) {
      const turn: ReadFigure[] = [];
      // Each round begins with another server.
      for (const at of servers.keys()) {
        const index = (at + round) % servers.length;
        const server = servers[index];
        if (server) turn[index] = await measure(server.url, call, server.readers);
      }
      if (round > 0) figures.set(call, [...(figures.get(call) ?? []), turn]);
    }
  return figures;
}

async function measure(url: string, call: string, readers: readonly Reader[]): Promise<ReadFigure> {
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: readers.map(({ token, orderId }) => ({
      path: call.replace("{order}", orderId),
      headers: { authorization: `Bearer ${token}` },
    })),
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${call}: ${non2xx} refusals, ${errors} errors`);
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 };
}

/** Of one server over the rounds. */
export const medianFigure = (figures: readonly ReadFigure[]): ReadFigure => ({
  perSecond: median(figures.map(({ perSecond }) => perSecond)),
  p50: median(figures.map(({ p50 }) => p50)),
  p99: median(figures.map(({ p99 }) => p99)),
});
