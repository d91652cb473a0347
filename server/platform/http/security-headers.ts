import helmet from "@fastify/helmet";
import fastify from "fastify";
import type { Services } from "../services.ts";
import { schemaController } from "./schema-compilers.ts";

/** Not every browser includes the socket in `'self'`. */
const socketOrigin = (publicUrl: string): string => publicUrl.replace(/^http/, "ws");

/** Headers the server adds itself, not helmet. */
const transportHeaders = new Set(["connection", "content-length", "content-type", "date"]);

/**
 * The headers helmet sets on every answer of this deployment. They depend on the settings only, so they are read once, from
 * an answer of an otherwise empty server.
 */
export async function securityHeaders(services: Services): Promise<Readonly<Record<string, string>>> {
  const probeApp = fastify({ schemaController });
  await probeApp.register(helmet, helmetOptions(services));
  const { headers } = await probeApp.inject("/");
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (transportHeaders.has(name) ? [] : [[name, String(value)]])),
  );
}

function helmetOptions({ config, gateway }: Pick<Services, "config" | "gateway">) {
  const stripe = gateway.name === "stripe";
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(stripe ? ["https://js.stripe.com"] : [])],
        frameSrc: stripe ? ["https://js.stripe.com", "https://hooks.stripe.com"] : ["'none'"],
        connectSrc: ["'self'", socketOrigin(config.publicUrl), ...(stripe ? ["https://api.stripe.com"] : [])],
        imgSrc: ["'self'", "data:", "blob:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.secureCookies
      ? { maxAge: 31_536_000, includeSubDomains: config.hstsSubdomains }
      : false,
    referrerPolicy: { policy: "no-referrer" as const },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: false,
  };
}
