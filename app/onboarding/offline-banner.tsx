import { Banner } from "#app/ui/feedback/banner.tsx";
import { useOnline } from "#app/router/use-online.ts";

export function OfflineBanner() {
  const online = useOnline();
  return (
    <div aria-live="polite">
      {!online && (
        <Banner kind="danger" label="Connection">
          You are offline; your answers are kept here and sent when you are back.
        </Banner>
      )}
    </div>
  );
}
