import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { queryClient, queryKey } from "#app/api/query.ts";
import { documents } from "#contract/documents/calls.ts";

/** The patient's documents, newest first, one page at a time. */
export const useUploadedDocuments = () =>
  useInfiniteQuery({
    queryKey: queryKey(documents.list),
    queryFn: ({ pageParam, signal }) =>
      call(documents.list, { query: pageParam ? { nextpage: pageParam } : {} }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextpage }) => nextpage,
  });

/** Called after a document was added or replaced. */
export const refetchUploadedDocuments = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: queryKey(documents.list) });

/** Says that a document the practice filed isn't the patient's: it's out of the list. */
export async function reportDocument(id: string): Promise<void> {
  await call(documents.reportDocument, { params: { id } });
  await Promise.all(
    [documents.list, documents.available].map((read) => queryClient.invalidateQueries({ queryKey: queryKey(read) })),
  );
}

/** The bytes of a document, dropped from the cache as soon as no component uses them. */
export const useDocumentFile = (id: string, fileId: string) =>
  useQuery({
    queryKey: [...queryKey(documents.file), id, fileId],
    queryFn: ({ signal }) => call(documents.file, { params: { id } }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
