import { useEffect, useState } from "react";
import { errorMessage, errorTitle } from "#app/api/api-error.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { ChunkLoadError, loadChunk } from "#app/router/load-chunk.ts";
import { MessagePage } from "#app/router/message-page.tsx";
import { ChunkErrorPage } from "#app/router/chunk-error.tsx";
import { whenConnected } from "#app/browser/connection.ts";
import { useReconnect } from "#app/browser/use-online.ts";
import { PageLoading } from "#app/router/page-loading.tsx";

/** Loads the onboarding record that a page's guard needs, and shows a loading state; retries when the connection is back. */
export function OnboardingRecordGate({
  signInAt,
  title,
}: {
  signInAt: string | undefined;
  /** Title of the page it stands for inside a shell; without one it stands alone. */
  title: string | undefined;
}) {
  const withinShell = title !== undefined;
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<unknown>(null);

  useEffect(() => {
    let mounted = true;
    const load = async () => {
      await whenConnected();
      const { loadOnboardingRecord: loadRecord } = await loadChunk(() => import("#app/api/load-record.ts"));
      await loadRecord(signInAt);
    };
    load().catch((error: unknown) => {
      if (mounted) setProblem(error);
    });
    return () => {
      mounted = false;
    };
  }, [attempt, signInAt]);

  const retry = () => {
    setProblem(null);
    setAttempt((now) => now + 1);
  };
  useReconnect(retry, problem !== null);

  if (problem === null) return <PageLoading withinShell={withinShell} title={title} />;
  if (problem instanceof ChunkLoadError) return <ChunkErrorPage withinShell={withinShell} />;
  return (
    <MessagePage
      withinShell={withinShell}
      title={errorTitle(problem, withinShell ? "We couldn't load this page" : "We couldn't load your visit")}
      action={<Button onClick={retry}>Try again</Button>}
    >
      {errorMessage(problem)}
      <br />
      Everything you saved is safe.
    </MessagePage>
  );
}
