import type { AuditItem } from "#contract/care/audit.ts";

/** More rows than this are not for one file. */
export const maxExported = 20_000;

/** Reads page after page up to the limit; `complete` says whether that was all. */
export async function exportAll(
  readPage: (nextpage: string | null) => Promise<{ items: readonly AuditItem[]; nextpage: string | null }>,
  onProgress: (rows: number) => void,
  most = maxExported,
): Promise<{ items: readonly AuditItem[]; complete: boolean }> {
  const items: AuditItem[] = [];
  let next: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(next);
    items.push(...page.items);
    onProgress(items.length);
    next = page.nextpage;
  } while (next !== null && items.length < most);
  return { items: items.slice(0, most), complete: next === null && items.length <= most };
}
