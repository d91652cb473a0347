import { z } from "zod";
import { ContentId } from "./fields.ts";

/**
 * Facts a condition may refer to besides answers. `age` in whole years, `bmi` in kg/m², `state` as a two-letter id, `facevisits` as yes or no for the
 * patient's state, `product` the chosen product ids and families, `category` what they do.
 */
export const FactName = z.enum(["age", "bmi", "state", "facevisits", "product", "category"]);
export type FactName = z.output<typeof FactName>;

const Value = z.string().min(1);

/**
 * The language of `showif`, rules, requirements and recommendations. `is` and `in` match a single answer or any member of a list answer; `atleast`
 * and `atmost` compare numbers. An unanswered question makes it false.
 */
export type Condition =
  | { readonly question: string; readonly is: string }
  | { readonly question: string; readonly in: readonly string[] }
  | { readonly question: string; readonly atleast: number }
  | { readonly question: string; readonly atmost: number }
  | { readonly fact: FactName; readonly is: string }
  | { readonly fact: FactName; readonly in: readonly string[] }
  | { readonly fact: FactName; readonly atleast: number }
  | { readonly fact: FactName; readonly atmost: number }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

const branches = z.lazy(() => z.array(Condition).min(1));

export const Condition: z.ZodType<Condition> = z.union(
  [
    z.strictObject({ question: ContentId, is: Value }),
    z.strictObject({ question: ContentId, in: z.array(Value).min(1) }),
    z.strictObject({ question: ContentId, atleast: z.number() }),
    z.strictObject({ question: ContentId, atmost: z.number() }),
    z.strictObject({ fact: FactName, is: Value }),
    z.strictObject({ fact: FactName, in: z.array(Value).min(1) }),
    z.strictObject({ fact: FactName, atleast: z.number() }),
    z.strictObject({ fact: FactName, atmost: z.number() }),
    z.strictObject({ all: branches }),
    z.strictObject({ any: branches }),
    z.strictObject({ not: z.lazy(() => Condition) }),
  ],
  "is not a condition (question or fact with is, in, atleast or atmost; all; any; not)",
);
