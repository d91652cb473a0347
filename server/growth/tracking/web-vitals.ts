import { Histogram, type Registry } from "prom-client";
import type { WebVital } from "#contract/growth/vitals.ts";
import type { RequestMetadata } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";

/** Per address: a page reports once, when it is left. */
const vitalsPerMinute = { points: 60, seconds: 60 };

const metricName = "web_vitals";

/** Around web.dev's bounds for good and poor; milliseconds, and CLS times 1,000. */
const buckets = [50, 100, 200, 300, 500, 800, 1200, 1800, 2500, 4000, 6000, 10_000];

const vitalsHistogram = (metrics: Registry): Histogram<"name" | "place"> =>
  (metrics.getSingleMetric(metricName) as Histogram<"name" | "place"> | undefined) ??
  new Histogram({
    name: metricName,
    help: "What browsers measured, by metric and part of the app: milliseconds, CLS in thousandths",
    labelNames: ["name", "place"],
    buckets,
    registers: [metrics],
  });

/** Records what a browser measured; it comes without the person or the URL. */
export async function recordWebVitals(
  { metrics, limiter, request }: Pick<Services, "metrics" | "limiter"> & { readonly request: RequestMetadata },
  items: readonly WebVital[],
) {
  await limiter.consume("vitals", request.address, vitalsPerMinute);
  const histogram = vitalsHistogram(metrics);
  for (const { name, page, value } of items)
    histogram.observe({ name, place: page }, name === "CLS" ? value * 1000 : value);
  return { message: "Noted." };
}
