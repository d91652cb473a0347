import { Alert } from "#app/ui/feedback/alert.tsx";

/** What has changed since the patient chose, as the server says it: a price that rose, a product no longer offered. */
export const PlanNews = ({ news }: { news: readonly string[] }) =>
  news.length > 0 && (
    <Alert tone="info" title="Something in your plan has changed">
      {news.map((each) => (
        <p key={each}>{each}</p>
      ))}
    </Alert>
  );
