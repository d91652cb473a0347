import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { payment } from "#contract/payment.ts";
import { support } from "#contract/support.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import { openShop, type Shop } from "#server/orders/testing/shop.ts";
import * as say from "#server/platform/gateway/testing/scripted-answers.ts";
import { startSmtpTwin, type SmtpTwin } from "#server/platform/mail/testing/smtp-twin.ts";
import { alarmOfOutside } from "#server/platform/outside/alarms.ts";
import type { OutsideSystem } from "#server/platform/outside/outside-table.ts";
import { providerBrowser } from "#server/staff/testing/provider-browser.ts";
import { providers } from "#server/staff/testing/provider-profiles.ts";
import { answersHtml, startProviderTwin, twinClient } from "#server/staff/testing/provider-twin.ts";
import { invited } from "#server/staff/testing/staff-people.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import { httpAnswer, openRawServer, type RawServer } from "#server/testing/raw-server.ts";
import { photoWithGps } from "#server/testing/upload-files.ts";
import { runBilling } from "#server/treatment/billing/run-billing.ts";
import { capturedCents, home, inCare, type InCare, passDays, tokenOf } from "#server/treatment/testing/in-care.ts";

/*
 * Mail, gateway, bucket, identity vendor, the staff's identity provider and Redis, each broken for an hour in turn and then all at once, while patients and
 * a nurse go on. What a person is told is never that it was theirs; the practice hears of each within five minutes, by mail or page; nothing is lost.
 */

const redisUrl = process.env["TEST_REDIS_URL"];
const minute = 60_000;
const keycloak = providers.find(({ name }) => name === "Keycloak, realm roles") ?? expect.fail("no such profile");

let shop: Shop;
let smtp: SmtpTwin;
let bucket: RawServer;
let vendor: RawServer;
let pager: RawServer;
let provider: Awaited<ReturnType<typeof startProviderTwin>>;
let rosa: InCare;
const pages: { readonly system: string; readonly state: string }[] = [];

/** Stands between the server and Redis, so that it can be broken. */
let redisIsDown = false;
const redisSockets = new Set<Socket>();
const redisProxy = createServer((socket) => {
  redisSockets.add(socket);
  socket.on("error", () => undefined).on("close", () => redisSockets.delete(socket));
  if (redisIsDown || redisUrl === undefined) return void socket.destroy();
  const { hostname, port } = new URL(redisUrl);
  const real = connect(Number(port) || 6379, hostname).on("error", () => socket.destroy());
  socket.pipe(real).pipe(socket);
});

beforeAll(async () => {
  [smtp, bucket, vendor, pager, provider] = await Promise.all([
    startSmtpTwin(),
    openRawServer(),
    openRawServer(),
    openRawServer(),
    startProviderTwin(keycloak),
  ]);
  await new Promise<void>((resolve) => redisProxy.listen(0, "127.0.0.1", resolve));
  pager.answer((socket, request) => {
    pages.push(JSON.parse(request.slice(request.indexOf("\r\n\r\n"))));
    socket.write(httpAnswer(200));
  });
  for (const system of systems) system.mend();
  shop = await openShop("stripe", {
    env: {
      SMTP_URL: smtp.url,
      ON_CALL_EMAIL: "oncall@practice.example",
      ALARM_EMAIL: "ops@practice.example",
      ALARM_URL: `${pager.url}hook`,
      S3_ENDPOINT: bucket.url,
      S3_BUCKET: "files",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
      IDENTITY_URL: `${vendor.url}check`,
      IDENTITY_TOKEN: "a token of the vendor",
      STAFF_OIDC_ISSUER: provider.issuer,
      STAFF_OIDC_CLIENT_ID: twinClient.id,
      STAFF_OIDC_CLIENT_SECRET: twinClient.secret,
      STAFF_OIDC_ROLES_CLAIM: keycloak.settings.rolesClaim ?? "",
      ...(redisUrl === undefined
        ? {}
        : { REDIS_URL: `redis://127.0.0.1:${(redisProxy.address() as AddressInfo).port}` }),
    },
  });
  shop.clock.setOffset(msUntilNoon());
  rosa = await inCare(shop);
  await linkNurse();
});
afterAll(async () => {
  await shop.close();
  for (const socket of redisSockets) socket.destroy();
  redisProxy.close();
  await Promise.all([smtp.close(), bucket.close(), vendor.close(), pager.close(), provider.close()]);
});

