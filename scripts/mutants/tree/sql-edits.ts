/** Small faults in SQL as it stands in a template: a condition left out, a comparison shifted, an order turned around. */

/** A part of a text and what stands there instead. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The kind of fault. */
  readonly kind: string;
}

const exchanges: readonly (readonly [pattern: RegExp, kind: string, other: (found: string) => string])[] = [
  [/(?<=\s)(?:<=|>=|<>|!=|<|>|=)(?=\s)/g, "SQL comparison shifted", (found) => shifted[found] ?? "="],
  [/\bis not null\b/gi, "SQL null exchanged", () => "is null"],
  [/\bis null\b/gi, "SQL null exchanged", () => "is not null"],
  [/(?<!\bis )(?<!\bif )\bnot (?!null|matched|materialized)/gi, "SQL not dropped", () => ""],
  [/\basc\b/gi, "SQL order turned", () => "desc"],
  [/\bdesc\b/gi, "SQL order turned", () => "asc"],
  [/\b(?:min|max)(?=\()/gi, "SQL extreme exchanged", (found) => (/min/i.test(found) ? "max" : "min")],
  [/\b(?:least|greatest)(?=\()/gi, "SQL extreme exchanged", (found) => (/least/i.test(found) ? "greatest" : "least")],
  [/\b(?:true|false)\b/gi, "SQL constant changed", (found) => (/true/i.test(found) ? "false" : "true")],
  [/(?<![\w$.'-])\d+(?![\w.])/g, "SQL constant changed", (found) => String(Number(found) + 1)],
  [/(?<=')\d+(?= )/g, "SQL constant changed", (found) => String(Number(found) + 1)],
  [/\bdistinct (?!on\b)/gi, "SQL distinct dropped", () => ""],
];

const shifted: Readonly<Record<string, string>> = {
  ...{ "<": "<=", "<=": "<", ">": ">=", ">=": ">" },
  ...{ "=": "<>", "<>": "=", "!=": "=" },
};

/** The edits of an SQL text; what is filled into it, `${…}`, has to be hidden by `mask` before. */
export function sqlEdits(sql: string, closedLists: ReadonlyMap<string, string>): Edit[] {
  const found = exchanges.flatMap(([pattern, kind, other]) =>
    [...sql.matchAll(pattern)]
      .filter(({ index, 0: text }) => !(text === "=" && isAssignment(sql, index)))
      .map(({ index, 0: text }) => ({ start: index, end: index + text.length, text: other(text), kind })),
  );
  const values = [...sql.matchAll(/(?<=')\w+(?=')/g)].flatMap(({ index, 0: text }) => {
    const other = closedLists.get(text);
    return other === undefined
      ? []
      : [{ start: index, end: index + text.length, text: other, kind: "value exchanged" }];
  });
  return [...found, ...values, ...conditionEdits(sql)];
}

/** The same text, as long, in which no `${…}` is left. */
export function mask(sql: string, filled: readonly { readonly start: number; readonly end: number }[]): string {
  return filled.reduce((text, { start, end }) => text.slice(0, start) + "x".repeat(end - start) + text.slice(end), sql);
}

const isAssignment = (sql: string, index: number) =>
  /\b(set|where|and|or|on|when|having|select|then)\b(?!.*\b(?:set|where|and|or|on|when|having|select|then)\b)/is
    .exec(sql.slice(0, index))?.[1]
    ?.toLowerCase() === "set";

/** Each condition of an `and` or an `or` left out, and one exchanged for the other. */
function conditionEdits(sql: string): Edit[] {
  const edits: Edit[] = [];
  for (const { index, 0: word } of sql.matchAll(/\b(?:and|or)\b/gi)) {
    if (/\bbetween\b(?!.*\band\b)/is.test(sql.slice(0, index))) continue;
    edits.push(
      { start: index, end: endOfCondition(sql, index + word.length), text: "", kind: "SQL condition dropped" },
      { start: index, end: index + word.length, text: /and/i.test(word) ? "or" : "and", kind: "SQL and, or exchanged" },
    );
  }
  for (const { index, 0: word } of sql.matchAll(/\b(?:where|filter \(where|on)\b/gi)) {
    const from = index + word.length;
    const to = endOfCondition(sql, from);
    const next = /^and\b/i.exec(sql.slice(to));
    if (next) edits.push({ start: from, end: to + next[0].length, text: "", kind: "SQL condition dropped" });
  }
  return edits;
}

const afterCondition =
  /^(?:and|or|order by|group by|limit|returning|union|then|when|else|end|for update|for share|on conflict|do|having|where|join|left join|inner join|cross join|set|values|from|window|as)\b/i;

/** Where the condition ends that begins at `from`: before what can follow one, or the bracket around it. */
function endOfCondition(sql: string, from: number): number {
  let depth = 0;
  for (let at = from; at < sql.length; at += 1) {
    const sign = sql.charAt(at);
    if (sign === "(") depth += 1;
    if (sign === ")" && --depth < 0) return at;
    if (sign === ";") return at;
    const isNewWord = /\s/.test(sql.charAt(at - 1)) && !/\bbetween\s+\S+\s$/i.test(sql.slice(from, at));
    if (depth === 0 && isNewWord && afterCondition.test(sql.slice(at))) return at;
  }
  return sql.length;
}
