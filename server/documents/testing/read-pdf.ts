import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

export interface ReadPdf {
  readonly title: string;
  readonly lang: string | null;
  readonly pages: number;
  /** Words in the order of the structure tree's marks; line ends become spaces. */
  readonly text: string;
  readonly textOfPage: readonly string[];
  readonly marked: boolean;
  readonly displaysTitle: boolean;
  /** Names of the structure elements, depth first. */
  readonly roles: readonly string[];
  /** Rows of its tables as a screen reader reads them: cells by the words marked as theirs. */
  readonly tables: readonly (readonly (readonly string[])[])[];
}

interface Node {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly Node[];
}

/** What a human reader or a screen reader finds in a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const pdf = await loading.promise;
  const { info } = (await pdf.getMetadata()) as unknown as { info: { Title?: string; Language?: string } };
  const marks = (await pdf.getMarkInfo()) as unknown as ReadonlyMap<string, boolean> | null;
  const preferences = (await pdf.getViewerPreferences()) as unknown as ReadonlyMap<string, boolean> | null;
  const roles: string[] = [];
  const tables: string[][][] = [];
  const textOfPage: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const words = new Map<string, string>();
    const open: string[] = [];
    let all = "";
    for (const item of items as { type?: string; id?: string; str?: string; hasEOL?: boolean }[]) {
      if (item.type?.startsWith("beginMarkedContent")) open.push(item.id ?? "");
      else if (item.type === "endMarkedContent") open.pop();
      else {
        const text = `${item.str ?? ""}${item.hasEOL ? " " : ""}`;
        all += text;
        const id = open.findLast((each) => each !== "");
        if (id) words.set(id, (words.get(id) ?? "") + text);
      }
    }
    textOfPage.push(collapseSpaces(all));
    collectTables((await page.getStructTree()) as Node | null, words, roles, tables);
  }
  joinPages(tables);
  const found: ReadPdf = {
    title: info.Title ?? "",
    lang: info.Language ?? null,
    pages: pdf.numPages,
    text: textOfPage.join(" "),
    textOfPage,
    marked: marks?.get("Marked") === true,
    displaysTitle: preferences?.get("DisplayDocTitle") === true,
    roles,
    tables,
  };
  await loading.destroy();
  return found;
}

function collectTables(
  node: Node | null,
  words: ReadonlyMap<string, string>,
  roles: string[],
  tables: string[][][],
): void {
  if (!node?.role) return;
  roles.push(node.role);
  if (node.role === "Table")
    tables.push(findByRole(node, "TR").map((row) => (row.children ?? []).map((cell) => cellText(cell, words))));
  for (const child of node.children ?? []) collectTables(child, words, roles, tables);
}

/** A table that spans pages appears on each of them, with the cells of that page; this joins it into one again. */
function joinPages(tables: string[][][]): void {
  for (let tableIndex = tables.length - 1; tableIndex > 0; tableIndex -= 1) {
    const [before, after] = [tables[tableIndex - 1] ?? [], tables[tableIndex] ?? []];
    const rowOf = (rows: string[][], index: number) => (rows[index] ?? []).join("");
    const isSameTable =
      before.length === after.length && before.every((_, row) => rowOf(before, row) === "" || rowOf(after, row) === "");
    if (!isSameTable) continue;
    tables.splice(
      tableIndex - 1,
      2,
      before.map((row, index) => (row.join("") === "" ? (after[index] ?? []) : row)),
    );
  }
}

const findByRole = (node: Node, role: string): Node[] =>
  (node.children ?? []).flatMap((child) => (child.role === role ? [child] : findByRole(child, role)));

const cellText = (node: Node, words: ReadonlyMap<string, string>): string =>
  node.type === "content"
    ? collapseSpaces(words.get(node.id ?? "") ?? "")
    : collapseSpaces((node.children ?? []).map((child) => cellText(child, words)).join(" "));

const collapseSpaces = (text: string): string => text.replace(/\s+/g, " ").trim();
