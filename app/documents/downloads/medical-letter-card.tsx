import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { documents } from "#contract/documents/calls.ts";
import { type DocumentAbout, DocumentCard, DownloadCard } from "./document-card.tsx";

const about: DocumentAbout = {
  picture: "letter",
  title: "Medical letter",
  description: "A letter from your doctor. For example, it can show your HSA or FSA why you need a treatment.",
  file: "PDF",
};

/** The letter written by the patient's doctor; before there is one, how to ask for it. */
export function MedicalLetterCard({ patientId }: { patientId: string }) {
  const { data, isPending } = useQuery(queryOf(documents.available, {}));
  if (isPending) return <DocumentCard {...about}>{() => <Skeleton count={1} label="" />}</DocumentCard>;
  if (data?.medicalletter === false)
    return (
      <DocumentCard
        {...about}
        file="Your doctor hasn't written one yet. Ask in a message, and say what you need it for."
      >
        {(titleId) => (
          <ButtonLink variant="secondary" href="/messages/doctor" aria-describedby={titleId}>
            Ask your doctor
          </ButtonLink>
        )}
      </DocumentCard>
    );
  return <DownloadCard {...about} request={{ kind: "letter", id: patientId }} />;
}
