import { afterAll, describe, expect, test, vi } from "vitest";
import { messages } from "#contract/messages.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestServer } from "#server/testing/harness.ts";
import { say, talking, type Talking } from "#server/messages/testing/talk.ts";
import { type PointsOf, prepareGround } from "./ground.ts";
import { relayOn } from "./relay.ts";
import type { Death, Node } from "./spawn.ts";
import { numberOf, tried } from "./tried.ts";
import type { WritePoint } from "./write-points.ts";

/** Two starts of a node and the wait for a connection to be given up, in milliseconds. */
const within = 240_000;
const patience = { interval: 100, timeout: 120_000 };

interface Sending extends Death {
  readonly key: string;
  readonly patient: Talking;
  /** What is about to be written when the server is killed. */
  readonly before: string;
  readonly then: "the same request again" | "the message again, with another key";
}

/** Lets one patient send to learn the write points, and brings as many as `wanted` says to where they can. */
const beforeSends =
  (wanted: (points: readonly WritePoint[]) => number) => async (server: TestServer, pointsOf: PointsOf) => {
    const first = await talking(server);
    const points = await pointsOf(() => say(server, first, first.doctor, { message: "Hello" }));
    const patients: Talking[] = [];
    while (patients.length < wanted(points)) patients.push(await talking(server));
    return { points, patients };
  };

const ground = await prepareGround(beforeSends((all) => tried(all).length * 2 + 1));
const { points, patients } = ground.prepared;
const dying = (before: WritePoint | undefined, then: Sending["then"]): Sending => {
  const patient = patients.pop();
  if (!patient) throw new Error("No patient is left");
  return { at: numberOf(points, before), before: before?.name ?? "nothing", then, key: newId(), patient };
};
const sendings = tried(points).flatMap((point) => [
  dying(point, "the same request again"),
  dying(point, "the message again, with another key"),
]);
const answered = dying(undefined, "the same request again");

const relay = relayOn(ground.env);
afterAll(async () => {
  await relay.close();
  await ground.remove();
});

const clientIdOf = ({ key }: Sending) => `client-${key}`;
const send = (node: Node, { patient }: Sending, { text, clientid, key }: Record<"text" | "clientid" | "key", string>) =>
  node.call(messages.send, { params: { id: patient.doctor }, body: { message: text, clientid } }, { patient, key });
const sendDoomed = (node: Node, sending: Sending, key = sending.key) =>
  send(node, sending, { text: "Are you there?", clientid: clientIdOf(sending), key });

/** Her messages, oldest first, as place and words. */
async function threadOf(node: Node, { patient }: Sending): Promise<(readonly [number, string])[]> {
  const answer = await node.call(
    messages.messages,
    { params: { id: patient.doctor }, query: {} },
    { patient, key: "-" },
  );
  return (answer?.ok.items ?? []).map(({ seq, message }) => [seq, message] as const).toReversed();
}
const whole = [
  [1, "Acknowledged"],
  [2, "Are you there?"],
];

describe("killed by SIGKILL while a message is sent: what was acknowledged is there, and each message once", () => {
  test.each(sendings)(
    "killed at write point $at, before $before: $then",
    async (sending) => {
      const mortal = await relay.nodeOf(sending);
      const kept = await send(mortal, sending, { text: "Acknowledged", clientid: newId(), key: newId() });
      expect(kept?.status).toBe(201);
      expect(await sendDoomed(mortal, sending)).toBeNull();
      expect(await mortal.ended).toBe("SIGKILL");
      const node = await relay.nodeOf(sendings[sendings.indexOf(sending) + 1] ?? answered);
      expect((await threadOf(node, sending))[0]).toEqual(whole[0]);
      const key = sending.then === "the same request again" ? sending.key : newId();
      await vi.waitFor(
        async () => expect(await sendDoomed(node, sending, key)).toMatchObject({ status: 201, ok: { seq: 2 } }),
        patience,
      );
      expect(await threadOf(node, sending)).toEqual(whole);
    },
    within,
  );

  test(
    "there is no write point beyond, and later deaths changed nothing",
    async () => {
      const node = await relay.nodeOf(answered);
      await send(node, answered, { text: "Acknowledged", clientid: newId(), key: newId() });
      expect((await sendDoomed(node, answered))?.status).toBe(201);
      for (const sending of [...sendings, answered]) expect(await threadOf(node, sending)).toEqual(whole);
    },
    within,
  );
});
