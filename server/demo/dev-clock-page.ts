import { formatsIn } from "#contract/fields/formats.ts";
import type { MovableClock } from "#server/platform/clock/clock.ts";
import { css as pageCss } from "#server/web/dev-mailbox-page.ts";

/** URL of the stylesheet: the content security policy allows none inline. */
export const stylesheet = "/dev/clock/style.css";

export const css = `${pageCss}
form { display: inline-block; margin: 0 8px 12px 0; }
button, input { font: inherit; min-height: 44px; padding: 8px 16px; border: 1px solid #7a2e5d; border-radius: 12px; background: #fff; color: #3b2140; }
button { cursor: pointer; }
input { width: 6rem; }
.now { font-size: 26px; }
`;

/** The longest single move. */
export const longestMoveHours = 92 * 24;

const steps = [
  [1, "1 hour"],
  [24, "1 day"],
  [3 * 24, "3 days"],
  [7 * 24, "1 week"],
  [30 * 24, "30 days"],
] as const;

const dateTimeFormats = formatsIn({ dateStyle: "full", timeStyle: "short" });

/** A page with the clinic's time in its own time zone and a form for each step forward. */
export function clockPage(clock: MovableClock, timezone: string): string {
  const now = dateTimeFormats(timezone).format(clock.now());
  const ahead = Math.round(clock.offset / 3_600_000);
  const forms = steps.map(
    ([hours, label]) =>
      `<form method="post" action="/dev/clock"><button name="hours" value="${hours}">${label} forward</button></form>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Clock</title><link rel="stylesheet" href="${stylesheet}"></head><body><main><h1>Clock</h1><p class="now">${now}</p><p>${ahead === 0 ? "This is real time." : `${ahead} hours ahead of real time.`} Moving it on makes everything happen that falls due on the way: parcels, reminders, charges. Whoever is logged in may have to log in again.</p>${forms.join("")}<form method="post" action="/dev/clock"><label>Hours <input name="hours" inputmode="numeric" pattern="[0-9]{1,4}" required></label> <button>Forward</button></form></main></body></html>`;
}
