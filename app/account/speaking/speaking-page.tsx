import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { queryOf } from "#app/api/query.ts";
import { SettingsPage } from "#app/account/settings/settings-page.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Switch } from "#app/ui/forms/choices/switch.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { SettingsCard } from "#app/ui/layout/settings-card.tsx";
import { account } from "#contract/account/calls.ts";
import type { SpeakingChoices } from "#contract/account/speaking.ts";

const speakingQuery = queryOf(account.speaking, {});

/** Changes one choice: at once on the screen, as it was when it can't be saved. */
function useChoose() {
  const cache = useQueryClient();
  return useMutation({
    // Saved one after another, each with all choices so far: the last press wins.
    scope: { id: "speaking" },
    networkMode: "always",
    mutationFn: async (_change: Partial<SpeakingChoices>) => {
      const chosen = cache.getQueryData<SpeakingChoices>(speakingQuery.queryKey);
      if (!chosen) return;
      const { language, interpreter, largetype, easyopen } = chosen;
      await call(account.chooseSpeaking, { body: { language, interpreter, largetype, easyopen } });
    },
    onMutate: async (change) => {
      await cache.cancelQueries(speakingQuery);
      const before = cache.getQueryData<SpeakingChoices>(speakingQuery.queryKey);
      cache.setQueryData<SpeakingChoices>(speakingQuery.queryKey, (now) => now && { ...now, ...change });
      return before;
    },
    onError: (_error, _change, before) => cache.setQueryData(speakingQuery.queryKey, before),
  });
}

/** In which language the patient wants to speak, and how their medicine is labeled and closed; saved on each press. */
export default function SpeakingPage() {
  const speaking = useQuery(speakingQuery);
  const { mutate, isSuccess, error } = useChoose();
  const { data, isError } = speaking;
  return (
    <SettingsPage
      title="Language and labels"
      lead="Tell us what makes things easier for you. Your care team and our pharmacy will see it."
    >
      {isError && !data && <LoadError query={speaking} />}
      {!data && !isError && <Skeleton shape="row" count={4} label="Loading your choices" />}
      {data && (
        <>
          <SettingsCard
            title="When we talk"
            saved={isSuccess}
            problem={error && errorMessage(error)}
            note={`${languageNote(data)} If you don't understand something, please ask us to call you. An interpreter is free.`}
          >
            <Select
              label="The language you'd like to speak"
              options={data.languages.map(({ id, label }) => ({ value: id, label }))}
              value={data.language}
              onChange={({ target }) => mutate({ language: target.value })}
            />
            <Switch
              label="I need an interpreter"
              hint="We'll have one on the line whenever we call you."
              checked={data.interpreter}
              onChange={({ target }) => mutate({ interpreter: target.checked })}
            />
          </SettingsCard>
          <SettingsCard title="Your medicine" saved={false} problem={null}>
            <Switch
              label="Labels in large print"
              hint="From your next box on. A label may take up several pages."
              checked={data.largetype}
              onChange={({ target }) => mutate({ largetype: target.checked })}
            />
            <Switch
              label="Easy-open caps"
              hint={data.easyopentext}
              checked={data.easyopen}
              onChange={({ target }) => mutate({ easyopen: target.checked })}
            />
          </SettingsCard>
        </>
      )}
    </SettingsPage>
  );
}

/** What is in English, and what in the language of the patient. */
const languageNote = ({ languages, language }: SpeakingChoices): string =>
  languages.find(({ id }) => id === language)?.labels
    ? "Your app and emails are still in English. Your labels have directions in your language, too, unless your care team wrote special ones."
    : "Your app, emails and labels are still in English.";
