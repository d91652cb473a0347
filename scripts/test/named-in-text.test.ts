import { expect, test } from "vitest";
import {
  clausesCitedIn,
  clausesListedIn,
  filesInComment,
  linksIn,
  pathsInDocument,
  scriptsIn,
} from "./named-in-text.ts";

test.each([
  ["rules in `server/orders/` and `app/cart.tsx`, not `patients/` nor server/x", ["server/orders/", "app/cart.tsx"]],
  ["`clinic/day` and `.ci/run`", ["clinic/day", ".ci/run"]],
])("paths in a document: %s", (text, paths) => {
  expect(pathsInDocument(text)).toEqual(paths);
});

test("links and scripts in a document", () => {
  expect(linksIn("[a](b.md#part), [c](https://d.example), [e](../f.md), [g](#h)")).toEqual(["b.md", "../f.md"]);
  expect(scriptsIn("run `npm run bench` or npm run types:client")).toEqual(["bench", "types:client"]);
});

test.each([
  ["Icons in the style of `icons.tsx`.", ["icons.tsx"]],
  ["As in server/orders/order-status.ts; see docs/deploy.md.", ["server/orders/order-status.ts", "docs/deploy.md"]],
  ["The same as ./jobs.ts", []],
  ["Tests are *.test.ts, calls https://a.example/b.json", []],
  ["`fields.module.css` and `app/public.json`", ["fields.module.css", "app/public.json"]],
])("files in a comment: %s", (text, files) => {
  expect(filesInComment(text)).toEqual(files);
});

test.each([
  ["§7 each call", ["7"]],
  ["§2.3 §9 a page, §8 401", ["2.3", "9", "8"]],
  ["decisions §9, §19 a change", ["decisions 9", "decisions 19"]],
  ["decisions §11 a role; §7 a call", ["decisions 11", "7"]],
  ["§13a a client, §10 a message", ["decisions 13a", "decisions 10"]],
  ["RFC 6749 §5.2, OpenID Connect Core §3.1.2.6; §4 a state", ["4"]],
  ["nothing", []],
])("clauses cited: %s", (text, clauses) => {
  expect(clausesCitedIn(text)).toEqual(clauses);
});

test("clauses listed: those at the head of a line", () => {
  expect(clausesListedIn("- **§2.1** Paths.\n- **decisions §13a** As **§7** says.\n**§3** no.\n")).toEqual([
    "2.1",
    "decisions 13a",
  ]);
});
