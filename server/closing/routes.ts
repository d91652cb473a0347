import type { care } from "#contract/care/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { accountingCsv } from "./accounting-csv.ts";
import { accountingOf, presentAccounting } from "./accounting.ts";
import { closeDay, closingFile, listDays, readDay } from "./closing.ts";
import { payoutsOfPeriod, presentPayouts } from "./payouts.ts";

/** The calls of a day's closing. */
export const closingHandlers = {
  closings: ({ query }, ctx) => listDays(ctx, query.nextpage),
  closingOfDay: ({ params }, ctx) => readDay(ctx, params.day),
  closeDay: ({ params, body }, ctx) =>
    closeDay(ctx, { day: params.day, revision: body.revision, actor: ctx.clinic.actor }),
  closingFile: async ({ params }, ctx) => ({
    bytes: new TextEncoder().encode(await closingFile(ctx, params.day)),
    type: "text/csv; charset=utf-8",
    filename: `closing-${params.day}.csv`,
  }),
  accounting: async ({ query }, ctx) => presentAccounting(await accountingOf(ctx, query)),
  periodPayouts: async ({ query }, ctx) => presentPayouts(await payoutsOfPeriod(ctx, query)),
  accountingFile: async ({ query }, ctx) => ({
    bytes: new TextEncoder().encode(
      accountingCsv(...(await Promise.all([accountingOf(ctx, query), payoutsOfPeriod(ctx, query)]))),
    ),
    type: "text/csv; charset=utf-8",
    filename: `accounting-${query.from}-to-${query.to}.csv`,
  }),
} satisfies Partial<Handlers<typeof care>>;
