import { afterAll, describe, expect, test, vi } from "vitest";
import { messages } from "#contract/messages/calls.ts";
import {
  sendAsPatient,
  patientWithConversations,
  type PatientWithConversations,
} from "#server/messages/testing/conversations.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestServer } from "#server/testing/harness.ts";
import { type FindWritePoints, prepareCrashTestDatabase } from "./testing/crash-test-database.ts";
import { createNodeSequence, type Kill, killDuring, killGroupByGroup, killGroups } from "./testing/node-sequence.ts";
import type { SpawnedNode } from "./testing/spawn-node.ts";
import { selectWritePoints, type WritePoint, writePointNumber } from "./testing/write-points.ts";

/** Two starts of a node and the wait until a lost connection is given up, in milliseconds. */
const timeoutMs = 240_000;
const waitOptions = { interval: 100, timeout: 120_000 };

interface Sending extends Kill {
  readonly patient: PatientWithConversations;
  readonly recovery: "the same request again" | "the message again, with another key";
}

/** Has one patient send a message to learn the write points, and prepares as many patients as `neededCount` says. */
const preparePatients =
  (neededCount: (points: readonly WritePoint[]) => number) => async (server: TestServer, pointsOf: FindWritePoints) => {
    const first = await patientWithConversations(server);
    const points = await pointsOf(() => sendAsPatient(server, first, first.doctorConversationId, { message: "Hello" }));
    const patients: PatientWithConversations[] = [];
    while (patients.length < neededCount(points)) patients.push(await patientWithConversations(server));
    return { points, patients };
  };

const crashDatabase = await prepareCrashTestDatabase(preparePatients((all) => selectWritePoints(all).length * 2 + 1));
const { points, patients } = crashDatabase.preparedData;
const killedSending = (before: WritePoint | undefined, recovery: Sending["recovery"]): Sending => {
  const patient = patients.pop();
  if (!patient) throw new Error("No patient is left");
  return {
    writePoint: writePointNumber(points, before),
    nextWrite: before?.name ?? "nothing",
    recovery,
    key: newId(),
    patient,
  };
};
const groups = killGroups(
  selectWritePoints(points).flatMap((point) => [
    killedSending(point, "the same request again"),
    killedSending(point, "the message again, with another key"),
  ]),
);
const sendings = groups.flat();
const undisturbedSending = killedSending(undefined, "the same request again");
const undisturbed = [undisturbedSending];

const clientIdOf = ({ key }: Sending) => `client-${key}`;
const send = (
  node: SpawnedNode,
  { patient }: Sending,
  { text, clientid, key }: Record<"text" | "clientid" | "key", string>,
) =>
  node.call(
    messages.send,
    { params: { id: patient.doctorConversationId }, body: { message: text, clientid } },
    { patient, key },
  );
const sendKilledMessage = (node: SpawnedNode, sending: Sending, key = sending.key) =>
  send(node, sending, { text: "Are you there?", clientid: clientIdOf(sending), key });

/** The patient's messages, oldest first, as sequence number and text. */
async function threadOf(node: SpawnedNode, { patient }: Sending): Promise<(readonly [number, string])[]> {
  const answer = await node.call(
    messages.messages,
    { params: { id: patient.doctorConversationId }, query: {} },
    { patient, key: "-" },
  );
  return (answer?.ok.items ?? []).map(({ seq, message }) => [seq, message] as const).toReversed();
}
const expectedThread = [
  [1, "Acknowledged"],
  [2, "Are you there?"],
];

/** The patient sends it again, after what was acknowledged. */
async function recover(node: SpawnedNode, sending: Sending): Promise<void> {
  expect((await threadOf(node, sending))[0]).toEqual(expectedThread[0]);
  const key = sending.recovery === "the same request again" ? sending.key : newId();
  await vi.waitFor(
    async () => expect(await sendKilledMessage(node, sending, key)).toMatchObject({ status: 201, ok: { seq: 2 } }),
    waitOptions,
  );
}

const nodes = createNodeSequence(crashDatabase.env);
const nodeAfter = killGroupByGroup({
  nodes,
  groups,
  async kill(node, group) {
    for (const sending of group) {
      const sent = await send(node, sending, { text: "Acknowledged", clientid: newId(), key: newId() });
      expect(sent?.status).toBe(201);
    }
    const answers = await killDuring(node, group, (sending) => sendKilledMessage(node, sending));
    expect(answers).toEqual(group.map(() => null));
  },
  recover: (node, group) => group.map((sending) => recover(node, sending)),
  then: undisturbed,
});
afterAll(async () => {
  await nodes.close();
  crashDatabase.dispose();
});

describe("killed by SIGKILL while a message is sent: an acknowledged message is there, and each message once", () => {
  test.each(sendings)(
    "killed at write point $writePoint, before $nextWrite: $recovery",
    async (sending) => {
      const node = await nodeAfter(sending);
      expect(await threadOf(node, sending)).toEqual(expectedThread);
      const { events } = await node.patientState(sending.patient);
      expect(events.filter(({ type }) => type === "message.received")).toHaveLength(expectedThread.length);
    },
    timeoutMs,
  );

  test(
    "there is no write point after the last, and later kills changed nothing",
    async () => {
      const node = await nodes.nodeFor(undisturbed);
      await send(node, undisturbedSending, { text: "Acknowledged", clientid: newId(), key: newId() });
      expect((await sendKilledMessage(node, undisturbedSending))?.status).toBe(201);
      for (const sending of [...sendings, undisturbedSending])
        expect(await threadOf(node, sending)).toEqual(expectedThread);
    },
    timeoutMs,
  );
});
