import { loadContent } from "#content/loader/load.ts";
import { auth } from "#contract/auth.ts";
import type { Endpoint, Input, Output } from "#contract/http/endpoint.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { payment } from "#contract/payment.ts";
import { store } from "#contract/cart/calls.ts";
import { answerVisit } from "#server/onboarding/testing/answers.ts";
import type { CallOptions, CallResult, TestServer } from "#server/testing/harness.ts";
import { benchClient } from "./client.ts";
import { freshFolder, removeFolder, startNode } from "../../e2e/servers/node-process.ts";

const concurrency = 8;

/** Memory of one node after `count` patients went from sign-up to a paid visit, and how many it completed per minute under that load. */
export async function measureOnboardings(count: number): Promise<{ memoryMb: number; perMinute: number }> {
  const dataDir = freshFolder();
  const node = await startNode({ port: 3830, dataDir, env: { CARE_DESK_PACE_SECONDS: "0" } });
  const content = await loadContent();
  const client = benchClient(node.url);
  // The same visit as in the API tests, over the network.
  const server = {
    services: { content },
    takeUntouched: () => null,
    async call<E extends Endpoint>(endpoint: E, input: Input<E>, { token }: CallOptions = {}) {
      return { status: 200, ok: await client.call(endpoint, input, token) } as CallResult<Output<E>>;
    },
  } as unknown as TestServer;

  const began = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await one(client, server, next);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const minutes = (performance.now() - began) / 60_000;
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  const memoryMb = node.memory();
  await node.stop();
  removeFolder(dataDir);
  return { memoryMb, perMinute: count / minutes };
}

async function one(client: ReturnType<typeof benchClient>, server: TestServer, number: number) {
  const person = {
    email: `bench-${number}@example.com`,
    password: "marigold at noon",
    firstname: "Rosa",
    lastname: "Winter",
  };
  const { idToken: token } = await client.call(auth.signUp, { body: person });
  await answerVisit(server, { token });
  const { id } = await client.call(
    store.createShippingAddress,
    { body: { address1: "18 Orchard Street", city: "Davis", state: "CA", zipcode: "95616" } },
    token,
  );
  await client.call(payment.saveSource, { body: { source: "tok_visa" } }, token);
  const view = await client.call(onboarding.step, { params: { n: 6 } }, token);
  const consents = view.consents.map(({ id: consentId, version }) => ({ id: consentId, version }));
  const saved = await client.call(onboarding.saveStep, { params: { n: 6 }, body: { shippingid: id, consents } }, token);
  if (saved.onboarding.onboardingstep !== 7) throw new Error(`At ${saved.onboarding.onboardingstep} after checkout`);
  const { ordersummary } = await client.call(store.computeTax, { body: {} }, token);
  await client.call(
    onboarding.saveStep,
    { params: { n: 7 }, body: { consents, totalamount: ordersummary.totalamount } },
    token,
  );
}
