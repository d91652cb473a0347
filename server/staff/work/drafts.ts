import type { DraftKind } from "#contract/http/work.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";

/** What a draft is about: a case, an identity check, a private note and a letter by their patient, a change by its subscription, everything else by its own id. */
export interface DraftOf {
  readonly kind: DraftKind;
  readonly id: string;
}

type Deps = Pick<Services, "db" | "clock" | "secrets">;

const textOf = sealed("staff_draft.text_sealed");

/** What this person has written about it and not sent; empty where there is nothing. */
export async function readDraft({ db, secrets }: Deps, memberId: string, work: DraftOf) {
  const row = await draftOf(db, memberId, work).executeTakeFirst();
  if (!row) return { text: "", updatedat: null };
  return { text: secrets.open<string>(row.text_sealed, textOf(row.id)), updatedat: row.updated_at.toISOString() };
}

/** Keeps it instead of what was kept before; an empty text drops it. */
export async function saveDraft(services: Deps, memberId: string, work: DraftOf, text: string) {
  const { db, clock, secrets } = services;
  // With its row's id, which the text is sealed under: of two devices the one that saves last has the draft.
  await db
    .deleteFrom("staff_draft")
    .where("member_id", "=", memberId)
    .where("kind", "=", work.kind)
    .where("object_id", "=", work.id)
    .execute();
  if (text.trim() === "") return { text: "", updatedat: null };
  const [id, now] = [newId(), clock.now()];
  const values = { text_sealed: secrets.seal(text, textOf(id)), updated_at: now };
  await db
    .insertInto("staff_draft")
    .values({ id, member_id: memberId, kind: work.kind, object_id: work.id, ...values })
    .onConflict((conflict) => conflict.columns(["member_id", "kind", "object_id"]).doUpdateSet({ id, ...values }))
    .execute();
  return { text, updatedat: now.toISOString() };
}

const draftOf = (db: Services["db"], memberId: string, { kind, id }: DraftOf) =>
  db
    .selectFrom("staff_draft")
    .selectAll()
    .where("member_id", "=", memberId)
    .where("kind", "=", kind)
    .where("object_id", "=", id);