/** A nurse opens the link of their invitation and signs in at the provider. */
async function linkNurse(): Promise<void> {
  const { email } = await invited(shop, ["nurse"]);
  await shop.jobs.drain();
  const mail = smtp.taken.find((each) => each.includes(`To: ${email}`)) ?? "";
  const [, link = ""] = /\/clinic\/join#([\w-]{43})/.exec(mail.replaceAll(/=\r?\n/g, "")) ?? [];
  provider.people.set(email, keycloak.person(email, ["nurse"]));
  provider.signsIn(email);
  const browser = providerBrowser(shop);
  browser.setCookie("staffLink", link);
  expect(await browser.go("/api/clinic/staff/oidc?link=1")).toBe("/clinic");
}
const signInPath = "/api/clinic/staff/oidc?to=/clinic/inbox";

interface System {
  readonly name: OutsideSystem;
  readonly break: () => void;
  readonly mend: () => void;
}
const providerEndpoints = ["discovery", "jwks", "token", "userinfo"] as const;
const systems: readonly System[] = [
  {
    name: "mail",
    break: () => void (smtp.script = { sender: "550 5.7.60 the login may not send as this sender" }),
    mend: () => void (smtp.script = {}),
  },
  {
    name: "payments",
    break: () => shop.script("", say.stripeError(401, { code: "api_key_expired" })),
    mend: () => shop?.script("", null),
  },
  {
    name: "files",
    break: () => bucket.answer(httpAnswer(503, "<Error><Code>SlowDown</Code></Error>", { connection: "close" })),
    mend: () => bucket.answer(httpAnswer(200, "", { etag: '"1"' })),
  },
  {
    name: "identity_check",
    break: () => vendor.answer(httpAnswer(503, "<html>")),
    mend: () =>
      vendor.answer(httpAnswer(200, JSON.stringify({ result: "matched" }), { "content-type": "application/json" })),
  },
  {
    // Its page still opens: what it does behind that fails.
    name: "staff_sign_in",
    break: () => providerEndpoints.forEach((endpoint) => provider.fault(endpoint, answersHtml(503))),
    mend: () => providerEndpoints.forEach((endpoint) => provider.fault(endpoint, null)),
  },
  ...(redisUrl === undefined
    ? []
    : [
        {
          name: "redis" as const,
          break: () => {
            redisIsDown = true;
            for (const socket of redisSockets) socket.destroy();
          },
          mend: () => void (redisIsDown = false),
        },
      ]),
];

const photo = photoWithGps();
const details = { ssn: "123-45-6789", firstname: "Rosa", lastname: "Winter", birthday: "1974-05-06" };
let emergencies = 0;

/** What patients do in a minute, each at an address of their own, and what they are told. */
async function goOn(patient: TestPatient) {
  const token = await tokenOf(shop, patient);
  const file = multipart(await photo, { kind: "insurance_front" });
  emergencies += 1;
  const [told, card, upload, me] = [
    await shop.call(
      support.contact,
      { body: { email: "a@example.com", topic: "other", message: "my chest hurts" } },
      { address: `10.1.0.${emergencies}` },
    ),
    await shop.call(payment.saveSource, { body: { source: "tok_visa" } }, { token }),
    await shop.call(documents.upload, { body: file.payload as never }, { token, headers: file.headers }),
    await shop.call(account.user, {}, { token }),
  ];
  return {
    signIn: await providerBrowser(shop).go(signInPath),
    told: told.status,
    card: card.status,
    upload: upload.status,
    identity: await shop.services.identity.match(details),
    signedIn: me.status,
    declined: me.ok.hasfailedtransaction,
  };
}

/** A nurse works on while time passes, in minutes, and is never stopped. Without that, the session would lock. */
async function work(nurse: ReturnType<typeof providerBrowser>, minutes: number) {
  for (let left = minutes; left > 0; left -= 2) {
    shop.clock.advance(Math.min(left, 2) * minute);
    expect(await nurse.sees(care.patients)).toBe("ok");
  }
}

