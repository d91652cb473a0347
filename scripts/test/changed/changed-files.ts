import { execFileSync } from "node:child_process";

/** The files of the project and those that a change touches, as paths from its root. */
export interface ChangedFiles {
  /** What the change is measured from, for people. */
  readonly since: string;
  /** The commit it is measured from. */
  readonly base: string;
  readonly changed: readonly string[];
  /** Tracked and new files, and changed ones that are gone. */
  readonly files: readonly string[];
}

/**
 * Everything that differs from where this branch left the main one, commits, uncommitted work and new files alike; or from `ref`.
 * @throws where there is no repository, or no such ref
 */
export function changedFiles(root: string, ref: string | null): ChangedFiles {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "ignore"] });
  const exists = (name: string) => {
    try {
      return git("rev-parse", "--verify", "--quiet", `${name}^{commit}`) !== "";
    } catch {
      return false;
    }
  };
  const main = ref ?? ["origin/main", "main"].find(exists);
  if (main === undefined || !exists(main))
    throw new Error(`There is no ${ref ?? "branch main"} to compare with: name a commit with --since`);
  const base = git("merge-base", main, "HEAD").trim();
  // Without renames: a file that moved is gone in one place and new in another.
  const listed = (text: string) => text.split("\0").filter(Boolean);
  const differing = listed(git("diff", "--name-only", "--no-renames", "-z", base));
  const all = listed(git("ls-files", "-co", "--exclude-standard", "-z"));
  const untracked = listed(git("ls-files", "-o", "--exclude-standard", "-z"));
  const changed = [...new Set([...differing, ...untracked])].toSorted();
  return { since: `${main} (${base.slice(0, 8)})`, base, changed, files: [...new Set([...all, ...changed])] };
}
