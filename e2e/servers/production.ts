import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { SMTPServer } from "smtp-server";
import { systemClock } from "#server/platform/clock/clock.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { openServer } from "#server/platform/database/open.ts";
import { faultQueue } from "#server/platform/gateway/sandbox/faults.ts";
import { openStripeServer } from "#server/platform/gateway/testing/stripe-server.ts";
import { databaseOfItsOwn } from "./database.ts";
import { freshFolder, removeFolder, startNode } from "./node-process.ts";

const root = join(import.meta.dirname, "../..");
const stripeKey = "sk_test_of_the_browser_tests";
const identityHost = "identity.calendula.example";

/** A node as `docs/deploy.md` starts it, on an empty database, behind TLS, with what it needs around it. */
export interface Production {
  /** Where people find it, with https. */
  readonly origin: string;
  /** `npm run staff -- …` on its host; resolves with what it prints. */
  readonly staffCommand: (...args: readonly string[]) => Promise<string>;
  /** The text of the newest mail to this address; empty while there is none. */
  readonly mailTo: (address: string) => string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts production: `server/start.mjs` with NODE_ENV=production and every setting it asks for, Stripe in test mode, mail by SMTP, the identity vendor by
 * https, TLS in front. Stripe and the vendor are played by servers on this machine, which the node reaches under their real names (`outside-world.mjs`).
 */
export async function startProduction(port: number): Promise<Production> {
  const folder = freshFolder();
  const [database, stripeDatabase] = await Promise.all([databaseOfItsOwn("practice"), databaseOfItsOwn("stripe")]);
  const certificate = makeCertificate(folder);
  const mails: { readonly to: string; readonly text: string }[] = [];
  const smtp = await receiveMails(mails);
  const emulator = await openServer(stripeDatabase.url);
  await migrate(emulator);
  const { db } = emulator;
  const stripe = await openStripeServer({ db, clock: systemClock, secretKey: stripeKey, faults: faultQueue() });
  const outside = await listen(
    createHttpsServer(certificate, (request, response) => {
      if (request.headers.host?.startsWith(identityHost))
        return response.writeHead(200, { "content-type": "application/json" }).end('{"result":"matched"}');
      return forward(request, response, stripe.port);
    }),
  );
  const front = await listen(createHttpsServer(certificate, (request, response) => forward(request, response, port)));
  const origin = `https://localhost:${front.port}`;
  const env = {
    NODE_ENV: "production",
    NODE_OPTIONS: `--import ${join(root, "e2e/servers/outside-world.mjs")}`,
    NODE_EXTRA_CA_CERTS: join(folder, "cert.pem"),
    OUTSIDE_WORLD: `api.stripe.com=${outside.port},${identityHost}=${outside.port}`,
    PORT: String(port),
    MARKETING_PORT: "",
    PUBLIC_URL: origin,
    MARKETING_ORIGIN: "https://www.practice.example",
    TRUST_PROXY: "1",
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRETS_KEY: "9f2c41d07be84a6635d1f0c8a97e2b544c6d83e1",
    STRIPE_TEST: "1",
    STRIPE_SECRET_KEY: stripeKey,
    STRIPE_PUBLISHABLE_KEY: "pk_test_of_the_browser_tests",
    STRIPE_WEBHOOK_SECRET: "whsec_of_the_browser_tests",
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: "Calendula <care@practice.example>",
    ON_CALL_EMAIL: "on-call@practice.example",
    IDENTITY_URL: `https://${identityHost}/check`,
    IDENTITY_TOKEN: "the identity vendor's token",
    LOG_LEVEL: "warn",
  };
  const node = await startNode({ port, dataDir: folder, env, script: join(root, "server/start.mjs") });
  return {
    origin,
    async staffCommand(...args) {
      const command = [join(root, "scripts/bootstrap.mjs"), "staff", ...args];
      return (await promisify(execFile)(process.execPath, command, { cwd: root, env: { ...process.env, ...env } }))
        .stdout;
    },
    mailTo: (address) => mails.findLast(({ to }) => to === address)?.text ?? "",
    async stop() {
      await node.stop();
      for (const server of [front.server, outside.server]) {
        server.closeAllConnections();
        server.close();
      }
      await stripe.close();
      await new Promise<void>((closed) => smtp.server.close(closed));
      await emulator.close();
      await Promise.all([database.drop(), stripeDatabase.drop()]);
      removeFolder(folder);
    },
  };
}

/** A certificate for everything that is reached by https here, which also vouches for itself. */
function makeCertificate(folder: string): { readonly key: Buffer; readonly cert: Buffer } {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const names = ["localhost", "api.stripe.com", identityHost].map((name) => `DNS:${name}`).join(",");
  const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  const about = ["-subj", "/CN=Calendula browser tests", "-addext", `subjectAltName=${names}`];
  execFileSync("openssl", [...made, ...about, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** What a proxy in front of a server does. */
function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const headers = { ...request.headers, "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "https" };
  const { method, url: path } = request;
  const passed = httpRequest({ host: "127.0.0.1", port, method, path, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  passed.on("error", () => response.destroy());
  response.on("close", () => passed.destroy());
  request.pipe(passed);
}

async function listen(server: Server): Promise<{ readonly server: Server; readonly port: number }> {
  // As long as a proxy keeps idle connections. After Node's five seconds a browser on a busy machine finds one closed connection after the other, and gives up.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { server, port: (server.address() as AddressInfo).port };
}

async function receiveMails(mails: { readonly to: string; readonly text: string }[]) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, done) {
      let message = "";
      stream.setEncoding("utf8").on("data", (chunk: string) => (message += chunk));
      stream.on("end", () => {
        // Quoted-printable.
        const text = message.replace(/=\r?\n/g, "").replace(/=3D/g, "=");
        mails.push(...envelope.rcptTo.map(({ address: to }) => ({ to, text })));
        done();
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { server, port: (server.server.address() as AddressInfo).port };
}
