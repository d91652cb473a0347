import type { FactorAdded, Factors } from "#contract/staff/factors.ts";

/** What a section does with the answer to a change: show the factors it leaves, and say what happened. */
export interface FactorChanges {
  readonly changed: (factors: Factors, notice: string) => void;
  /** With recovery codes, these are shown first. */
  readonly added: (result: FactorAdded, notice: string) => void;
}

/** How many passkeys a person is asked for: with one, a lost phone locks them out. */
export const passkeysAskedFor = 2;
