import { observable } from "#app/api/observable.ts";
import type { LinkedUpsell } from "./linked-upsell.ts";

/** The offer of a link she followed, from its address to her answer: what would open by itself waits for it. */
export const linkedUpsellState = observable<{
  readonly asked: LinkedUpsell | null;
  /** She said no to it; until she leaves home. */
  readonly denied: boolean;
}>({ asked: null, denied: false });
