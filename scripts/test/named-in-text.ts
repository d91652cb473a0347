/** What a text names: paths, scripts, clauses of the specification. Pure; `check-documents.ts` looks whether they exist. */

const tops = String.raw`app|server|clinic|contract|content|e2e|bench|docs|scripts|site|embed|client|\.ci`;

/** Paths from the project's root in a document, in backquotes. */
export const pathsInDocument = (text: string): string[] =>
  namesIn(text, new RegExp(`\`((?:${tops})/[\\w./-]*[\\w/])\``, "g"));

/** Files a document links to, from its own folder. */
export const linksIn = (text: string): string[] => namesIn(text, /\]\((?!https?:|#|mailto:)([^)#\s]+)/g);

export const scriptsIn = (text: string): string[] => namesIn(text, /npm run ([\w:-]+)/g);

/** Files a comment or a message names, by their path or by their name alone: `server/config.ts`, `config.ts`. */
export const filesInComment = (text: string): string[] =>
  namesIn(
    text,
    /(?<![\w@./*:-])((?:\.ci\/)?(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|css|yaml|json|md|sql|txt))(?![\w*/-])/g,
  );

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name);
}

/**
 * Clauses a text cites: `7`, `2.3`, `decisions 11`. Several after one another are of the document that the first names; standards have clauses of their
 * own (`RFC 6749 §5.2`).
 */
export function clausesCitedIn(text: string): string[] {
  const runs = text.matchAll(
    /(RFC \d+ |Core (?:\d[\d.]* )?|WebAuthn )?(decisions )?((?:§\d+[a-z]?(?:\.\d+)*(?:,? (?=§))?)+)/g,
  );
  return [...runs].flatMap(([, standard, decisions, clauses = ""]) =>
    standard === undefined
      ? namesIn(clauses, /§(\d+[a-z]?(?:\.\d+)*)/g).map((clause) => nameOf(clause, decisions !== undefined))
      : [],
  );
}

/** The specification ends with 9: what comes after is the decisions', with or without the word. */
const nameOf = (clause: string, isDecision: boolean) =>
  isDecision || parseInt(clause, 10) > 9 ? `decisions ${clause}` : clause;

/** Clauses that the list of them has (docs/specification.md), named like those cited. */
export const clausesListedIn = (text: string): string[] =>
  namesIn(text, /^- \*\*((?:decisions )?§\d+[a-z]?(?:\.\d+)*)\*\* /gm).map((name) => name.replace("§", ""));
