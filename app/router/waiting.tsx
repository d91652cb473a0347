import { Skeleton } from "#app/ui/skeleton.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import css from "./message-screen.module.css";
import { useOnline } from "./use-online.ts";
import { useStage } from "./use-stage.ts";

/** The calm word about a wait that takes long. */
export const longWait = "This takes longer than usual. You need not do anything: the page goes on by itself.";

/** What happens to a page she waits for without a connection. */
export const offlineWait = "This page opens by itself when you are connected again.";

/**
 * While a page loads. Quick loads show nothing; slow ones, and those without a connection, the `title` of the page, that it loads, and a
 * word when it takes long.
 */
export function Waiting({ inside = false, title }: { inside?: boolean; title?: string | undefined }) {
  const stage = useStage(true, title);
  const online = useOnline();
  const slow = stage !== "quick" || !online;
  const word = online ? stage === "long" && longWait : offlineWait;
  if (inside) return <WaitingInside title={title} slow={slow} word={word} />;
  return (
    <main className={css["waiting"]} aria-busy="true">
      <div className={css["inner"]}>
        {slow && <Spinner large label="Loading" />}
        <output className={css["text"]}>
          {!online && "You are offline. "}
          {word}
        </output>
      </div>
    </main>
  );
}

/** Inside a shell the page's landmark is there already. */
function WaitingInside(props: { title: string | undefined; slow: boolean; word: string | false }) {
  const { title, slow, word } = props;
  return (
    <div className={css["part"]} aria-busy="true" data-page-awaited>
      {slow && title && <h1>{title}</h1>}
      <output className={css["text"]}>{word}</output>
      {slow && (
        <>
          <Skeleton kind="card" count={1} />
          <Skeleton kind="row" count={3} label="" />
        </>
      )}
    </div>
  );
}
