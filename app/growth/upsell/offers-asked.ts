import { observable } from "#app/api/observable.ts";
import type { LinkedUpsell } from "./linked-upsell.ts";

/** The upsell of a followed link, from the URL to the patient's decision; upsells that open by themselves wait for it. */
export const linkedUpsellState = observable<{
  readonly asked: LinkedUpsell | null;
  /** The patient declined it; reset when they leave home. */
  readonly denied: boolean;
}>({ asked: null, denied: false });
