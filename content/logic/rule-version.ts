import { createHash } from "node:crypto";
import type { Content } from "../schema/content.ts";

type Rule = Content["rules"][number];

/** Stands for what a rule decides: when it holds, what follows and for what. Its wording is no part of it. */
export const ruleVersion = ({ when, outcome, scope }: Pick<Rule, "when" | "outcome" | "scope">): string =>
  shortHash(JSON.stringify([when, outcome, scope]));

/** Stands for what all rules decide, whatever file and order they are in; kept for as long as the content is. */
export function rulesVersion({ rules }: Pick<Content, "rules">): string {
  const known = versions.get(rules);
  if (known !== undefined) return known;
  const version = shortHash(
    rules
      .map((rule) => `${rule.id} ${ruleVersion(rule)}`)
      .toSorted()
      .join("\n"),
  );
  versions.set(rules, version);
  return version;
}

const versions = new WeakMap<Content["rules"], string>();
const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);
