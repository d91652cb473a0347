import { sql } from "kysely";
import type { care } from "#contract/care/calls.ts";
import {
  kindsWithWords,
  timelineKinds,
  timelineNeeds,
  type TimelineItem,
  type TimelineKind,
} from "#contract/care/timeline.ts";
import { foldedWords } from "#contract/fields/fold-letters.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import { permits } from "#contract/policy/policy.ts";
import { helperActors } from "#server/auth/public.ts";
import { badField, decisionTitle, requirePatient } from "#server/care/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { prescribersById } from "#server/doctors/public.ts";
import { keyNames } from "#server/integrations/public.ts";
import { openText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { beyondCursor, decodeCursor, type KeysetCursor, pageSize, paginate } from "#server/platform/pagination.ts";
import type { Services } from "#server/platform/services.ts";
import { memberNames } from "#server/staff/public.ts";
import { logKindOf } from "#server/tasks/public.ts";
import { excerptOf, hasWords } from "./excerpt.ts";
import { type TimelineRow, timelineSources } from "./sources.ts";

type Context = Services & { readonly clinic: ClinicCaller };

/** Rows that are read at once where words are looked for: their texts are sealed, so they are opened and compared here. */
const searchedAtOnce = 500;

/** A patient's whole story, and the words in it. */
export const timelineHandlers = {
  timeline: async ({ params, body: { kinds: asked, words = "", nextpage: from } }, ctx) => {
    const patientId = await requirePatient(ctx, params.id);
    const readable = timelineKinds.filter((kind) => permits(ctx.clinic.permissions, timelineNeeds[kind]));
    const wanted = foldedWords(words);
    if (words !== "" && wanted.length === 0) throw badField("words", "Please enter at least one letter or number.");
    const kinds = readable.filter(
      (kind) =>
        (asked?.includes(kind) ?? true) &&
        (wanted.length === 0 || (kindsWithWords as readonly string[]).includes(kind)),
    );
    const found = await readRows(ctx, patientId, { kinds, wanted, cursor: decodeCursor(from) });
    const { items, nextpage } = paginate(found, ({ at, id }) => ({ at, id }));
    return { kinds: readable, items: await present(ctx, items, wanted), nextpage };
  },
} satisfies Partial<Handlers<typeof care>>;

interface Reading {
  readonly kinds: readonly TimelineKind[];
  /** Folded; none: everything. */
  readonly wanted: readonly string[];
  readonly cursor: KeysetCursor | null;
}

/** Rows of a page and one more, if there is one; with words, those in whose text they are. */
async function readRows(ctx: Context, patientId: string, { kinds, wanted, cursor }: Reading): Promise<TimelineRow[]> {
  if (kinds.length === 0) return [];
  const limit = wanted.length === 0 ? pageSize + 1 : searchedAtOnce;
  const sources = kinds.flatMap((kind) =>
    timelineSources[kind]({ patientId, clinic: ctx.clinic, content: ctx.content }),
  );
  const found: TimelineRow[] = [];
  for (let after = cursor; ;) {
    const { rows } = await sql<TimelineRow>`
      select * from (${sql.join(sources, sql` union all `)}) as happened
      where ${beyondCursor("at", "<", "id", after)} ${wanted.length === 0 ? sql`` : sql`and text_sealed is not null`}
      order by at desc, id desc limit ${limit}`.execute(ctx.db);
    found.push(...(wanted.length === 0 ? rows : rows.filter((row) => hasWords(textOf(ctx, row) ?? "", wanted))));
    const last = rows.at(-1);
    if (found.length > pageSize || rows.length < limit || last === undefined) return found;
    after = { at: last.at, id: last.id };
  }
}

const textPlaces = {
  decision: sealed("visit_note.text_sealed"),
  message: sealed("message.text_sealed"),
  letter: sealed("medical_letter.text_sealed"),
  note: sealed("staff_note.text_sealed"),
  task: sealed("task.words_sealed"),
} satisfies Record<(typeof kindsWithWords)[number], unknown>;

function textOf({ secrets }: Pick<Services, "secrets">, { kind, id, text_sealed: text }: TimelineRow): string | null {
  const place = kind in textPlaces ? textPlaces[kind as keyof typeof textPlaces] : null;
  return place && openText(secrets, text, place(id));
}

async function present(ctx: Context, rows: readonly TimelineRow[], wanted: readonly string[]): Promise<TimelineItem[]> {
  const actors = [...new Set(rows.flatMap(({ by }) => by ?? []))];
  const doctorIds = actors.filter((by) => !by.includes(":"));
  const [people, keys, helpers, doctors] = await Promise.all([
    memberNames(ctx.db, actors),
    keyNames(ctx.db, actors),
    helperActors(ctx, actors),
    doctorIds.length > 0 ? prescribersById(ctx.db, doctorIds) : new Map<string, { readonly name: string }>(),
  ]);
  const nameOf = (by: string): string | null =>
    people.get(by) ?? helpers.get(by) ?? keys.get(by) ?? doctors.get(by)?.name ?? (by.includes(":") ? null : by);
  return rows.map((row) => {
    const text = textOf(ctx, row);
    return {
      ...{ id: row.id, kind: row.kind, event: row.event, at: row.at.toISOString() },
      by: row.by === null ? null : nameOf(row.by),
      about: aboutOf(ctx, row),
      amount: row.amount_cents === null ? null : toDollars(row.amount_cents),
      ...{ refid: row.ref_id, seq: row.seq },
      excerpt: text === null || text === "" ? null : excerptOf(text, wanted),
    };
  });
}

/** In words what is a product, a kind of the log or a decision. */
function aboutOf({ content }: Context, { kind, about }: TimelineRow): string | null {
  if (about === null) return null;
  if (kind === "decision") return decisionTitle(content, about);
  if (kind === "task") return logKindOf(content.log, about)?.label ?? about;
  if (kind !== "prescription" && kind !== "subscription") return about;
  const product = productById(content, about);
  return product ? `${product.name} ${product.strength}` : about;
}
