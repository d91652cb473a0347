import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { staffSessionCookie } from "#server/platform/http/cookies.ts";
import type { Services } from "#server/platform/services.ts";
import { createStaffAuthenticator } from "./authenticate.ts";

export const workStreamPath = "/api/clinic/work/stream";
/** How often each stream's session is looked at, ms: whoever was disabled sees nothing more within five seconds. */
const checkMs = 3000;
/** Streams of one session: a few tabs. */
const maxPerSession = 8;

/**
 * Tells open desks that something to do has changed: a line without content at each commit that changed what is written, what waits, or who works on what
 * (`0027_staff_work.sql`). A desk then reads what it shows by the usual calls, which decide and audit who sees what.
 */
export function registerWorkStream(app: FastifyInstance, services: Services): void {
  const { config, limiter, signals } = services;
  const authenticate = createStaffAuthenticator(services);
  const streams = new Map<ServerResponse, string>();
  const announceTo = (stream: ServerResponse) => void stream.write("data: changed\n\n");
  const announceToAll = () => streams.forEach((_, stream) => announceTo(stream));
  signals.on("work_changed", announceToAll);
  // What changed while nobody listened.
  signals.onGap(announceToAll);
  function forget(stream: ServerResponse, timer: NodeJS.Timeout) {
    clearInterval(timer);
    streams.delete(stream);
  }

  app.get(workStreamPath, async (request, reply) => {
    await limiter.consume("requests", request.ip, { points: config.requestsPerMinute, seconds: 60 });
    const secret = request.cookies[staffSessionCookie] ?? "";
    const isOpen = () =>
      authenticate(secret, { inBackground: true }).then(
        ({ clinic }) => (clinic.member.enrolling ? null : clinic.member.sessionId),
        () => null,
      );
    const sessionId = await isOpen();
    const own = [...streams.values()].filter((id) => id === sessionId).length;
    // 204 keeps a browser from asking again and again; the page does when its session opens.
    if (sessionId === null || own >= maxPerSession) return reply.status(204).send();
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, {
      ...Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)),
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    signals.open();
    // What changed before the stream was there is found by this first look.
    announceTo(stream);
    streams.set(stream, sessionId);
    const timer = setInterval(
      () => void isOpen().then((open) => (open === null ? stream.end() : stream.write(":\n\n"))),
      checkMs,
    );
    stream.on("close", () => forget(stream, timer));
  });
  app.addHook("preClose", () => streams.forEach((_, stream) => stream.end()));
}
