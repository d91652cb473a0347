import { Button } from "#app/ui/actions/button.tsx";

/** The next page of a list that is read page after page; nothing at its end. */
export function MoreButton({
  list,
}: {
  list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}) {
  if (!list.hasNextPage) return null;
  return (
    <div>
      <Button
        variant="secondary"
        busy={list.isFetchingNextPage}
        busyLabel="Loading"
        onClick={() => void list.fetchNextPage()}
      >
        Show more
      </Button>
    </div>
  );
}
