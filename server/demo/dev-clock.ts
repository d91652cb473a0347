import type { FastifyInstance } from "fastify";
import type { MovableClock } from "#server/platform/clock/clock.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { clockPage, css, longestMoveHours, stylesheet } from "./dev-clock-page.ts";

const settingName = "dev_clock";
const hourMs = 3_600_000;
const hidden = { schema: { hide: true } };

/** `/dev/clock`: shows the clinic's time and moves it forward; it survives a restart. Demo mode only, and only with a movable clock. */
export async function registerDevClock(app: FastifyInstance, services: Services): Promise<void> {
  const { clock, content } = services;
  if (!isMovable(clock)) return;
  const savedOffset = await loadOffset(services);
  if (savedOffset !== 0) clock.moveTo(savedOffset);
  await app.register(async (scope) => {
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(text as string))),
    );
    scope.get(stylesheet, hidden, async (_request, reply) => reply.type("text/css").send(css));
    scope.get("/dev/clock", hidden, async (_request, reply) =>
      reply
        .header("cache-control", "no-store")
        .type("text/html; charset=utf-8")
        .send(clockPage(clock, content.brand.timezone)),
    );
    scope.post<{ Body: { hours?: string } | undefined }>("/dev/clock", hidden, async ({ body }, reply) => {
      const hours = Number(body?.hours);
      if (!Number.isInteger(hours) || hours < 1 || hours > longestMoveHours) throw new Refusal("bad_request");
      await moveForward(services, clock, hours);
      return reply.redirect("/dev/clock", 303);
    });
  });
}

/** Moves the clock a day at a time, running everything that falls due on the way. */
async function moveForward(services: Services, clock: MovableClock, hours: number): Promise<void> {
  for (let left = hours; left > 0; left -= 24) {
    clock.advance(Math.min(left, 24) * hourMs);
    await saveOffset(services, clock.offset);
    await services.jobs.wake();
    await services.jobs.drain();
  }
}

const isMovable = (clock: Services["clock"]): clock is MovableClock => "advance" in clock;

async function loadOffset({ db }: Services): Promise<number> {
  const row = await db.selectFrom("setting").select("value").where("name", "=", settingName).executeTakeFirst();
  return typeof row?.value === "number" ? row.value : 0;
}

async function saveOffset({ db }: Services, offset: number): Promise<void> {
  const value = JSON.stringify(offset);
  await db
    .insertInto("setting")
    .values({ name: settingName, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
