import type { FastifyInstance } from "fastify";
import { formatsIn } from "#contract/fields/formats.ts";
import type { MovableClock } from "#server/platform/clock/clock.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { JobServices, Services } from "#server/platform/services.ts";
import { readDemoSetting, saveDemoSetting } from "./demo-settings.ts";
import { css as pageCss } from "./dev-pages/mailbox.ts";

/** URL of the stylesheet: the content security policy allows none inline. */
const stylesheet = "/dev/clock/style.css";

const css = `${pageCss}
form { display: inline-block; margin: 0 8px 12px 0; }
button, input { font: inherit; min-height: 44px; padding: 8px 16px; border: 1px solid #7a2e5d; border-radius: 12px; background: #fff; color: #3b2140; }
button { cursor: pointer; }
input { width: 6rem; }
.now { font-size: 26px; }
`;

/** The longest single move. */
const longestMoveHours = 92 * 24;

const steps = [
  [1, "1 hour"],
  [24, "1 day"],
  [3 * 24, "3 days"],
  [7 * 24, "1 week"],
  [30 * 24, "30 days"],
] as const;

const dateTimeFormats = formatsIn({ dateStyle: "full", timeStyle: "short" });

/** A page with the clinic's time in its own time zone and a form for each step forward. */
function clockPage(clock: MovableClock, timezone: string): string {
  const now = dateTimeFormats(timezone).format(clock.now());
  const ahead = Math.round(clock.offset / 3_600_000);
  const forms = steps.map(
    ([hours, label]) =>
      `<form method="post" action="/dev/clock"><button name="hours" value="${hours}">${label} forward</button></form>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Clock</title><link rel="stylesheet" href="${stylesheet}"></head><body><main><h1>Clock</h1><p class="now">${now}</p><p>${ahead === 0 ? "This is real time." : `${ahead} hours ahead of real time.`} Moving it forward runs everything that comes due along the way: packages, reminders, charges. Anyone logged in may have to log in again.</p>${forms.join("")}<form method="post" action="/dev/clock"><label>Hours <input name="hours" inputmode="numeric" pattern="[0-9]{1,4}" required></label> <button>Forward</button></form></main></body></html>`;
}

const hourMs = 3_600_000;

/** `/dev/clock`: shows the clinic's time and moves it forward; it survives a restart. Demo mode only, and only with a movable clock. */
export async function registerDevClock(app: FastifyInstance, services: JobServices): Promise<void> {
  const { clock, content } = services;
  if (!isMovable(clock)) return;
  const savedOffset = await loadOffset(services);
  if (savedOffset !== 0) clock.setOffset(savedOffset);
  await app.register(async (scope) => {
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(text as string))),
    );
    scope.get(stylesheet, async (_request, reply) => reply.type("text/css").send(css));
    scope.get("/dev/clock", async (_request, reply) =>
      reply
        .header("cache-control", "no-store")
        .type("text/html; charset=utf-8")
        .send(clockPage(clock, content.brand.timezone)),
    );
    scope.post<{ Body: { hours?: string } | undefined }>("/dev/clock", async ({ body }, reply) => {
      const hours = Number(body?.hours);
      if (!Number.isInteger(hours) || hours < 1 || hours > longestMoveHours) throw new Refusal("bad_request");
      await moveForward(services, clock, hours);
      return reply.redirect("/dev/clock", 303);
    });
  });
}

/** Moves the clock a day at a time, running everything that falls due on the way. */
async function moveForward(services: JobServices, clock: MovableClock, hours: number): Promise<void> {
  for (let left = hours; left > 0; left -= 24) {
    clock.advance(Math.min(left, 24) * hourMs);
    await saveDemoSetting(services.db, "dev_clock", clock.offset);
    await services.jobs.handleSchedules();
    await services.jobs.drain();
  }
}

const isMovable = (clock: Services["clock"]): clock is MovableClock => "advance" in clock;

async function loadOffset({ db }: JobServices): Promise<number> {
  const offset = await readDemoSetting(db, "dev_clock");
  return typeof offset === "number" ? offset : 0;
}
