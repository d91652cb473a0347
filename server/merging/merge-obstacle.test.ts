import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InboxKind, inboxKinds } from "#contract/care/inbox-kinds.ts";
import { setCareEnd } from "#server/auth/public.ts";
import { inState, type World } from "#server/contract-tests/testing/in-state.ts";
import { openItem } from "#server/inbox/testing/items.ts";
import { openTask } from "#server/tasks/public.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { type InCare, inCare } from "#server/treatment/testing/in-care.ts";
import { mergeObstacles, type Obstacle, openObstacles } from "./merge-obstacle.ts";
import { linked } from "./testing/two-accounts.ts";

/** Everything that may wait of a record whose account would close, by the kinds of the inbox; null: it may go on waiting. */
const obstacleOf: Record<InboxKind, readonly Obstacle[] | null> = {
  emergency: ["emergency"],
  work_item: ["told"],
  task: ["task"],
  conversation: ["message"],
  incoming: ["plan"],
  accepted: ["plan"],
  renewal: ["renewal"],
  upsell: ["upsell"],
  followup: ["review"],
  // No doctor has to read it, and the patient can't answer it any more once the account is closed.
  followup_due: null,
  change: ["change"],
  identity: ["identity"],
  // With a third record: the three are one person's, whichever account goes on.
  pair: null,
  // Written without signing in, and answered by mail.
  contact: null,
  ready: ["order"],
  mismatch: ["payment", "order"],
  // Nothing more is charged once the merge has canceled it; an amount that's owed is in the way by itself.
  past_due: null,
  dispute: ["dispute"],
};

let [server, patient, other]: [TestServer, InCare, InCare] = [] as never;
beforeAll(async () => {
  server = await startTestServer();
  [patient, other] = [await inCare(server), await inCare(server)];
  await linked(server, [patient, other]);
});
afterAll(() => server.close());

const yesterday = () => new Date(server.clock.now().getTime() - 86_400_000);

describe("what has to end before the account of a record closes", () => {
  // The states of each closed list are in `contract-tests/every-state.test.ts`.
  test.each(inboxKinds)("%s waits in the inbox", async (kind) => {
    const found = await inState(
      server,
      patient,
      (world) => openItem[kind](world.server, world, yesterday()),
      ({ db, id }) => openObstacles(db, [id, other.id], id),
    );
    expect(found.filter((each) => each !== "subscription")).toEqual(obstacleOf[kind] ?? []);
  });

  test("money that is being released", async () => {
    const found = (completed: Date | null) =>
      inState(
        server,
        patient,
        ({ run, orderId }) =>
          run(sql`insert into payment_release (gateway_intent_id, gateway, order_id, reason, requested_at, last_attempt_at, completed_at)
            values ('pi_release', 'sandbox', ${orderId}, 'paid twice', now(), now(), ${completed})`),
        ({ db, id }) => openObstacles(db, [id], id),
      );
    expect(await found(null)).toEqual(["release"]);
    expect(await found(yesterday())).toEqual([]);
  });

  test("what stands on the chart goes along, but a notice that ends care; a task about the patient doesn't", async () => {
    const found = (prepare: (world: World) => Promise<unknown>) =>
      inState(server, patient, prepare, ({ db, id }) => openObstacles(db, [other.id, id], id));
    const entry = (onChart: boolean, kind: string) => (world: World) =>
      openTask(
        { ...world.services, db: world.services.db },
        {
          ...{ kind: "log", patientId: patient.id, orderId: null, conversationId: null, words: "", holds: false },
          ...{ actor: "key:test", asker: { role: "nurse", memberId: null }, asked: { role: "nurse", memberId: null } },
          days: { dueOn: null, waitsSince: server.clock.now(), dueAt: null },
          log: { kind, fields: [], onChart },
        },
      );
    expect(await found(entry(true, "alert"))).toEqual([]);
    expect(await found(entry(false, "package_problem"))).toEqual(["task"]);
    expect(await found(({ db, id }) => setCareEnd(db, id, "2030-01-01"))).toEqual(["notice"]);
  });

  test("of the record that goes on: an emergency and a payment, nothing else", async () => {
    // The two are a pair already.
    for (const kind of inboxKinds.filter((each) => each !== "pair")) {
      const found = await inState(
        server,
        other,
        (world) => openItem[kind](world.server, world, yesterday()),
        ({ db }) => openObstacles(db, [patient.id, other.id], patient.id),
      );
      const ofEither = (obstacleOf[kind] ?? []).filter((each) => each === "emergency" || each === "payment");
      expect([kind, found.filter((each) => each !== "subscription")]).toEqual([kind, ofEither]);
    }
  });

  test("a subscription that hasn't begun; one that runs is canceled by the merge", async () => {
    const found = (status: "pending" | "active" | "paused" | "past_due") =>
      inState(
        server,
        patient,
        ({ run, id }) => run(sql`update subscription set status = ${status} where patient_id = ${id}`),
        ({ db, id }) => openObstacles(db, [id, other.id], id),
      );
    expect(await found("pending")).toEqual(["subscription"]);
    for (const status of ["active", "paused", "past_due"] as const) expect(await found(status)).toEqual([]);
  });

  test("all of it is said at once, in the order in which it is best ended", async () => {
    const sentences = await inState(
      server,
      patient,
      async (world) => {
        await openItem.conversation(world.server, world, yesterday());
        await openItem.emergency(world.server, world, yesterday());
      },
      ({ services }) => mergeObstacles(services, { survivingId: other.id, retiredId: patient.id }),
    );
    expect(sentences).toEqual([
      "An emergency of this patient is open. Close it first.",
      "In the account that would close, a message waits for an answer.",
    ]);
  });
});
