import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../../lib/api.ts';
import { useNotices } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeLine } from '../../ui/notice-line.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import styles from './api-keys.module.css';
import { createApiKey } from './commands.ts';
import { loadApiKeys } from './queries.ts';
import { keyStrings } from './strings.ts';

const { test: strings } = keyStrings;

/** A page for developers: buttons for two API calls, and the answer as JSON. */
export function ApiKeysTestPage() {
  const [answer, setAnswer] = useState<string>();
  const notices = useNotices();
  const show = (data: unknown) => setAnswer(JSON.stringify(data, null, 2));
  const failed = (failure: string) => (error: Error) => {
    setAnswer(undefined);
    notices.failed(reasonOf(error, failure));
  };
  const load = useMutation({
    mutationFn: () => loadApiKeys(),
    onMutate: notices.clear,
    onSuccess: show,
    onError: failed(keyStrings.loadFailed),
  });
  const create = useMutation({
    mutationFn: () => createApiKey({ name: strings.keyName(new Date().toISOString()) }),
    onMutate: notices.clear,
    onSuccess: (made) => {
      show(made);
      notices.done(keyStrings.created);
    },
    onError: failed(keyStrings.createFailed),
  });
  return (
    <main id="main" className="page">
      <div className={styles.screen}>
        <ScreenHeader title={strings.title} lead={strings.lead} />
        <div className={styles.testActions}>
          <Button busy={load.isPending} onClick={() => load.mutate()}>
            {strings.load}
          </Button>
          <Button busy={create.isPending} onClick={() => create.mutate()}>
            {strings.create}
          </Button>
        </div>
        <NoticeLine notice={notices.current} />
        <section className={styles.answer} aria-label={strings.answer}>
          {answer === undefined ? <p>{strings.none}</p> : <pre>{answer}</pre>}
        </section>
      </div>
    </main>
  );
}
