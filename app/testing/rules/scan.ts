import { join } from "node:path";
import { exportedFunctions, filesOf, parseFile, sourceOf } from "../../../scripts/test/exported-functions.ts";

/**
 * The pure rules of an app: exported functions of `app/` and `clinic/`, neither components nor hooks nor stores, that are handed several things, an order,
 * a record, a number or a moment, and give something back. Named `file name`, as the tables name them.
 */

const notProduct = /\.test\.tsx?$|\.d\.ts$|\/testing(?:\/|\.ts)|\/playground\//;

/** What is several by itself or holds several, and what has limits: a number, a moment. */
const several =
  /\[\]|\b(?:ReadonlyArray|ReadonlyMap|ReadonlySet|Map|Set)<|\b(?:OrderItem|Order|PatientRecord|Decision)\b|: number\b|\bDate\b|\bnow\b|\btoday\b/;
const notRule = /^(?:use)?[A-Z]|^create[A-Z]/;
const givesNothing = /\b(?:void|Promise<|ReactNode)/;

const productFiles = (folder: string) => filesOf(`${folder}/**/*.{ts,tsx}`).filter((file) => !notProduct.test(file));

/** Types of the apps that are a list, a map or a set under a name of their own. */
const namedSeveral = (): readonly string[] =>
  productFiles("{app,clinic}").flatMap((file) =>
    Array.from(
      sourceOf(file).matchAll(/^(?:export )?type (\w+) = (?:readonly [^;]*\[\]|Readonly(?:Map|Set|Array)<[^;]*>);/gm),
      ([, name]) => name ?? "",
    ),
  );

function rulesIn(file: string, takesSeveral: (written: string) => boolean): readonly string[] {
  const parsed = parseFile(file);
  const { textOf } = parsed;
  return exportedFunctions(parsed).flatMap(({ name, called: { params = [], returnType, async: isAsync } }) =>
    notRule.test(name) || isAsync || (returnType && givesNothing.test(textOf(returnType)))
      ? []
      : takesSeveral(params.map(textOf).join(", "))
        ? [`${file} ${name}`]
        : [],
  );
}

/** All of one app. */
export function rulesOf(folder: "app" | "clinic"): readonly string[] {
  const named = new RegExp(`\\b(?:${namedSeveral().join("|")})\\b`);
  const takesSeveral = (written: string) => several.test(written) || named.test(written);
  return productFiles(folder)
    .flatMap((file) => rulesIn(file, takesSeveral))
    .toSorted();
}

/** What test files import by name, and what the tables of conversions name. */
export function testedByName(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of filesOf("{app,clinic}/**/*.test.{ts,tsx}")) {
    const source = sourceOf(file);
    for (const [, names = "", module = ""] of source.matchAll(/import \{([^}]+)\} from "([^"]+)"/g)) {
      const path = module.startsWith("#") ? module.slice(1) : join(file, "..", module).replaceAll("\\", "/");
      for (const name of names.split(",")) found.add(`${path} ${name.trim().split(" as ")[0]}`);
    }
  }
  for (const file of filesOf("scripts/test/conversions/**/*.ts"))
    for (const [, name = ""] of sourceOf(file).matchAll(/"((?:app|clinic)\/\S+\.tsx? \w+)"/g)) found.add(name);
  return found;
}
