/**
 * What the embedded database verifies by itself where a server runs everything else: driver-specific code, transactions that race or die, and one
 * whole journey. It only parses and types every other statement.
 */
export const embeddedFiles: readonly string[] = [
  "server/platform/database/",
  "server/platform/http/graceful-shutdown.test.ts",
  "server/platform/http/idempotency/",
  "server/platform/jobs/",
  ...["fan-out", "token-renewal"].map((name) => `server/platform/realtime/${name}.test.ts`),
  "server/realtime/",
  ...[
    "crash-recovery",
    "node-killed-after-charge",
    "one-order-per-key",
    "order-transitions",
    "parallel-coupons-and-refunds",
    "refunds",
    "repeated-charge-requests",
    "webhook-events",
  ].map((name) => `server/orders/proofs/${name}.test.ts`),
  ...["attachment-access", "client-ids", "message-sequence", "reading/unread-counts", "reading/unread-mails"].map(
    (name) => `server/messages/${name}.test.ts`,
  ),
  ...["onboarding-checkout", "renewal", "send-message"].map((name) => `server/crash-tests/${name}.test.ts`),
  "server/contract-tests/spec-client/",
  "scripts/operations/experiment-report-database.test.ts",
];

/** What `npm run explore` repeats on it: what neither races nor depends on the driver, and has passed on a server. */
export const embeddedAtLength: readonly string[] = [
  ...embeddedFiles,
  "server/platform/http/",
  "server/platform/realtime/",
  "server/orders/proofs/",
];

/** The environment of such a run: writes at which a node is killed, and gateways, are those of the server's run in part. */
export const embeddedEnv = { KILL_POINTS: "few", GATEWAYS: "sandbox" } as const;
