/** How often a text is sent before it gets a name: rare ones should take no memory on the database server. */
const usesBeforeNaming = 100;
/** How many texts get a name, on each connection. */
const maxNames = 200;
/** How many texts are counted. */
const maxCountedTexts = 5000;

export interface StatementNames {
  /** The name to prepare a text by, or null if it is better sent in full. Counts one use. */
  readonly of: (text: string) => string | null;
  /** Has the text sent in full from here on: its prepared form no longer fits the tables. */
  readonly forget: (text: string) => void;
}

/** Names for frequently sent texts, the same on every connection of a node. */
export function statementNames(): StatementNames {
  const callCounts = new Map<string, number>();
  const names = new Map<string, string | null>();
  return {
    of(text) {
      const existing = names.get(text);
      if (existing !== undefined) return existing;
      const count = (callCounts.get(text) ?? 0) + 1;
      if (count > 1 || callCounts.size < maxCountedTexts) callCounts.set(text, count);
      if (count < usesBeforeNaming || names.size >= maxNames) return null;
      const name = `often_${names.size + 1}`;
      names.set(text, name);
      return name;
    },
    forget: (text) => void names.set(text, null),
  };
}
