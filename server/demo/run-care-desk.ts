import type { FastifyInstance } from "fastify";
import { logPosition } from "#server/integrations/public.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { JobServices } from "#server/platform/services.ts";
import { listClaims } from "#server/staff/public.ts";
import { isCareDeskOn } from "./care-desk-switch.ts";
import { openCareDesk } from "./care-desk/care-desk.ts";
import { connectToClinic } from "./connect-to-clinic.ts";

/** No data: the desk looks whether there is something to do. */
const careDeskQueue = "care-desk";

export interface RunningCareDesk {
  /** Connects the desk to the clinic's calls; before, it does nothing. */
  readonly open: (app: FastifyInstance) => Promise<void>;
  /** Works until nothing is left to do now. */
  readonly work: () => Promise<void>;
  /** From now on the desk works whenever the log tells of something, or something is due; the returned function stops it. */
  readonly start: () => () => Promise<void>;
}

/** Defines the care desk of a node. Its job runs each minute, and whenever the demo's clock is moved. */
export function defineCareDesk(jobs: Jobs, services: JobServices): RunningCareDesk {
  const { clock, config, content, log, polls } = services;
  const stopping = new AbortController();
  let desk: ReturnType<typeof openCareDesk> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;

  const work = async () => {
    if (desk === null || stopping.signal.aborted || !(await isCareDeskOn(services.db))) return;
    const next = await desk();
    clearTimeout(timer);
    if (next !== null && isStarted && !stopping.signal.aborted) wakeIn(next - clock.now().getTime());
  };
  /** The job of each minute takes care of what is later, and of an error. */
  const wakeIn = (ms: number) => {
    if (ms < 60_000) timer = setTimeout(wake, Math.max(ms, 0)).unref();
  };
  const wake = () =>
    void work().catch(({ message }: Error) => log.error({ err: { message } }, "the care desk stopped working"));

  jobs.define(careDeskQueue, work, { cron: "* * * * *" });

  return {
    work,
    async open(app) {
      desk = openCareDesk({
        clinic: await connectToClinic(app, services),
        ...{ content, clock, log },
        paceMs: config.careDeskPaceSeconds * 1000,
        stopping: stopping.signal,
        isTaken: async (taken) => (await listClaims(services)).some(({ id }) => id === taken),
      });
    },
    start() {
      isStarted = true;
      let position: string | undefined;
      const stopPolling = polls.add({
        select: logPosition,
        found([found]) {
          if (found === position) return;
          position = found;
          wake();
        },
      });
      return async () => {
        stopping.abort();
        clearTimeout(timer);
        await stopPolling();
        await desk?.().catch(() => undefined);
      };
    },
  };
}
