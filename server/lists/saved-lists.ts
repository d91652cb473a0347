import { type Selectable, sql } from "kysely";
import type { SavedList, ListFilters } from "#contract/care/lists.ts";
import type { Role } from "#contract/policy/roles.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";

const nameOf = sealed("saved_list.name_sealed");
const filtersOf = sealed("saved_list.filters_sealed");

/** Whose lists: an actor's own, and those of their roles. */
interface ListOwner {
  readonly actor: string;
  readonly roles: readonly Role[];
}

type Deps = Pick<Services, "db" | "secrets">;

const savedBy = ({ actor, roles }: ListOwner) =>
  sql<boolean>`(owner = ${actor} and role is null or role = any(${[...roles]}::text[]))`;

/** What somebody saved, and what their roles have, by name. */
export async function savedLists(services: Deps, owner: ListOwner): Promise<SavedList[]> {
  const rows = await services.db.selectFrom("saved_list").selectAll().where(savedBy(owner)).execute();
  return rows
    .map((row) => presentSaved(services, row))
    .toSorted((one, other) => one.name.localeCompare(other.name, "en") || (one.id < other.id ? -1 : 1));
}

/** Saves one, for oneself or for everybody of a role. */
export async function saveList(
  services: Deps & Pick<Services, "clock">,
  {
    actor,
    role,
    name,
    filters,
  }: {
    readonly actor: string;
    readonly role: Role | null;
    readonly name: string;
    readonly filters: ListFilters;
  },
): Promise<SavedList> {
  const { db, secrets, clock } = services;
  const id = newId();
  await db
    .insertInto("saved_list")
    .values({
      ...{ id, owner: actor, role, saved_at: clock.now() },
      ...{ name_sealed: secrets.seal(name, nameOf(id)), filters_sealed: secrets.seal(filters, filtersOf(id)) },
    })
    .execute();
  return { id, name, role, filters };
}

/** Forgets one of them; false where there is none of theirs. */
export async function forgetList({ db }: Pick<Services, "db">, id: string, owner: ListOwner): Promise<boolean> {
  const gone = await db.deleteFrom("saved_list").where("id", "=", id).where(savedBy(owner)).returning("id").execute();
  return gone.length > 0;
}

const presentSaved = ({ secrets }: Deps, row: Selectable<Tables["saved_list"]>): SavedList => ({
  id: row.id,
  name: secrets.open<string>(row.name_sealed, nameOf(row.id)),
  role: row.role as Role | null,
  filters: secrets.open<ListFilters>(row.filters_sealed, filtersOf(row.id)),
});
