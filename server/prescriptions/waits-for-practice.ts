import { type RawBuilder, sql } from "kysely";
import { isHeldByPair } from "#server/persons/public.ts";
import { isHeldByWorkItem } from "#server/work-items/public.ts";

/**
 * Condition on a row of `prescription`: nothing of it is sent or charged before somebody has looked at what the patient told since, or has said whether
 * another record is the same person's.
 */
export const waitsForPractice: RawBuilder<boolean> = sql<boolean>`(${isHeldByWorkItem} or ${isHeldByPair})`;
