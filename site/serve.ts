import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import helmet from "@fastify/helmet";
import serveStatic from "@fastify/static";
import fastify from "fastify";

export interface SiteSettings {
  readonly host: string;
  readonly port: number;
  /** Origin of the patient app, for links and frames. */
  readonly appOrigin: string;
  readonly brandName: string;
}

const folder = join(import.meta.dirname, "pages");

/** Serves the sample marketing site on its own port: another origin than the app. Pages may say {{brand}} and {{app}}. */
export async function serveSite({ host, port, appOrigin, brandName }: SiteSettings) {
  const app = fastify({ logger: false });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", appOrigin],
        frameSrc: [appOrigin],
        imgSrc: ["'self'", appOrigin],
      },
    },
    crossOriginOpenerPolicy: false,
  });
  for (const name of (await readdir(folder)).filter((file) => file.endsWith(".html"))) {
    const html = (await readFile(join(folder, name), "utf8"))
      .replaceAll("{{brand}}", brandName)
      .replaceAll("{{app}}", appOrigin);
    const path = name === "home.html" ? "/" : `/${name.replace(".html", "")}`;
    app.get(path, async (_request, reply) => reply.type("text/html; charset=utf-8").send(html));
  }
  await app.register(serveStatic, { root: join(import.meta.dirname, "assets"), prefix: "/assets/" });
  await app.listen({ host, port });
  return app;
}
