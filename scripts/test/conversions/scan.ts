import { exportedFunctions, filesOf, load, type Node, parseFile, sourceOf } from "../exported-functions.ts";

/**
 * What the project converts: its exported functions that take plain values (texts, numbers, moments, or objects and lists of them) and give plain values
 * back. A predicate counts where it is about days or money; what is named after an amount counts whatever it takes. Named `file name`, as the tables name them.
 */

const sources = "{contract,content,server,app,clinic,embed}/**/*.{ts,tsx}";
const notProduct =
  /\.test\.tsx?$|\.d\.ts$|\/testing(?:\/|\.ts)|\/dist\/|^server\/(?:demo|contract-tests|crash-tests)\//;

/** Folders whose every export is a conversion or says why it is none. */
export const homes = ["contract/fields", "app/formats", "server/platform/clock"] as const;

const plainTypes = new Set([
  "TSStringKeyword",
  "TSNumberKeyword",
  "TSNullKeyword",
  "TSUndefinedKeyword",
  "TSLiteralType",
]);

/** Whether a type has only texts, numbers and moments in it. */
function isPlain(type: Node | null | undefined): boolean {
  if (!type) return false;
  if (plainTypes.has(type.type)) return true;
  if (type.type === "TSUnionType") return (type.types ?? []).every(isPlain);
  if (type.type === "TSArrayType") return isPlain(type.elementType);
  if (type.type === "TSTypeOperator" || type.type === "TSParenthesizedType") return isPlain(type.typeAnnotation);
  if (type.type === "TSTypeReference") return type.typeName?.name === "Date";
  if (type.type === "TSTypeLiteral")
    return (type.members ?? []).every((member) => isPlain(member.typeAnnotation?.typeAnnotation));
  return false;
}

const takesPlain = (param: Node): boolean =>
  param.type === "AssignmentPattern"
    ? param.right?.type === "Literal" || isPlain(param.left?.typeAnnotation?.typeAnnotation)
    : isPlain(param.typeAnnotation?.typeAnnotation);

/** What it gives is money, whatever it is worked out from. */
const givesMoney = /(?:^|[a-z])(?:[Cc]ents|[Dd]ollars|[Aa]mounts?|[Pp]rices?|[Tt]otal|[Ss]ums?|[Mm]oney)(?:[A-Z]\w*)?$/;
/** It gives a moment, or asks in which time zone. */
const givesMoment = /\bDate\b/;
const asksForZone = /\btime[zZ]one: string\b/;
const aboutDaysOrMoney = /\bDate\b|\bnow\b|day|month|zone|cents|dollars|amount/i;

function isConversion(source: string, name: string, called: Node): boolean {
  const { params = [], returnType, body, async: isAsync } = called;
  const result = returnType?.typeAnnotation;
  if (isAsync || params.length === 0 || !result) return false;
  const head = source.slice(called.start, body?.start);
  if (
    isPlain(result) &&
    (givesMoney.test(name) || asksForZone.test(head) || givesMoment.test(source.slice(result.start, result.end)))
  )
    return true;
  if (!params.every(takesPlain)) return false;
  if (result.type !== "TSBooleanKeyword" && result.type !== "TSTypePredicate") return isPlain(result);
  return aboutDaysOrMoney.test(head);
}

/** Behind a function's parameters a type that may be plain; without one a file need not be parsed. */
const mayGivePlain =
  /\)\s*:\s*(?:readonly\s+)?(?:[("'`{|\d-]|(?:string|number|boolean|Date|null|undefined|true|false|asserts)\b|\w+ is\b)/;

function conversionsIn(file: string): string[] {
  const source = sourceOf(file);
  if (!mayGivePlain.test(source)) return [];
  return exportedFunctions(parseFile(file)).flatMap(({ name, called }) =>
    name !== "" && !/^use[A-Z]/.test(name) && isConversion(source, name, called) ? [`${file} ${name}`] : [],
  );
}

const productFiles = (pattern: string): readonly string[] => filesOf(pattern).filter((file) => !notProduct.test(file));

const isSchema = (value: unknown): boolean => typeof value === "object" && value !== null && "_zod" in value;

/** Functions and schemas that a home exports, however they are made. */
async function exportsOf(file: string): Promise<string[]> {
  const all = Object.entries(await load(file));
  return all.flatMap(([name, value]) =>
    (typeof value === "function" && !/^(?:use)?[A-Z]/.test(name)) || isSchema(value) ? [`${file} ${name}`] : [],
  );
}

/** All conversions of the project. */
export async function allConversions(): Promise<readonly string[]> {
  const ofHomes = await Promise.all(homes.flatMap((home) => productFiles(`${home}/*.ts`)).map(exportsOf));
  return [...new Set([...productFiles(sources).flatMap(conversionsIn), ...ofHomes.flat()])].toSorted();
}
