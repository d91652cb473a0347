import { randomInt } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { documents } from "#contract/documents/calls.ts";
import type { RecordCode } from "#contract/documents/record-codes.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { beyondCursor, decodeCursor, pageSize, paginate } from "#server/platform/pagination.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";

/*
 * A patient makes a code, reads it to another doctor, and that doctor reads the record once, without an account (`open-record.ts`). Only a keyed digest of the
 * code is stored, and of the secret that the doctor's page reads with.
 */

export type RecordCodeRow = Selectable<Tables["record_code"]>;

export const minuteMs = 60_000;
/** Each hour, by patient. */
const codesPerHour = { points: 10, seconds: 3600 };

/** Sixteen that neither look nor sound like one another, so that a code can be read over the phone: 36 bits. */
const alphabet = "FHKMQRTWXY234679";
const codeLength = 9;

const newCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)])
    .join("")
    .replace(/(...)(...)(...)/, "$1-$2-$3");

/** As it was typed, with small letters, spaces or dashes. */
export const codeDigest = ({ secrets }: Pick<Services, "secrets">, code: string): Buffer =>
  secrets.digest(`record code:${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")}`);

/** Whoever used a code, as they gave it. */
export interface RecordReader {
  readonly name: string;
  readonly practice: string;
}
const readerOf = sealed("record_code.reader_sealed");
export const sealReader = ({ secrets }: Pick<Services, "secrets">, id: string, reader: RecordReader): Buffer =>
  secrets.seal(reader, readerOf(id));

export const recordCodeHandlers = {
  recordCodes: async ({ query }, ctx) => {
    const rows = await ctx.db
      .selectFrom("record_code")
      .selectAll()
      .where("patient_id", "=", ctx.caller.patientId)
      .where(beyondCursor("made_at", "<", "id", decodeCursor(query.nextpage)))
      .orderBy("made_at", "desc")
      .orderBy("id", "desc")
      .limit(pageSize + 1)
      .execute();
    const { items, nextpage } = paginate(rows, ({ made_at: at, id }) => ({ at, id }));
    const { codeminutes, readminutes } = ctx.content.documents.sharing;
    return { items: items.map((row) => presentCode(ctx, row)), nextpage, codeminutes, readminutes };
  },

  makeRecordCode: async ({ body: { opens } }, ctx) => {
    const { patientId } = ctx.caller;
    await ctx.limiter.consume("record-code", patientId, codesPerHour);
    const code = newCode();
    const madeAt = ctx.clock.now();
    const row = await ctx.db
      .insertInto("record_code")
      .values({
        ...{ id: newId(), patient_id: patientId, digest: codeDigest(ctx, code), opens, made_at: madeAt },
        expires_at: new Date(madeAt.getTime() + ctx.content.documents.sharing.codeminutes * minuteMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...presentCode(ctx, row), code };
  },

  endRecordCode: async ({ params: { id } }, ctx) => {
    const { patientId } = ctx.caller;
    await endCodes(ctx, patientId, "patient", id);
    const row = await ctx.db
      .selectFrom("record_code")
      .selectAll()
      .where("id", "=", id)
      .where("patient_id", "=", patientId)
      .executeTakeFirst();
    if (!row) throw new Refusal("not_found");
    return presentCode(ctx, row);
  },
} satisfies Pick<Handlers<typeof documents>, "recordCodes" | "makeRecordCode" | "endRecordCode">;

/** With an account everything ends that still opens something of it. */
export const endRecordCodes = (tx: TxServices, patientId: string): Promise<void> => endCodes(tx, patientId, "account");

/** With a new password, or a sign-out everywhere, what somebody with the old access may have made or opened. */
export const endCodesOfOldAccess = (
  deps: Pick<Services, "clock"> & { readonly db: Database },
  patientId: string,
): Promise<void> => endCodes(deps, patientId, "patient");

/** Ends what still works, or can still be read. */
async function endCodes(
  { db, clock }: Pick<Services, "clock"> & { readonly db: Database },
  patientId: string,
  by: NonNullable<RecordCode["endedby"]>,
  id?: string,
): Promise<void> {
  const now = clock.now();
  await db
    .updateTable("record_code")
    .set({ ended_at: now, ended_by: by })
    .where("patient_id", "=", patientId)
    .where((where) => where.and(id === undefined ? [] : [where("id", "=", id)]))
    .where("ended_at", "is", null)
    .where(sql<Date>`coalesce(open_until, expires_at)`, ">", now)
    .execute();
}

function stateOf(row: RecordCodeRow, now: Date): RecordCode["state"] {
  if (row.open_until !== null) return row.ended_at === null && row.open_until > now ? "reading" : "read";
  if (row.ended_at !== null) return "ended";
  return row.expires_at > now ? "waiting" : "expired";
}

function presentCode({ clock, secrets }: Pick<Services, "clock" | "secrets">, row: RecordCodeRow): RecordCode {
  const { id, opened_at: openedAt, reader_sealed: reader } = row;
  return {
    ...{ id, opens: row.opens as RecordCode["opens"], state: stateOf(row, clock.now()) },
    madeat: row.made_at.toISOString(),
    until: (row.open_until ?? row.expires_at).toISOString(),
    opened:
      openedAt === null || reader === null
        ? null
        : {
            at: openedAt.toISOString(),
            ...secrets.open<RecordReader>(reader, readerOf(id)),
            ...{ pdf: row.pdf_read_at !== null, data: row.fhir_read_at !== null },
          },
    endedby: row.ended_by as RecordCode["endedby"],
  };
}
