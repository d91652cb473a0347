import { settings } from "#app/settings.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { dayIn } from "#contract/fields/formats.ts";

/** Today in the practice's time zone. */
export const practiceToday = (): string => dayIn(settings.brand.timezone, new Date(serverClock.now()));
