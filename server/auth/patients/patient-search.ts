import { createHmac } from "node:crypto";
import { type Expression, sql } from "kysely";
import { foldedWords } from "#contract/fields/fold-letters.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Patient } from "./patients.ts";

/**
 * Finding patients by what the practice is told on the phone. Phone and birthday are encrypted, so a patient is found by keyed digests of terms
 * (`patient_search_term`): e-mail, phone, the shipping address's phone, birthday, and each beginning of each word of the name. A search asks for equality only, so it reads
 * one index whatever it looks for ([decision 49](../../../docs/decisions/0049-patient-search.md)).
 */

/** Letters of a word's beginnings. A longer one is found by its first `longest` letters. */
const beginnings = { shortest: 2, longest: 12 };
const hashBytes = 16;

/** What a term is of; part of what is hashed, so that a name is never found as an e-mail. */
type TermKind = "name" | "email" | "phone" | "birthday" | "version";
interface SearchTerm {
  readonly kind: TermKind;
  readonly text: string;
}

/** What the practice typed, in parts that must all match. */
interface PatientSearch {
  readonly terms: readonly SearchTerm[];
  readonly orderNumbers: readonly string[];
}

/** A name of one character is a whole one in these scripts, and names are written without a space between. */
const ideographs = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]+$/u;
const shortestOf = (word: string): number => (ideographs.test(word) ? 1 : beginnings.shortest);
const isSearchable = (word: string): boolean => Array.from(word).length >= shortestOf(word);

/** Beginnings of a word, by whole characters. */
function beginningsOf(word: string): string[] {
  const letters = Array.from(word);
  const shortest = shortestOf(word);
  return Array.from({ length: Math.max(0, Math.min(letters.length, beginnings.longest) - shortest + 1) }, (_, index) =>
    letters.slice(0, shortest + index).join(""),
  );
}

const phonePattern = /(?<!\S)(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}(?![^\s,;])/gu;
const dayPattern = /^(\d{4})([-/.])(\d\d?)\2(\d\d?)$|^(\d\d?)([-/.])(\d\d?)\6(\d{4})$/u;

/** `YYYY-MM-DD` of a day written so or as month, day and year, with dashes, slashes or dots between; null for anything else. */
function dayOf(word: string): string | null {
  const [, year, , month, day, usMonth, , usDay, usYear] = dayPattern.exec(word) ?? [];
  const parts = [year ?? usYear, month ?? usMonth, day ?? usDay];
  return parts.includes(undefined) ? null : parts.map((part) => part?.padStart(2, "0")).join("-");
}

/** Takes a search apart. Without any part it finds nobody: single letters are left out. */
export function parsePatientSearch(typed: string): PatientSearch {
  const terms: SearchTerm[] = [];
  const orderNumbers: string[] = [];
  const rest = typed.normalize("NFKC").replace(phonePattern, (phone) => {
    terms.push({ kind: "phone", text: phone.replace(/\D/gu, "").slice(-10) });
    return " ";
  });
  for (const word of rest.split(/\s+/u).filter((each) => each !== "")) {
    const birthday = dayOf(word);
    const [, orderNumber] = /^#?(\d+)$/u.exec(word) ?? [];
    if (word.includes("@")) terms.push({ kind: "email", text: word.toLowerCase() });
    else if (birthday !== null) terms.push({ kind: "birthday", text: birthday });
    else if (orderNumber !== undefined) orderNumbers.push(orderNumber);
    else
      for (const text of foldedWords(word).filter(isSearchable))
        terms.push({ kind: "name", text: Array.from(text).slice(0, beginnings.longest).join("") });
  }
  // The most telling one first: the others are looked up for the patients it finds.
  const rank = ({ kind, text }: SearchTerm) => (kind === "name" ? -text.length : -100);
  return { terms: terms.toSorted((one, other) => rank(one) - rank(other)), orderNumbers };
}

/** What a patient is found by. */
type SearchedFields = Pick<Patient, "email" | "phone" | "birthday" | "firstname" | "lastname">;

/** Whose row a term was written with: the account's, or the shipping address's. The same phone may be on both. */
type TermSource = "account" | "shipping";

const phoneTerms = (phone: string | null): SearchTerm[] => (phone === null ? [] : [{ kind: "phone", text: phone }]);

