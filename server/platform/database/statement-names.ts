/** How often a text is sent before it gets a name: what runs rarely takes no memory on the database server. */
const usesBeforeNaming = 100;
/** How many texts get a name, on each connection that sends them. */
const maxNames = 200;
/** How many texts are counted. */
const maxCountedTexts = 5000;

export interface StatementNames {
  /** The name to prepare a text by, or null as long as it is better sent whole. Counts one use. */
  readonly of: (text: string) => string | null;
  /** From now on the text is sent whole: its prepared form no longer fits the tables. */
  readonly forget: (text: string) => void;
}

/** Names for the texts that are sent often, the same on every connection of a node. */
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
