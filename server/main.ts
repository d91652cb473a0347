import { join } from "node:path";
import { createAuthenticator } from "#server/auth/public.ts";
import { prepareCare } from "#server/care/public.ts";
import { createApp } from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import type { Services } from "#server/platform/services.ts";
import { resumePayments } from "#server/payment/public.ts";
import { roomJobs } from "./rooms.ts";
import { openServices } from "./services.ts";
import { registerSurroundings } from "./surroundings.ts";
import { serveMetrics } from "./metrics-port.ts";

/** Starts one node: settings, database, jobs, HTTP. Resolves when it accepts requests. */
export async function startServer(env: NodeJS.ProcessEnv) {
  const config = readConfig(env);
  const running = await openServices(config);
  const { services, jobs } = running;
  for (const define of roomJobs) define(jobs, services);
  if (config.demo) (await import("#server/care/desk.ts")).defineCareDesk(jobs, services);
  await prepareCare(services);
  const app = await createApp(services, {
    authenticate: await createAuthenticator(services),
    pages: join(import.meta.dirname, "../dist/app"),
    extend: (instance) => registerSurroundings(instance, services),
  });
  await jobs.start(true);
  await resumePayments(services);
  if (config.demo) await (await import("#server/demo/seed.ts")).seedDemo(services);
  await app.listen({ host: config.host, port: config.port });
  const courier = gatewayIsSandbox(services)
    ? (await import("#server/demo/sandbox-courier.ts")).startCourier(services)
    : null;
  const metrics = config.metrics.port ? await serveMetrics(config.metrics.port, app.metrics) : null;
  let stopping: Promise<void> | null = null;
  const stop = () =>
    (stopping ??= (async () => {
      await courier?.stop();
      await metrics?.close();
      await app.close();
      await running.close();
    })());
  return { app, services, config, stop };
}

const gatewayIsSandbox = ({ gateway, config }: Services) => gateway.name === "sandbox" && config.demo;

if (import.meta.main) {
  try {
    const { stop } = await startServer(process.env);
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, () => void stop().then(() => process.exit(0)));
  } catch (error) {
    const text = (error as Error).message.split("\n")[0];
    console.error(error instanceof ConfigError ? text : `The server could not start: ${text}`);
    process.exit(1);
  }
}
