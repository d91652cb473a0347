import type { integrations } from "#contract/integrations/calls.ts";
import type { OutsideSystem } from "#contract/integrations/outside.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { type Probe, reportProbes, runProbes } from "#server/platform/outside/probe.ts";
import type { RateLimit } from "#server/platform/rate-limit.ts";
import type { Services } from "#server/platform/services.ts";

/** Of a person or a key: each probe signs in to every system. */
const probesPerCaller: RateLimit = { points: 1, seconds: 10 };

/** The calls about systems outside of ours; `probes` are those that can be asked. */
export const outsideHandlers = (probes: readonly Probe[]) =>
  ({
    outsideSystems: async (_, ctx) => ({ items: await listOutsideSystems(ctx) }),
    probeOutside: async (_, ctx) => {
      await ctx.limiter.consume("outside-probe", ctx.clinic.owner, probesPerCaller);
      const results = await runProbes(probes, ctx.config, { sends: false });
      reportProbes(ctx.outside, results);
      await ctx.outside.write();
      const checks = results.map(({ system, checked, problem }) => ({ system, checked, todo: problem?.todo ?? null }));
      return { items: await listOutsideSystems(ctx), checks };
    },
  }) satisfies Partial<Handlers<typeof integrations>>;

/** The systems that are used, those that fail first. What nodes were answered in the last seconds may be missing. */
async function listOutsideSystems({ db, outside }: Pick<Services, "db" | "outside">): Promise<OutsideSystem[]> {
  const failing = await db
    .selectFrom("outside_failure")
    .selectAll()
    .where("failing_since", "is not", null)
    .orderBy("alarm_open", "desc")
    .orderBy("failing_since")
    .execute();
  const systems = [...outside.tables.values()].map(({ system, name, rows }) => ({
    ...{ system, name },
    failures: failing.flatMap(({ failing_since, alarm_open, alarmed_at, ...failure }) => {
      const row = failure.system === system ? rows[failure.answer] : undefined;
      // A row that only another version has isn't told of here, as in the alarms.
      if (!row || failing_since === null) return [];
      const alarmedat = alarm_open ? (alarmed_at?.toISOString() ?? null) : null;
      return [{ answer: failure.answer, since: failing_since.toISOString(), todo: row.practice, alarmedat }];
    }),
  }));
  const urgency = ({ failures: [worst] }: OutsideSystem) => (!worst ? 2 : worst.alarmedat === null ? 1 : 0);
  return systems.toSorted((one, other) => urgency(one) - urgency(other) || one.name.localeCompare(other.name, "en"));
}
