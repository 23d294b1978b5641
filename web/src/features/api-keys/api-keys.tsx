import type { ApiKey } from '@anecdotes/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError, reasonOf } from '../../lib/api.ts';
import { strings as shared } from '../../lib/strings.ts';
import { useKeptState } from '../../lib/use-kept-state.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { Skeletons } from '../../ui/skeletons.tsx';
import styles from './api-keys.module.css';
import { CreateKey } from './create-key.tsx';
import { KeyCard } from './key-card.tsx';
import { DeleteDialog, RotateDialog } from './key-dialogs.tsx';
import { NewKeyPanel } from './new-key-panel.tsx';
import { apiKeysQuery } from './queries.ts';
import { useShownKey } from './shown-key.ts';
import { keyStrings as strings } from './strings.ts';

/** The screen of the person's API keys: create, activate, deactivate, rotate and delete them. */
export function ApiKeys() {
  const { data: keys, error, isFetching, refetch } = useQuery(apiKeysQuery());
  const createButton = useRef<HTMLButtonElement>(null);
  const [isCreating, setIsCreating] = useKeptState('creates-key', false);
  const [shown, setShown] = useShownKey();
  const [rotating, setRotating] = useState<ApiKey>();
  const [deleting, setDeleting] = useState<ApiKey>();
  /** Closes a part of the screen and moves the focus to a button that stays, because the focused element disappears. */
  const close = (part: () => void) => {
    part();
    createButton.current?.focus();
  };
  const isRefused = error instanceof ApiError && error.code === 'GUEST_NOT_ALLOWED';

  return (
    <div className={styles.screen}>
      <ScreenHeader
        title={strings.title}
        lead={strings.lead}
        actions={
          <>
            <Link to="/dashboard" className={buttonClass('plain')}>
              {strings.back}
            </Link>
            {!isRefused && (
              <Button
                ref={createButton}
                variant={isCreating || shown ? 'plain' : 'accent'}
                onClick={() => setIsCreating(true)}
              >
                {strings.create}
              </Button>
            )}
          </>
        }
      >
        <a href="/api/docs" className={`${styles.documentation} secondary`}>
          {strings.documentation}
        </a>
      </ScreenHeader>
      {shown && <NewKeyPanel made={shown} onDone={() => close(() => setShown(undefined))} />}
      {isCreating && (
        <CreateKey
          onCreated={(made) => {
            setShown(made);
            setIsCreating(false);
          }}
          onCancel={() => close(() => setIsCreating(false))}
        />
      )}
      {keys && keys.length > 0 && (
        <section>
          <h2 className={styles.listTitle}>{strings.listTitle(keys.length)}</h2>
          <ul>
            {keys.map((key) => (
              <KeyCard key={key.id} apiKey={key} onRotate={() => setRotating(key)} onDelete={() => setDeleting(key)} />
            ))}
          </ul>
        </section>
      )}
      {keys?.length === 0 && !isCreating && (
        <EmptyState title={strings.emptyTitle} text={strings.emptyText}>
          <Button onClick={() => setIsCreating(true)}>{strings.createFirst}</Button>
        </EmptyState>
      )}
      {!keys && error && (
        <EmptyState title={reasonOf(error, strings.loadFailed)} alert>
          {!isRefused && (
            <Button busy={isFetching} onClick={() => void refetch()}>
              {shared.errors.retry}
            </Button>
          )}
        </EmptyState>
      )}
      {!keys && !error && <Skeletons text={strings.loading} />}
      <RotateDialog apiKey={rotating} onClose={() => setRotating(undefined)} onRotated={setShown} />
      <DeleteDialog
        apiKey={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={({ id }) => shown?.id === id && setShown(undefined)}
      />
    </div>
  );
}
