import { type Probe, reportProbes, runProbes } from "#server/platform/outside/probe.ts";
import type { Services } from "#server/platform/services.ts";

/**
 * The outside systems that can be asked whether they work for this deployment, each by a function beside its adapter. One that the settings don't name
 * answers nothing. A new system is one entry; its code is loaded only where it is asked.
 */
export const probes: readonly Probe[] = [
  {
    system: "mail",
    name: "The mail server",
    run: async (config, options) =>
      config.smtpUrl === null ? [] : (await import("#server/platform/mail/probe-mail.ts")).probeMail(config, options),
  },
  {
    system: "staff_sign_in",
    name: "The identity provider",
    run: async ({ staffOidc }) => (await import("#server/staff/public.ts")).probeProvider(staffOidc),
  },
  {
    system: "identity_check",
    name: "The identity vendor",
    run: async ({ identity }) =>
      identity === null ? [] : (await import("#server/platform/identity/probe-vendor.ts")).probeVendor(identity),
  },
  {
    system: "files",
    name: "The bucket of uploads",
    run: async ({ s3 }) =>
      s3 === null ? [] : (await import("#server/platform/files/probe-bucket.ts")).probeBucket(s3),
  },
  {
    system: "redis",
    name: "Redis",
    run: async ({ redisUrl }) =>
      redisUrl === null ? [] : (await import("#server/platform/redis/probe-redis.ts")).probeRedis(redisUrl),
  },
  {
    system: "payments",
    name: "Stripe",
    run: async ({ stripe, publicUrl }) =>
      stripe === null
        ? []
        : (await import("#server/platform/gateway/stripe/probe-stripe.ts")).probeStripe({ stripe, publicUrl }),
  },
  {
    system: "event_forwarding",
    name: "The partner that events are forwarded to",
    run: async ({ eventsForward }) =>
      eventsForward === null ? [] : (await import("#server/growth/public.ts")).probeForwarding(eventsForward),
  },
];

/** Asks all of them once a node has started; what doesn't work is one line of the log each, and alarms the practice. Never stops a node. */
export async function probeAtStart(
  { config, outside, log }: Pick<Services, "config" | "outside" | "log">,
  asked: readonly Probe[] = probes,
): Promise<void> {
  const results = await runProbes(asked, config, { sends: false });
  for (const { system, checked, problem } of results)
    if (problem !== null) log.error({ system, code: problem.code }, `${system}: ${checked}: failed. ${problem.todo}`);
  reportProbes(outside, results);
}
