import { dayIn } from "#contract/fields/formats.ts";
import type { Services } from "./services.ts";

/** Today where the practice is, `YYYY-MM-DD`. */
export const clinicToday = ({ content, clock }: Pick<Services, "content" | "clock">): string =>
  dayIn(content.brand.timezone, clock.now());