/** What a node does in a minute: its jobs, also those that wait for their next try by the real time. */
async function runJobs() {
  await sql`update pgboss.job set start_after = now() where state in ('created', 'retry')`.execute(shop.services.db);
  await shop.reconcile();
  await runBilling(shop.services);
  await alarmOfOutside(shop.services);
  await shop.jobs.drain();
}

const mailsTo = (address: string) => smtp.taken.filter((mail) => mail.includes(`To: ${address}`));
const alarmed = (name: OutsideSystem, state: string) =>
  pages.some((page) => page.system === name && page.state === state);

async function anHourWithout(broken: readonly System[]) {
  // What fails again within six hours isn't told again.
  shop.clock.advance(7 * 60 * minute);
  pages.length = 0;
  const patient = await shop.newPatient();
  const nurse = providerBrowser(shop);
  expect(await nurse.go(signInPath)).toBe("/clinic/inbox");
  for (const system of broken) system.break();
  const is = (name: OutsideSystem) => broken.some((system) => system.name === name);
  for (const [at, minutes] of [
    [0, 1],
    [1, 3],
    [4, 26],
    [30, 30],
  ] as const) {
    const { identity, ...rest } = await goOn(patient);
    expect([at, rest]).toEqual([
      at,
      {
        signIn: is("staff_sign_in") ? "/clinic?problem=unavailable" : "/clinic/inbox",
        told: 201,
        card: is("payments") ? 503 : 200,
        upload: is("files") ? 503 : 201,
        signedIn: 200,
        declined: false,
      },
    ]);
    expect(identity).toBe(is("identity_check") ? "unavailable" : "matched");
    await runJobs();
    await work(nurse, minutes);
    if (at === 4) for (const { name } of broken) expect([name, alarmed(name, "failing")]).toEqual([name, true]);
  }
  for (const system of broken) system.mend();
  await work(nurse, 1);
  expect((await goOn(patient)).signIn).toBe("/clinic/inbox");
  await runJobs();
  // A client of Redis connects again by itself, after a while.
  await vi.waitFor(async () => {
    await shop.call(account.user, {}, { token: await tokenOf(shop, patient) });
    await alarmOfOutside(shop.services);
    await shop.jobs.drain();
    for (const { name } of broken) expect([name, alarmed(name, "works_again")]).toEqual([name, true]);
  }, 30_000);
}

test.each(systems.map((system) => [system.name, system] as const))("an hour without %s", async (_, system) => {
  await anHourWithout([system]);
});

test("an hour without any of them, on the day a renewal is due", async () => {
  const due = () =>
    shop.services.db
      .selectFrom("prescription_order")
      .select("status")
      .where("patient_id", "=", rosa.id)
      .where("period", "=", 2)
      .execute();
  const before = (await capturedCents(shop, rosa)).length;
  await passDays(shop, 20);
  // The nurse signs in at the beginning of the hour; the rest are down on the day before, too.
  for (const system of systems) if (system.name !== "staff_sign_in") system.break();
  for (let day = 0; day < 10 && (await due()).every(({ status }) => status === "scheduled"); day += 1)
    await passDays(shop, 1);
  expect((await due()).map(({ status }) => status)).toEqual(["ordered", "ordered"]);
  await anHourWithout(systems);
  expect((await capturedCents(shop, rosa)).length).toBe(before + 1);
  expect((await home(shop, rosa)).subscriptions.map(({ status }) => status)).toEqual(["active", "active"]);
});

test("afterwards nothing is lost, and nobody was told what wasn't so", async () => {
  await runJobs();
  // Each report is one mail to whoever is on call, at the least.
  expect(mailsTo("oncall@practice.example").length).toBeGreaterThanOrEqual(emergencies);
  const subjects = smtp.taken.flatMap((mail) => /^Subject: (.*)$/m.exec(mail)?.[1] ?? []);
  expect(subjects.filter((subject) => /declined|failed|didn.t go through/i.test(subject))).toEqual([]);
  for (const { name } of systems)
    expect(
      await shop.services.db
        .selectFrom("outside_failure")
        .select("answer")
        .where("system", "=", name)
        .where("failing_since", "is not", null)
        .execute(),
    ).toEqual([]);
  expect(mailsTo("ops@practice.example").length).toBeGreaterThan(0);
});
