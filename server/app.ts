import type { FastifyInstance } from "fastify";
import type { Authenticator } from "#server/auth/public.ts";
import { createHttp } from "#server/platform/http/app.ts";
import type { Services } from "#server/platform/services.ts";
import { registerPages } from "#server/web/pages.ts";
import { registerApi } from "./api.ts";
import { registerHealth } from "./health-and-metrics.ts";
import { registerOpenApi } from "./openapi/register-openapi.ts";
import { registerRealtime } from "./realtime/register-realtime.ts";

export interface AppOptions {
  readonly authenticate: Authenticator;
  /** Folder of the built web app; null serves the API only. */
  readonly pages: string | null;
  /** Routes outside the contract: webhooks, the sandbox gateway, `/dev/*`. */
  readonly extend?: (app: FastifyInstance) => Promise<void>;
}

/** The whole server on its services, not listening yet. */
export async function createApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const app = await createHttp(services);
  await registerOpenApi(app, services);
  registerHealth(app, services);
  registerApi(app, services, options.authenticate);
  registerRealtime(app, services, options.authenticate);
  await options.extend?.(app);
  if (options.pages) await registerPages(app, services, options.pages);
  return app;
}
