import { type EdgeKind, type Graph, type Module, whereWritten } from "./import-graph.ts";
/**
 * What a call needs: who makes `treatment.overview` needs its declaration and, where a server answers, what its handler uses. So a test through HTTP
 * is bound to the code behind the calls it makes, not to the whole server.
 *
 * Each call is a place of its own in the graph: `call:treatment.overview` needs its declaration, `handler:treatment.overview` its code.
 */
import { importsUsedBy, membersOf, type Member } from "./members.ts";

const handlerTable = "server/features.ts";
const groupTable = "contract/api.ts";

export function addCallEdges(graph: Graph, modules: ReadonlyMap<string, Module>): void {
  const groups = modules.get(groupTable)?.imports ?? [];
  const declared = new Map<string, string>();
  const handlers = handlersByCall(modules);
  for (const { from, name, local } of groups)
    for (const member of membersOf(modules, from, name)) {
      const call = `${local}.${member.name}`;
      declared.set(idOf(member), call);
      graph.set(`call:${call}`, needsOf(modules, member).set(`handler:${call}`, "served"));
      const handler = handlers.get(call);
      if (handler) graph.set(`handler:${call}`, needsOf(modules, handler));
    }
  addUsers(graph, modules, declared);
}

/** The same member, by whichever group it is reached. */
const idOf = ({ file, name }: Member) => `${file}#${name}`;

/** The handler of each call, `group.name`, by the table that no call can be missing from. */
function handlersByCall(modules: ReadonlyMap<string, Module>): Map<string, Member> {
  const table = modules.get(handlerTable);
  const found = new Map<string, Member>();
  if (!table) return found;
  for (const group of membersOf(modules, handlerTable, "handlers"))
    for (const { from, name } of importsUsedBy(table, group))
      for (const file of whereWritten(modules, from, name))
        for (const member of membersOf(modules, file, name)) found.set(`${group.name}.${member.name}`, member);
  return found;
}

/** The file a declaration or a handler is in, and what it uses of others. */
function needsOf(modules: ReadonlyMap<string, Module>, member: Member): Map<string, EdgeKind> {
  const module = modules.get(member.file);
  const needs = new Map<string, EdgeKind>([[member.file, "own"]]);
  for (const { from, name } of module ? importsUsedBy(module, member) : [])
    for (const file of whereWritten(modules, from, name)) needs.set(file, "call");
  return needs;
}

/** Where a file names a call of a group, it needs that call instead of the group. */
function addUsers(graph: Graph, modules: ReadonlyMap<string, Module>, declared: ReadonlyMap<string, string>): void {
  const membersOfGroup = new Map<string, Map<string, string>>();
  const callsOf = (file: string, name: string) => {
    const id = `${file}#${name}`;
    const known = membersOfGroup.get(id);
    if (known) return known;
    const calls = new Map<string, string>();
    for (const member of file.startsWith("contract/") ? membersOf(modules, file, name) : []) {
      const call = declared.get(idOf(member));
      if (call !== undefined) calls.set(member.name, call);
    }
    membersOfGroup.set(id, calls);
    return calls;
  };
  for (const [file, { imports, text }] of modules) {
    const needs = graph.get(file);
    for (const { from, name, local } of imports) {
      const calls = callsOf(from, name);
      if (!needs || calls.size === 0 || local === "") continue;
      const used = [...text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, "g"))].flatMap(
        ([, member = ""]) => calls.get(member) ?? [],
      );
      if (used.length === 0) continue;
      if (imports.every((other) => other.from !== from || other.local === local)) needs.delete(from);
      for (const call of used) {
        needs.set(`call:${call}`, "call");
        if (/^server\/.*\.test\.ts$|^server\/.*\/testing\/|^e2e\//.test(file) && !arranges.test(file))
          needs.set(`handler:${call}`, "call");
      }
    }
  }
}

/** What brings patients to where a test begins: it makes many calls that the test isn't about. */
const arranges = /^server\/testing\/|^e2e\/(?:actors|flows\/visit)\//;
