import type { care } from "#contract/care/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { accountingFile } from "./accounting.ts";
import { closeDay, closingFile, listDays, type NamesOf, readDay } from "./closing.ts";

/** The calls of a day's closing. Who closed it is the staff's to name, a feature above this one. */
export const closingHandlers = (namesOf: NamesOf) =>
  ({
    closings: ({ query }, ctx) => listDays(ctx, namesOf, query.nextpage),
    closingOfDay: ({ params }, ctx) => readDay(ctx, namesOf, params.day),
    closeDay: ({ params, body }, ctx) =>
      closeDay(ctx, namesOf, { day: params.day, revision: body.revision, actor: ctx.clinic.actor }),
    closingFile: async ({ params }, ctx) => ({
      bytes: new TextEncoder().encode(await closingFile(ctx, namesOf, params.day)),
      type: "text/csv; charset=utf-8",
      filename: `closing-${params.day}.csv`,
    }),
    accountingFile: async ({ params }, ctx) => ({
      bytes: new TextEncoder().encode(await accountingFile(ctx, params.month)),
      type: "text/csv; charset=utf-8",
      filename: `accounting-${params.month}.csv`,
    }),
  }) satisfies Partial<Handlers<typeof care>>;
