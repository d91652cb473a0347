import { Button } from "#app/ui/actions/button.tsx";

/** Loads the next page of a list, while there is one. */
export function MoreButton({
  list,
  label,
}: {
  list: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => unknown };
  label: string;
}) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="quiet"
      busy={list.isFetchingNextPage}
      busyLabel="Loading"
      onClick={() => void list.fetchNextPage()}
    >
      {label}
    </Button>
  );
}
