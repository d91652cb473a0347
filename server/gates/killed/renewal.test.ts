import { afterAll, describe, expect, test, vi } from "vitest";
import { payment } from "#contract/payment.ts";
import { newId } from "#server/platform/ids.ts";
import { testDatabaseUrl } from "#server/platform/testing/databases.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { dayMs } from "./controls.ts";
import { prepareGround } from "./ground.ts";
import { relayOn } from "./relay.ts";
import { beforeRenewals } from "./renewals.ts";
import { expectRenewedOnce, patience, type Renewal } from "./renewed-once.ts";
import { type Death, type Node, startNode } from "./spawn.ts";
import { numberOf, sampled, tried } from "./tried.ts";
import type { WritePoint } from "./write-points.ts";

/** Two waits for a lost worker and two starts of a node, in milliseconds. */
const within = 480_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface Killed extends Death, Renewal {
  /** What is about to be written when the server is killed. */
  readonly before: string;
  readonly then: string;
  /** How long the server is away. */
  readonly awayMs: number;
}
interface CardSaved extends Killed {
  readonly key: string;
  readonly then: "the same request again" | "she saves it again" | "nobody comes back";
}

/** The order is there, and nothing says that the gateway was asked. */
const claimed = (points: readonly WritePoint[]) => points.find(({ name }) => name === "update payment_intent");
/** The gateway was about to be asked. */
const asked = (points: readonly WritePoint[]) =>
  points.slice(points.indexOf(claimed(points)!)).find(({ name }) => name === "insert into sandbox.idempotency");
/** The money is taken, and the clinic does not know. */
const charged = (points: readonly WritePoint[]) => points.findLast(({ name }) => name === "update payment_intent");
const awayAfter = (points: readonly WritePoint[]) => sampled([claimed(points), asked(points), charged(points)]);

const onServer = testDatabaseUrl() !== null;
const ground = await prepareGround(
  beforeRenewals({
    owing: (card) => tried(card).length + 3,
    due: (round) => tried(round).length + awayAfter(round).length + 1,
    together: onServer ? 6 : 0,
  }),
);
const { card, round, cents, together } = ground.prepared;
const next = (patients: TestPatient[]): TestPatient => {
  const patient = patients.shift();
  if (!patient) throw new Error("No patient is left");
  return patient;
};

const saved = (before: WritePoint | undefined, then: CardSaved["then"]): CardSaved => ({
  at: numberOf(card, before),
  before: before?.name ?? "nothing",
  key: newId(),
  patient: next(ground.prepared.owing),
  cents,
  refused: 1,
  then,
  awayMs: minuteMs,
});
const renewed = (before: WritePoint | undefined, then: string, awayMs = minuteMs): Killed => ({
  at: numberOf(round, before),
  before: before?.name ?? "nothing",
  key: null,
  patient: next(ground.prepared.due),
  cents,
  refused: 0,
  then,
  awayMs,
});

const cardsSaved = [
  ...tried(card).map((point) => saved(point, "the same request again")),
  saved(claimed(card), "she saves it again"),
  saved(charged(card), "nobody comes back"),
];
const cardKept = saved(undefined, "the same request again");
const renewals = [
  ...tried(round).map((point) => renewed(point, "the engine goes on")),
  ...awayAfter(round).map((point) => renewed(point, "the server is away for an hour", hourMs)),
];
const untouched = renewed(undefined, "nothing");
/** No node dies it. */
const nobodys: Death = { at: 0, key: null };
const deaths: readonly Killed[] = [...cardsSaved, cardKept, ...renewals, untouched];

const relay = relayOn(ground.env, ground.prepared.aheadMs);
afterAll(async () => {
  await relay.close();
  await ground.remove();
});

const save = async (node: Node, { patient }: Renewal, key: string) => {
  const answer = await node.call(payment.saveSource, { body: { source: "tok_visa" } }, { patient, key });
  return answer && { status: answer.status, outcome: answer.ok.retried?.outcome };
};
const tomorrow = (node: Node) => {
  relay.passed(dayMs);
  return node.pass("tomorrow");
};
/** The node after a death is the one that dies next. */
const after = (death: Killed): Promise<Node> =>
  relay.nodeOf(deaths[deaths.indexOf(death) + 1] ?? untouched, death.awayMs);

describe("killed by SIGKILL while a saved card pays what is owed: charged once, nothing is owed any more", () => {
  test.each(cardsSaved)(
    "killed at write point $at, before $before: $then",
    async (death) => {
      const mortal = await relay.nodeOf(death);
      expect(await save(mortal, death, death.key)).toBeNull();
      expect(await mortal.ended).toBe("SIGKILL");
      const node = await after(death);
      if (death.then === "nobody comes back") await node.pass("minute");
      else if (death.then === "she saves it again") expect((await save(node, death, newId()))?.status).toBe(200);
      else
        await vi.waitFor(
          async () => expect(await save(node, death, death.key)).toEqual({ status: 200, outcome: "paid" }),
          patience,
        );
      await expectRenewedOnce(node, death);
    },
    within,
  );

  test(
    "there is no write point beyond",
    async () => {
      const node = await relay.nodeOf(cardKept);
      expect(await save(node, cardKept, cardKept.key)).toEqual({ status: 200, outcome: "paid" });
      await expectRenewedOnce(node, cardKept);
    },
    within,
  );
});

describe("killed by SIGKILL in an automatic renewal: charged once, sent once, planned on once", () => {
  test.each(renewals)(
    "killed at write point $at, before $before: $then",
    async (death) => {
      const mortal = await relay.nodeOf(death);
      expect(await tomorrow(mortal)).toBeNull();
      expect(await mortal.ended).toBe("SIGKILL");
      const node = await after(death);
      await node.pass("minute");
      await expectRenewedOnce(node, death);
    },
    within,
  );

  test(
    "there is no write point beyond, and later deaths and days changed nothing",
    async () => {
      const node = await relay.nodeOf(untouched);
      expect(await tomorrow(node)).toBe(200);
      for (const death of deaths) await expectRenewedOnce(node, death);
    },
    within,
  );
});

// The embedded database has one process at a time.
if (onServer)
  test(
    "sound checkout 11: two nodes whose engines run at the same moment renew each subscription once",
    async () => {
      const one = await relay.nodeOf(nobodys);
      const other = await startNode(relay.env(), nobodys);
      try {
        expect(await Promise.all([tomorrow(one), other.pass("tomorrow")])).toEqual([200, 200]);
        for (const node of [one, other])
          for (const patient of together) await expectRenewedOnce(node, { patient, cents, refused: 0 });
      } finally {
        await other.kill();
      }
    },
    within,
  );
