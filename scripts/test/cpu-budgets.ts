import type { FileSeconds } from "./cpu-seconds.ts";

/** CPU seconds of the unit and API tests, as one run measured them. */
export interface Budgets {
  /** Milliseconds of the reference work in that run; null before the first. */
  readonly reference: number | null;
  /** By folder: the first two of a path, one at the top. */
  readonly seconds: Readonly<Record<string, number>>;
}

/**
 * How much more a run may take than the one that was recorded, in the whole and in a folder. Runs beside other work differ by a tenth and more even in seconds
 * of the reference work, and what fails at random is soon looked at by nobody.
 */
const wholeShare = 0.2;
const folderShare = 0.5;
const folderSeconds = 25;

interface FolderSeconds {
  readonly folder: string;
  readonly seconds: number;
  /** Null for a folder that has no budget yet. */
  readonly budget: number | null;
  readonly isOver: boolean;
  /** Its files, most first: where to look when it is over. */
  readonly files: readonly { readonly file: string; readonly seconds: number }[];
}

interface Spent {
  readonly folders: readonly FolderSeconds[];
  /** Reading modules, which no folder's own is. */
  readonly loading: number;
  readonly seconds: number;
  readonly budget: number;
  readonly isOver: boolean;
}

/** What each folder took, in seconds of the machine of the budgets, most first. */
export function spentOf(notes: readonly FileSeconds[], budgets: Budgets): Spent {
  const scale = budgets.reference === null ? 1 : budgets.reference / referenceOf(notes);
  const byFolder = Map.groupBy(notes, ({ file }) => folderOf(file));
  const folders = [...byFolder].map(([folder, files]) => {
    const own = files.map(({ file, tests }) => ({ file, seconds: scale * tests }));
    const seconds = sum(own.map((each) => each.seconds));
    const budget = budgets.seconds[folder] ?? null;
    return {
      folder,
      seconds,
      budget,
      isOver: budget !== null && isOver(seconds, budget, folderShare, folderSeconds),
      files: own.toSorted((one, other) => other.seconds - one.seconds),
    };
  });
  const budgeted = folders.filter(({ budget }) => budget !== null);
  const seconds = sum(budgeted.map((each) => each.seconds));
  const budget = sum(budgeted.map((each) => each.budget ?? 0));
  return {
    folders: folders.toSorted((one, other) => other.seconds - one.seconds),
    loading: scale * sum(notes.map(({ loading }) => loading)),
    seconds,
    budget,
    isOver: isOver(seconds, budget, wholeShare, 0),
  };
}

/** Folders of less are shown as one, in seconds, but for those that are over their budget. */
const shownFrom = 5;

/** How many files of a folder that is over its budget are named. */
const namedFiles = 5;

/** What a run took, most first. */
export function linesOf({ folders, loading, seconds, budget, isOver: isWholeOver }: Spent): string[] {
  const [shown = [], small = []] = [true, false].map((isShown) =>
    folders.filter((each) => (each.isOver || each.seconds >= shownFrom) === isShown),
  );
  const line = (took: number, what: string, isTooMuch = false) =>
    `${took.toFixed(1).padStart(7)} s  ${what}${isTooMuch ? "  TOO MUCH" : ""}`;
  const rest = sum(small.map((each) => each.seconds));
  const all = sum(folders.map((each) => each.seconds)) + loading;
  return [
    ...shown.flatMap((each) => [
      line(
        each.seconds,
        `${each.folder}, ${each.budget === null ? "no budget yet" : `of ${each.budget.toFixed(1)}`}`,
        each.isOver,
      ),
      ...(each.isOver ? each.files.slice(0, namedFiles) : []).map(({ file, seconds: took }) => line(took, `  ${file}`)),
    ]),
    ...(small.length > 0 ? [line(rest, `${small.length} folders of less than ${shownFrom} s each`)] : []),
    line(loading, "reading modules"),
    `Unit and API tests took ${(all / 60).toFixed(1)} CPU minutes without the database; ${isWholeOver ? "TOO MUCH: " : ""}${seconds.toFixed(0)} of ${budget.toFixed(0)} s in folders with a budget`,
  ];
}

export function budgetsOf(notes: readonly FileSeconds[]): Budgets {
  const { folders } = spentOf(notes, { reference: null, seconds: {} });
  const seconds = folders.map(({ folder, seconds: took }) => [folder, Math.round(took * 10) / 10] as const);
  const sorted = seconds.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { reference: Math.round(referenceOf(notes) * 100) / 100, seconds: Object.fromEntries(sorted) };
}

const isOver = (seconds: number, budget: number, share: number, least: number): boolean =>
  seconds > budget * (1 + share) && seconds > budget + least;

/** The median: single ones were interrupted. */
function referenceOf(notes: readonly FileSeconds[]): number {
  const sorted = notes.map(({ reference }) => reference).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}

const folderOf = (file: string): string => {
  const folders = file.split("/").slice(0, -1);
  return folders.slice(0, 2).join("/");
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
