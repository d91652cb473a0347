import type { Html } from "../html.ts";
import type { Site } from "../settings.ts";
import { calmerEvenings } from "./calmer-evenings.ts";
import { healthFunds } from "./health-funds.ts";
import { yourFirstVisit } from "./your-first-visit.ts";

export interface Article {
  readonly slug: string;
  readonly title: string;
  readonly lead: string;
  readonly art: string;
  readonly minutes: number;
  readonly body: (site: Site) => Html;
}

export const articles: readonly Article[] = [yourFirstVisit, calmerEvenings, healthFunds];
