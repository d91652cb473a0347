import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { messages } from "#contract/messages/calls.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";

const [hourMs, yearMs] = [3_600_000, 365 * 86_400_000];
let server: TestServer;
let patient: TestPatient;
let offset = 0;
/** The machine's clock, wrong by so much from now on. */
async function setClock(ms: number): Promise<void> {
  offset = ms;
  await server.services.clockGuard.check();
}
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(Date.now() + offset) } });
  patient = await server.newPatient();
  await server.jobs.drain();
});
beforeEach(() => setClock(0));
afterAll(() => server.close());

const profile = (token: string) => server.call(account.user, {}, { token });
const sessions = async () =>
  Number((await sql<{ count: string }>`select count(*) from session`.execute(server.services.db)).rows[0]?.count);

describe("a node whose clock is wrong", () => {
  test.each([hourMs, -hourMs, yearMs])(
    "by %i ms still takes the other nodes' tokens, and gives them tokens they take",
    async (ms) => {
      await setClock(ms);
      expect((await profile(patient.token)).status).toBe(200);
      const body = { email: patient.email, password: patient.password, role: "PATIENT" as const };
      const { ok } = await server.call(auth.signIn, { body });
      expect((await profile(ok.idToken)).status).toBe(200);
      await setClock(0);
      expect((await profile(ok.idToken)).status).toBe(200);
    },
  );

  test("writes nothing that depends on the day, and still takes what mustn't wait", async () => {
    await setClock(hourMs);
    const change = () => server.call(account.updateUser, { body: { firstname: "Rosalind" } }, { token: patient.token });
    const write = () =>
      server.call(
        messages.send,
        { params: { id: newId() }, body: { message: "My patch came off" } },
        { token: patient.token },
      );
    expect((await change()).problem.code).toBe("unavailable");
    // It got as far as looking for the conversation.
    expect((await write()).problem.code).toBe("not_found");
    await setClock(0);
    expect((await change()).status).toBe(200);
  });

  test("says so where it is asked whether it is ready", async () => {
    const ready = async () => (await server.app.inject({ url: "/health/ready" })).json() as object;
    expect(await ready()).toEqual({ status: "ready" });
    await setClock(-hourMs);
    expect(await ready()).toEqual({ status: "ready", clock: "wrong by -3600 s: no jobs, no orders" });
  });

  test("runs no job, scheduled or not; what it fetched is due a minute later", async () => {
    const before = await sessions();
    offset = yearMs;
    await server.jobs.handleSchedules();
    const mailed = (await server.mailbox.list(patient.email)).length;
    await inTransaction(server.services, (tx) =>
      queuePatientMail(tx, {
        mail: "receipt",
        patientId: newId(),
        to: patient.email,
        values: mailValues,
        dedupeKey: "of a wrong clock",
      }),
    );
    await server.jobs.drain();
    expect([await sessions(), (await server.mailbox.list(patient.email)).length]).toEqual([before, mailed]);
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from start_after - now())::int as seconds from pgboss.job where name = 'mail' and state = 'created'`.execute(
      server.services.db,
    );
    expect(rows).toEqual([{ seconds: expect.closeTo(60, -1) }]);
  });

  test("by the right clock the same schedules run", async () => {
    const { rows } = await sql<{ name: string }>`select name from setting where name like 'deleted_until:%'`.execute(
      server.services.db,
    );
    expect(rows).toEqual([]);
    await server.jobs.handleSchedules();
    const { rows: after } = await sql<{ name: string }>`
      select name from setting where name like 'deleted_until:%' order by name`.execute(server.services.db);
    expect(after.map(({ name }) => name.slice("deleted_until:".length))).toEqual([
      ...[
        "auth.cleanup",
        "clinic-event-cleanup",
        "files-sweep",
        "growth.forget-tracking",
        "idempotency.forget-answers",
      ],
      ...["notifications.forget-changes", "notifications.forget-mails", "onboarding-leads-expire", "staff.cleanup"],
    ]);
  });
});

const mailValues = { firstname: "Rosa", ordernumber: "1", total: "$1.00", link: "https://app.example/order/1" };