function searchTermsOf({ email, phone, birthday, firstname, lastname }: SearchedFields): SearchTerm[] {
  const [first, last] = [foldedWords(firstname ?? ""), foldedWords(lastname ?? "")];
  // 李 and 小龍 are written 李小龍.
  const together = [...last, ...first].join("");
  const words = [...first, ...last, ...(ideographs.test(together) ? [together] : [])];
  const names = words.flatMap(beginningsOf);
  return [
    { kind: "email", text: email.toLowerCase() },
    ...phoneTerms(phone),
    ...(birthday === null ? [] : [{ kind: "birthday", text: birthday } as const]),
    ...[...new Set(names)].map((text) => ({ kind: "name", text }) as const),
  ];
}

/** How terms are made from a name. With another number all patients get theirs anew (`indexPatients`). */
const indexVersion = 2;

/** Stands among the terms of a patient whose terms are of this version: a node of an earlier one takes it away with what it writes. */
const versionTerm: SearchTerm = { kind: "version", text: String(indexVersion) };

/** The digests of terms, in hex. */
export const hashSearchTerms = (secrets: Secrets, terms: readonly SearchTerm[]): string[] => {
  const key = secrets.derive("patient search");
  return terms.map(({ kind, text }) =>
    createHmac("sha256", key).update(`${kind}:${text}`).digest().subarray(0, hashBytes).toString("hex"),
  );
};

interface WriteDeps {
  readonly db: Tx;
  readonly secrets: Secrets;
}

/**
 * Writes what a patient is found by. Call it in the transaction that writes the patient's name, e-mail, phone or birthday, after the write: the
 * row's lock orders it among others.
 */
export const writeSearchTerms = (deps: WriteDeps, patient: SearchedFields & Pick<Patient, "id">): Promise<void> =>
  writeTerms(deps, patient.id, "account", [...searchTermsOf(patient), versionTerm]);

/** As `writeSearchTerms`, for the phone of the address orders go to; null where it has none. */
export const writeShippingPhone = (deps: WriteDeps, patientId: string, phone: string | null): Promise<void> =>
  writeTerms(deps, patientId, "shipping", phoneTerms(phone));

async function writeTerms(
  { db, secrets }: WriteDeps,
  patientId: string,
  source: TermSource,
  terms: readonly SearchTerm[],
): Promise<void> {
  const hashes = sql`select decode(hash, 'hex') from unnest(${hashSearchTerms(secrets, terms)}::text[]) as hash`;
  await sql`
    with gone as (
      delete from patient_search_term where patient_id = ${patientId} and source = ${source} and term_hash not in (${hashes}))
    insert into patient_search_term (term_hash, patient_id, source)
      select own.*, ${patientId}::uuid, ${source} from (${hashes}) as own on conflict do nothing`.execute(db);
}

/** Which patients' terms are of another version than this one's. Those without any are left out: their record was erased. */
export const termsAreOutdated = (secrets: Secrets, patientId: Expression<string>) => {
  const [version] = hashSearchTerms(secrets, [versionTerm]);
  return sql<boolean>`
    exists (select from patient_search_term where patient_id = ${patientId} and source = 'account')
    and not exists (select from patient_search_term where term_hash = decode(${version}, 'hex') and patient_id = ${patientId})`;
};

/** Up to `limit` ids of patients for whom all terms hold, newest first, older than `after`. */
export async function findPatientIds(
  { db, secrets }: { readonly db: Database; readonly secrets: Secrets },
  terms: readonly SearchTerm[],
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const [first, ...others] = hashSearchTerms(secrets, terms).map((hash) => sql`decode(${hash}, 'hex')`);
  if (first === undefined) return [];
  const conditions = [
    sql`found.term_hash = ${first}`,
    ...others.map(
      (hash) => sql`exists (
        select from patient_search_term other where other.term_hash = ${hash} and other.patient_id = found.patient_id)`,
    ),
    ...(after === null ? [] : [sql`found.patient_id < ${after}`]),
  ];
  const { rows } = await sql<{ id: string }>`
    select distinct found.patient_id as id from patient_search_term found
    where ${sql.join(conditions, sql` and `)}
    order by found.patient_id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether all terms hold for a patient, whose orders go to an address with this phone. */
export const matchesSearch = (
  patient: SearchedFields,
  shippingPhone: string | null,
  terms: readonly SearchTerm[],
): boolean => {
  const own = [...searchTermsOf(patient), ...phoneTerms(shippingPhone)];
  return terms.every(({ kind, text }) => own.some((each) => each.kind === kind && each.text === text));
};
