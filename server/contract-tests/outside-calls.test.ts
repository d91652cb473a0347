import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Each place of the server that opens a connection to somewhere else, and what bounds how long it waits and how many it opens. */
const outsideCalls: Readonly<Record<string, string>> = {
  "platform/outside/ask.ts": "a timer over the whole request; connections by their agent (webhooks: five an endpoint)",
  "integrations/webhooks/send.ts": "resolves names within the time of `ask`",
  "platform/files/s3-store.ts": "a timer over each file with its retries; 50 connections",
  "platform/redis/open-redis.ts": "connectTimeout, commandTimeout; one connection a node",
  "platform/mail/smtp-mailer.ts": "connection, greeting, silence and name; jobs send one after the other",
  "platform/gateway/stripe/bounded-http-client.ts": "a timer over each request; connections by its agent",
  "platform/gateway/stripe/stripe-gateway.ts": "the SDK's timeout, with one repeat",
  "staff/oidc/discovery.ts": "fetch with a signal; the client's own timeout is set on its configuration",
  "staff/oidc/provider.ts": "the timeout of its configuration",
  "staff/oidc/probe-provider.ts": "the timeout of its configuration, and the probe's",
  "staff/oidc/provider-errors.ts": "reads errors, asks nobody",
  "platform/database/open.ts":
    "connectionTimeoutMillis; statement_timeout at the server, and silenceMs here for a server that says nothing; the pool's size is DATABASE_CONNECTIONS",
  "platform/signals/listen-on-server.ts": "query_timeout; one connection a node",
  "platform/gateway/sandbox/webhook-delivery.ts": "the sandbox, to this node itself: fetch with a signal",
};

const opens =
  /(?<![.\w])fetch\(|\b(?:https?Request|lookupAddress)\b|\bnew (?:\w+\.)?(?:S3Client|StripeSdk|Pool)\(|\bnew pg\.Client\(|createTransport\(|await import\("ioredis"\)|from "(?:openid-client|undici|node:net|node:tls|node:dns|node:dgram|node:http2|axios)"/;
/** `node:net` has address functions and types as well, and servers of ours take connections. */
const harmless =
  /import (?:type )?\{[^}]*\b(?:isIP|isIPv4|isIPv6|BlockList|Socket|AddressInfo|LookupFunction)\b[^}]*\} from "node:net"/g;

test("every connection to somewhere else is bounded, and in this list", () => {
  const root = join(import.meta.dirname, "..");
  const files = globSync("**/*.ts", { cwd: root }).filter(
    (file) => !/\.test\.ts$|(?:^|\/)(?:testing|demo|crash-tests|contract-tests)\//.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => opens.test(readFileSync(join(root, file), "utf8").replaceAll(harmless, "")));
  expect(found.toSorted((a, b) => a.localeCompare(b))).toEqual(
    Object.keys(outsideCalls).toSorted((a, b) => a.localeCompare(b)),
  );
});
