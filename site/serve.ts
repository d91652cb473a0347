import { join } from "node:path";
import fastify from "fastify";
import helmet from "@fastify/helmet";
import serveStatic from "@fastify/static";

export interface SiteSettings {
  readonly host: string;
  readonly marketingPort: number | null;
  /** Origin of the patient app, for its links and frames. */
  readonly publicUrl: string;
}

/** Serves the sample marketing site on its own port, another origin than the app. */
export async function serveSite({ host, marketingPort, publicUrl }: SiteSettings) {
  const app = fastify({ logger: false });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", publicUrl],
        frameSrc: [publicUrl],
        imgSrc: ["'self'", publicUrl],
        fontSrc: ["'self'", publicUrl],
      },
    },
    crossOriginResourcePolicy: { policy: "cross-origin" },
  });
  app.get("/settings.json", async () => ({ app: publicUrl }));
  await app.register(serveStatic, { root: join(import.meta.dirname, "pages"), extensions: ["html"] });
  await app.listen({ host, port: marketingPort ?? 0 });
  return app;
}
