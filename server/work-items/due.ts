import type { Content } from "#content/loader/load.ts";
import type { Look } from "#content/schema/work-items.ts";
import { addDays, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { addWorkingDays } from "#server/platform/clock/working-days.ts";
import type { Services } from "#server/platform/services.ts";

type Deps = Pick<Services, "content" | "clock">;

/** Until when somebody looks. */
export interface Due {
  /** The last day, in the practice's time zone. */
  readonly day: string;
  /** Whether that is the day it was told. */
  readonly isToday: boolean;
  /** The end of that day. */
  readonly at: Date;
}

/** Until when somebody looks at what is told now. What comes late in the day counts from the next one. */
export function dueBy({ content, clock }: Deps, within: Look["within"]): Due {
  const { timezone } = content.brand;
  const today = clinicToday({ content, clock });
  const lastMoment = startOfDay(timezone, today).getTime() + content.workitems.todayuntilhour * 3_600_000;
  const from = clock.now().getTime() < lastMoment ? today : addDays(today, 1);
  const day = within === "today" ? from : addWorkingDays(content.promises.closed, from, within);
  return { day, isToday: day === today, at: startOfDay(timezone, addDays(day, 1)) };
}

/** The one of these that asks for the earliest look; null of none. */
export const mostUrgent = <L extends Pick<Look, "within">>(looks: readonly L[]): L | null =>
  looks.reduce<L | null>((first, look) => (first === null || daysOf(look) < daysOf(first) ? look : first), null);

const daysOf = ({ within }: Pick<Look, "within">): number => (within === "today" ? 0 : within);

/** Every product of the catalogue that a prescription is needed for and `covers` says is meant. */
export const heldProducts = (
  { catalogue }: Pick<Content, "catalogue">,
  covers: (product: Content["catalogue"]["products"][number]) => boolean,
): string[] =>
  catalogue.products.filter((product) => product.prescription && covers(product)).map(({ productid }) => productid);
