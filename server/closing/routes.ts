import type { care } from "#contract/care/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { accountingFile } from "./accounting.ts";
import { closeDay, closingFile, listDays, readDay } from "./closing.ts";

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
  accountingFile: async ({ params }, ctx) => ({
    bytes: new TextEncoder().encode(await accountingFile(ctx, params.month)),
    type: "text/csv; charset=utf-8",
    filename: `accounting-${params.month}.csv`,
  }),
} satisfies Partial<Handlers<typeof care>>;
