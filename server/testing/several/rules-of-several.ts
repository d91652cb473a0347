import {
  exportedFunctions,
  filesOf,
  type Node,
  parseFile,
  type ParsedFile,
} from "../../../scripts/test/exported-functions.ts";

/** Features whose rules decide on medicine and money. */
const features = [
  "prescriptions",
  "treatment",
  "orders",
  "payment",
  "discounts",
  "dispensing",
  "overview",
  "wellbeing",
  "upsell-requests",
  "closing",
  "work-items",
  "platform/money*",
];

/** Several things of a kind, as a type is written. */
const several = /\[\]|\bReadonly(?:Array|Map|Set)<|\bMap<|\bSet<|\w+Snapshot\b/;
/** What a rule never takes: it would read or write something. */
const notPure = /\b(?:Database|Tx|TxServices|Refuses|Outside|Ids|MailServices|Listeners?|OrderListeners|"db")\b|"db"/;
/** What is handed in whole, of which a rule only reads settings. */
const settings =
  /\b(?:Pick<Services[^>]*>|Services\["\w+"\]|Pick<Content[^>]*>|SentenceContent|Secrets|Content|Rates)\b/g;

/** Some columns of a row, as one thing of several. */
const fewColumns = /Pick<Selectable<[^>]+>, [^>]+>/g;

interface Signature {
  /** `treatment/calendar/companions#parcelCompanions`. */
  readonly name: string;
  readonly parameters: string;
  readonly result: string;
}

/**
 * The pure functions that features export and that are handed several things of a kind: in an array, a map or a set, or in an interface that holds
 * one. Found by how their parameters are written.
 */
export function rulesOfSeveral(): string[] {
  const holders = new Map<string, string>();
  const signatures = filesOf([
    ...features.flatMap((feature) => [`server/${feature}/**/*.ts`, `server/${feature}.ts`]),
    // What the server and the staff app decide alike.
    "contract/dispensing/*.ts",
  ])
    .filter((file) => !/\.test\.ts$|\/(?:testing|routes\.ts|jobs\.ts)|public\.ts$/.test(file))
    .map((file) => ({ file, parsed: parseFile(file) }))
    .flatMap(({ file, parsed }) => {
      readHolders(file, parsed, holders);
      return signaturesOf(file, parsed, holders);
    });
  return signatures
    .filter(({ parameters, result }) => !notPure.test(parameters) && !/Promise|Builder|Query/.test(result))
    .filter(({ parameters }) => holdsSeveral(parameters.replace(settings, ""), holders, 0))
    .map(({ name }) => name)
    .toSorted();
}

/** What the types of a file hold, by their names. What a file needs of the services is its own. */
function readHolders(file: string, { statements, textOf }: ParsedFile, holders: Map<string, string>): void {
  for (const statement of statements) {
    const declaration: Node = statement.declaration ?? statement;
    if (!/^TS(?:Interface|TypeAlias)Declaration$/.test(declaration.type)) continue;
    const name = textOf(declaration.id);
    holders.set(name === "Deps" ? `Deps of ${file}` : name, textOf(declaration.body ?? declaration.typeAnnotation));
  }
}

const signaturesOf = (file: string, parsed: ParsedFile, holders: ReadonlyMap<string, string>): Signature[] =>
  exportedFunctions(parsed)
    .filter(({ called }) => called.async !== true)
    .map(({ name, called: { params = [], returnType } }) => ({
      name: `${file.replace(/^server\/|\.ts$/g, "")}#${name}`,
      parameters: params
        .map(parsed.textOf)
        .join(", ")
        .replace(/\bDeps\b/g, () => holders.get(`Deps of ${file}`) ?? "Database"),
      result: parsed.textOf(returnType),
    }));

/** Whether a type holds several, by itself or by an interface it names, two deep. Rows of a table hold none. */
function holdsSeveral(type: string, holders: ReadonlyMap<string, string>, depth: number): boolean {
  if (several.test(type)) return true;
  if (depth > 1) return false;
  return [...type.matchAll(/\b[A-Z]\w+/g)].some(([name]) => {
    const own = holders.get(name);
    return (
      own !== undefined &&
      !own.replaceAll(fewColumns, "").includes("Selectable<") &&
      holdsSeveral(own.replace(settings, ""), holders, depth + 1)
    );
  });
}
