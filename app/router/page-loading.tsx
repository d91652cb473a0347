import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import { RestingFlower } from "#app/ui/brand/illustrations/resting-flower.tsx";
import css from "./message-page.module.css";
import { useOnline } from "#app/browser/use-online.ts";
import { useWaitStage } from "./use-wait-stage.ts";

/** Shown when loading takes long. */
export const longWaitText =
  "This is taking longer than usual. You don't need to do anything. The page will open on its own.";

/** Shown when a page waits for a connection. */
export const offlineWaitText = "This page will open on its own when you're back online.";

/**
 * Shown while a page loads. Quick loads show nothing; slow ones, and those without a connection, the `title` of the page, that it loads, and a text
 * when it takes long.
 */
export function PageLoading({ withinShell = false, title }: { withinShell?: boolean; title?: string | undefined }) {
  const stage = useWaitStage(true, title);
  const online = useOnline();
  const slow = stage !== "quick" || !online;
  const message = online ? stage === "long" && longWaitText : offlineWaitText;
  if (withinShell) return <PageLoadingInShell title={title} slow={slow} message={message} />;
  return (
    <main className={css["waiting"]} aria-busy="true">
      <div className={css["inner"]}>
        {!online && (
          <div className={css["picture"]}>
            <RestingFlower />
          </div>
        )}
        {online && slow && <Spinner large label="Loading" />}
        <output className={css["text"]}>
          {!online && "You're offline. "}
          {message}
        </output>
      </div>
    </main>
  );
}

/** Inside a shell the main landmark already exists. */
function PageLoadingInShell(props: { title: string | undefined; slow: boolean; message: string | false }) {
  const { title, slow, message } = props;
  return (
    <div className={css["part"]} aria-busy="true" data-page-awaited>
      {slow && title && <h1>{title}</h1>}
      <output className={css["text"]}>{message}</output>
      {slow && (
        <>
          <Skeleton shape="card" count={1} />
          <Skeleton shape="row" count={3} label="" />
        </>
      )}
    </div>
  );
}
